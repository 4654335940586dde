"""Whether Linux really watches every folder of a tree: past its limit it leaves folders out, silently."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from memwarden.sync.copies import SKIPPED_FOLDERS

_LIMITS = (Path("/proc/sys/fs/inotify/max_user_watches"), Path("/proc/sys/user/max_inotify_watches"))
_HANDLES = Path("/proc/self/fdinfo")
_WATCH = re.compile(rb"^inotify wd:\S+ ino:([0-9a-f]+)", re.MULTILINE)


def shortfall(root: Path) -> str:
    """Why some folders below `root` are not watched by this process; empty where all are or nobody knows."""
    watched = list(_watched())
    if not watched:
        return ""
    folders = set(_folders(root))
    # Stacked file systems show other inode numbers here than there: then only the counts can be compared.
    comparable = root.stat().st_ino in watched
    missing = len(folders.difference(watched)) if comparable else len(folders) - len(watched)
    if missing <= 0:
        return ""
    return f"{missing} of {len(folders)} folders are not watched, the system allows {_limit()} watches"


def _watched() -> Iterator[int]:
    """The inode of every folder that any watch of this process is on."""
    for handle in _HANDLES.glob("*"):
        try:
            text = handle.read_bytes()
        except OSError:
            continue
        yield from (int(inode, 16) for inode in _WATCH.findall(text))


def _folders(root: Path) -> Iterator[int]:
    for folder, inside, _ in os.walk(root):
        inside[:] = [name for name in inside if name not in SKIPPED_FOLDERS]
        try:
            yield Path(folder).stat().st_ino
        except OSError:
            continue


def _limit() -> str:
    known = []
    for file in _LIMITS:
        with contextlib.suppress(OSError, ValueError):
            known.append(int(file.read_bytes()))
    return f"{min(known):,}" if known else "no more"
