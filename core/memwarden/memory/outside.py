"""Take in what changed past us: the text before is kept, the change becomes a record with an honest author."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.ledger import Ledger
from memwarden.memory.notes import NoteKind, is_note_name, walk
from memwarden.memory.recovery import judge
from memwarden.store.cache import Shadow
from memwarden.store.files import locate, read_file, settle, settled_read
from memwarden.store.records import Flag, Record, What
from memwarden.store.sightings import Sightings
from memwarden.store.snapshots import blob_name, revision_of
from memwarden.sync.copies import is_copy, parse
from memwarden.text.diff import Hunk, diff_bytes

Attribute = Callable[[str, str | None], Actor]
"""Who is behind a change past us: note, new revision -> actor."""
Notice = Callable[[Actor, str, bytes, bytes, Sequence[Hunk]], tuple[tuple[Flag, ...], dict[str, object]]]
"""What is to be said of a change: actor, note, before, after, hunks -> flags and refs."""


class Outside:
    """Compares the disk with what we last knew, and tells `taken` of each change. Called under the store's lock."""

    def __init__(
        self, ledger: Ledger, attribute: Attribute, notice: Notice, taken: Callable[[Record], None] = lambda _: None
    ) -> None:
        self._ledger = ledger
        self._attribute = attribute
        self._notice = notice
        self._taken = taken
        self.leftovers: list[str] = []

    def take_in(self, note: str, path: Path) -> bytes | None:
        """The bytes of one note now, whatever changed them recorded first. Raises Refused, DiskFailed."""
        data = read_file(path)
        shadow = self._ledger.store.shadow(note)
        if _known(shadow, data):
            return data
        data = settled_read(path)
        shadow = self._judged(note, shadow)
        if not _known(shadow, data):
            record = self._change(note, data, shadow, first=False)
            self._ledger.keep(record, texts=(data,))
            self._taken(record)
        return data

    def _judged(self, note: str, shadow: Shadow | None) -> Shadow | None:
        """What we last knew, once a write that died half-way is not mistaken for somebody else's change."""
        record = self._ledger.store.record(shadow.head) if shadow else None
        return self._ledger.store.shadow(note) if record and judge(self._ledger, record) else shadow

    def look(self, note: str) -> tuple[Record, ...]:
        """What changed one note past us, as records; none where it is as it was or is no note."""
        before = self._ledger.store.shadow(note)
        try:
            path, name = locate(self._ledger.root, note)
            if name == note:
                self.take_in(note, path)
        except (Refused, DiskFailed):
            return ()
        after = self._ledger.store.shadow(note)
        head = after.head if after and after != before else ""
        record = self._ledger.store.record(head) if head else None
        return (record,) if record else ()

    def rescan(self, *, first: bool) -> tuple[Record, ...]:
        """Compare every note with its last known state; `first`: the tree was never opened before."""
        sightings = self._ledger.store.sightings()
        read = self._read_differing(sightings)
        if not first:
            read |= dict.fromkeys(self._ledger.root / note for note in sightings.there if self._may_be_gone(note))
            read = settle(read)
        changed: dict[str, tuple[Record, bytes | None]] = {}
        start = len(os.fspath(self._ledger.root / "-")) - 1
        for path, data in sorted(read.items(), key=lambda item: (item[1] is None, os.fspath(item[0]))):
            note = os.fspath(path)[start:]
            shadow = None if first else self._judged(note, self._ledger.store.shadow(note))
            if not _known(shadow, data):
                changed[note] = (self._change(note, data, shadow, first=first), data)
        records = _joined_moves(changed)
        if records:
            self._ledger.keep(*records, texts=(text for _, text in changed.values()))
            for record in records:
                self._taken(record)
        if sightings.fresh:
            self._ledger.store.saw(sightings)
        return tuple(records)

    def _read_differing(self, sightings: Sightings) -> dict[Path, bytes | None]:
        """The bytes of every file that does not hold what we know, as it seems; what was seen is not `there` any more.

        A file's stamp is older than its reading: what changes in between is found the next time.
        """
        now = time.time_ns()
        read: dict[Path, bytes | None] = {}
        self.leftovers = []
        for path, kind, status, _ in walk(self._ledger.root, self.leftovers, sightings):
            if kind is not NoteKind.NOTE and kind is not NoteKind.INDEX and kind is not NoteKind.COPY:
                continue
            sightings.there.discard(path)
            file = self._ledger.root / path
            try:
                data = read_file(file)
            except (Refused, DiskFailed):
                continue
            sightings.add(path, status, now)
            if not _known(self._ledger.store.shadow(path), data):
                read[file] = data
        return read

    def _may_be_gone(self, note: str) -> bool:
        return is_note_name(note) or is_copy(note) or not (self._ledger.root / note).is_file()

    def _change(self, note: str, data: bytes | None, shadow: Shadow | None, *, first: bool) -> Record:
        revision = None if data is None else revision_of(data)
        actor = self._attribute(note, revision)
        before = self._ledger.store.text(shadow.revision) if shadow and shadow.revision else None
        what = _verb(note, before, data, first=first)
        hunks = diff_bytes(before or b"", data or b"")
        flags, refs = (
            ((), {}) if before is None or what is What.COPY else self._notice(actor, note, before, data or b"", hunks)
        )
        if (copy := parse(note)) is not None:
            refs = {**refs, "of": copy.original}
        elif data is not None:
            refs = {**refs, "blob": blob_name(data)}
        return self._ledger.draft(actor, what, note, before, data, hunks=hunks, flags=flags, refs=refs)


def _known(shadow: Shadow | None, data: bytes | None) -> bool:
    if shadow is None:
        return data is None
    return shadow.revision == (None if data is None else revision_of(data))


def _verb(note: str, before: bytes | None, data: bytes | None, *, first: bool) -> What:
    if is_copy(note):
        return What.COPY
    if data is None:
        return What.DELETE
    if before is None:
        return What.FOUND if first else What.CREATE
    return What.OUTSIDE


def _joined_moves(changed: dict[str, tuple[Record, bytes | None]]) -> list[Record]:
    """A note gone here and the same bytes new there is one note that moved: history and authors go with it."""
    gone = {record.before: record for record, _ in changed.values() if record.what is What.DELETE and record.before}
    records: list[Record] = []
    moved: dict[str, Record] = {}
    for record, data in changed.values():
        source = gone.get(record.after or "") if record.what is What.CREATE and data else None
        if source is None or source.id in moved:
            records.append(record)
            continue
        moved[source.id] = arrival(record, source)
        records.append(moved[source.id])
    return [departure(record, moved[record.id]) if record.id in moved else record for record in records]


def arrival(record: Record, source: Record) -> Record:
    """The record at the new name of a note that moved from `source.note` with its bytes."""
    return replace(
        record,
        what=What.MOVE,
        before=record.after,
        hunks=(),
        parents=source.parents,
        act=source.act,
        refs={**record.refs, "from": source.note},
    )


def departure(source: Record, target: Record) -> Record:
    """The record at the old name: gone from here, nothing lost."""
    return replace(source, what=What.MOVE, flags=(), refs={"to": target.note})
