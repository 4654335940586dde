"""The app: the tree it holds, the five views, news of the tree, what works everywhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.console import Console
from textual import on
from textual.screen import Screen

from memwarden.errors import MemwardenError
from memwarden_tui.appkeys import APP_KEYS
from memwarden_tui.commands import Command, Trouble
from memwarden_tui.glyphs import UNICODE, Glyphs, choose_glyphs
from memwarden_tui.live import LookAgain
from memwarden_tui.palettes import DARK
from memwarden_tui.peers import notices
from memwarden_tui.screens.opening import OpeningScreen
from memwarden_tui.screens.restore import reopen
from memwarden_tui.tending import TendingApp
from memwarden_tui.theme import choose_theme
from memwarden_tui.views import VIEWS, View

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

Result = TypeVar("Result")

FAILED = 3
"""The exit code of the command line for what should not have happened."""


class MemwardenApp(TendingApp):
    """Screens hear of changes of the tree by `TreeChanged`."""

    KEYS: ClassVar[tuple[Command, ...]] = APP_KEYS

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
        super().__init__(tree, readonly=readonly, theme=theme, glyphs=glyphs, live=live)
        self.wants_another = False
        for view in views:
            self.add_mode(view.name, view.open)

    def get_default_screen(self) -> Screen[Any]:
        return OpeningScreen()

    async def take_up(self) -> None:
        """Begin with what waits; where one was in the middle of something, with that."""
        pushed = self.keeping.pushed
        view = self.keeping.view if self.keeping.view in self._modes else "notes"
        await self.go("review" if not pushed and await self._presses() else view)
        await reopen(self, pushed)

    async def _presses(self) -> bool:
        """Whether anything waits, as far as that is known at once."""
        try:
            return bool(await self.in_thread(self.queue.ask, "Looking at what waits"))
        except MemwardenError as error:
            self.post_message(Trouble(error))
            return False

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

    @on(LookAgain)
    def _look_again(self) -> None:
        self.tree_changed()

    def tree_changed(self) -> None:
        """Tell every screen, and count again."""
        self.queue.forget()
        self.tell_screens()
        self.count_waiting()

    # What works everywhere

    async def do_review(self) -> None:
        await self.go("review")

    async def do_notes(self) -> None:
        await self.go("notes")

    async def do_mail(self) -> None:
        await self.go("mail")

    async def do_agents(self) -> None:
        await self.go("agents")

    async def do_activity(self) -> None:
        await self.go("activity")

    def do_search(self) -> None:
        from memwarden_tui.screens.search import SearchScreen

        if self.screen.is_modal or isinstance(self.screen, SearchScreen):
            return
        self.push_screen(SearchScreen())

    async def do_undo(self) -> None:
        undone = await self.write(lambda: self.memory.person().undo(), "Undoing")
        self.say(f"Undone: {undone.summary}.", redo=True)

    async def do_redo(self) -> None:
        redo = self.memory.person().redo
        await self.write(redo, "Doing it again", said=lambda done: f"Done again: {done.summary}.")

    async def do_standing(self) -> None:
        from memwarden_tui.screens.standing import StandingScreen, kept

        read = partial(kept, self.memory, lambda: notices(self.memory, self.watching))
        self.push_screen(StandingScreen(await self.in_thread(read, "Asking Syncthing and git"), read))

    async def do_another(self) -> None:
        self.wants_another = True
        await self.do_quit()

    async def do_quit(self) -> None:
        """Keys that come while the screen is kept mean nothing any more."""
        self.keep()
        self.leaving = True
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
    while place := path or _picked(chosen, glyphs):
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


def _picked(theme: str, glyphs: Glyphs) -> str:
    """The tree that a person chose, "" for none."""
    from memwarden_tui.picking import pick

    return pick(theme=theme, glyphs=glyphs)
