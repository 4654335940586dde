"""Pilots wait for what is there to be done, not for the process to rest, and no hand rests on a key."""

from __future__ import annotations

import pytest
import textual.app
import textual.pilot
from tests.tui.waiting import until_calm
from textual._context import active_app

from memwarden_tui.screens import history_reading, notes_shown, search


@pytest.fixture(autouse=True)
def exact_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def calm(*_: float) -> None:
        await until_calm(active_app.get())

    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", calm)


@pytest.fixture(autouse=True)
def quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked for once the cursor rests is asked for at once."""
    for module, name in ((notes_shown, "PAUSE"), (notes_shown, "REST"), (history_reading, "PAUSE"), (search, "PAUSE")):
        monkeypatch.setattr(module, name, 0.001)
