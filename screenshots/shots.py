"""What is pictured: every view by the keys that lead to it from the first screen, and how an app is brought there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App
from textual.pilot import Pilot

_TRAVEL = ("2", "slash", *"travel", "enter", "escape", "enter")
_LINE_TEN = ("j",) * 9

VIEWS = {
    "review": ("j",),
    "notes": (*_TRAVEL, *_LINE_TEN),
    "mail": ("3",),
    "agents": ("4",),
    "activity": ("5",),
}
PUSHED = {
    "conflict": ("enter",),
    "history": (*_TRAVEL, "h", "j", "j", "j"),
    "proposal": ("slash", *"agent-rules", "enter", "escape", "j", "j", "enter"),
    "help": (*_TRAVEL, *_LINE_TEN, "question_mark"),
}


@asynccontextmanager
async def standing(app: App[Any], size: tuple[int, int], keys: Sequence[str]) -> AsyncIterator[Pilot[Any]]:
    """The app on a screen of this size (columns, rows) after these keys, with nothing under way."""
    async with app.run_test(size=size) as pilot:
        await _settled(pilot)
        await press(pilot, keys)
        yield pilot


async def press(pilot: Pilot[Any], keys: Sequence[str]) -> None:
    """These keys, one after the other, and what each of them begins."""
    for key in keys:
        pilot.app.simulate_key(key)
        await _settled(pilot)
    await pilot.pause()
    await _settled(pilot)


async def _settled(pilot: Pilot[Any]) -> None:
    """Three times quiet: what a worker gives is a message, which may start the next worker."""
    for _ in range(3):
        await pilot.pause(0)
        while any(not worker.is_finished for worker in list(pilot.app.workers)):
            await pilot.pause(0.005)
