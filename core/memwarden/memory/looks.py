"""When the whole tree was last looked at, so that what changed while nobody watched can be told as such."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from memwarden.store.records import Record, What

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

UNWATCHED = "unwatched"
"""The reference of a change that says since when nobody had watched."""
ALONE = timedelta(minutes=3)
"""Whoever watches looks every minute; after so long without a look nobody did, or the machine slept."""


class Gap(NamedTuple):
    """A time in which nobody watched, and how many notes changed in it."""

    start: datetime
    end: datetime
    notes: int


class Looks:
    """The time of the last look is that of a file in the store: two system calls a look. Called under its lock."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "looked"

    @property
    def is_first(self) -> bool:
        """Whether nobody has looked at the whole tree yet, or only begun to."""
        return not self._file.exists()

    def looked(self, now: datetime) -> None:
        """A file that cannot be written leaves the last look older than it was."""
        stamp = int(now.timestamp() * 1e9)
        with suppress(OSError):
            self._file.touch()
            os.utime(self._file, ns=(stamp, stamp))

    def unwatched_since(self, now: datetime) -> datetime | None:
        """The last look, where nobody can have watched since; None where somebody did, or nobody ever looked."""
        try:
            last = datetime.fromtimestamp(self._file.stat().st_mtime).astimezone()
        except OSError:
            return None
        return last if now - last > ALONE else None


def when_unwatched(record: Record) -> datetime | None:
    """Since when nobody had watched as this change was found: it happened between then and the record's time."""
    try:
        return datetime.fromisoformat(str(record.refs[UNWATCHED]))
    except (KeyError, ValueError):
        return None


def gap_said(since: datetime, changes: Sequence[Record]) -> dict[str, Any]:
    """What a WATCH record says of the time that ended as these changes were found."""
    count = len({record.note for record in changes})
    why = f"unwatched since {since:%Y-%m-%d %H:%M}, {count} note{'s' if count != 1 else ''} changed"
    return {"why": why, UNWATCHED: since.isoformat(), "notes": count}


def gaps(tree: Tree, since: datetime, *, limit: int = 100) -> tuple[Gap, ...]:
    """The times that ended after `since` in which nobody watched and something changed, newest first."""
    found = []
    for record in tree.activity(what=What.WATCH, limit=limit):
        if record.time < since:
            break
        if start := when_unwatched(record):
            found.append(Gap(start, record.time, int(record.refs.get("notes", 0))))
    return tuple(found)
