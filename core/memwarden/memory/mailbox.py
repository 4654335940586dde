"""The mail of a tree as one reader sees it: threads, what is unread, which tasks wait, who has seen what.

Pure values: the caller reads the outboxes and the agents' seen lists, and keeps the reader's states.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from memwarden.memory.called import the_one
from memwarden.memory.messages import Message, MessageState
from memwarden.memory.threads import Thread, group


@dataclass(frozen=True, slots=True)
class Mailbox:
    """`messages` are all of the tree, newest first, acknowledgements too, each with the reader's state."""

    me: str
    messages: tuple[Message, ...]
    grouped: tuple[Thread, ...]

    @classmethod
    def of(
        cls,
        messages: Iterable[Message],
        me: str,
        states: Mapping[str, MessageState] | None = None,
        seen: Mapping[str, set[str]] | None = None,
    ) -> Mailbox:
        """`states` by message id; `seen` by identity, the ids in that agent's seen list."""
        resolved = resolve(messages, me, states or {}, seen or {})
        return cls(me, resolved, group(resolved, me))

    def threads(self, *, mine: bool = False) -> tuple[Thread, ...]:
        """Waiting tasks first, then unread, then the rest, newest first; archived threads at the end.

        `mine` leaves out the mail between others.
        """
        return tuple(thread for thread in self.grouped if not mine or self._concerns(thread))

    @property
    def unread(self) -> int:
        return sum(thread.unread for thread in self.grouped)

    def find(self, wanted: str) -> Message:
        """By id, the beginning of one, or its last eight digits; raises Refused(NO_ITEM, AMBIGUOUS)."""
        hint = "List the mail to see the ids."
        return the_one(self.messages, wanted, "message", hint, place=lambda message: message.path)

    def search(self, text: str) -> tuple[Message, ...]:
        """Messages that hold every word, in whatever case, in their text, subject or names; newest first."""
        words = text.casefold().split()
        return tuple(
            message
            for message in self.messages
            if words
            and all(
                word in f"{message.subject}\n{message.sender}\n{message.to}\n{message.body}".casefold()
                for word in words
            )
        )

    def _concerns(self, thread: Thread) -> bool:
        return any(message.sender == self.me or message.is_for(self.me) for message in thread.messages)


def resolve(
    messages: Iterable[Message],
    me: str,
    states: Mapping[str, MessageState],
    seen: Mapping[str, set[str]],
) -> tuple[Message, ...]:
    """Each message with the reader's state and with who has seen and acknowledged it; newest first."""
    every = sorted(messages, key=lambda message: (message.created, message.id, message.path), reverse=True)
    by_id: dict[str, list[Message]] = defaultdict(list)
    for message in every:
        by_id[message.id].append(message)
    acknowledged: dict[str, list[str]] = defaultdict(list)
    for message in reversed(every):
        told = message.is_acknowledgement and any(one.is_for(message.sender) for one in by_id[message.reply_to])
        if told and message.sender not in acknowledged[message.reply_to]:
            acknowledged[message.reply_to].append(message.sender)
    answered = {message.reply_to for message in every if message.sender == me}
    return tuple(
        _resolved(
            replace(message, acknowledged_by=tuple(acknowledged[message.id])),
            _known(states.get(message.id, MessageState()), message.id in answered),
            me,
            seen,
            [other.path for other in by_id[message.id] if other is not message],
        )
        for message in every
    )


def _known(state: MessageState, answered: bool) -> MessageState:
    """Whoever answered a message has read it."""
    return replace(state, read=state.read or answered)


def _resolved(
    message: Message, state: MessageState, me: str, seen: Mapping[str, set[str]], twins: list[str]
) -> Message:
    acknowledged = state.acknowledged or me in message.acknowledged_by
    readers = {who for who, ids in seen.items() if message.id in ids and message.is_for(who)}
    problems = message.problems
    if twins:
        problems = (*problems, f"another message has the same id: {', '.join(twins)}")
    return replace(
        message,
        state=replace(
            state,
            read=state.read or acknowledged or message.id in seen.get(me, ()),
            acknowledged=acknowledged,
            archived=state.archived or message.state.archived,
        ),
        seen_by=tuple(sorted(readers.union(message.acknowledged_by))),
        problems=problems,
    )
