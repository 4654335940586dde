"""The home that pictures and snapshots are taken in: the demo tree at ~/memory, the same for every user anywhere."""

from __future__ import annotations

import os
import pwd
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

from memwarden import Tree
from memwarden.interfaces.demo.make import make_demo

NOW = datetime(2025, 6, 17, 14, 6, tzinfo=UTC)
LOOKED = NOW.replace(hour=9, minute=12)
"""When the person was last here."""

_LEFT_OUT = ("MEMWARDEN_", "NESTWORK_", "XDG_", "NO_COLOR", "TEXTUAL", "COLORFGBG", "STHOMEDIR", "STCONFDIR")
_NEST = {
    "INDEX.md": "# Nest\n\n- [Greenhouse](greenhouse.md)\n- [Tools](tools.md)\n",
    "greenhouse.md": "# Greenhouse\n\nWater at seven, not at noon.\n",
    "tools.md": "# Tools\n\nThe long ladder is at Paul's.\n",
}
_OF_A_PROGRAM = {"MEMORY.md": "# Site\n\n- [Build](build.md)\n", "build.md": "Node 22, pnpm.\n"}


@contextmanager
def sample_home(home: Path) -> Iterator[Path]:
    """Be Sam, on a laptop in UTC, whose home is this folder; it is made where it is missing."""
    home.mkdir(parents=True, exist_ok=True)
    own = {"HOME": str(home), "NESTWORK_HOST": "laptop", "TZ": "UTC"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_LEFT_OUT)}
    sam = pwd.struct_passwd(("sam", "x", os.getuid(), os.getgid(), "Sam", str(home), "/bin/sh"))
    try:
        with patch.dict(os.environ, kept | own, clear=True), patch.object(pwd, "getpwuid", lambda _user: sam):
            time.tzset()
            yield home
    finally:
        time.tzset()


def make_memory(home: Path) -> None:
    """The demo tree as Sam left it in the morning."""
    make_demo(home / "memory", now=NOW)
    with open_memory(home) as tree:
        left = LOOKED.isoformat()
        tree.save_ui({"left": left})


def renew(home: Path) -> None:
    """As it was when this was called first: what a picture changed is gone."""
    kept = home.with_name("kept")
    if kept.exists():
        shutil.rmtree(home)
        shutil.copytree(kept, home)
    else:
        shutil.copytree(home, kept)


def open_memory(home: Path) -> Tree:
    return Tree.open(home / "memory", clock=NOW.timestamp)


def make_neighbours(home: Path) -> Path:
    """Trees beside it, of ages that count from this moment; gives a folder among them that is no tree."""
    moment = datetime.now(UTC)
    earlier = moment - timedelta(days=4, hours=5)
    _folder(home / "nest", _NEST, earlier)
    with Tree.open(home / "nest", clock=earlier.timestamp):
        pass
    make_demo(home / "memory", now=moment - timedelta(hours=1, minutes=5))
    _folder(home / ".claude/projects/site/memory", _OF_A_PROGRAM, moment - timedelta(hours=2, minutes=5))
    here = home / "work" / "site"
    here.mkdir(parents=True)
    return here


def _folder(folder: Path, files: dict[str, str], at: datetime) -> None:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
        os.utime(folder / name, (at.timestamp(), at.timestamp()))
