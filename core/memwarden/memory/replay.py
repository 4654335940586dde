"""Carry the sources of lines through the records of a note, oldest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from memwarden.memory.sources import CONFIRMER, Source, unpack
from memwarden.store.bodies import Body
from memwarden.store.entries import Entry
from memwarden.store.records import What
from memwarden.text.authorship import carry_into
from memwarden.text.diff import Hunk
from memwarden.text.lines import split_lines

GIVING_BACK = frozenset({What.RESTORE, What.UNDO, What.REDO, What.RESOLVE})
"""Acts whose new lines go back to whoever wrote them before, where anybody did."""
PAST_US = frozenset({"outside", "syncthing", "git"})
"""Doors of changes that nobody wrote through memwarden; a text that they bring back has the authors it had."""
Earlier = dict[bytes, Source]
Copies = Sequence[tuple[Source, bytes]]
"""Conflict copies that a resolution took in, each with its record and its bytes."""


class Replay:
    """`sources` are those of the text after the last record that `step` was given."""

    def __init__(self, entries: Sequence[Entry], *, sources: list[Source] | None = None) -> None:
        self.sources: list[Source] = list(sources or [])
        self.known = True
        self._again = _given_back(entries)
        self._kept: dict[str, list[Source]] = {}
        self._noting = _gives_back_in_part(entries)
        self._wrote: Earlier = {}

    def step(self, entry: Entry, body: Body, *, copies: Copies = (), proposed: bytes = b"") -> None:
        """Take in one record. `copies` are those that a resolution took, `proposed` what an edited proposal said."""
        if body.thin:
            self._thin(entry, body)
        elif entry.after is None:
            self.sources = []
        elif gives_back(entry) and entry.after in self._kept:
            self.sources = list(self._kept[entry.after])
        elif not entry.arrival:
            self._carry(entry, body.hunks, copies, proposed)
        if entry.after is not None and entry.after in self._again:
            self._kept.setdefault(entry.after, list(self.sources))

    def _thin(self, entry: Entry, body: Body) -> None:
        packed = body.refs.get("authors")
        self.known = packed is not None or entry.after is None
        self.sources = unpack(packed) if packed else []

    def _carry(self, entry: Entry, hunks: Sequence[Hunk], copies: Copies, proposed: bytes) -> None:
        own = Source(entry.id)
        carry_into(self.sources, hunks, own, self._earlier(copies) if entry.what in GIVING_BACK else None)
        if entry.via in PAST_US:
            self._mark(hunks, own, lambda at, _: Source(entry.id, at))
        if proposed:
            said = {line.strip() for line in split_lines(proposed)}
            theirs = Source(entry.id, CONFIRMER)
            self._mark(hunks, own, lambda _, line: own if line.strip() in said else theirs)
        if self._noting and entry.what not in GIVING_BACK:
            self._note(hunks)

    def _earlier(self, copies: Copies) -> Earlier:
        wrote = dict(self._wrote)
        for source, data in copies:
            for number, line in enumerate(split_lines(data)):
                if text := line.strip():
                    wrote.setdefault(text, source._replace(line=number) if source.record else source)
        return wrote

    def _mark(self, hunks: Iterable[Hunk], own: Source, mark: Callable[[int, bytes], Source]) -> None:
        """Give each line that is new and the record's own another source."""
        for at, line in put_places(hunks):
            if self.sources[at] == own:
                self.sources[at] = mark(at, line)

    def _note(self, hunks: Iterable[Hunk]) -> None:
        """Remember who wrote each line first."""
        for at, line in put_places(hunks):
            if text := line.strip():
                self._wrote.setdefault(text, self.sources[at])


def put_places(hunks: Iterable[Hunk]) -> Iterator[tuple[int, bytes]]:
    """Each line that the hunks put, with its place in the text after."""
    shift = 0
    for hunk in hunks:
        yield from enumerate(hunk.put, hunk.start + shift)
        shift += len(hunk.put) - len(hunk.cut)


def gives_back(entry: Entry) -> bool:
    """Whether lines go back to their authors where the whole text stood before."""
    return entry.what in GIVING_BACK or entry.via in PAST_US


def _given_back(entries: Iterable[Entry]) -> set[str | None]:
    """Revisions that are brought back: their sources are kept when they first stand."""
    stood: set[str | None] = set()
    again: set[str | None] = set()
    for entry in entries:
        if entry.after in stood and gives_back(entry):
            again.add(entry.after)
        stood.add(entry.after)
    return again - {None}


def _gives_back_in_part(entries: Iterable[Entry]) -> bool:
    """Whether some record brings back lines without bringing back a whole text that stood before."""
    stood: set[str | None] = set()
    for entry in entries:
        if entry.what in GIVING_BACK and entry.after and entry.after not in stood:
            return True
        stood.add(entry.after)
    return False
