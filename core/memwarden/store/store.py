"""The store of one tree: journal, snapshots and their index behind one lock."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from memwarden.errors import MemwardenError, StoreFailed
from memwarden.store.bodies import Body, body_of
from memwarden.store.cache import STATELESS, STATES, Cache, Shadow, came_under
from memwarden.store.clock import ZERO, Clock, tick
from memwarden.store.entries import Byline, Entry
from memwarden.store.journal import START, Journal, Position
from memwarden.store.lock import TreeLock
from memwarden.store.paths import store_folder, store_id
from memwarden.store.records import Record, What
from memwarden.store.sightings import LIST, Sightings, Stamps, dump_list, load_list
from memwarden.store.snapshots import Snapshots, revision_of
from memwarden.store.thinning import Rewriting
from memwarden.text.diff import HunkMismatch, apply
from memwarden.text.lines import is_utf8, split_lines

T = TypeVar("T")
SNAPSHOT_EVERY = 64
_KEPT_TEXTS = 64


class Store:
    """Everything a machine remembers of a tree. Every method but `open` is called inside `with store.locked()`."""

    def __init__(self, root: Path, folder: Path, wall: Clock = time.time) -> None:
        self.folder = folder
        self._root = root
        self.snapshots = Snapshots(folder / "snapshots")
        self.journal = Journal(folder / "journal")
        self._lock = TreeLock(root)
        with self._lock:
            self.id = store_id(folder)
            self._cache = _open_cache(folder / "cache.sqlite3")
        self._wall = wall
        self._clock = ZERO
        self._texts: OrderedDict[str, bytes] = OrderedDict()
        self._memory: tuple[str, dict[str, Any]] = ("", {})
        self._listed: tuple[bytes, Stamps | None] = b"", None

    @classmethod
    def open(cls, root: Path, state: Path, wall: Clock = time.time) -> Store:
        """The store of the tree at `root`, made where it is missing. Raises StoreFailed."""
        return cls(root, store_folder(root, state), wall)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the tree's lock, with everything read that other processes have written."""
        with self._lock:
            if self._lock.outermost:
                self._catch_up()
            yield

    def close(self) -> None:
        """Pack the segments of the journal that are full, and let go of the index."""
        with suppress(MemwardenError, OSError):
            if self.journal.unsealed():
                with self.locked():
                    self.journal.seal()
        self._cache.close()

    def now(self) -> datetime:
        """The wall clock, with this machine's offset."""
        return datetime.fromtimestamp(self._wall()).astimezone()

    def stamp_clock(self) -> tuple[str, str]:
        """A new `clock` stamp, and a new record id."""
        self._clock = tick(max(self._clock, self._cache.clock or ZERO), int(self._wall() * 1000))
        return self._clock, os.urandom(8).hex()

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
        with self._indexing():
            for record, (position, length) in zip(records, places, strict=True):
                self._cache.add(record, position, length, snapshot=record.id in whole)
            last, length = places[-1]
            self._cache.set_position(type(last)((last[0], last[1] + length)), max(record.clock for record in records))
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

    def sightings(self) -> Sightings:
        """How the notes' files looked that were as we know them."""
        _, data = self._cache.derived(LIST, "") or ("", b"")
        if data != self._listed[0]:
            self._listed = data, load_list(data)
        listed = self._listed[1]
        others = self._cache.shadows().items() if listed is None else self._cache.unlisted()
        return Sightings(dict(listed or ()), others)

    def saw(self, sightings: Sightings) -> None:
        """Remember how files look that still are as they were seen, so that the next scan need not read them."""
        fresh = sightings.fresh.items()
        with self._indexing():
            if sightings.many:
                # The list as it is now: others may have seen something since these sightings began.
                stamps = self.sightings().known | {note: stamp for note, (stamp, _) in fresh}
                self._cache.derive(LIST, "", "", dump_list(stamps))
                self._cache.mark_listed((note, revision) for note, (_, revision) in fresh)
            else:
                for note, (stamp, revision) in fresh:
                    self._cache.stamp(note, stamp, revision)

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

    def entries(
        self, where: str, values: Iterable[Any] = (), *, newest: bool = False, limit: int = -1
    ) -> Iterator[Entry]:
        """As `records`, but only what the index itself holds of them: nothing is read from the journal."""
        order = "seq desc" if newest else "seq"
        return self._cache.entries(f"void = 0 and ({where})", values, order=order, limit=limit)

    def entries_of(self, ids: Iterable[str]) -> Iterator[Entry]:
        """Those of these records that are known, in journal order."""
        return self.entries("id in (select value from json_each(?))", (json.dumps(list(ids)),))

    def bylines(self, ids: Iterable[str]) -> list[Byline]:
        """Who wrote these records: quicker than entries, for the lines of a note."""
        return self._cache.bylines(ids)

    def names(self, note: str) -> tuple[str, ...]:
        """The names that a note had, its present one first."""
        return tuple(dict.fromkeys(name for name, _ in self.spans(note)))

    def spans(self, note: str) -> Iterator[tuple[str, int]]:
        """The names that a note had, its present one first, each with the place in the journal where it lost it."""
        name, below = note, 2**62
        while name:
            yield name, below
            came = "note = ? and what = 'move' and after is not null and seq < ?"
            arrival = next(self.entries(came, (name, below), newest=True, limit=1), None)
            name, below = (arrival.ref, arrival.seq) if arrival else ("", 0)

    def bodies(self, entries: Iterable[Entry]) -> Iterator[Body]:
        """The hunks and refs of these records, in the order asked for."""
        return map(body_of, self.journal.lines((entry.position, entry.length) for entry in entries))

    def states(self, note: str) -> list[Entry]:
        """The records of a note's states, oldest first, followed through its moves, which change no line."""
        chain: list[Entry] = []
        name, below = note, 2**62
        while name:
            found = list(self.entries(f"note = ? and seq < ? and {STATES}", (name, below)))
            start = next((at for at in range(len(found) - 1, -1, -1) if found[at].arrival), 0)
            chain[:0] = found[start:]
            moved = bool(found) and found[start].arrival
            name, below = (found[start].ref, found[start].seq) if moved else ("", 0)
        return chain

    def thin(self, thinning: Rewriting) -> None:
        """Take the texts of these records out of the journal; the index is made anew."""
        self._cache.forget()
        self._texts.clear()
        for segment in thinning.segments:
            self.journal.rewrite(segment, thinning.line)
        self._catch_up()

    def referred(self, besides: Iterable[str]) -> set[str]:
        """Every revision whose text a record other than these may need."""
        left = set(besides)
        entries = [entry for entry in self._cache.entries("1 = 1") if entry.id not in left]
        texts = {entry.ref for entry in entries if entry.what_ in {What.LATE, What.REFUSED}}
        return texts | {name for entry in entries for name in (entry.before, entry.after) if name}

    def sizes(self, note: str, limit: int) -> Iterator[tuple[int, datetime]]:
        """Bytes and time of the note's last versions, newest first."""
        return self._cache.sizes(note, limit)

    def derived(self, kind: str, name: str) -> tuple[str, bytes] | None:
        """What was worked out before, and the tag that says of which state; losing it costs only time."""
        return self._cache.derived(kind, name)

    def derive(self, kind: str, name: str, tag: str, value: bytes) -> None:
        with self._indexing():
            self._cache.derive(kind, name, tag, value)

    def remembered(self, name: str, work_out: Callable[[], T]) -> T:
        """What `work_out` made of holds, verdicts, undos and the like, until there is another record of that kind."""
        if self._memory[0] != self._cache.decided:
            self._memory = (self._cache.decided, {})
        memory = self._memory[1]
        if name not in memory:
            memory[name] = work_out()
        found: T = memory[name]
        return found

    def _catch_up(self) -> None:
        try:
            if not self.journal.ends_at(self._cache.position):
                self._follow()
        except FileNotFoundError:
            self._begin_anew()

    def _follow(self) -> None:
        self._cache.refresh()
        end = self.journal.end()
        if end < self._cache.position:
            # Another journal lies there than the one that was read.
            self._cache.forget()
            self._texts.clear()
        if end != self._cache.position:
            with self._indexing():
                self._read_on(self._cache.position)

    def _begin_anew(self) -> None:
        """Somebody took the journal away while it was open: what happens from now on is kept. Raises StoreFailed."""
        store_folder(self._root, self.folder.parent)
        self.id = store_id(self.folder, self.id)
        self.journal = Journal(self.folder / "journal")
        self._cache.close()
        self._cache = _open_cache(self.folder / "cache.sqlite3")
        self._texts.clear()
        self._follow()

    def _read_on(self, start: Position) -> None:
        last, clock = start, ""
        for position, length, record in self.journal.read(start):
            whole = bool(record.after) and self.snapshots.has(record.after or "")
            self._cache.add(record, position, length, snapshot=whole)
            last, clock = type(position)((position[0], position[1] + length)), max(clock, record.clock)
        self._cache.set_position(last, clock)

    @contextmanager
    def _indexing(self) -> Iterator[None]:
        """Change the index. Where it cannot be kept on disk, as on one that is full, it goes on in memory."""
        try:
            self._cache.begin()
            yield
            self._cache.commit()
        except sqlite3.OperationalError:
            self._cache.close()
            self._cache = Cache(Path(":memory:"))
            self._read_on(START)
        except BaseException:
            self._cache.rollback()
            raise

    def _wants_snapshot(self, record: Record, kept: dict[str, bytes]) -> bool:
        text = kept.get(record.after or "")
        if text is None or record.what in STATELESS:
            return False
        if record.what is What.COPY or not is_utf8(text):
            return True
        shadow = self._cache.shadow(came_under(record))
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
        try:
            for record in reversed(forward):
                lines = apply(lines, record.hunks)
        except HunkMismatch:
            return None
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
        return _private_cache(file)
    except sqlite3.DatabaseError:
        for part in (file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")):
            part.unlink(missing_ok=True)
    try:
        return _private_cache(file)
    except sqlite3.DatabaseError as error:
        raise StoreFailed(f"The index {file} cannot be made: {error}.") from error


def _private_cache(file: Path) -> Cache:
    """SQLite itself would let everybody read it; whatever hinders this here, it says itself."""
    with suppress(OSError):
        file.touch(mode=0o600)
    return Cache(file)
