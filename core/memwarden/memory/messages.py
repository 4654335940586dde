"""One message: nestwork's outbox file, read leniently and written to the letter.

`agents/<host>/<agent>/outbox/<id>.md` (put away by its sender: `outbox/archive/`) is nine `key: value` lines
between `---` lines in a fixed order, a blank line, and the text. The id is local time with its offset, the
sender's agent id and eight hex digits. Whoever owns the directory is the sender, whatever the file says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePosixPath

from memwarden.memory.letters import NO_TIME, UNTIMED, head_problems, owner_of, stamp, time_of
from memwarden.text.header import Header, join_header, split_header
from memwarden.text.lines import decode, encode, is_utf8

KEYS = ("id", "from", "to", "type", "thread", "reply_to", "status", "created", "subject")
TYPES = ("task", "message", "broadcast")
EVERYBODY = "all"
ACKNOWLEDGEMENT = "ack: "

_ID = re.compile(r"\d{8}T\d{6}[+-]\d{4}-(?P<agent>[^/\s]+)-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class MessageState:
    """What the reader did with a message; it is kept by the reader, never in the file."""

    read: bool = False
    acknowledged: bool = False
    flagged: bool = False
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """`sender` is the owner of the directory; `created` is 1970 where the file tells no time.

    `state`, `acknowledged_by` and `seen_by` are the mailbox's work: a file by itself tells of them only that
    its sender put it away (`state.archived`).
    """

    id: str
    sender: str
    to: str
    type: str
    thread: str
    reply_to: str
    status: str
    created: datetime
    subject: str
    body: str
    path: str
    problems: tuple[str, ...] = ()
    state: MessageState = field(default_factory=MessageState)
    acknowledged_by: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ()

    @property
    def is_acknowledgement(self) -> bool:
        return bool(self.reply_to) and self.subject.startswith(ACKNOWLEDGEMENT.rstrip())

    def is_for(self, identity: str) -> bool:
        """Whether nestwork delivers it to that reader: an exact match, or everybody but the sender."""
        return self.to == identity or (self.to == EVERYBODY and self.sender != identity)


def parse_message(path: str, data: bytes) -> Message:
    """Never raises: what is wrong with the file is said in `problems`."""
    header = split_header(data)
    said = header.fields
    place = PurePosixPath(path)
    owner = owner_of(path, "outbox")
    id_ = said.get("id") or place.stem
    created, time_problem = _time(said.get("created", ""), id_)
    return Message(
        id=id_,
        sender=owner or said.get("from", ""),
        to=said.get("to", ""),
        type=said.get("type", ""),
        thread=said.get("thread") or id_,
        reply_to=said.get("reply_to", ""),
        status=said.get("status", ""),
        created=created,
        subject=said.get("subject", ""),
        body=decode(header.body).rstrip("\n"),
        path=path,
        problems=(*_problems(header, data, owner, place.stem), *time_problem),
        state=MessageState(archived=place.parent.name == "archive"),
    )


def format_message(message: Message) -> bytes:
    """The file as nestwork's own sender writes it; raises ValueError for a field of several lines."""
    values = (
        message.id,
        message.sender,
        message.to,
        message.type,
        message.thread,
        message.reply_to,
        message.status,
        stamp(message.created),
        message.subject,
    )
    return join_header(zip(KEYS, values), encode(message.body.rstrip("\n")) + b"\n")


def _problems(header: Header, data: bytes, owner: str, stem: str) -> Iterator[str]:
    said = header.fields
    yield from head_problems(header, KEYS, owner, "outbox")
    if not is_utf8(data):
        yield "it is not UTF-8"
    if header.stray or any(key not in KEYS for key in said):
        yield "its front matter holds lines that are no field of a message"
    if "type" in said and said["type"] not in TYPES:
        yield f"its type {said['type']!r} is not one of {', '.join(TYPES)}"
    if "id" in said:
        yield from _id_problems(said["id"], owner, stem)
    if b"\r\n" in data.partition(b"\n---")[0]:
        yield "its lines end in CRLF: nestwork's own reader does not deliver it"


def _id_problems(id_: str, owner: str, stem: str) -> Iterator[str]:
    match = _ID.fullmatch(id_)
    if match is None:
        yield f"its id {id_[:80]!r} has not the form of one"
    elif owner and match["agent"] != owner.partition("/")[2]:
        yield f"its id names {match['agent']}, not its sender"
    if id_ != stem:
        yield "its id is not its file's name"


def _time(created: str, id_: str) -> tuple[datetime, tuple[str, ...]]:
    if (at := time_of(created)) is not None:
        return at, ()
    return time_of(id_[:20]) or NO_TIME, (UNTIMED,)
