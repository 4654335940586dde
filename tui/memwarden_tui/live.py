"""News of the tree on its way to the screens."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from textual.message import Message

T = TypeVar("T")


class Told(Generic[T]):
    """An answer that several ask for and that holds until there is news. Any thread may ask."""

    def __init__(self, find: Callable[[], T]) -> None:
        self._find = find
        self._news = 0
        self._answer: tuple[int, T] | None = None
        self._asking = Lock()

    @property
    def answer(self) -> T | None:
        """What was found last."""
        return self._answer[1] if self._answer else None

    def forget(self) -> None:
        """There is news."""
        self._news += 1

    def ask(self) -> T:
        """Whoever asks while another finds out waits for what that one finds."""
        with self._asking:
            news = self._news
            if self._answer is None or self._answer[0] != news:
                self._answer = (news, self._find())
            return self._answer[1]


class TreeChanged(Message, bubble=False):
    """Notes, mail or verdicts are other than they were; posted to every screen."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, TreeChanged)


class LookAgain(Message, bubble=False):
    """A change from outside was taken in; the app tells the screens."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, LookAgain)
