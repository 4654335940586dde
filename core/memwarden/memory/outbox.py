"""Writing mail: the names of new messages, what is refused before one is sent, and acknowledgements."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime

from memwarden.errors import Code, Refused
from memwarden.memory.identity import Identity
from memwarden.memory.letters import stamp
from memwarden.memory.messages import ACKNOWLEDGEMENT, EVERYBODY, TYPES, Message
from memwarden.memory.whole_text import whole_bytes
from memwarden.text.header import CONTROL, is_line

ACKNOWLEDGED = "Acknowledged."

_LONGEST_SUBJECT = 200
_TOKEN = re.compile(r"[0-9a-f]{8}")


def new_id(sender: str, at: datetime, token: str) -> str:
    """`at` must know its offset; `token` is eight random hex digits. Raises ValueError otherwise."""
    if at.tzinfo is None or not _TOKEN.fullmatch(token):
        raise ValueError("an id needs a time with its offset and eight hex digits")
    return f"{stamp(at)}-{sender.rpartition('/')[2]}-{token}"


def outbox_path(sender: str, id: str) -> str:
    return f"agents/{sender}/outbox/{id}.md"


def compose(
    sender: str,
    to: str,
    subject: str,
    body: str,
    *,
    at: datetime,
    token: str,
    type: str = "message",
    thread: str = "",
    reply_to: str = "",
) -> Message:
    """A new message with its id and path; `validate_send` says first whether it may be sent."""
    at = at.replace(microsecond=0)
    id_ = new_id(sender, at, token)
    return Message(
        id=id_,
        sender=sender,
        to=to,
        type=type,
        thread=thread or id_,
        reply_to=reply_to,
        status="open",
        created=at,
        subject=subject.strip(),
        body=body.rstrip("\n"),
        path=outbox_path(sender, id_),
    )


def reply(message: Message, sender: str, body: str, *, at: datetime, token: str, subject: str = "") -> Message:
    """An answer in the same thread, to the sender, or to the recipient where one follows up oneself."""
    return compose(
        sender,
        message.to if message.sender == sender else message.sender,
        subject or subject_again(message.subject),
        body,
        at=at,
        token=token,
        thread=message.thread,
        reply_to=message.id,
    )


def acknowledgement(message: Message, sender: str, *, at: datetime, token: str) -> Message:
    """What tells the sender of `message`, and nestwork's own reader, that `sender` has it."""
    subject = _clean(ACKNOWLEDGEMENT + message.subject)
    return reply(message, sender, ACKNOWLEDGED, at=at, token=token, subject=subject)


def validate_send(
    to: str,
    subject: str,
    type: str,
    known_recipients: Collection[str],
    new: bool = False,
    *,
    thread: str = "",
    reply_to: str = "",
    body: str = "",
) -> None:
    """Raises Refused: UNKNOWN_RECIPIENT, BAD_IDENTITY for a new one that cannot be, else BAD_ARGUMENT."""
    if type not in TYPES:
        raise Refused(Code.BAD_ARGUMENT, f"{type!r} is no type of message.", f"It is one of {', '.join(TYPES)}.")
    for name, value in (("subject", subject), ("thread", thread), ("reply_to", reply_to)):
        if not is_line(value):
            raise Refused(Code.BAD_ARGUMENT, f"The {name} must be one line without control characters.")
    if not subject.strip():
        raise Refused(Code.BAD_ARGUMENT, "A message needs a subject.", "One line that says what it is about.")
    if len(subject) > _LONGEST_SUBJECT:
        raise Refused(
            Code.BAD_ARGUMENT,
            f"The subject has {len(subject)} characters, more than {_LONGEST_SUBJECT}.",
            "Put the rest into the text.",
        )
    whole_bytes(subject + thread + reply_to + body)
    _require_recipient(to, known_recipients, new)


def _require_recipient(to: str, known: Collection[str], new: bool) -> None:
    if to == EVERYBODY or to in known:
        return
    if new:
        Identity.bind(to)
        if to == to.strip():
            return
    near = close_recipients(to, known)
    raise Refused(
        Code.UNKNOWN_RECIPIENT,
        f"Nobody called {to[:80]!r} is known in this tree, so nobody would read it.",
        f"Did you mean {' or '.join(near)}?" if near else "Say that the recipient is new to send it all the same.",
        details={"candidates": near},
    )


def close_recipients(to: str, known: Collection[str]) -> list[str]:
    """At most three known recipients that `to` may have meant, the likeliest first."""
    import difflib

    wanted = to.strip().lower()
    names = {name.lower(): name for name in sorted(known)}
    same = [name for low, name in names.items() if wanted in (low, *low.split("/"))]
    agents = {low.partition("/")[2]: name for low, name in names.items()}
    close = difflib.get_close_matches(wanted, list(names), 3, 0.6)
    closer = difflib.get_close_matches(wanted.rpartition("/")[2], list(agents), 3, 0.7)
    return list(dict.fromkeys([*same, *(names[low] for low in close), *(agents[low] for low in closer)]))[:3]


def subject_again(subject: str) -> str:
    return _clean(subject if subject.lower().startswith("re:") else f"Re: {subject}")


def _clean(subject: str) -> str:
    """A foreign subject, fit to be sent again."""
    return CONTROL.sub(" ", subject).strip()[:_LONGEST_SUBJECT]
