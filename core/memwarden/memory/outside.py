"""Take in what changed past us: the text before is kept, the change becomes a record with an honest author."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.actor import NOBODY, Actor
from memwarden.memory.ledger import Ledger
from memwarden.memory.looks import UNWATCHED, Looks, gap_said
from memwarden.memory.lying import Lying
from memwarden.memory.notes import NoteKind, is_note_name, walk
from memwarden.memory.recovery import judge
from memwarden.store.cache import Shadow
from memwarden.store.files import locate, read_file, settle, settled_read
from memwarden.store.records import Flag, Grade, Record, What
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
        self, ledger: Ledger, lying: Lying, attribute: Attribute, notice: Notice, taken: Callable[[Record], None]
    ) -> None:
        self._ledger = ledger
        self._lying = lying
        self._attribute = attribute
        self._notice = notice
        self._taken = taken
        self._looks = Looks(ledger.store.folder)
        self.leftovers: list[str] = []
        self.links: list[str] = []

    def take_in(self, note: str, path: Path) -> bytes | None:
        """The bytes of one note now, whatever changed them recorded first. Raises Refused, DiskFailed."""
        data = read_file(path)
        shadow = self._ledger.store.shadow(note)
        if _known(shadow, data):
            return data
        data = settled_read(path)
        shadow = self._judged(note, shadow)
        if not _known(shadow, data) and (data is None or shadow is None or shadow.revision is None):
            # Gone here, it may be what is new under another name: only a look at the whole tree joins the two.
            self.rescan(first=False)
            data, shadow = read_file(path), self._ledger.store.shadow(note)
        if not _known(shadow, data):
            record = self._change(note, data, shadow, first=False)
            self._ledger.keep(record, texts=(data,))
            self._lying.forget((note,))
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
        now = self._ledger.store.now()
        since = self._looks.unwatched_since(now)
        sightings = self._ledger.store.sightings()
        read = self._read_differing(sightings)
        start = len(os.fspath(self._ledger.root / "-")) - 1
        if not first:
            missing = {self._ledger.root / note: note for note in sightings.there if self._may_be_gone(note)}
            whole = {path: data for path, data in read.items() if self._announced(os.fspath(path)[start:], data)}
            read = whole | settle({path: read[path] for path in read.keys() - whole} | dict.fromkeys(missing))
            self._lying.forget(os.fspath(path)[start:] for path in read)
            read |= dict.fromkeys(path for path, note in missing.items() if self._leads_elsewhere(note))
        changed: dict[str, tuple[Record, bytes | None]] = {}
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
        if since and (unseen := [record for record in records if UNWATCHED in record.refs]):
            self._ledger.note(NOBODY, What.WATCH, **gap_said(since, unseen))
        if sightings.fresh:
            self._ledger.store.saw(sightings)
        self._looks.looked(now)
        return tuple(records)

    def _announced(self, note: str, data: bytes | None) -> bool:
        """Whether it is just what an agent's tool was about to write: then nobody is in the middle of writing it."""
        return data is not None and self._attribute(note, revision_of(data)).grade is Grade.PROVEN

    def _read_differing(self, sightings: Sightings) -> dict[Path, bytes | None]:
        """The bytes of every file that does not hold what we know, as it seems; what was seen is not `there` any more.

        A file's stamp is older than its reading: what changes in between is found the next time.
        """
        now = time.time_ns()
        read: dict[Path, bytes | None] = {}
        self.leftovers, self.links = [], []
        differing = list(walk(self._ledger.root, self.leftovers, sightings))
        self._lying.walked(sightings.same, differing)
        for path, kind, stamp, _ in differing:
            if kind is NoteKind.LINK:
                self.links.append(path)
            if kind is not NoteKind.NOTE and kind is not NoteKind.INDEX and kind is not NoteKind.COPY:
                continue
            sightings.there.discard(path)
            file = self._ledger.root / path
            try:
                data = read_file(file)
            except (Refused, DiskFailed):
                continue
            sightings.add(path, stamp, now)
            if not _known(self._ledger.store.shadow(path), data):
                read[file] = data
        return read

    def _may_be_gone(self, note: str) -> bool:
        return is_note_name(note) or is_copy(note) or not (self._ledger.root / note).is_file()

    def _leads_elsewhere(self, note: str) -> bool:
        """Whether a link stands where the note was: what it leads to is no text of this note."""
        try:
            return locate(self._ledger.root, note)[1] != note
        except Refused:
            return True

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
        since = None if first or actor.via != NOBODY.via else self._looks.unwatched_since(self._ledger.store.now())
        if since:
            refs = {**refs, UNWATCHED: since.isoformat()}
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
    sources = _sources(
        [record for record, _ in changed.values() if record.what is What.DELETE and record.before],
        [record for record, data in changed.values() if record.what is What.CREATE and data],
    )
    arrived = {record.id: arrival(record, source) for record, source in sources}
    left = {source.id: departure(source, arrived[record.id]) for record, source in sources}
    return [arrived.get(record.id) or left.get(record.id) or record for record, _ in changed.values()]


def _sources(gone: Sequence[Record], new: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Each new note with the one gone that has its bytes, of several alike the one that was called as it is."""
    found: list[tuple[Record, Record]] = []
    for named in (True, False):
        paired = {record.id for pair in found for record in pair}
        waiting: dict[tuple[str | None, str], deque[Record]] = {}
        for record in gone:
            if record.id not in paired:
                waiting.setdefault((record.before, _name(record) if named else ""), deque()).append(record)
        for record in new:
            alike = waiting.get((record.after, _name(record) if named else ""))
            if record.id not in paired and alike:
                found.append((record, alike.popleft()))
    return found


def _name(record: Record) -> str:
    return record.note.rpartition("/")[2]


def arrival(record: Record, source: Record) -> Record:
    """The record at the new name of a note that moved from `source.note` with its bytes."""
    return record._replace(
        what=What.MOVE,
        before=record.after,
        hunks=(),
        parents=source.parents,
        act=source.act,
        refs={**record.refs, "from": source.note},
    )


def departure(source: Record, target: Record) -> Record:
    """The record at the old name: gone from here, nothing lost."""
    return source._replace(what=What.MOVE, flags=(), refs={"to": target.note})
