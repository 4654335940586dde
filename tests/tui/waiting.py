"""Waiting until an app has done all there is to do: exact, where Textual's own wait watches the process for 20 ms."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.app import App
from textual.timer import Timer

TURNS = 3
"""Turns of the loop without anything to do, after which nothing more comes by itself."""
DEBOUNCE = 0.3
"""One-shot timers up to so many seconds are waited for: they are part of what a key began."""
A_MOMENT = 0.002


async def until_calm(app: App[Any]) -> None:
    """Return once no message is queued, nothing is to be drawn, no worker runs and no short timer will fire.

    A command that waits for a person's answer to its question is no work.
    """
    calm = 0
    while calm < TURNS and app.is_running:
        queued, working = _queued(app), _works(app)
        if not queued:
            app.screen._on_timer_update()
        await asyncio.sleep(A_MOMENT if working and not queued else 0)
        calm = 0 if working or queued or _queued(app) else calm + 1


def _works(app: App[Any]) -> bool:
    asked = any(answer.future is not None for answer in app.screen._result_callbacks)
    if any(not worker.is_finished and not (asked and worker.group == "commands") for worker in list(app.workers)):
        return True
    pumps = (app, *list(app._registry))
    return any(_fires_soon(timer) for pump in pumps for timer in list(pump._timers))


def _fires_soon(timer: Timer) -> bool:
    once = timer._repeat == 0 and timer._interval <= DEBOUNCE
    return once and timer._task is not None and not timer._task.done()


def _queued(app: App[Any]) -> bool:
    return bool(app.screen._callbacks) or any(
        pump._message_queue is not None and (not pump._message_queue.empty() or pump._next_callbacks)
        for pump in (app, *list(app._registry))
    )
