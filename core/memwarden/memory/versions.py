"""One version of a note, whoever kept it."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memwarden.memory.past import Claim, Past
from memwarden.store.entries import Entry
from memwarden.store.records import Flag, Grade, Record

Load = Callable[[str], Record | None]
LATE = "late save"
_NONE: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Version:
    """A revision with who, when, how, why; sizes in bytes, `added` and `removed` in lines.

    `revision` is None for the version in which the note is gone. `engine` says who kept it: journal, git, syncthing.
    `id` names the record, the commit or the archived file. What only git keeps has git's blob for a revision.
    `lost` counts lines taken out by author, where that was counted; `counted` is False where nobody has counted
    lines yet. `pending`: its author is not known, but a record that names them may still come. `record` is read from
    the journal when it is asked for.
    """

    id: str
    revision: str | None
    before: str | None
    at: datetime
    by: str
    grade: Grade
    act: str
    via: str
    size: int
    added: int
    removed: int
    flags: tuple[Flag, ...] = ()
    why: str = ""
    engine: str = "journal"
    pinned: bool = False
    lost: Mapping[str, int] = field(default_factory=lambda: _NONE)
    counted: bool = True
    note: str = ""
    pending: bool = False
    _record: Load | None = field(default=None, repr=False, compare=False)

    @property
    def kept(self) -> bool:
        """Whether the journal has a record of it."""
        return self._record is not None

    @property
    def set_aside(self) -> bool:
        """Whether only the text is known, not which text it was made from."""
        return self.engine == "syncthing" or self.act == LATE

    @property
    def record(self) -> Record | None:
        return self._record(self.id) if self._record else None


def of_entry(entry: Entry, pinned: bool, load: Load, claim: Claim | None, *, pending: bool = False) -> Version:
    """A version that the journal holds, its author where a commit or another store claims what came past us."""
    by, grade = (claim.by, Grade.CLAIMED) if claim else (entry.by, entry.grade)
    return Version(
        entry.id, entry.after, entry.before, entry.time, by, grade, entry.what_, entry.via, entry.size, entry.added,
        entry.removed, entry.flags, entry.why, "journal", pinned, entry.lost, True, entry.note, pending, load,
    )  # fmt: skip


def of_found(entry: Entry, commit: Past, pinned: bool, load: Load) -> Version:
    """What lay there at the first look, told as the commit that had put it there."""
    return Version(
        entry.id, entry.after, commit.content_before, commit.at, commit.by, _claimed(commit.by), commit.act, "git",
        entry.size, commit.added, commit.removed, commit.flags, commit.why, "git", pinned, _NONE, commit.counted,
        entry.note, False, load,
    )  # fmt: skip


def of_late(entry: Entry, size: int, pinned: bool, load: Load) -> Version:
    """What an editor saved into a file that a write had just replaced."""
    return Version(
        entry.id, entry.ref, None, entry.time, entry.by, entry.grade, LATE, entry.via, size, 0, 0,
        pinned=pinned, note=entry.note, _record=load,
    )  # fmt: skip


def of_past(past: Past, pinned: Container[str | None]) -> Version:
    """A version that only git or Syncthing kept."""
    return Version(
        past.id, past.content, past.content_before, past.at, past.by, _claimed(past.by), past.act, past.engine,
        past.size, past.added, past.removed, past.flags, past.why, past.engine, past.content in pinned, _NONE,
        past.counted, past.note,
    )  # fmt: skip


def _claimed(by: str) -> Grade:
    return Grade.CLAIMED if by else Grade.UNKNOWN
