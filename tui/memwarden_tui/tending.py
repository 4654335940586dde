"""An app on a tree, and what it does by itself: counts what waits, asks who has the notes, keeps what is on it."""

from __future__ import annotations

from abc import abstractmethod
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual.reactive import reactive

from memwarden.errors import MemwardenError
from memwarden.memory.live import Live
from memwarden_tui.ahead import import_ahead
from memwarden_tui.commands import Trouble
from memwarden_tui.dressing import DressedApp
from memwarden_tui.glyphs import Glyphs
from memwarden_tui.keeping import Keeping
from memwarden_tui.live import LookAgain, Told, TreeChanged
from memwarden_tui.peers import notices, peers
from memwarden_tui.process import settle_down
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.frame import Frame
from memwarden_tui.widgets.header import HeaderData

if TYPE_CHECKING:
    from memwarden.memory.review import ReviewItem
    from memwarden.memory.tree import Tree

PEERS = 10.0
"""Seconds between questions to what carries the tree."""
KEEP = 2.0
"""Seconds between two looks at what there is to be kept: so much is lost at most when the machine goes off."""


class TendingApp(DressedApp):
    """`memory` is read in worker threads only; without `live` nothing outside is watched or asked."""

    header: reactive[HeaderData] = reactive(HeaderData())

    def __init__(self, tree: Tree, *, readonly: bool, theme: str, glyphs: Glyphs, live: bool) -> None:
        super().__init__(readonly=readonly or bool(tree.readonly), theme=theme, glyphs=glyphs)
        self.memory = tree
        self.keeping = Keeping(tree)
        self.watching = Live(tree, lambda _records: self.notify_changed()) if live else None
        self.came_from = ""
        """The view that led to this one, where a note, a thread or an agent was gone to: esc leads back."""
        self._patient = False
        self._hasty: tuple[ReviewItem, ...] | None = None
        self.queue: Told[tuple[ReviewItem, ...]] = Told(lambda: tree.review(patient=self._patient))
        """What waits on a person: for threads. Until the first list is shown, without what takes long to find."""
        self._counting = self._counts_again = False

    def on_mount(self) -> None:
        self.write_to_terminal("\x1b[22;2t")
        self.run_worker(self._begin(), group="begin")

    def on_unmount(self) -> None:
        self.write_to_terminal("\x1b[23;2t")
        if self.watching is not None:
            self.watching.stop()

    def notify_changed(self) -> None:
        """Something changed the tree from outside and was taken in; from any thread."""
        self.post_message(LookAgain())

    # The first minute

    async def _begin(self) -> None:
        try:
            await self.in_thread(self.keeping.load, "Looking at the notes")
        except MemwardenError as error:
            self.post_message(Trouble(error))
        await self.take_up()
        if isinstance(self.screen, ViewScreen):
            await self.screen.answered.wait()
        self.set_interval(KEEP, self.keep_on)
        await self.in_thread(import_ahead)
        self._look_closer()
        if self.watching is None:
            self._notice()
            return
        await self.in_thread(self.watching.start)
        await self._ask_peers()
        self.set_interval(PEERS, self._ask_peers)

    def _look_closer(self) -> None:
        """From now on with what takes long to find; whoever shows the hasty answer hears of what it left out."""
        self._hasty, self._patient = self.queue.answer, True
        self.queue.forget()
        self.count_waiting()

    @abstractmethod
    async def take_up(self) -> None:
        """Show what waits, or else what was kept."""

    async def go(self, view: str) -> None:
        self.keep()
        await self.switch_mode(view)
        self.keeping.view, self.came_from = view, ""

    async def lead(self, view: str) -> None:
        """Go to a view that another one leads to."""
        here = self.current_mode
        await self.go(view)
        self.came_from = here if here != view else ""

    # What is kept

    async def keep_on(self) -> None:
        self.keep()
        if not self.keeping.is_saved:
            await self.in_thread(self.keeping.save)

    def keep(self) -> None:
        if self.keeping.view:
            frames = [screen for screen in self.screen_stack if isinstance(screen, Frame)]
            self.keeping.pushed = [address for screen in frames if (address := screen.address())]
        for stack in self._screen_stacks.values():
            for screen in stack:
                if isinstance(screen, ViewScreen) and screen.is_filled:
                    self.keeping.put(screen, screen.remember())

    # What is counted and asked

    def count_waiting(self) -> None:
        """Count what waits, for the header and for the terminal's own title; while that runs, once more after it."""
        if self._counting:
            self._counts_again = True
            return
        self._counting, self._counts_again = True, False
        self.run_worker(self._count(), group="count")

    async def _count(self) -> None:
        try:
            waiting, mail = await self.in_thread(self._counts)
        except MemwardenError as error:
            self.post_message(Trouble(error))
        else:
            self._show_counts(len(waiting), mail)
            if self._hasty not in (None, waiting):
                self.tell_screens()
            self._hasty = None
        finally:
            self._counting = False
            settle_down()
        if self._counts_again:
            self.count_waiting()

    def _counts(self) -> tuple[tuple[ReviewItem, ...], int]:
        return self.queue.ask(), self.memory.mailbox().unread

    def _show_counts(self, waiting: int, mail: int) -> None:
        name = self.memory.name
        self.header = self.header._replace(name=name, review=waiting, mail=mail)
        self.write_title(safe(f"memwarden {name}" + (f" ({waiting})" if waiting else "")))

    def tell_screens(self) -> None:
        """Something is other than they show it."""
        for stack in self._screen_stacks.values():
            for screen in stack:
                screen.post_message(TreeChanged())

    async def _ask_peers(self) -> None:
        found = await self.in_thread(lambda: peers(self.memory.carriers, datetime.now(UTC)))
        self.header = self.header._replace(peers=found)
        self._notice()

    def _notice(self) -> None:
        """Show what is not in order here, and say once what it is."""
        found = notices(self.memory, self.watching)
        for notice in found:
            if notice.bad and notice.peer not in self.header.notices:
                self.say(notice.says, tone="warn")
        self.header = self.header._replace(notices=tuple(notice.peer for notice in found))
