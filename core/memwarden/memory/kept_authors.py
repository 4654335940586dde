"""The authors of a note's lines as they were worked out last, for as long as nobody can say better."""

from __future__ import annotations

from collections.abc import Sequence

from memwarden.memory.author_form import LineAuthor, dump, load
from memwarden.memory.sources import Source
from memwarden.store.records import Grade
from memwarden.store.store import Store
from memwarden.text.lines import split_lines

_KIND = "authors"
_CERTAIN = frozenset({Grade.PROVEN, Grade.CLAIMED})
Lines = tuple[LineAuthor, ...]


class KeptAuthors:
    """Under the store's lock. A `state` names a note's head record and its bytes.

    Lines that their own records explain stay as they are in that state. Others may be explained later, by a commit or
    by another store's record: they hold while `evidence`, which names all that git and those stores say, is the same.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[str, Lines]] = {}

    def get(self, note: str, state: str, evidence: str, data: bytes) -> Lines | None:
        """Of these bytes; None where they have to be worked out."""
        wanted = {state, f"{state}:{evidence}"}
        known = self._known.get(note)
        if known is None or known[0] not in wanted:
            kept = self._store.derived(_KIND, note)
            lines = load(kept[1], split_lines(data)) if kept and kept[0] in wanted else None
            if kept is None or lines is None:
                return None
            self._known[note] = known = (kept[0], lines)
        return known[1]

    def keep(self, note: str, state: str, evidence: str, lines: Lines, sources: Sequence[Source]) -> None:
        tag = state if _is_certain(lines, sources) else f"{state}:{evidence}"
        self._store.derive(_KIND, note, tag, dump(lines))
        self._known[note] = (tag, lines)


def _is_certain(lines: Lines, sources: Sequence[Source]) -> bool:
    """Whether every line is what its own record says."""
    return all(line.grade in _CERTAIN and line.record == source.record for line, source in zip(lines, sources))
