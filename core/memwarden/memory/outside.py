"""Take in what changed past us: the text before is kept, the change becomes a record with an honest author."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.actor import NOBODY, Actor
from memwarden.memory.ledger import Ledger
from memwarden.memory.looks import UNWATCHED, Looks
from memwarden.memory.lying import Lying
from memwarden.memory.recovery import judge
from memwarden.memory.renamed import came_from, went_to
from memwarden.store.cache import Shadow
from memwarden.store.files import locate, read_file, settled_read
from memwarden.store.records import Flag, Record, What
from memwarden.store.replace import temp_for
from memwarden.store.snapshots import blob_name, revision_of
from memwarden.sync.copies import is_copy, parse
from memwarden.text.diff import Hunk, diff_bytes

Attribute = Callable[[str, str | None], Actor]
"""Who is behind a change past us: note, new revision -> actor."""
Notice = Callable[[Actor, str, bytes, bytes, Sequence[Hunk]], tuple[tuple[Flag, ...], dict[str, object]]]
"""What is to be said of a change: actor, note, before, after, hunks -> flags and refs."""


class Outside:
    """Compares notes with what we last knew, and tells `taken` of each change. Called under the store's lock."""

    def __init__(
        self, ledger: Ledger, lying: Lying, attribute: Attribute, notice: Notice, taken: Callable[[Record], None]
    ) -> None:
        self._ledger = ledger
        self._lying = lying
        self._attribute = attribute
        self._notice = notice
        self._taken = taken
        self.looks = Looks(ledger.store.folder)

    def take_in(self, note: str, path: Path) -> bytes | None:
        """The bytes of one note now, whatever changed them recorded first. Raises Refused, DiskFailed."""
        data = read_file(path)
        shadow = self._ledger.store.shadow(note)
        if is_known(shadow, data):
            return data
        data = settled_read(path)
        shadow = self.judged(note, shadow)
        if not is_known(shadow, data):
            self._lying.forget((note,))
            since = self.looks.unwatched_since(self._ledger.store.now())
            self.keep(self._moved_or_changed(note, data, shadow, since), (data,))
        return data

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

    def judged(self, note: str, shadow: Shadow | None) -> Shadow | None:
        """What we last knew, once a write that died half-way is not mistaken for somebody else's change."""
        if shadow is None or not os.path.lexists(temp_for(self._ledger.root / note, shadow.head)):
            return shadow
        record = self._ledger.store.record(shadow.head)
        return self._ledger.store.shadow(note) if record and judge(self._ledger, record) else shadow

    def change(
        self, note: str, data: bytes | None, shadow: Shadow | None, since: datetime | None, *, first: bool = False
    ) -> Record:
        """A record of what was done to a note, not kept yet; `since`: when nobody watched any more.

        `first`: nobody has looked at the whole tree before.
        """
        actor = self._attribute(note, None if data is None else revision_of(data))
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
        refs |= _unwatched(actor, since)
        return self._ledger.draft(actor, what, note, before, data, hunks=hunks, flags=flags, refs=refs)

    def moved(self, source: str, note: str, data: bytes, since: datetime | None) -> tuple[Record, Record]:
        """The records of a note that lies under another name, not kept yet: it came here, and left there."""
        shadow = self._ledger.store.shadow(source)
        actor = self._attribute(note, revision_of(data))
        came = self._ledger.draft(
            actor, What.MOVE, note, data, data, hunks=(), parents=(shadow.head,) if shadow else (),
            refs={"from": source, "blob": blob_name(data), **_unwatched(actor, since)},
        )  # fmt: skip
        actor = self._attribute(source, None)
        left = self._ledger.draft(actor, What.MOVE, source, data, None, act=came.act, refs={"to": note})
        return came, left

    def keep(self, records: Sequence[Record], texts: Iterable[bytes | None]) -> None:
        """Write them durably, `texts` being what they led to, and tell of each. Raises StoreFailed."""
        if records:
            self._ledger.keep(*records, texts=texts)
        for record in records:
            self._taken(record)

    def _moved_or_changed(
        self, note: str, data: bytes | None, shadow: Shadow | None, since: datetime | None
    ) -> tuple[Record, ...]:
        known = shadow.revision if shadow else None
        if data is not None and known is None and (source := came_from(self._ledger, note, data)):
            return self.moved(source, note, data, since)
        if data is None and known is not None and (target := went_to(self._ledger, note, known)):
            return self.moved(note, target, self._ledger.store.text(known) or b"", since)
        return (self.change(note, data, shadow, since),)


def is_known(shadow: Shadow | None, data: bytes | None) -> bool:
    """Whether these bytes are what we last knew of the note."""
    if shadow is None:
        return data is None
    return shadow.revision == (None if data is None else revision_of(data))


def _unwatched(actor: Actor, since: datetime | None) -> dict[str, Any]:
    return {UNWATCHED: since.isoformat()} if since and actor.via == NOBODY.via else {}


def _verb(note: str, before: bytes | None, data: bytes | None, *, first: bool) -> What:
    if is_copy(note):
        return What.COPY
    if data is None:
        return What.DELETE
    if before is None:
        return What.FOUND if first else What.CREATE
    return What.OUTSIDE
