"""Trees with a conflict in them, from two devices that keep records or by a copy put beside a note, and its screen."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.tui.at_work import Desk

from memwarden import Origin, Tree
from memwarden.memory.published import FOLDER
from memwarden_tui.screens.conflict import ConflictScreen

NOTE = "atlas.md"
COPY = "atlas.sync-conflict-20260504-140200-ABCDEFG.md"
SECOND = "atlas.sync-conflict-20260504-150000-HIJKLMN.md"
INDEX = {"INDEX.md": f"# Memory\n\n- [Atlas]({NOTE})\n"}
BASE = """# Atlas

- The team meets on Mondays
- Budget: 30k
- Steering group: Ana, Jon, Sam
- Nothing else is settled here
- Launch is planned for March with two regions

## Open questions

- Who owns the rollback?
- Who signs the contract?

## Decisions

- Keep the old billing until then
"""
YOURS = BASE.replace("March", "April").replace("30k", "40k").replace("- Who owns the rollback?\n", "")
THEIRS = BASE.replace("March", "May").replace("the rollback?", "the rollback plan?").replace("until then", "for now")
OPEN = 2
"""Conflicting hunks of YOURS against THEIRS: the launch, the rollback."""


def forked(folder: Path, elsewhere: Path, *, base: str = BASE, yours: str = YOURS, theirs: str = THEIRS) -> Tree:
    """Both devices keep records, so the base is verified; yours by laptop/claude, theirs by vps/codex."""
    (folder / ".stfolder").mkdir()
    put(folder, "INDEX.md", INDEX["INDEX.md"])
    here = Tree.open(folder)
    writer = here.writer("laptop/claude", origin=Origin.CHAT, via="mcp")
    writer.create(NOTE, base)
    root = elsewhere / "memory"
    shutil.copytree(folder, root)
    with Tree.open(root, state=elsewhere / "state") as there:
        there.rescan()
        rewrite(there, "vps/codex", theirs)
    rewrite(here, "laptop/claude", yours)
    shutil.copytree(root / FOLDER, folder / FOLDER, dirs_exist_ok=True)
    shutil.copy2(root / NOTE, folder / COPY)
    here.rescan()
    return here


def rewrite(tree: Tree, who: str, text: str) -> None:
    writer = tree.writer(who, origin=Origin.CHAT, via="mcp")
    writer.rewrite(NOTE, text, base=tree.text(NOTE).revision)


def put(folder: Path, name: str, data: str | bytes) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data if isinstance(data, bytes) else data.encode())


def left(folder: Path) -> list[str]:
    """Every file that is no index, without the engines' own."""
    return sorted(
        name for name in os.listdir(folder) if name not in {"INDEX.md", ".stfolder", ".memwarden"} and name[0] != "."
    )


def note(tree: Tree, name: str = NOTE) -> str:
    return (tree.root / name).read_bytes().decode()


async def opened(desk: Desk) -> ConflictScreen:
    await desk.press("enter")
    assert isinstance(desk.screen, ConflictScreen)
    return desk.screen
