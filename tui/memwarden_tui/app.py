"""The app: the tree it holds, the five views, news of the tree, what works everywhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.console import Console
from textual import on
from textual.reactive import reactive
from textual.screen import Screen

from memwarden.errors import MemwardenError
from memwarden.memory.live import Live
from memwarden_tui.appkeys import APP_KEYS
from memwarden_tui.commands import Command, Trouble
from memwarden_tui.dressing import DressedApp
from memwarden_tui.glyphs import UNICODE, Glyphs, choose_glyphs
from memwarden_tui.keeping import Keeping
from memwarden_tui.live import LookAgain, TreeChanged
from memwarden_tui.palettes import DARK
from memwarden_tui.peers import peers
from memwarden_tui.picking import pick
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.opening import OpeningScreen
from memwarden_tui.screens.search import SearchScreen
from memwarden_tui.theme import choose_theme
from memwarden_tui.views import VIEWS, View
from memwarden_tui.widgets.header import HeaderData

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

Result = TypeVar("Result")

FAILED = 3
"""The exit code of the command line for what should not have happened."""
PEERS = 10.0
"""Seconds between questions to what carries the tree."""


class MemwardenApp(DressedApp):
    """`memory` is read in worker threads only; screens hear of its changes by `TreeChanged`."""

    KEYS: ClassVar[tuple[Command, ...]] = APP_KEYS

    header: reactive[HeaderData] = reactive(HeaderData())

    def __init__(
        self,
        tree: Tree,
        *,
        readonly: bool = False,
        theme: str = DARK.name,
        glyphs: Glyphs = UNICODE,
        views: Sequence[View] = VIEWS,
        live: bool = True,
    ) -> None:
        """Without `live` nothing outside is watched or asked."""
        super().__init__(readonly=readonly or bool(tree.readonly), theme=theme, glyphs=glyphs)
        self.memory = tree
        self.wants_another = False
        self.keeping = Keeping(tree)
        self._live = Live(tree, lambda _records: self.notify_changed()) if live else None
        for view in views:
            self.add_mode(view.name, view.open)

    def get_default_screen(self) -> Screen[Any]:
        return OpeningScreen()

    # From the first minute to the last

    def on_mount(self) -> None:
        self.write_to_terminal("\x1b[22;2t")
        self.run_worker(self._begin(), group="begin")

    def on_unmount(self) -> None:
        self.write_to_terminal("\x1b[23;2t")
        if self._live is not None:
            self._live.stop()

    async def _begin(self) -> None:
        try:
            await self.in_thread(self.keeping.load, "Looking at the notes")
        except MemwardenError as error:
            self.post_message(Trouble(error))
        await self._count()
        kept = self.keeping.view if self.keeping.view in self._modes else "notes"
        await self._go("review" if self.header.review else kept)
        if self._live is not None:
            await self.in_thread(self._live.start)
            await self._ask_peers()
            self.set_interval(PEERS, self._ask_peers)

    async def _go(self, view: str) -> None:
        self._keep()
        await self.switch_mode(view)
        self.keeping.view = view

    def _keep(self) -> None:
        for stack in self._screen_stacks.values():
            for screen in stack:
                if isinstance(screen, ViewScreen) and screen.is_filled:
                    self.keeping.put(screen, screen.remember())

    async def _count(self) -> None:
        """Count what waits, for the header and for the terminal's own title."""
        try:
            name, review, mail = await self.in_thread(self._counts)
        except MemwardenError as error:
            self.post_message(Trouble(error))
            return
        self.header = replace(self.header, name=name, review=review, mail=mail)
        self.write_title(safe(f"memwarden {name}" + (f" ({review})" if review else "")))

    def _counts(self) -> tuple[str, int, int]:
        return self.memory.name, len(self.memory.review()), self.memory.mailbox().unread

    async def _ask_peers(self) -> None:
        found = await self.in_thread(lambda: peers(self.memory.carriers, datetime.now(UTC)))
        self.header = replace(self.header, peers=found)

    # Work and news

    async def write(
        self, work: Callable[[], Result], doing: str = "", *, said: str | Callable[[Result], str] = ""
    ) -> Result:
        """A person's act in a thread: the toast says `said` and how to undo it, every screen hears of it."""
        result = await self.in_thread(work, doing, can_stop=False)
        if text := said if isinstance(said, str) else said(result):
            self.say(text, undo=True)
        self.tree_changed()
        return result

    def notify_changed(self) -> None:
        """Something changed the tree from outside and was taken in; from any thread."""
        self.post_message(LookAgain())

    @on(LookAgain)
    def _look_again(self) -> None:
        self.tree_changed()

    def tree_changed(self) -> None:
        """Tell every screen, and count again."""
        for stack in self._screen_stacks.values():
            for screen in stack:
                screen.post_message(TreeChanged())
        count: Callable[[], Awaitable[None]] = self._count
        self.run_worker(count, group="count", exclusive=True)

    # What works everywhere

    async def do_review(self) -> None:
        await self._go("review")

    async def do_notes(self) -> None:
        await self._go("notes")

    async def do_mail(self) -> None:
        await self._go("mail")

    async def do_agents(self) -> None:
        await self._go("agents")

    async def do_activity(self) -> None:
        await self._go("activity")

    def do_search(self) -> None:
        if self.screen.is_modal or isinstance(self.screen, SearchScreen):
            return
        self.push_screen(SearchScreen())

    async def do_undo(self) -> None:
        undone = await self.write(lambda: self.memory.person().undo(), "Undoing")
        self.say(f"Undone: {undone.summary}.", redo=True)

    async def do_redo(self) -> None:
        redo = self.memory.person().redo
        await self.write(redo, "Doing it again", said=lambda done: f"Done again: {done.summary}.")

    async def do_another(self) -> None:
        self.wants_another = True
        await self.do_quit()

    async def do_quit(self) -> None:
        self._keep()
        try:
            await self.in_thread(self.keeping.save)
        finally:
            self.exit()


def run(path: str | None, *, readonly: bool = False, theme: str = "", ascii: bool = False) -> None:
    """Open the tree at `path` on the screen, until it is left; None asks which one.

    Raises Refused for no tree or no such theme.
    """
    from memwarden.memory.tree import Tree

    chosen = choose_theme(theme, os.environ, Console(force_terminal=True).color_system)
    glyphs = choose_glyphs(ascii, os.environ, sys.stdout.encoding or "utf-8")
    while place := path or pick(theme=chosen, glyphs=glyphs):
        tree = Tree.open(place, readonly=readonly)
        try:
            app = MemwardenApp(tree, readonly=readonly, theme=chosen, glyphs=glyphs)
            app.run()
        finally:
            tree.close()
        if app.return_code:
            raise SystemExit(FAILED)
        if not app.wants_another:
            return
        path, chosen = None, app.theme
