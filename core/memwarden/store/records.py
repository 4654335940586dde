"""The record: one line of the journal, something that happened.

A record is one JSON object on one line, UTF-8, ended by a newline. Readers ignore fields they do not know and
an unterminated last line is not a record yet. Absent fields have the default written below.

=========  =====================================================================================
v          format, 1
id         unique; sorts by nothing, order comes from `clock` and `parents`
act        records of one act share it, and are undone together
clock      hybrid logical clock, `<12 hex of milliseconds>.<4 hex of counter>`; sorts as text
at         ISO 8601 time of the wall clock with its offset: for people, never for order
parents    ids of the records whose `after` this one starts from
store      id of the store that wrote it
host by grade via origin session
           where and who: `by` is an identity `<host>/<agent>` or empty for nobody known; `grade` how that
           is known; `via` the door (cli, tui, mcp, hook, shell, library, outside, git, syncthing)
what       the act's verb: see `What`
note       path relative to the tree, `/`-separated; empty for records about no note
before after
           revisions, hex; null where the note did not exist
size       bytes of `after`
hunks      [[first, [lines cut], [lines put]], …] against the text before; `first` counts the lines before it.
           A line is a string, or {"b64": "…"} where it is not UTF-8. Applied in order they turn `before` into
           `after`; swapped they turn it back.
key arguments
           idempotency key, and the hash of the arguments it came with
why source what the writer said, and the quote or message it was learned from
flags      what the gate noticed: see `Flag`
refs       links to other things: item, undoes, from, proposal, copy, lost, … (plain JSON values). `thin` says that
           the record was pruned: [lines added, lines removed], and no hunks are left; `authors` of the last one
           pruned of a note are the records behind its lines then, as `memory/sources.py` writes them
=========  =====================================================================================
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from memwarden.text.diff import Hunk
from memwarden.text.lines import encode

if TYPE_CHECKING:
    from datetime import datetime

FORMAT = 1
_NONE: Mapping[str, Any] = MappingProxyType({})


class Origin(StrEnum):
    """What started a write."""

    PERSON = "person"
    CHAT = "chat"
    ROUTINE = "routine"
    AGENT = "agent"
    DREAM = "dream"


class Grade(StrEnum):
    """How authorship is known."""

    PROVEN = "proven"
    CLAIMED = "claimed"
    INFERRED = "inferred"
    UNKNOWN = "unknown"


class What(StrEnum):
    """The verbs of records; the first group changes a note's bytes."""

    FOUND = "found"
    APPEND = "append"
    EDIT = "edit"
    REWRITE = "rewrite"
    CREATE = "create"
    DELETE = "delete"
    MOVE = "move"
    RESTORE = "restore"
    RESOLVE = "resolve"
    CONFIRM = "confirm"
    UNDO = "undo"
    REDO = "redo"
    OUTSIDE = "outside"

    VOID = "void"
    VERDICT = "verdict"
    REFUSED = "refused"
    HOLD = "hold"
    RELEASE = "release"
    REVOKE = "revoke"
    COPY = "copy"
    FORGET = "forget"
    PIN = "pin"
    READ = "read"
    WATCH = "watch"
    LATE = "late"
    SAME = "same"
    PRUNE = "prune"
    PURGE = "purge"


class Flag(StrEnum):
    """What the gate noticed about a write; each is a review item, none refuses."""

    LARGE_DELETION = "large-deletion"
    LOST_LINES = "lost-lines"
    EROSION = "erosion"
    REVERT = "revert"


class Record(NamedTuple):
    """See the module's table; every field is written, empty ones are left out of the line."""

    id: str
    act: str
    clock: str
    at: str
    store: str
    what: What
    host: str = ""
    by: str = ""
    grade: Grade = Grade.UNKNOWN
    via: str = ""
    origin: Origin = Origin.AGENT
    session: str = ""
    note: str = ""
    parents: tuple[str, ...] = ()
    before: str | None = None
    after: str | None = None
    size: int = 0
    hunks: tuple[Hunk, ...] = ()
    key: str = ""
    arguments: str = ""
    why: str = ""
    source: str = ""
    flags: tuple[Flag, ...] = ()
    refs: Mapping[str, Any] = _NONE

    @property
    def time(self) -> datetime:
        from datetime import datetime

        return datetime.fromisoformat(self.at)

    @property
    def added(self) -> int:
        return sum(len(hunk.put) for hunk in self.hunks)

    @property
    def removed(self) -> int:
        return sum(len(hunk.cut) for hunk in self.hunks)


_PLAIN = ("id", "act", "clock", "at", "store", "host", "by", "via", "session", "note", "before", "after")
_LATE = ("key", "arguments", "why", "source")
_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def dump(record: Record) -> bytes:
    """The record's line, with its newline."""
    out: dict[str, Any] = {"v": FORMAT}
    for name in _PLAIN:
        if value := getattr(record, name):
            out[name] = value
    out["what"] = record.what
    out["grade"] = record.grade
    out["origin"] = record.origin
    if record.size:
        out["size"] = record.size
    if record.parents:
        out["parents"] = record.parents
    if record.hunks:
        out["hunks"] = [
            [hunk.start, [pack_line(line) for line in hunk.cut], [pack_line(line) for line in hunk.put]]
            for hunk in record.hunks
        ]
    for name in _LATE:
        if value := getattr(record, name):
            out[name] = value
    if record.flags:
        out["flags"] = record.flags
    if record.refs:
        out["refs"] = record.refs
    return _line(out).encode("utf-8", "backslashreplace") + b"\n"


def load(line: bytes) -> Record | None:
    """The record on this line, or None where the line is not one (torn, or of a later kind)."""
    try:
        raw = json.loads(line)
        if not (raw["id"] and raw["clock"] and raw["store"]):
            return None
        return Record(
            **{name: raw.get(name, None if name in {"before", "after"} else "") for name in _PLAIN},
            **{name: raw.get(name, "") for name in _LATE},
            what=What(raw["what"]),
            grade=Grade(raw.get("grade", Grade.UNKNOWN)),
            origin=Origin(raw.get("origin", Origin.AGENT)),
            size=raw.get("size", 0),
            parents=tuple(raw.get("parents", ())),
            hunks=tuple(
                Hunk(start, tuple(map(unpack_line, cut)), tuple(map(unpack_line, put)))
                for start, cut, put in raw.get("hunks", ())
            ),
            flags=tuple(Flag(flag) for flag in raw.get("flags", ())),
            refs=raw.get("refs", {}),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def pack_line(line: bytes) -> str | dict[str, str]:
    """A line of a hunk, as the journal has it."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        from base64 import b64encode

        return {"b64": b64encode(line).decode()}


def unpack_line(line: str | dict[str, str]) -> bytes:
    """A line of a hunk, as it stood in the note."""
    if isinstance(line, str):
        return encode(line)
    from base64 import b64decode

    return b64decode(line["b64"])
