"""How messages group into threads, in which order they read, and which tasks still wait for an answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memwarden.memory.messages import EVERYBODY, Message
from memwarden.memory.outbox import ACKNOWLEDGED


@dataclass(frozen=True, slots=True)
class Thread:
    """Messages that answer each other, an answer always below what it answers.

    `unread` counts those to the reader. `waiting` is set while a task to the reader has no answer, since
    `waiting_since`. `archived` once everything in it that concerns the reader is put away.
    """

    id: str
    subject: str
    messages: tuple[Message, ...]
    unread: int
    last: datetime
    waiting: bool
    archived: bool
    waiting_since: datetime | None = None


def group(messages: Iterable[Message], me: str) -> tuple[Thread, ...]:
    """The threads of resolved messages, sorted as `Mailbox.threads` says."""
    found = [_thread(key, members, me) for key, members in _families(messages).items()]
    newest = sorted(found, key=lambda thread: thread.last, reverse=True)
    return tuple(sorted(newest, key=lambda thread: (thread.archived, _rank(thread))))


def _rank(thread: Thread) -> int:
    return 0 if thread.waiting else 1 if thread.unread else 2


def _families(messages: Iterable[Message]) -> dict[str, list[Message]]:
    """Messages joined by `thread` or `reply_to`, whichever of them an answer got right."""
    roots: dict[str, str] = {}

    def root(key: str) -> str:
        while (above := roots.get(key, key)) != key:
            roots[key] = key = roots.get(above, above)
        return key

    every = list(messages)
    for message in every:
        for other in (message.thread, message.reply_to):
            if other:
                roots[root(message.id)] = root(other)
    families: dict[str, list[Message]] = defaultdict(list)
    for message in every:
        families[root(message.id)].append(message)
    return families


def _thread(key: str, members: list[Message], me: str) -> Thread:
    """Bare acknowledgements are left out: the message they answer says who acknowledged it."""
    ids = {message.id for message in members}
    shown = [message for message in members if not (_is_bare(message) and message.reply_to in ids)]
    ordered = in_order(shown or members)
    mine = [message for message in ordered if message.is_for(me)]
    waiting = [message for message in mine if _waits(message, ordered, me)]
    since = min((message.created for message in waiting), default=None)
    return Thread(
        id=ordered[0].thread or key,
        subject=ordered[0].subject,
        messages=tuple(ordered),
        unread=sum(not (message.state.read or message.state.archived) for message in mine),
        last=max(message.created for message in ordered),
        waiting=bool(waiting),
        archived=all(message.state.archived for message in mine or ordered),
        waiting_since=since,
    )


def _is_bare(message: Message) -> bool:
    return message.is_acknowledgement and message.body.strip() in ("", ACKNOWLEDGED)


def _waits(task: Message, thread: Iterable[Message], me: str) -> bool:
    """An acknowledgement is no answer; a later word of mine to the sender in the thread is one."""
    if task.type != "task" or task.state.archived:
        return False
    return not any(
        message.sender == me
        and not message.is_acknowledgement
        and (message.reply_to == task.id or (message.to in (task.sender, EVERYBODY) and message.created > task.created))
        for message in thread
    )


def in_order(messages: Iterable[Message]) -> list[Message]:
    """Oldest first, but no answer above what it answers: clocks of two machines may differ by an hour."""
    every = sorted(messages, key=lambda message: (message.created, message.id))
    by_id = {message.id: message for message in every}
    at: dict[str, datetime] = {}
    depth: dict[str, int] = {}
    for message in every:
        chain = [message]
        seen = {message.id}
        while chain[-1].id not in at and (above := by_id.get(chain[-1].reply_to)) and above.id not in seen:
            chain.append(above)
            seen.add(above.id)
        for one in reversed(chain):
            if one.id in at:
                continue
            above_id = one.reply_to if one.reply_to in at else ""
            at[one.id] = max(one.created, at[above_id]) if above_id else one.created
            depth[one.id] = depth[above_id] + 1 if above_id else 0
    return sorted(every, key=lambda message: (at[message.id], depth[message.id], message.id))
