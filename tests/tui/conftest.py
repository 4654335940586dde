"""Pilots wait for what is there to be done, not for the process to rest: `press` is exact, and quick."""

from __future__ import annotations

import pytest
import textual.app
import textual.pilot
from tests.tui.waiting import until_calm
from textual._context import active_app


@pytest.fixture(autouse=True)
def exact_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def calm(*_: float) -> None:
        await until_calm(active_app.get())

    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", calm)
