"""Work in threads: awaited on the loop, with a word on the screen when it takes longer than a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any, Generic, TypeVar

from textual.app import App
from textual.worker import Worker, WorkerCancelled, WorkerFailed

from memwarden_tui.widgets.toast import Said

Result = TypeVar("Result")

MOMENT = 0.2
"""Seconds after which work says what it does."""


class Working:
    """One piece of work under way; `doing` is empty for work that stays quiet."""

    def __init__(self, worker: Worker[Any], doing: str, *, can_stop: bool) -> None:
        self.worker = worker
        self.doing = doing
        self.can_stop = can_stop
        self._began = monotonic()

    @property
    def said(self) -> Said | None:
        """The progress line, once there is a reason for one."""
        took = monotonic() - self._began
        if not self.doing or took < MOMENT:
            return None
        seconds = f", {int(took)} s" if took >= 1 else ""
        return Said(f"{self.doing}{seconds}", key="esc" if self.can_stop else "", act="Stop")


class _Errand(Generic[Result]):
    """Work that is let go of once it is done, and its result once that is taken.

    A worker lies in a circle and so stays until all garbage is looked for: it is to hold no note until then.
    """

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = [work]
        self._results: list[Result] = []

    def run(self) -> None:
        self._results.append(self._work.pop()())

    def take(self) -> Result:
        return self._results.pop()


class Desk:
    """What is being worked on; `show` is told the progress line whenever it may have changed."""

    def __init__(self, app: App[Any], show: Callable[[Said | None], None]) -> None:
        self._app = app
        self._show = show
        self._running: list[Working] = []

    async def in_thread(self, work: Callable[[], Result], doing: str, *, can_stop: bool) -> Result:
        """The result of `work`; its own error where it raised one.

        Raises CancelledError where a person stopped it: the thread runs on, and what it gives is dropped.
        """
        # A worker without a description is described by its work, and so by every note that this was given.
        said = doing or "in a thread"
        errand = _Errand(work)
        worker = self._app.run_worker(errand.run, thread=True, exit_on_error=False, group="tree", description=said)
        entry = Working(worker, doing, can_stop=can_stop)
        self._running.append(entry)
        timer = self._app.set_interval(MOMENT, self._tell) if doing else None
        try:
            await worker.wait()
            return errand.take()
        except WorkerFailed as failed:
            raise failed.error from None
        except WorkerCancelled:
            raise asyncio.CancelledError from None
        finally:
            self._running.remove(entry)
            if timer is not None:
                timer.stop()
                self._tell()

    def _tell(self) -> None:
        self._show(next((said for entry in reversed(self._running) if (said := entry.said)), None))

    @property
    def stoppable(self) -> Working | None:
        """The newest work that says what it does and may be stopped."""
        return next((one for one in reversed(self._running) if one.can_stop and one.said), None)

    def stop(self) -> bool:
        """Stop waiting for it; False where there is none."""
        entry = self.stoppable
        if entry is not None:
            entry.worker.cancel()
        return entry is not None
