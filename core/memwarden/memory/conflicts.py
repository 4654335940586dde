"""What a conflict is: a note, the versions that were set aside for it, their common ancestor, and how they merge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memwarden.text.merge import Choice, Merge


class ConflictKind(StrEnum):
    """What stands against what. Those in `BY_HUNKS` are merged hunk by hunk, the others have verbs of their own."""

    EDITS = "edits"
    IDENTICAL = "identical"
    CONTAINED = "contained"
    NOTE_MISSING = "note-missing"
    NOTE_IS_DIRECTORY = "note-is-directory"
    NOTE_UNREADABLE = "note-unreadable"
    UNDECODABLE = "undecodable"
    UNNAMED = "unnamed"
    MARKERS = "markers"
    GIT_UNMERGED = "git-unmerged"
    GIT_DELETED = "git-deleted"
    GIT_STASH = "git-stash"
    EDIT_MISSING = "edit-missing"


BY_HUNKS = frozenset(
    {
        ConflictKind.EDITS, ConflictKind.MARKERS, ConflictKind.GIT_UNMERGED, ConflictKind.GIT_STASH,
        ConflictKind.EDIT_MISSING,
    }
)  # fmt: skip


PLACELESS = frozenset({ConflictKind.NOTE_IS_DIRECTORY, ConflictKind.NOTE_UNREADABLE, ConflictKind.UNNAMED})


class Source(StrEnum):
    """Where a version lies: a file of the tree, git's index, git's stash, the note's own markers, or only our store."""

    FILE = "file"
    GIT = "git"
    STASH = "stash"
    MARKERS = "markers"
    STORE = "store"


@dataclass(frozen=True, slots=True)
class Base:
    """The common ancestor: `verified` only where it is shown to lead to both sides; `how` says in words."""

    revision: str | None = None
    how: str = "none: the sides are compared with each other"
    verified: bool = False
    at: datetime | None = None
    data: bytes | None = None


@dataclass(frozen=True, slots=True)
class Copy:
    """A version that was set aside. `device` is the winner's, from the name; `at` the loser's local clock.
    `written_at`: by the records where they say so, else by the file.

    `path` is a file of the tree only where `source` is FILE. `gone`: that side deleted the note. `same_as` is an
    earlier copy with equal bytes. `contained` says which side holds the other: identical, in-note, has-note, and by
    the records: ancestor (the note grew from it), grown (it grew from the note).
    """

    path: str
    data: bytes
    revision: str
    at: datetime | None
    device: str
    size: int
    written_at: datetime
    device_name: str = ""
    same_as: str | None = None
    contained: str = ""
    by: str = ""
    problem: str = ""
    source: Source = Source.FILE
    gone: bool = False
    label: str = ""
    base: Base = Base()

    @property
    def whole(self) -> bytes | None:
        """What the note becomes where this side is taken; None where this side deleted it."""
        return None if self.gone else self.data


@dataclass(frozen=True, slots=True)
class Conflict:
    """One note and everything that was set aside for it.

    `data` is yours: what is kept under the name (None: nothing), in git this machine's side. `revision` is what
    lies under the name now (None: nothing), to which a resolution is bound. `proposal` is yours or theirs where a
    rule of owners names a side, and `why` says which rule.
    """

    note: str
    kind: ConflictKind
    data: bytes | None
    revision: str | None
    copies: tuple[Copy, ...]
    yours_by: str = ""
    yours_at: datetime | None = None
    yours_label: str = ""
    yours_from: str = ""
    proposal: str = ""
    why: str = ""

    @property
    def id(self) -> str:
        return f"conflict:{self.note}"

    @property
    def has_place(self) -> bool:
        """Whether there is a name under which a result can be written."""
        return self.kind not in PLACELESS

    @property
    def by_hunks(self) -> bool:
        return self.kind in BY_HUNKS

    @property
    def distinct(self) -> tuple[Copy, ...]:
        """Copies that differ from each other."""
        return tuple(copy for copy in self.copies if copy.same_as is None)

    @property
    def base(self) -> Base:
        """The ancestor of yours and the first copy; every copy has its own."""
        return self.copies[0].base if self.copies else Base()

    def merge(self, copy: Copy, *, onto: bytes | None = None, base: Base | None = None) -> Merge:
        """Yours with theirs (`copy`). From a base that is not verified nothing merges by itself.

        `onto` stands for yours where another copy was merged into it before; `base` is one that a person picked.
        """
        from memwarden.text.merge import merge

        base = base or copy.base
        yours = (self.data or b"") if onto is None else onto
        found = merge(base.data, yours, copy.data, yours_first=self.yours_first(copy))
        return found if base.verified or base.data is None else held_open(found)

    def yours_first(self, copy: Copy) -> bool:
        """Whether yours was written before theirs, as far as is known: the order of what both appended."""
        return self.yours_at is None or copy.written_at.timestamp() >= self.yours_at.timestamp()

    def merges(
        self, choices: Sequence[Mapping[int, Choice | bytes]] = (), *, bases: Mapping[str, Base] | None = None
    ) -> tuple[Merge, ...]:
        """One merge per distinct copy, as far as the choices settle them: the result of one is yours in the next.

        `choices` by copy, in order; `bases` by a copy's path, where a person picked another.
        """
        found: list[Merge] = []
        onto: bytes | None = None
        for number, copy in enumerate(self.distinct):
            found.append(self.merge(copy, onto=onto, base=(bases or {}).get(copy.path)))
            chosen = choices[number] if number < len(choices) else {}
            if any(index not in chosen for index in found[-1].open):
                break
            onto = found[-1].text(chosen)
        return tuple(found)

    @property
    def open_hunks(self) -> int:
        if not self.by_hunks:
            return 1
        return sum(len(self.merge(copy).open) for copy in self.distinct)


def held_open(found: Merge) -> Merge:
    """The merge with everything open in which the sides differ, however it would have merged."""
    from memwarden.text.merge import RegionKind

    settled = {RegionKind.UNCHANGED, RegionKind.SAME, RegionKind.CONFLICT}
    return replace(
        found,
        regions=tuple(
            region if region.kind in settled else replace(region, kind=RegionKind.CONFLICT, merged=None)
            for region in found.regions
        ),
    )
