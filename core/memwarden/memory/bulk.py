"""Conflicts in which nothing has to be decided: the copy is equal, or one side holds the other whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memwarden.memory.conflicts import Conflict, ConflictKind, Source


@dataclass(frozen=True, slots=True)
class Settling:
    """What would be done: `data` is what the note becomes, `taken` the side it is, `why` in words."""

    conflict: Conflict
    data: bytes | None
    taken: str
    why: str

    @property
    def copies(self) -> tuple[str, ...]:
        """Paths that would go."""
        return tuple(copy.path for copy in self.conflict.copies)


_YOURS = {
    "identical": "the copy is equal to the note",
    "in-note": "the note begins with all of the copy",
    "ancestor": "the note was made from the copy",
}
_THEIRS = {"has-note": "the copy begins with all of the note", "grown": "the copy was made from the note"}


def settlings(conflicts: Iterable[Conflict], *, contained: bool) -> tuple[Settling, ...]:
    """Those with equal copies; with `contained` also those where the longer, or the newer by the records, stays.

    Never where two copies differ from each other in what they add.
    """
    wanted = {ConflictKind.IDENTICAL, *([ConflictKind.CONTAINED] if contained else [])}
    chosen = (conflict for conflict in conflicts if conflict.kind in wanted)
    return tuple(found for conflict in chosen if (found := _settling(conflict)) is not None)


def _settling(conflict: Conflict) -> Settling | None:
    if any(copy.source is not Source.FILE for copy in conflict.copies):
        return None
    said = {copy.contained for copy in conflict.distinct}
    if said <= _YOURS.keys():
        return Settling(conflict, conflict.data, "yours", "; ".join(sorted(_YOURS[word] for word in said)))
    if len(conflict.distinct) == 1 and said <= _THEIRS.keys():
        return Settling(conflict, conflict.copies[0].data, "theirs", _THEIRS[conflict.copies[0].contained])
    return None
