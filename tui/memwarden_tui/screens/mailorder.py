"""The order of the threads while they are looked at: what was read or answered just now keeps its place."""

from __future__ import annotations

from collections.abc import Iterable

from memwarden.memory.threads import Thread


class SeenOrder:
    """`forget` when the view is left: then every thread goes where it belongs."""

    def __init__(self) -> None:
        self._ranks: dict[str, int] = {}
        self._unread: set[str] = set()

    def forget(self) -> None:
        self._ranks.clear()
        self._unread.clear()

    def keeps(self, thread: Thread, limit: str) -> bool:
        """Whether a thread stays in the list of unread ones though it was read since."""
        return limit == "unread" and thread.id in self._unread and not thread.archived

    def sort(self, threads: Iterable[Thread], limit: str) -> list[Thread]:
        """Unanswered tasks to you first, then what is or was unread, then the newest; the archive by age alone."""
        known = list(threads)
        for thread in known:
            rank = 0 if thread.waiting else 1 if thread.unread else 2
            self._ranks[thread.id] = min(rank, self._ranks.get(thread.id, rank))
            if thread.unread:
                self._unread.add(thread.id)
        by_age = sorted(known, key=lambda thread: thread.last, reverse=True)
        return by_age if limit == "archived" else sorted(by_age, key=lambda thread: self._ranks[thread.id])
