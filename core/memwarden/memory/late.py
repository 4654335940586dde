"""Files that came out of an exchange, kept open: an editor that held one may still save into it, and that is kept.

A thread of this process looks once more when their time is up, so that no write has to wait for it.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from typing import NamedTuple

from memwarden.errors import StoreFailed
from memwarden.memory.actor import Actor
from memwarden.memory.ledger import Ledger
from memwarden.store.records import Grade, Record, What
from memwarden.store.replace import late_bytes
from memwarden.store.snapshots import revision_of

LATE_SECONDS = 2.0
"""How long a file that came out of an exchange is watched for a late save."""
LATE_FILES = 128
"""So many are watched at a time at most, each an open file; in a run of writes the oldest are looked at early."""
_MANY, _FEW = LATE_FILES // 2, LATE_FILES // 4
"""Of more than many, the thread looks at the oldest until few are left: seldom, and then at a number of them."""
_LOOK_SECONDS = 0.1


class _Out(NamedTuple):
    """An open file with the revision it held then; `due` on the monotonic clock."""

    due: float
    descriptor: int
    record: Record
    revision: str | None


class LateSaves:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._out: deque[_Out] = deque()
        self._found: deque[Record] = deque()
        self._busy = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._wake = threading.Event()

    def watch(self, descriptor: int, record: Record, revision: str | None) -> None:
        """Look later whether somebody saved into this open file, which holds this revision now."""
        if descriptor < 0:
            return
        with self._busy:
            self._out.append(_Out(time.monotonic() + LATE_SECONDS, descriptor, record, revision))
            self._attend()
        if len(self._out) > LATE_FILES:
            self._look(LATE_FILES)
        elif len(self._out) > _MANY:
            self._wake.set()

    def settle(self) -> tuple[Record, ...]:
        """The late saves found since this was asked last, as versions of their own."""
        self._look()
        return tuple(self._found.popleft() for _ in range(len(self._found)))

    def close(self) -> None:
        """Look at all of them at once: the end of a short process."""
        self._closing = True
        self._wake.set()
        if (thread := self._thread) is not None:
            thread.join()
        self._look(0)

    def _attend(self) -> None:
        # A process that was forked has the thread's object, but not the thread.
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._look_on, name="late saves", daemon=True)
            self._thread.start()

    def _look_on(self) -> None:
        while not self._closing:
            self._wake.wait(_LOOK_SECONDS)
            self._look(_FEW if self._wake.is_set() else LATE_FILES)
            with self._busy:
                self._wake.clear()
                if not self._out:
                    self._thread = None
                    return

    def _look(self, most: int = LATE_FILES) -> None:
        """At those whose time is up, and at the oldest where there are more than `most`."""
        while (out := self._due(most)) is not None:
            try:
                if (late := self._late_save(out)) is not None:
                    self._found.append(late)
            except (OSError, StoreFailed):
                # Kept open, so that it is not lost while there is no room for it.
                self._out.append(out._replace(due=time.monotonic() + LATE_SECONDS))
                break
            os.close(out.descriptor)

    def _due(self, most: int) -> _Out | None:
        with self._busy:
            if self._out and (len(self._out) > most or self._out[0].due <= time.monotonic()):
                return self._out.popleft()
        return None

    def _late_save(self, out: _Out) -> Record | None:
        data, record = late_bytes(os.dup(out.descriptor)), out.record
        if (revision := revision_of(data)) == out.revision:
            return None
        actor = Actor("", record.origin, Grade.UNKNOWN, "outside")
        with self._ledger.store.locked():
            self._ledger.store.snapshots.put(data)
            return self._ledger.note(actor, What.LATE, record.note, revision=revision, over=record.id)
