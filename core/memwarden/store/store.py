"""The store of one tree: journal, snapshots and their index behind one lock."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memwarden.errors import StoreFailed
from memwarden.store.cache import STATELESS, Cache, Shadow
from memwarden.store.clock import ZERO, tick
from memwarden.store.files import Stamp
from memwarden.store.journal import Journal
from memwarden.store.lock import TreeLock
from memwarden.store.paths import store_folder, store_id
from memwarden.store.records import Record, What
from memwarden.store.snapshots import Snapshots, revision_of
from memwarden.text.diff import apply
from memwarden.text.lines import is_utf8, split_lines

SNAPSHOT_EVERY = 64
_KEPT_TEXTS = 64


class Store:
    """Everything a machine remembers of a tree. Every method but `open` is called inside `with store.locked()`."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        self.id = store_id(folder)
        self.snapshots = Snapshots(folder / "snapshots")
        self.journal = Journal(folder / "journal")
        self._lock = TreeLock(root)
        self._cache = _open_cache(folder / "cache.sqlite3")
        self._clock = ZERO
        self._texts: OrderedDict[str, bytes] = OrderedDict()

    @classmethod
    def open(cls, root: Path, state: Path) -> Store:
        """The store of the tree at `root`, made where it is missing. Raises StoreFailed."""
        return cls(root, store_folder(root, state))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the tree's lock, with everything read that other processes have written."""
        with self._lock:
            if self._lock.outermost:
                self._catch_up()
            yield

    def close(self) -> None:
        self._cache.close()

    def stamp_clock(self) -> tuple[str, str]:
        """A new `clock` stamp, and a new record id."""
        self._clock = tick(max(self._clock, self._cache.clock or ZERO), time.time_ns() // 1_000_000)
        return self._clock, secrets.token_hex(8)

    def append(self, *records: Record, texts: Iterable[bytes] = ()) -> None:
        """Write records durably and index them. `texts` are `after` texts, known to be cheap to remember.

        A text is also kept whole where the chain of hunks from the last whole text grew long, and where it is not
        UTF-8. Raises OSError.
        """
        kept = {revision_of(text): text for text in texts}
        whole = {record.id for record in records if self._wants_snapshot(record, kept)}
        for record in records:
            if record.id in whole and record.after:
                self.snapshots.put(kept[record.after])
        places = self.journal.append(list(records))
        self._cache.begin()
        for record, (position, length) in zip(records, places, strict=True):
            self._cache.add(record, position, length, snapshot=record.id in whole)
        last, length = places[-1]
        self._cache.set_position(type(last)((last[0], last[1] + length)))
        self._cache.commit()
        for revision, text in kept.items():
            self._remember(revision, text)

    def text(self, revision: str) -> bytes | None:
        """The bytes of a revision: from memory, a snapshot, or the chain of hunks that made it."""
        if revision in self._texts:
            return self._texts[revision]
        data = self.snapshots.get(revision)
        if data is None:
            data = self._replayed(revision)
        if data is not None:
            self._remember(revision, data)
        return data

    def shadow(self, note: str) -> Shadow | None:
        return self._cache.shadow(note)

    def shadows(self) -> dict[str, Shadow]:
        return self._cache.shadows()

    def stamp_files(self, stamps: Iterable[tuple[str, Stamp]]) -> None:
        """Remember how unchanged files look, so that the next scan need not read them."""
        self._cache.begin()
        for note, stamp in stamps:
            self._cache.stamp(note, stamp)
        self._cache.commit()

    def record(self, record_id: str) -> Record | None:
        return next(self.records("id = ?", (record_id,)), None)

    def records(
        self, where: str, values: Iterable[Any] = (), *, newest: bool = False, limit: int = -1
    ) -> Iterator[Record]:
        """Records that meet an SQL condition over the index's columns, void ones left out, in journal order."""
        order = "seq desc" if newest else "seq"
        for place in self._cache.places(f"void = 0 and ({where})", values, order=order, limit=limit):
            record = self.journal.at(place.position, place.length)
            if record is not None:
                yield record

    def count(self, where: str, values: Iterable[Any] = ()) -> int:
        return self._cache.count(f"void = 0 and ({where})", values)

    def lineage(self, note: str) -> list[Record]:
        """The records of a note's states, oldest first, followed through its moves."""
        chain: list[Record] = []
        name, below = note, 2**62
        while name:
            states = [
                (place.seq, record)
                for place in self._cache.places("void = 0 and note = ? and seq < ?", (name, below))
                if (record := self.journal.at(place.position, place.length)) and record.what not in STATELESS
            ]
            start = next(
                (
                    at
                    for at in range(len(states) - 1, -1, -1)
                    if states[at][1].what is What.MOVE and states[at][1].after is not None
                ),
                0,
            )
            chain[:0] = [record for _, record in states[start:]]
            moved = bool(states) and states[start][1].what is What.MOVE
            name, below = (str(states[start][1].refs.get("from", "")), states[start][0]) if moved else ("", 0)
        return chain

    def _catch_up(self) -> None:
        start = self._cache.position
        if start == self.journal.end():
            return
        self._cache.begin()
        last = start
        for position, length, record in self.journal.read(start):
            whole = bool(record.after) and self.snapshots.has(record.after or "")
            self._cache.add(record, position, length, snapshot=whole)
            last = type(position)((position[0], position[1] + length))
        self._cache.set_position(last)
        self._cache.commit()

    def _wants_snapshot(self, record: Record, kept: dict[str, bytes]) -> bool:
        text = kept.get(record.after or "")
        if text is None or record.what in STATELESS:
            return False
        if record.what in {What.COPY, What.MOVE} or not is_utf8(text):
            return True
        shadow = self._cache.shadow(record.note)
        return shadow is not None and shadow.depth + 1 >= SNAPSHOT_EVERY

    def _replayed(self, revision: str) -> bytes | None:
        """Walk back over first parents to a text we hold, then forward over the hunks."""
        forward: list[Record] = []
        held: bytes | None = None
        step = next(self.records("after = ?", (revision,), newest=True, limit=1), None)
        while step is not None:
            forward.append(step)
            if step.before is None:
                held = b""
                break
            held = self._texts.get(step.before) or self.snapshots.get(step.before)
            if held is not None:
                break
            step = self.record(step.parents[0]) if step.parents else None
        if held is None:
            return None
        lines = split_lines(held)
        for record in reversed(forward):
            lines = apply(lines, record.hunks)
        data = b"".join(lines)
        return data if revision_of(data) == revision else None

    def _remember(self, revision: str, data: bytes) -> None:
        self._texts[revision] = data
        self._texts.move_to_end(revision)
        while len(self._texts) > _KEPT_TEXTS:
            self._texts.popitem(last=False)


def _open_cache(file: Path) -> Cache:
    """The index, made anew where it is damaged: it holds nothing that the journal does not."""
    try:
        return Cache(file)
    except sqlite3.DatabaseError:
        for part in (file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")):
            part.unlink(missing_ok=True)
    try:
        return Cache(file)
    except sqlite3.DatabaseError as error:
        raise StoreFailed(f"The index {file} cannot be made: {error}.") from error
