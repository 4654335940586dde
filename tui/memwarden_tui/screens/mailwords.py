"""What the list of threads says of each: whose it is, what state it is in, in words that are never cut."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from memwarden.memory.messages import EVERYBODY, Message
from memwarden.memory.threads import Thread
from memwarden_tui.widgets.gutter import Face
from memwarden_tui.wording import listed, many

_SPANS = ((7 * 86400, "week"), (86400, "day"), (3600, "hour"), (60, "minute"))


class Post(NamedTuple):
    """The mail as it was read: `faces` of everyone in it, `notes` that a letter may be about."""

    threads: tuple[Thread, ...]
    faces: Mapping[str, Face]
    me: str
    notes: frozenset[str]
    now: datetime

    def face(self, identity: str) -> Face:
        if identity == EVERYBODY:
            return Face("everybody")
        return self.faces.get(identity) or Face(identity or "nobody")


def lasting(seconds: float) -> str:
    """`3 days`, `5 hours`, `less than a minute`."""
    for length, word in _SPANS:
        if seconds >= (2 * length if word == "week" else length):
            return many(int(seconds // length), word)
    return "less than a minute"


def who_of(thread: Thread, me: str) -> str:
    """Whose thread it is in the list: whoever waits for you, wrote what is new, or began it; you, while alone."""
    others = [one for one in thread.messages if one.sender != me]
    mine = [one for one in others if one.is_for(me)]
    if thread.waiting:
        return next(one.sender for one in mine if one.type == "task")
    new = [one for one in mine if not one.state.read]
    chosen = new[-1:] if thread.unread else others[:1]
    return chosen[0].sender if chosen else me


def is_doubtful(thread: Thread) -> bool:
    return any(message.problems for message in thread.messages)


class State(NamedTuple):
    """`says` in at most 35 columns, `short` in 22; `tone` is a token."""

    says: str
    short: str
    tone: str = "muted"
    flagged: bool = False


def state_of(thread: Thread, post: Post) -> State:
    """The second row of a thread."""
    return _state(thread, post)._replace(flagged=is_flagged(thread))


def is_flagged(thread: Thread) -> bool:
    return any(message.state.flagged for message in thread.messages)


def draft_in(thread: Thread, drafted: Collection[str]) -> Message | None:
    """The message of the thread to which an answer was begun."""
    return next((message for message in thread.messages if message.id in drafted), None)


def _state(thread: Thread, post: Post) -> State:
    if is_doubtful(thread):
        return State("look: not what it says it is", "look: not as it says", "warn")
    if thread.waiting and thread.waiting_since:
        waits = lasting((post.now - thread.waiting_since).total_seconds())
        return State(f"task, no answer for {waits}", f"task, waits {waits}", "warn")
    if thread.archived:
        return State("archived", "archived")
    says, short = _rest(thread, post)
    return State(says, short or says)


def _rest(thread: Thread, post: Post) -> tuple[str, str]:
    first, last, count = thread.messages[0], thread.messages[-1], len(thread.messages)
    mine = [message for message in thread.messages if message.is_for(post.me)]
    if thread.unread:
        return _to(mine[-1], post) if count == 1 else f"{count} messages, {thread.unread} new", ""
    if first.type == "task" and not mine:
        answered = next((one.sender for one in thread.messages[1:] if one.sender == first.to), "")
        return (f"task, answered by {answered}", "task, answered") if answered else (f"task to {first.to}", "")
    if last.acknowledged_by or last.state.acknowledged:
        return f"acknowledged by {_acknowledged(last, post)}", "acknowledged"
    if count > 1:
        return f"{count} messages, answered" if _is_answered(thread, post.me) else f"{count} messages", ""
    return _to(last, post), ""


def _to(message: Message, post: Post) -> str:
    return f"to {post.face(message.to).name}"


def _is_answered(thread: Thread, me: str) -> bool:
    return any(message.sender == me for message in thread.messages[1:])


def _acknowledged(message: Message, post: Post) -> str:
    mine = message.state.acknowledged or post.me in message.acknowledged_by
    others = [identity for identity in message.acknowledged_by if identity != post.me]
    if len(others) > 1:
        return f"you and {len(others)} others" if mine else f"{len(others)} readers"
    return listed([*(["you"] if mine else []), *others])
