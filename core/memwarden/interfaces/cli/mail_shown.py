"""How messages and threads are shown: as rows, as a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.cells import Cell, Row, when
from memwarden.interfaces.times import iso

if TYPE_CHECKING:
    from memwarden.memory.messages import Message
    from memwarden.memory.threads import Thread


def letter(message: Message) -> None:
    heads = {"From": message.sender, "To": message.to, "Subject": message.subject, "Type": message.type}
    said = [f"{name}: {text}" for name, text in heads.items()]
    say.lines([*said, f"Date: {iso(message.created)}", *(f"Warning: {problem}" for problem in message.problems), ""])
    say.lines(message.body.split("\n"))


def message_row(message: Message, me: str) -> Row:
    new = message.is_for(me) and not message.state.read
    return (
        Cell("new" if new else "", "bold yellow"),
        Cell(message.id, "dim", message.id.rpartition("-")[2]),
        when(message.created),
        Cell(message.sender, "bold"),
        Cell(message.to),
        Cell(message.type, "dim"),
        Cell(message.subject, "bold" if new else ""),
    )


def thread_row(thread: Thread) -> Row:
    state = "waits" if thread.waiting else f"{thread.unread} new" if thread.unread else ""
    return (
        Cell(state, "bold yellow"),
        Cell(thread.id, "dim", thread.id.rpartition("-")[2]),
        when(thread.last),
        Cell(thread.messages[0].sender, "bold"),
        Cell(str(len(thread.messages)), right=True),
        Cell(thread.subject),
    )
