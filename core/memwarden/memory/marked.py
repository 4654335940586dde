"""A note in which git's conflict markers were left: the two texts behind them stand against each other again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.conflicts import Base, Conflict, ConflictKind, Copy, Source
from memwarden.store.files import read_file
from memwarden.store.snapshots import revision_of
from memwarden.text.markers import Marked, unmarked

_HOW = "what git wrote between the markers as the ancestor: anybody may have changed it since"


def marked_conflict(root: Path, note: str) -> Conflict | None:
    """The first side of every group is yours: it is what git kept in place. None where no markers are left."""
    try:
        data = read_file(root / note)
        mtime = datetime.fromtimestamp((root / note).stat().st_mtime, UTC)
    except (DiskFailed, Refused, OSError):
        return None
    found = unmarked(data or b"")
    if data is None or found is None:
        return None
    return Conflict(
        note, ConflictKind.MARKERS, found.first, revision_of(data), (_other(found, mtime),),
        yours_at=mtime, yours_label=found.labels[0],
    )  # fmt: skip


def _other(found: Marked, mtime: datetime) -> Copy:
    revision = revision_of(found.second)
    base = Base() if found.base is None else Base(revision_of(found.base), _HOW, data=found.base)
    return Copy(
        f"markers:{revision[:12]}", found.second, revision, None, "", len(found.second), mtime,
        source=Source.MARKERS, label=found.labels[1], base=base,
    )  # fmt: skip
