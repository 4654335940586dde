"""Hints that something in the tree changed: events where the system gives them, else looking again and again.

A hint is a set of paths relative to the tree that may have changed; a path may be a folder, and the empty
set means anything may have. Hints can be missed and can be wrong: a rescan is the truth. Reading gives none.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memwarden.sync.copies import is_skipped
from memwarden.sync.poll import Poller
from memwarden.sync.watchlimit import shortfall

if TYPE_CHECKING:
    from memwarden.sync.events import EventSource

DEBOUNCE = 0.15
"""Seconds in which hints are gathered into one."""

EVERYTHING: frozenset[str] = frozenset()
_STOP_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class WatchState:
    """How the tree is watched; `reason` is for a person, and empty while all is as it should be."""

    mode: Literal["events", "polling", "off"]
    reason: str = ""


class Watcher:
    """Watches one tree from `start` to `stop`; `on_hint` is called from one thread of its own."""

    def __init__(self, root: Path, on_hint: Callable[[frozenset[str]], None]) -> None:
        self.root = Path(os.path.realpath(root))
        self._on_hint = on_hint
        self._state = WatchState("off")
        self._seen: queue.SimpleQueue[tuple[str, bool] | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._events: EventSource | None = None
        self._poller: Poller | None = None
        self._thread: threading.Thread | None = None

    @property
    def state(self) -> WatchState:
        return self._state

    def start(self) -> None:
        """Returns once changes are noticed. What the system refuses becomes polling, never an error."""
        if self._thread is not None:
            return
        self._stopping = threading.Event()
        self._seen = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._deliver, name="memwarden-hints", daemon=True)
        self._thread.start()
        try:
            from memwarden.sync.events import EventSource

            self._events = EventSource(self.root, self._enqueue, self._lost)
        except (OSError, ImportError, RuntimeError) as error:
            self._poll(f"the system gives no events for this folder ({error})")
            return
        self._state = WatchState("events")
        self._check_limit()

    def stop(self) -> None:
        """Returns promptly; no hint comes after it."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._stopping.set()
        self._seen.put(None)
        if self._events is not None:
            self._events.stop()
        if thread is not threading.current_thread():
            thread.join(_STOP_SECONDS)
        if self._poller is not None:
            self._poller.stop()
        self._events = self._poller = None
        self._state = WatchState("off")

    def _enqueue(self, path: str, folder: bool) -> None:
        """What sources call, from their own threads: quick, or the system drops events."""
        relative = path.removeprefix(str(self.root)).removeprefix("/")
        if not is_skipped(relative):
            self._seen.put((relative, folder))

    def _lost(self) -> None:
        if self._poller is None:
            self._state = replace(self._state, reason="the system lost events; everything was looked at again")
        self._seen.put(("", False))

    def _deliver(self) -> None:
        stopping, seen = self._stopping, self._seen
        while (first := seen.get()) is not None:
            gathered = [first]
            stopping.wait(DEBOUNCE)
            while not seen.empty() and (more := seen.get()) is not None:
                gathered.append(more)
            if stopping.is_set():
                return
            if any(folder for _, folder in gathered) and self._poller is None:
                self._check_limit()
            self._tell(frozenset(path for path, _ in gathered))

    def _tell(self, paths: frozenset[str]) -> None:
        try:
            self._on_hint(EVERYTHING if "" in paths else paths)
        except Exception as error:
            # The thread must outlive a fault of whoever listens, and the fault must not stay silent.
            self._state = replace(self._state, reason=f"a hint could not be taken in: {error!r}")

    def _check_limit(self) -> None:
        """Nobody reports that the system's limit left folders unwatched: count them."""
        if reason := shortfall(self.root):
            self._poll(reason)

    def _poll(self, reason: str) -> None:
        self._poller = Poller(self.root, self._enqueue)
        self._state = WatchState("polling", f"{reason}: looking every {self._poller.interval:.0f} s instead")
