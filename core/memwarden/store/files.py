"""Read a note's bytes and find its real place, whatever a stranger put there."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from memwarden.errors import Code, DiskFailed, Refused

FRESH_SECONDS = 0.15
"""A file written this recently may be in the middle of somebody's save."""
EMPTY_SECONDS = 0.12
"""For so long an editor may have emptied a file, or taken it away, before it writes it."""
_MORE = 1 << 16


class Stamp(NamedTuple):
    """What tells an unchanged file without reading it; all zero where only a reading can tell."""

    size: int = 0
    mtime_ns: int = 0
    ctime_ns: int = 0
    inode: int = 0

    @classmethod
    def of(cls, status: os.stat_result) -> Stamp:
        return cls(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)

    def settled(self, now_ns: int) -> Stamp:
        """The zero stamp for a file changed within the clock's grain of `now_ns`: it may change again unseen."""
        return Stamp() if now_ns - max(self.mtime_ns, self.ctime_ns) < 20_000_000 else self


_path = lru_cache(maxsize=64)(Path)
"""The same few notes are written again and again, and a path is slow to make."""


def locate(root: Path, note: str) -> tuple[Path, str]:
    """The real file of a note and its name in the tree, symlinks inside the tree followed.

    Raises Refused OUTSIDE for a path that leaves the tree, however it is written.
    """
    parts = note.split("/")
    if not note or "\0" in note or note.startswith("/") or ".." in parts or "" in parts or "." in parts:
        raise Refused(Code.OUTSIDE, f"{note!r} is not a path inside this tree.", "Name a note relative to its root.")
    here = os.fspath(root)
    for part in parts:
        here = f"{here}/{part}"
        try:
            if stat.S_ISLNK(os.lstat(here).st_mode):
                return _followed(root, note)
        except OSError:
            break
        except UnicodeEncodeError:
            raise Refused(Code.OUTSIDE, f"{note!r} cannot be a path.", "Name a note by its path.") from None
    return _path(root, note), note


def _followed(root: Path, note: str) -> tuple[Path, str]:
    """`locate`, for a path with a symlink in it."""
    top = os.path.realpath(root)
    real = os.path.realpath(os.path.join(top, note))
    if not real.startswith(top.rstrip("/") + "/"):
        raise Refused(Code.OUTSIDE, f"{note!r} leads out of this tree, to {real}.", "Write to a note inside the tree.")
    return Path(real), os.path.relpath(real, top)


def read_file(path: Path | str) -> bytes | None:
    """The bytes, or None where nothing is there.

    Raises Refused NOT_A_NOTE for a directory, FIFO or device (never waiting for one), DiskFailed where reading fails.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise DiskFailed(f"{path} cannot be read: {error.strerror}.") from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise Refused(
                Code.NOT_A_NOTE,
                f"{os.path.basename(path)} is not a file but a folder, a pipe or a device.",
                "Name a markdown file.",
            )
        return whole(descriptor)
    except OSError as error:
        raise DiskFailed(f"{path} cannot be read: {error.strerror}.") from error
    finally:
        os.close(descriptor)


def read_if_possible(path: Path | str) -> bytes | None:
    """As `read_file`, and None also for what is no file or cannot be read."""
    try:
        return read_file(path)
    except (Refused, DiskFailed):
        return None


def read_own(root: Path, note: str) -> bytes | None:
    """The bytes of a file of this very name, None where there is none: what a link leads to is another's text.

    Raises as `read_file`.
    """
    try:
        path, name = locate(root, note)
    except Refused:
        return None
    return read_file(path) if name == note else None


def is_gone(root: Path, note: str) -> bool:
    """Whether there is certainly no file of this very name."""
    try:
        return read_own(root, note) is None
    except (Refused, DiskFailed):
        return False


def whole(descriptor: int) -> bytes:
    """Everything from here to the end of an open file. Raises OSError."""
    parts = [os.read(descriptor, os.fstat(descriptor).st_size + 1)]
    while parts[-1]:
        parts.append(os.read(descriptor, _MORE))
    return parts[0] if len(parts) == 2 else b"".join(parts)


def settled_read(path: Path) -> bytes | None:
    """The bytes once two readings agree, for a file that was changed just now or is missing at the moment.

    An editor may have truncated it and not written yet, or taken it away and not put it back.
    """
    settled = settle({path: read_file(path)})
    return settled[path] if path in settled else read_file(path)


def settle(read: Mapping[Path, bytes | None]) -> dict[Path, bytes | None]:
    """`settled_read` of many files that were read just now, which are waited for together.

    Those that cannot be read any more are left out.
    """
    settled = dict(read)
    waiting = [path for path, data in read.items() if data is None or _fresh(path)]
    deadline = time.monotonic() + 2
    while waiting and time.monotonic() < deadline:
        time.sleep(EMPTY_SECONDS if any(not settled[path] for path in waiting) else 0.02)
        waiting = [path for path in waiting if not _agrees(path, settled)]
    return settled


def _agrees(path: Path, settled: dict[Path, bytes | None]) -> bool:
    """Read it again; whether nothing is to be waited for any more."""
    try:
        again = read_file(path)
    except (Refused, DiskFailed):
        del settled[path]
        return True
    before, settled[path] = settled[path], again
    return again == before


def _fresh(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime < FRESH_SECONDS
    except OSError:
        return True
