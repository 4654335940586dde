"""What a record of the journal says in one row: the act in a word, what it was done to, what stands out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from sys import intern
from typing import NamedTuple

from memwarden import Flag, Record, What
from memwarden.memory.looks import when_unwatched
from memwarden.memory.undo import TOLD
from memwarden_tui.wording import clock, many

_SPECIAL = re.compile(r"agents/[^/]+/[^/]+/(outbox|proposals)/(?:archive/)?([^/]+)\.md")
_FLAGS = {
    Flag.LARGE_DELETION: ("large deletion", "danger"),
    Flag.EROSION: ("erosion", "danger"),
    Flag.LOST_LINES: ("lost lines", "danger"),
    Flag.REVERT: ("revert", "warn"),
}
UNTOLD = frozenset({What.READ, What.PRUNE, What.SAME})
"""Acts that nobody wants to read of: marks of reading, housekeeping."""


class Part(NamedTuple):
    """A note that an act wrote, and its revision then."""

    note: str
    revision: str


@dataclass(frozen=True, slots=True)
class Doing:
    """A record without its hunks, or several that are one act: see `folded`.

    `says` comes before the `note`, which is the path of a letter or proposal too; `whole` says that it names the
    note itself. `message` is the id of a letter that goes `to` somebody; `agent` whom a hold or a revocation is
    about; `also` are the other notes of the act.
    """

    id: str
    act_id: str
    at: datetime
    by: str
    kind: What
    act: str
    says: str
    note: str
    revision: str
    added: int
    removed: int
    flag: str
    tone: str
    message: str = ""
    to: str = ""
    agent: str = ""
    also: tuple[Part, ...] = ()
    whole: bool = False

    @classmethod
    def of(cls, record: Record) -> Doing:
        """Tens of thousands are held at a time: what many of them say is one text."""
        flag, tone = _flag(record)
        kind, name = special(record.note)
        letter = kind == "outbox" and record.what is What.CREATE
        return cls(
            record.id, record.id if record.act == record.id else record.act, record.time, intern(record.by),
            record.what, _word(record, kind), _says(record, kind), intern(record.note), record.after or "",
            record.added, record.removed, flag, tone,
            message=name if kind == "outbox" else "", to=_field(record, "to") if letter else "",
            agent=str(record.refs.get("identity", "")), whole=TOLD in record.refs,
        )  # fmt: skip

    @property
    def plain_note(self) -> str:
        """The note, where it is no letter or proposal: those are called by what they are."""
        return "" if self.is_mail else self.note

    @property
    def is_mail(self) -> bool:
        """Whether its lines are a letter's or a proposal's, which nobody counts."""
        return bool(special(self.note)[0])

    @property
    def parts(self) -> tuple[Part, ...]:
        """Every note of the act."""
        return ((Part(self.note, self.revision),) if self.note else ()) + self.also


def special(note: str) -> tuple[str, str]:
    """`outbox` or `proposals`, and the id, of a letter or a proposal; twice empty for a note."""
    found = _SPECIAL.fullmatch(note)
    return (found[1], found[2]) if found else ("", "")


def about_record(record: Record) -> tuple[str, str]:
    """What a write was, in words before its path: `mail to vps/codex`, `proposal, agent-rules.md`, or the note."""
    kind, _ = special(record.note)
    if not kind or record.what is not What.CREATE:
        return "", record.note
    if kind == "outbox":
        return f"mail to {_field(record, 'to') or 'somebody'}", ""
    return "proposal, ", _field(record, "target")


def _field(record: Record, name: str) -> str:
    """A field of the front matter that a new letter or proposal was written with."""
    lines = record.hunks[0].put[:16] if record.hunks else ()
    found = (line.decode("utf-8", "replace") for line in lines if line.startswith(f"{name}:".encode()))
    return next((line.partition(":")[2].strip().strip('"') for line in found), "")


def _word(record: Record, kind: str) -> str:
    if kind and record.what is What.CREATE:
        return "mail" if kind == "outbox" else "propose"
    return record.what.value


def _says(record: Record, kind: str) -> str:
    refs = record.refs
    if kind:
        return _field(record, "subject" if kind == "outbox" else "target") or record.note
    match record.what:
        case What.HOLD | What.RELEASE | What.REVOKE:
            return str(refs.get("identity", ""))
        case What.VERDICT:
            item = str(refs.get("item", "")).partition(":")[0]
            return f"{refs.get('verdict', '')} {item if not record.note else ''}".strip() + (" " if record.note else "")
        case What.UNDO | What.REDO:
            return str(refs.get(TOLD, ""))
        case What.WATCH if start := when_unwatched(record):
            return f"from {clock(start, record.time)}, {many(int(refs.get('notes', 0)), 'note')} changed"
        case What.MOVE if refs.get("from"):
            return f"{refs['from']} to "
    return "" if record.note else record.why


def _flag(record: Record) -> tuple[str, str]:
    if record.what is What.REFUSED:
        return str(record.refs.get("code", "")), "warn"
    if record.what is What.WATCH:
        return "unwatched", "warn"
    return next((_FLAGS[flag] for flag in _FLAGS if flag in record.flags), ("", "muted"))
