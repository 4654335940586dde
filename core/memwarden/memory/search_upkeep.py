"""Keep the full-text index in step with the notes, in a thread of its own that a search sets going."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from memwarden.errors import DiskFailed, MemwardenError, Refused
from memwarden.memory.notes import is_note_path
from memwarden.store.cache import Shadow
from memwarden.store.files import read_file
from memwarden.store.fulltext import Marker
from memwarden.store.indexing import Indexing, drop
from memwarden.store.snapshots import revision_of
from memwarden.store.store import Store
from memwarden.sync.copies import is_copy
from memwarden.text.lines import decode

if TYPE_CHECKING:
    from memwarden.memory.workings import Workings

A_FEW = 32
MUCH = 1 << 18
"""Characters after which no more is taken into one transaction."""
ROOM = 1 << 27
"""Bytes that the index leaves free on the store's disk: the history needs them more."""
PATIENCE = 1.0


class Changes(NamedTuple):
    """What notes hold at `now` that changed since some marker: revisions, None for one that is gone.

    `all`: these are all there are, since the marker is none of this journal.
    """

    now: Marker
    notes: Mapping[str, str | None]
    all: bool


def changes_since(store: Store, marker: Marker | None) -> Changes | None:
    """None where nothing was ever recorded."""
    with store.locked():
        entries = list(store.entries("seq >= ?", (marker.seq,))) if marker else []
        if marker and entries and entries[0].id == marker.id:
            known: dict[str, Shadow | None] = {entry.note: store.shadow(entry.note) for entry in entries[1:]}
        else:
            marker, known = None, {**store.shadows()}
            entries = list(store.entries("1 = 1", newest=True, limit=1))
    if not entries:
        return None
    notes = {note: shadow and shadow.revision for note, shadow in known.items() if is_searched(note)}
    return Changes(Marker(entries[-1].seq, entries[-1].id), notes, all=marker is None)


def is_searched(path: str) -> bool:
    return is_note_path(path) and not is_copy(path)


class Upkeep:
    """At most one thread; what it cannot do, as on a full disk, it leaves for the next time."""

    def __init__(self, tree: Workings) -> None:
        self._tree = tree
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """Bring the index up to date, now or soon."""
        if not self._stopping.is_set() and (self._thread is None or not self._thread.is_alive()):
            self._thread = threading.Thread(target=self._run, name="memwarden-fulltext", daemon=True)
            self._thread.start()

    def begin_anew(self) -> None:
        """Take away an index that is damaged."""
        with suppress(MemwardenError, OSError):
            drop(self._tree.store.folder)

    def wait(self, seconds: float) -> None:
        """Until it is up to date, at most so long."""
        if self._thread is not None:
            self._thread.join(seconds)

    def stop(self) -> None:
        """For good; a note of megabytes is not waited for."""
        self._stopping.set()
        self.wait(PATIENCE)

    def _run(self) -> None:
        try:
            with closing(Indexing(self._tree.store.folder)) as indexing:
                self._bring_up_to_date(indexing)
        except (sqlite3.Error, MemwardenError, OSError) as error:
            if is_damage(error):
                self.begin_anew()

    def _bring_up_to_date(self, indexing: Indexing) -> None:
        marker = indexing.marker
        changes = changes_since(self._tree.store, marker)
        if changes is not None and changes.now != marker:
            indexing.follow(marker, changes.now, changes.notes, all=changes.all)
            indexing.tidy()
        after = ""
        while self._may_go_on() and (waiting := indexing.waiting(after, A_FEW)):
            texts: list[tuple[str, str, str]] = []
            for after, revision in waiting:
                texts.extend(self._text(after, revision))
                if sum(len(text) for _, _, text in texts) > MUCH:
                    break
            indexing.add(texts)

    def _may_go_on(self) -> bool:
        disk = os.statvfs(self._tree.store.folder)
        return not self._stopping.is_set() and disk.f_bavail * disk.f_frsize > ROOM

    def _text(self, note: str, revision: str) -> Iterator[tuple[str, str, str]]:
        """Nothing where the file holds another text by now: that one is asked for once it is known."""
        with suppress(Refused, DiskFailed):
            data = read_file(self._tree.root / note)
            if data is not None and revision_of(data) == revision:
                yield note, revision, decode(data)


def is_damage(error: Exception) -> bool:
    """Whether the index itself is broken, not only out of reach."""
    return type(error) is sqlite3.DatabaseError
