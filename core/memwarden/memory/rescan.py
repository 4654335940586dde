"""A look at the whole tree, in slices: whoever writes meanwhile waits for one of them, never for all.

Walking, reading and waiting for programs in the middle of a save need no lock. What they found is compared and taken in
under it, as long as nobody else recorded anything of the note since it was read: such a note is looked at again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.actor import NOBODY
from memwarden.memory.ledger import Ledger
from memwarden.memory.looks import UNWATCHED, gap_said
from memwarden.memory.lying import Lying
from memwarden.memory.notes import Found, NoteKind, is_note_name, walk
from memwarden.memory.outside import Outside, is_known
from memwarden.memory.renamed import came_from, joined
from memwarden.store.cache import Shadow
from memwarden.store.files import is_gone, read_if_possible, read_own, settle
from memwarden.store.records import Record, What
from memwarden.store.sightings import Sightings
from memwarden.store.snapshots import revision_of
from memwarden.sync.copies import is_copy

SLICE_SECONDS = 0.03
"""So long the lock is held for comparing; what was found is kept on top of it."""
_PAUSE_SECONDS = 0.002
_TEXTS = frozenset({NoteKind.NOTE, NoteKind.INDEX, NoteKind.COPY})

T = TypeVar("T")
Announced = Callable[[str, str], bool]
"""Whether a revision of a note is just what an agent's tool was about to write: nobody is in the middle of it then."""


class _Seen(NamedTuple):
    """What a file held (None: gone), and what was known of the note then."""

    note: str
    data: bytes | None
    known: Shadow | None

    @property
    def is_new(self) -> bool:
        return bool(self.data) and (self.known is None or self.known.revision is None)


