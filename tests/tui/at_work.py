"""A person at work on a real tree: the app on it, keys pressed until everything has settled, and what is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.tui.remembered import TRAVEL
from tests.tui.stand_in import screen_text
from tests.tui.waiting import until_calm
from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot

from memwarden import Tree
from memwarden_tui.app import MemwardenApp
from memwarden_tui.screens.notes import NotesScreen

WIDE, NARROW = (120, 36), (80, 24)


class Desk:
    """`press` waits until what a key began is over."""

    def __init__(self, app: MemwardenApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)

    async def type(self, text: str) -> None:
        """Letters into a field, at a hand's speed: only a new line, which may leave the field, is waited for."""
        first, *more = text.split("\n")
        for letter in first:
            self.app.post_message(Key(_character_to_key(letter), letter))
        await self.settle()
        if more:
            await self.press("enter")
            await self.type("\n".join(more))

    async def settle(self) -> None:
        await until_calm(self.app)

    @property
    def screen(self) -> Any:
        return self.app.screen

    @property
    def rows(self) -> list[str]:
        return screen_text(self.app)

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def toast(self) -> str:
        return self.app.said.text if self.app.said else ""

    @property
    def keys(self) -> str:
        """The last row."""
        return self.rows[-1]


@asynccontextmanager
async def at_work(tree: Tree, size: tuple[int, int] = WIDE, **options: Any) -> AsyncIterator[Desk]:
    app = MemwardenApp(tree, live=False, **options)
    async with app.run_test(size=size) as pilot:
        desk = Desk(app, pilot)
        await desk.settle()
        yield desk


async def notes_of(desk: Desk, note: str = TRAVEL, line: int = 0) -> NotesScreen:
    """The Notes view with a note in it, the cursor on a line from 0."""
    await desk.press("2")
    screen = desk.screen
    assert isinstance(screen, NotesScreen)
    screen.show_note(note, line)
    await desk.settle()
    return screen
