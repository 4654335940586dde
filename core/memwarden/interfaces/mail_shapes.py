"""The JSON shapes of messages and threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden.interfaces.times import iso

if TYPE_CHECKING:
    from memwarden.interfaces.shapes import Shape
    from memwarden.memory.messages import Message
    from memwarden.memory.threads import Thread


def message_shape(message: Message, *, body: bool = False) -> Shape:
    shape = {
        "id": message.id,
        "from": message.sender,
        "to": message.to,
        "type": message.type,
        "thread": message.thread,
        "reply_to": message.reply_to,
        "at": iso(message.created),
        "subject": message.subject,
        "read": message.state.read,
        "acknowledged": message.state.acknowledged,
        "archived": message.state.archived,
        "acknowledged_by": list(message.acknowledged_by),
        "problems": list(message.problems),
    }
    return {**shape, "text": message.body} if body else shape


def thread_shape(thread: Thread) -> Shape:
    return {
        "id": thread.id,
        "subject": thread.subject,
        "messages": [message.id for message in thread.messages],
        "unread": thread.unread,
        "waiting": thread.waiting,
        "last": iso(thread.last),
        "archived": thread.archived,
    }