class Rescan:
    """One look. `links` and `leftovers` are what it found beside the notes."""

    def __init__(self, ledger: Ledger, lying: Lying, outside: Outside, announced: Announced) -> None:
        self._ledger = ledger
        self._store = ledger.store
        self._lying = lying
        self._outside = outside
        self._announced = announced
        self._records: list[Record] = []
        self.leftovers: list[str] = []
        self.links: list[str] = []

    def run(self) -> tuple[Record, ...]:
        """Compare every note with its last known state; the changes, as records. Raises StoreFailed, DiskFailed."""
        with self._store.locked():
            now = self._store.now()
            self._first = self._outside.looks.is_first
            self._since = self._outside.looks.unwatched_since(now)
            sightings = self._store.sightings()
        texts = self._walked(sightings) | dict.fromkeys(filter(self._may_be_gone, sightings.there))
        seen = self._differing(texts)
        if any(one.data is None for one in seen):
            # It may have come to where the walk had already been.
            seen += self._differing(self._read(walk(self._ledger.root, None, sightings), besides=texts))
        again = self._taken_in(seen)
        self._in_slices(again, lambda note: self._records.extend(self._outside.look(note)))
        with self._store.locked():
            if self._since and (unseen := [record for record in self._records if UNWATCHED in record.refs]):
                self._ledger.note(NOBODY, What.WATCH, **gap_said(self._since, unseen))
            if sightings.fresh:
                self._store.saw(sightings)
            self._outside.looks.looked(now)
        return tuple(self._records)

    def _walked(self, sightings: Sightings) -> dict[str, bytes]:
        """The text of every file that does not look as it did; what was seen is not `there` any more.

        A file's stamp is older than its reading: what changes in between is found the next time.
        """
        now = time.time_ns()
        way = self._lying.begin()
        differing = list(walk(self._ledger.root, self.leftovers, sightings))
        with self._store.locked():
            self._lying.walked(way, sightings.same, differing)
        self.links = [path for path, kind, _, _ in differing if kind is NoteKind.LINK]
        texts = self._read(differing)
        for path, _, stamp, _ in differing:
            if path in texts:
                sightings.there.discard(path)
                sightings.add(path, stamp, now, revision_of(texts[path]))
        return texts

    def _read(self, found: Iterable[Found], besides: Container[str] = ()) -> dict[str, bytes]:
        """The texts of these that have one and can be read."""
        paths = [path for path, kind, _, _ in found if kind in _TEXTS and path not in besides]
        read = ((path, read_if_possible(self._ledger.root / path)) for path in paths)
        return {path: data for path, data in read if data is not None}

    def _may_be_gone(self, note: str) -> bool:
        return is_note_name(note) or is_copy(note) or not (self._ledger.root / note).is_file()

    def _differing(self, texts: Mapping[str, bytes | None]) -> list[_Seen]:
        """Those that do not hold what is known of them, once whoever may be writing them is done."""
        sure: list[_Seen] = []
        unsure: dict[Path, _Seen] = {}

        def compare(note: str) -> None:
            shadow, data = self._outside.judged(note, self._store.shadow(note)), texts[note]
            if is_known(shadow, data):
                return
            try:
                # It may have been written through a gate since it was read; now nobody can.
                data = read_own(self._ledger.root, note)
            except (Refused, DiskFailed):
                return
            if is_known(shadow, data):
                return
            one = _Seen(note, data, shadow)
            if self._first or (data is not None and self._announced(note, revision_of(data))):
                sure.append(one)
            else:
                unsure[self._ledger.root / note] = one

        self._in_slices(texts, compare)
        settled = settle({file: one.data for file, one in unsure.items()})
        self._lying.forget(one.note for one in (*sure, *unsure.values()))
        for file, one in unsure.items():
            if file in settled:
                gone = one.data is None and is_gone(self._ledger.root, one.note)
                sure.append(one._replace(data=None if gone else settled[file]))
        return sure

    def _taken_in(self, seen: Collection[_Seen]) -> list[str]:
        """Keep a record of each, of those that moved of both halves at once; those that are to be looked at again."""
        by_name = {one.note: one for one in seen}
        moved = {} if self._first else _moved(seen)
        halves = set(moved.values())
        again: list[str] = []
        found: list[Record] = []
        texts: list[bytes | None] = []

        def take(one: _Seen) -> None:
            source = moved.get(one.note, "")
            both = [one, by_name[source]] if source else [one]
            if not all(map(self._stands, both)):
                again.extend(half.note for half in both)
                return
            if not source and one.is_new and not self._first:
                # It may have left its old name after the walk had been there.
                source = came_from(self._ledger, one.note, one.data or b"", besides=by_name)
            if source:
                found.extend(self._outside.moved(source, one.note, one.data or b"", self._since))
                texts.append(one.data)
            elif not is_known(one.known, one.data):
                found.append(self._outside.change(one.note, one.data, one.known, self._since, first=self._first))
                texts.append(one.data)

        def keep() -> None:
            self._outside.keep(found, texts)
            self._records += found
            found.clear()
            texts.clear()

        whole = (one for one in seen if one.note not in halves)
        self._in_slices(sorted(whole, key=lambda one: (one.data is None, one.note)), take, keep)
        return again

    def _stands(self, one: _Seen) -> bool:
        """Whether nobody recorded anything of the note since it was read, and what was gone is not back."""
        shadow = self._store.shadow(one.note)
        same = (shadow and shadow.head) == (one.known and one.known.head)
        return same and (one.data is not None or is_gone(self._ledger.root, one.note))

    def _in_slices(self, items: Iterable[T], act: Callable[[T], None], done: Callable[[], None] = lambda: None) -> None:
        left = deque(items)
        while left:
            with self._store.locked():
                until = time.monotonic() + SLICE_SECONDS
                act(left.popleft())
                while left and time.monotonic() < until:
                    act(left.popleft())
                done()
            if left:
                # Without it whoever waits would wake up only to find the lock taken again.
                time.sleep(_PAUSE_SECONDS)


def _moved(seen: Iterable[_Seen]) -> dict[str, str]:
    """Where each note that lies under a new name came from."""
    new, gone = {}, {}
    for one in seen:
        if is_copy(one.note):
            continue
        if one.is_new:
            new[one.note] = revision_of(one.data or b"")
        elif one.data is None and one.known and one.known.revision:
            gone[one.note] = one.known.revision
    return joined(dict(sorted(new.items())), dict(sorted(gone.items())))
