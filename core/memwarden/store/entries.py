"""What the index keeps of a record: enough for every list, without reading the journal or parsing a hunk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from memwarden.store.journal import Position
from memwarden.store.records import Flag, Grade, Record, What

COLUMNS = (
    "seq, segment, offset, length, id, act, clock, at, note, who, grade, via, what, before, after,"
    " size, added, removed, flags, why, ref, blob, lost, thin"
)
ROW = (
    *("id", "act", "clock", "at", "note", "who", "grade", "via", "what", "before", "after", "size", "added", "removed"),
    *("key", "flags", "why", "item", "ref", "blob", "lost", "thin"),
)
"""The columns that come from the record itself."""
BYLINE = "id, who, grade, at, via, what"
_REFS = ("undoes", "redoes", "from", "revision", "record")
_WHATS = {str(what): what for what in What}
_GRADES = {str(grade): grade for grade in Grade}
_NONE: Mapping[str, int] = {}


class Entry(NamedTuple):
    """A row of `COLUMNS`. `size` in bytes, `added` and `removed` in lines, none for a move: it changes nothing.

    `ref` is the one other thing that the record names: the act it undoes or redoes, the note it moved from, the
    revision it pins, the record it voids. `blob` is git's name of the bytes `after`, of changes that went past us.
    `thin` is 1 where it was pruned, 0 where it has its hunks.
    What is written with an underline at its end is as the index holds it; thousands are read where few are looked at.
    """

    seq: int
    segment: int
    offset: int
    length: int
    id: str
    act: str
    clock: str
    at: str
    note: str
    by: str
    grade_: str
    via: str
    what_: str
    before: str | None
    after: str | None
    size: int
    added: int
    removed: int
    flags_: str
    why: str
    ref: str
    blob: str
    lost_: str
    thin: int

    @property
    def position(self) -> Position:
        return Position((self.segment, self.offset))

    @property
    def time(self) -> datetime:
        return datetime.fromisoformat(self.at)

    @property
    def what(self) -> What:
        return _WHATS[self.what_]

    @property
    def grade(self) -> Grade:
        return _GRADES[self.grade_]

    @property
    def flags(self) -> tuple[Flag, ...]:
        return tuple(map(Flag, self.flags_.split())) if self.flags_ else ()

    @property
    def lost(self) -> Mapping[str, int]:
        """Lines taken out by author, where the gate counted them."""
        return json.loads(self.lost_) if self.lost_ else _NONE

    @property
    def arrival(self) -> bool:
        """Whether here the note came under this name with the bytes it had under `ref`."""
        return self.what_ == What.MOVE and self.after is not None


class Byline(NamedTuple):
    """Who wrote a record, when, by what door: the columns of `BYLINE`, `by` as the index holds it."""

    id: str
    by_: str | bytes
    grade_: str
    at: str
    via: str
    what_: str

    @property
    def by(self) -> str:
        return str(name_of(self.by_))

    @property
    def grade(self) -> Grade:
        return _GRADES[self.grade_]


def entry_of(row: tuple[Any, ...]) -> Entry:
    """From a row of `COLUMNS`."""
    if bytes in map(type, row):
        row = tuple(map(name_of, row))
    return Entry._make(row)


def row_of(record: Record) -> tuple[Any, ...]:
    """The values of `ROW`."""
    refs = record.refs
    added, removed = refs.get("thin") or (record.added, record.removed)
    if record.what is What.MOVE:
        added = removed = 0
    lost = refs.get("lost")
    return (
        record.id, record.act, record.clock, record.at, record.note, record.by, record.grade, record.via, record.what,
        record.before, record.after, record.size, added, removed, record.key, " ".join(record.flags), record.why,
        str(refs.get("item", "")), next((str(refs[name]) for name in _REFS if refs.get(name)), ""),
        str(refs.get("blob", "")), json.dumps(lost) if lost else "", int("thin" in refs),
    )  # fmt: skip


def bound(*values: Any) -> tuple[Any, ...]:
    """Values as SQLite takes them: a name that is not UTF-8 is kept as its bytes."""
    return tuple(_bytes_of(value) if isinstance(value, str) and not value.isascii() else value for value in values)


def name_of(kept: Any) -> Any:
    """The value that `bound` was given."""
    return kept.decode("utf-8", "surrogatepass") if isinstance(kept, bytes) else kept


def _bytes_of(text: str) -> str | bytes:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text
