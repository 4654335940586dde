"""News of the tree on its way to the screens."""

from __future__ import annotations

from textual.message import Message


class TreeChanged(Message, bubble=False):
    """Notes, mail or verdicts are other than they were; posted to every screen."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, TreeChanged)


class LookAgain(Message, bubble=False):
    """A change from outside was taken in; the app tells the screens."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, LookAgain)
