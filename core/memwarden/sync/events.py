"""The system's file events, through watchdog: only changes are asked for, so that a reader costs nothing."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable
from pathlib import Path

from watchdog import events
from watchdog.observers import Observer

_WANTED: list[type[events.FileSystemEvent]] = [
    events.FileModifiedEvent,
    events.FileCreatedEvent,
    events.FileDeletedEvent,
    events.FileMovedEvent,
    events.DirCreatedEvent,
    events.DirDeletedEvent,
    events.DirMovedEvent,
]
_JOIN_SECONDS = 2.0


class EventSource(events.FileSystemEventHandler):
    """Calls `seen(path, is_folder)` for every changed path under `root`, `lost()` when events were dropped.

    Begins when made; raises `OSError` where the system has no watches or instances left.
    """

    def __init__(self, root: Path, seen: Callable[[str, bool], None], lost: Callable[[], None]) -> None:
        self._seen = seen
        # `mkdir -p` makes watchdog meet a folder twice and warn: on stderr, so into the screen, or, where warnings
        # are errors, by ending the thread that reads every watch of the process.
        warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning, r"watchdog\.")
        self._log = _Overflow(lost)
        logging.getLogger("watchdog").addHandler(self._log)
        self._observer = Observer()
        try:
            self._observer.schedule(self, str(root), recursive=True, event_filter=_WANTED)
            self._observer.start()
        except Exception:
            logging.getLogger("watchdog").removeHandler(self._log)
            raise

    def dispatch(self, event: events.FileSystemEvent) -> None:
        for path in (event.src_path, event.dest_path):
            if path:
                self._seen(os.fsdecode(path), event.is_directory)

    def stop(self) -> None:
        """Ends the system's watches and their threads."""
        logging.getLogger("watchdog").removeHandler(self._log)
        self._observer.stop()
        self._observer.join(_JOIN_SECONDS)


class _Overflow(logging.Handler):
    """watchdog tells of an overflowing queue in its log and nowhere else."""

    def __init__(self, lost: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._lost = lost

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in record.getMessage():
            self._lost()
