"""The watcher as a service of the user: a systemd unit on Linux, a launch agent on macOS."""

from __future__ import annotations

import hashlib
import os
import plistlib
import re
import sys
from pathlib import Path

from memwarden.interfaces.install.parts import WholePart
from memwarden.interfaces.install.programs import environment, script

_MARK = b"Made by memwarden install watch"


def service_of(tree: Path) -> WholePart:
    """The file that makes the system run `memwarden watch` on this tree. Raises Failed."""
    name = service_name(tree)
    if sys.platform == "darwin":
        path = Path.home() / "Library/LaunchAgents" / f"{name}.plist"
        return WholePart(path, _plist(name, tree), _MARK, script("memwarden"))
    config = os.environ.get("XDG_CONFIG_HOME", "").strip()
    folder = (Path(config) if config else Path.home() / ".config") / "systemd/user"
    return WholePart(folder / f"{name}.service", _unit(tree), _MARK, script("memwarden"))


def service_name(tree: Path) -> str:
    """Tells trees of one name apart."""
    word = re.sub(r"[^A-Za-z0-9_-]+", "-", tree.name).strip("-") or "tree"
    return f"memwarden-{word}-{hashlib.sha256(os.fsencode(tree)).hexdigest()[:6]}"


def begin_command(part: WholePart) -> str:
    """What the person types to have it run, now and after every login."""
    if part.path.suffix == ".plist":
        return f"launchctl bootstrap gui/{os.getuid()} {part.path}"
    return f"systemctl --user daemon-reload && systemctl --user enable --now {part.path.name}"


def end_command(part: WholePart) -> str:
    """What is to be typed before the file goes."""
    if part.path.suffix == ".plist":
        return f"launchctl bootout gui/{os.getuid()}/{part.path.stem}"
    return f"systemctl --user disable --now {part.path.name}"


def _unit(tree: Path) -> bytes:
    command = " ".join(map(_quoted, (script("memwarden"), "watch", "--tree", str(tree))))
    settings = "".join(f"Environment={_quoted(f'{name}={value}')}\n" for name, value in environment().items())
    text = (
        f"# {_MARK.decode()}\n[Unit]\nDescription=memwarden keeps what is overwritten in {_plain(tree)}\n\n"
        f"[Service]\nExecStart={command}\n{settings}Restart=on-failure\nRestartSec=10\n\n"
        "[Install]\nWantedBy=default.target\n"
    )
    return text.encode("utf-8", "surrogateescape")


def _plist(name: str, tree: Path) -> bytes:
    made = {
        "Label": name,
        "ProgramArguments": [script("memwarden"), "watch", "--tree", str(tree)],
        "EnvironmentVariables": environment(),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
    }
    head, rest = plistlib.dumps(made).split(b"\n", 1)
    return head + b"\n<!-- " + _MARK + b" -->\n" + rest


def _quoted(word: str) -> str:
    """As systemd reads it: specifiers and variables are no part of a path."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"'


def _plain(tree: Path) -> str:
    return re.sub(r"[\x00-\x1f%]", "_", str(tree))
