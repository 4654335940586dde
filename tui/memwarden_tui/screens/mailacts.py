"""What a person does with a thread: which of its messages it concerns, and what is remembered of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden.memory.messages import Message
from memwarden.memory.threads import Thread
from memwarden_tui.screens.mailwords import is_flagged

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


def last_to(thread: Thread | None, me: str) -> Message | None:
    """The newest message of a thread that is to this reader."""
    return next((one for one in reversed(thread.messages) if one.is_for(me)), None) if thread else None


def to_answer(thread: Thread, me: str) -> Message:
    """What an answer to a thread is an answer to: the newest to this reader, else the newest of somebody else."""
    others = [one for one in thread.messages if one.sender != me]
    return last_to(thread, me) or (others or list(thread.messages))[-1]


def to_acknowledge(thread: Thread | None, me: str) -> Message | None:
    """The newest message to this reader, where its sender was not told yet that it arrived."""
    message = last_to(thread, me)
    return message if message is not None and not message.state.acknowledged else None


def mark_read(tree: Tree, thread: Thread) -> None:
    unread = [one for one in thread.messages if one.is_for(tree.me) and not one.state.read]
    _mark_all(tree, unread, "read")


def mark_unread(tree: Tree, thread: Thread) -> None:
    message = last_to(thread, tree.me)
    _mark_all(tree, [message] if message else [], "unread")


def mark(tree: Tree, thread: Thread, act: str) -> None:
    """`flag` or `archive` the thread, or take that back; one undo takes back all of it."""
    if act == "flag":
        flagged = [one for one in thread.messages if one.state.flagged]
        _mark_all(tree, flagged or [last_to(thread, tree.me) or thread.messages[-1]], _state(act, thread))
    else:
        mine = [one for one in thread.messages if one.is_for(tree.me)]
        _mark_all(tree, mine or list(thread.messages), _state(act, thread))


def said_of(act: str, thread: Thread) -> str:
    words = {"flagged": "Flagged", "unflagged": "Flag taken off", "archived": "Archived", "unarchived": "Brought back"}
    return f"{words[_state(act, thread)]}: {thread.subject}"


def _state(act: str, thread: Thread) -> str:
    if act == "flag":
        return "unflagged" if is_flagged(thread) else "flagged"
    return "unarchived" if thread.archived else "archived"


def _mark_all(tree: Tree, messages: list[Message], state: str) -> None:
    person, act = tree.person(), ""
    for message in messages:
        act = person.mark(message.id, state, act=act)
