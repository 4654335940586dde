"""A screen that shows something of the tree: fetched in a thread, filled in on the loop, and kept up to date."""

from __future__ import annotations

from abc import abstractmethod
from asyncio import Event
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from textual import on
from textual.message import Message

from memwarden.errors import MemwardenError
from memwarden_tui.commands import Trouble
from memwarden_tui.live import TreeChanged
from memwarden_tui.screens.frame import Frame

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

Data = TypeVar("Data")


class ViewScreen(Frame, Generic[Data]):
    """`fetch` reads the tree in a worker thread and touches no widget; `fill` shows what it gave.

    A change of the tree fetches anew, at once where the screen is looked at, else when it is looked at next.
    `fill` must leave the focus, the cursors and the scroll where they are; `ListView.show` does.
    """

    FETCHING = ""
    """What the progress line says while it takes longer: "Reading the mail"."""

    def __init__(self) -> None:
        super().__init__()
        self.is_filled = False
        self.answered = Event()
        """Set once the first fetch is shown, or failed."""
        self._fetching = False
        self._stale = True

    class Fetched(Message):
        """What `fetch` gave, on its way to the screen."""

        def __init__(self, data: object) -> None:
            super().__init__()
            self.data = data

    @abstractmethod
    def fetch(self) -> Data:
        """Runs in a thread."""

    @abstractmethod
    def fill(self, data: Data) -> None:
        """Runs on the loop, the first time and after every change."""

    @property
    def memory(self) -> Tree:
        return self.warden.memory

    def on_screen_resume(self) -> None:
        if self._stale:
            self.reload()

    @on(TreeChanged)
    def _tree_changed(self) -> None:
        self._stale = True
        if self.is_current:
            self.reload()

    def reload(self) -> None:
        """Fetch again; while a fetch runs, once more after it."""
        if self._fetching:
            self._stale = True
            return
        self._fetching, self._stale = True, False
        self.run_worker(self._fetch(), group="fetch")

    async def _fetch(self) -> None:
        try:
            self.post_message(self.Fetched(await self.warden.in_thread(self.fetch, self.FETCHING)))
        except MemwardenError as error:
            self.app.post_message(Trouble(error))
            self.answered.set()
        finally:
            self._fetching = False
        if self._stale and self.is_current:
            self.reload()

    def beside(self, work: Callable[[], Awaitable[None]], group: str) -> None:
        """Do work beside what is shown: only the newest of a group goes on, and its errors become toasts."""
        guarded: Callable[[], Awaitable[None]] = partial(self._guarded, work)
        self.run_worker(guarded, group=group, exclusive=True, description=group)

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except MemwardenError as error:
            self.app.post_message(Trouble(error))

    @on(Fetched)
    def _fetched(self, event: Fetched) -> None:
        self.fill(cast("Data", event.data))
        self.answered.set()
        if not self.is_filled:
            self.is_filled = True
            if self.reopened or not self.CRUMB:
                self.recall(self.warden.keeping.of(self))
        self.refresh_bindings()
