"""The lock on git's index: how old it is, and who seems to hold it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from memwarden.sync.gitfolder import said


@dataclass(frozen=True, slots=True)
class IndexLock:
    """A leftover or living `index.lock`: its age in seconds, and the process that seems to hold it or ""."""

    path: Path
    age: float
    holder: str


def index_lock(path: Path, top: Path) -> IndexLock | None:
    try:
        made = path.stat().st_mtime
    except OSError:
        return None
    return IndexLock(path, max(0.0, time.time() - made), _holder(path, top))


def _holder(lock: Path, top: Path) -> str:
    """A process that has the lock open, or a git at work in this repository; "" for none seen or no /proc."""
    at_work = ""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            name = said(process / "comm")
            if any(handle.samefile(lock) for handle in (process / "fd").iterdir() if handle.exists()):
                return f"{name} (process {process.name})"
            if name.startswith("git") and (process / "cwd").readlink().is_relative_to(top):
                at_work = f"{name} (process {process.name})"
        except OSError:
            continue
    return at_work
