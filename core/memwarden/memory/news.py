"""What an agent must hear before it starts: mail, conflicts, a hold on itself, what became of its proposals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memwarden.memory.brake import Hold, holds
from memwarden.memory.mailbox import Mailbox
from memwarden.memory.messages import Message
from memwarden.memory.proposals import Proposal
from memwarden.text.visible import visible

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class News:
    """`unread` newest first; `tasks` are threads that wait for this reader's answer, by subject."""

    unread: tuple[Message, ...]
    tasks: tuple[str, ...]
    conflicts: tuple[str, ...]
    waiting: tuple[Proposal, ...]
    rejected: tuple[Proposal, ...]
    hold: Hold | None
    warnings: tuple[str, ...]

    def lines(self) -> list[str]:
        return [*self._limits(), *self._mail(), *self._conflicts(), *self._proposals()] or ["Nothing."]

    def _limits(self) -> Iterator[str]:
        if self.hold is not None:
            until = "a person releases you" if self.hold.revoked else f"{self.hold.until:%Y-%m-%d %H:%M %Z}"
            yield f"Your writes are refused until {until}{_because(self.hold.why)}. Stop writing and tell the person."
        yield from map(visible, self.warnings)

    def _mail(self) -> Iterator[str]:
        if self.unread:
            yield f"{_count(len(self.unread), 'unread message')} for you: list the messages. " + _some(
                f"{message.sender}: {message.subject}" for message in self.unread
            )
        if self.tasks:
            yield f"{_count(len(self.tasks), 'task')} without your answer: {_some(self.tasks)}"

    def _conflicts(self) -> Iterator[str]:
        if self.conflicts:
            yield (
                f"{_count(len(self.conflicts), 'conflict')} that only a person resolves; do not write to: "
                f"{_some(self.conflicts)}"
            )

    def _proposals(self) -> Iterator[str]:
        if self.waiting:
            yield f"{_count(len(self.waiting), 'proposal')} of yours not decided yet: " + _some(
                proposal.target for proposal in self.waiting
            )
        for proposal in self.rejected[:_SHOWN]:
            yield visible(f"Your proposal to {proposal.act} {proposal.target} was rejected{_because(proposal.reason)}.")


def news_of(tree: Tree, identity: str) -> News:
    mailbox = tree.mailbox(identity)
    mine = [proposal for proposal in tree.proposals(all=True) if proposal.sender == identity]
    with tree.store.locked():
        hold = holds(tree.store).get(identity)
    readonly = (f"Nothing can be written here: {tree.why_readonly}.",) if tree.readonly else ()
    return News(
        unread_of(mailbox),
        tuple(thread.subject for thread in mailbox.threads(mine=True) if thread.waiting),
        tuple(conflict.note for conflict in tree.conflicts()),
        tuple(proposal for proposal in mine if not proposal.verdict),
        tuple(reversed([proposal for proposal in mine if proposal.verdict == "rejected"])),
        hold,
        (*readonly, *tree.warnings),
    )


def unread_of(mailbox: Mailbox) -> tuple[Message, ...]:
    """To its reader and not read yet, newest first; a bare acknowledgement is none."""
    found = (message for thread in mailbox.threads(mine=True) for message in thread.messages)
    unread = [message for message in found if message.is_for(mailbox.me) and not _is_done(message)]
    return tuple(sorted(unread, key=lambda message: (message.created, message.id), reverse=True))


def _is_done(message: Message) -> bool:
    return message.state.read or message.state.archived


def _some(texts: Iterable[str]) -> str:
    every = [visible(text) for text in texts]
    return "; ".join(every[:_SHOWN]) + (f"; and {len(every) - _SHOWN} more" if len(every) > _SHOWN else "")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _because(why: str) -> str:
    return f" ({visible(why)})" if why else ""
