"""Edits that are in no file any more: a sync put another text in their place and set no copy aside.

Syncthing does so where three devices edit one note, where two conflicts fall into one second, and where it prunes.
What was here is in the store. That the newcomer was made without it is told by records: those of the other device
lead from an older text to the one that lies here now, and none of them leads over the edit.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from memwarden.memory.ancestry import NOT_DERIVED, Step, ancestors_of
from memwarden.memory.bases import Known
from memwarden.memory.conflicts import Conflict, ConflictKind, Copy, Source
from memwarden.memory.published import Published
from memwarden.memory.set_aside import against
from memwarden.store.entries import Entry
from memwarden.store.records import Record, What
from memwarden.store.snapshots import revision_of
from memwarden.store.store import Store

GRACE = timedelta(seconds=30)
"""A copy may come a moment after what took its note's place."""
_RECENT = 2_000
_LEFT = "what = ? and before is not null and after is not null"
_JOINED = frozenset({ConflictKind.EDITS, ConflictKind.IDENTICAL, ConflictKind.CONTAINED})
_HELD = frozenset({"identical", "in-note"})


class Missing:
    """Called under the store's lock; what was found of a note is kept until there is another record of it."""

    def __init__(self, store: Store, published: Published) -> None:
        self._store = store
        self._published = published
        self._claims: dict[str, tuple[int, set[str | None], set[str | None]]] = {}
        self._found: dict[str, tuple[tuple[str, int], tuple[str, ...]]] = {}

    def notes(self) -> set[str]:
        """Notes of which an edit may be missing, among those that changed lately."""
        by_note = self._published.by_note()
        if not by_note:
            return set()
        left = self._store.entries(_LEFT, (What.OUTSIDE,), newest=True, limit=_RECENT)
        doubtful = {entry.note for entry in left if self._is_doubtful(entry, by_note.get(entry.note, ()))}
        return {note for note in doubtful if self._revisions(note, len(by_note[note]))}

    def added(
        self, conflict: Conflict | None, note: str, now: bytes | None, settled: Container[str]
    ) -> Conflict | None:
        """The conflict with the missing edits as more copies; one of its own where nothing else waits.

        `settled` are the paths of those that a person decided about.
        """
        if now is None or (conflict and conflict.kind not in _JOINED):
            return conflict
        there = {copy.revision for copy in conflict.copies} if conflict else set()
        found = (against(copy, now) for copy in self._copies(note) if copy.path not in settled)
        copies = tuple(copy for copy in found if copy.revision not in there and copy.contained not in _HELD)
        if conflict is None:
            return Conflict(note, ConflictKind.EDIT_MISSING, now, revision_of(now), copies) if copies else None
        both = (*conflict.copies, *copies)
        return replace(conflict, kind=ConflictKind.EDITS, copies=both) if copies else conflict

    def _is_doubtful(self, entry: Entry, claimed: Sequence[Record]) -> bool:
        """Whether records explain what came, and none of them tells that it was made from what was here."""
        if not claimed:
            return False
        known = self._claims.get(entry.note)
        if known is None or known[0] != len(claimed):
            afters = {record.after for record in claimed}
            known = self._claims[entry.note] = (len(claimed), afters, {record.before for record in claimed})
        return entry.after in known[1] and entry.before not in known[2]

    def _revisions(self, note: str, claimed: int) -> tuple[str, ...]:
        shadow = self._store.shadow(note)
        if shadow is None or shadow.revision is None or not claimed:
            return ()
        state = shadow.head, claimed
        known = self._found.get(note)
        if known is None or known[0] != state:
            known = self._found[note] = (state, tuple(missing(Known.of(self._store, self._published, note))))
        return known[1]

    def _copies(self, note: str) -> Iterator[Copy]:
        settled = self._store.now() - GRACE
        for revision in self._revisions(note, len(self._published.of(note))):
            if any(self._store.entries("what = ? and after = ?", (What.COPY, revision), limit=1)):
                continue
            gone = (note, revision, What.OUTSIDE)
            left = next(self._store.entries("note = ? and before = ? and what = ?", gone, newest=True, limit=1), None)
            made = next(self._store.entries("note = ? and after = ?", (note, revision), limit=1), None)
            data = self._store.text(revision)
            if left and made and data is not None and left.time <= settled:
                yield Copy(
                    f"store:{revision[:12]}", data, revision, None, "", len(data), made.time,
                    by=made.by, source=Source.STORE, label="in no file any more",
                )  # fmt: skip


def missing(known: Known) -> Iterator[str]:
    """Revisions that gave way to a text made without them, oldest first."""
    if not known.states or not (now := known.states[0].after):
        return
    behind = ancestors_of(now, known.steps)
    seen = [*known.steps, *_seen(known.states)]
    for revision in _gave_way(known.states):
        if revision in behind or revision in known.built_on:
            continue
        before = ancestors_of(revision, seen)
        # Where the note went back to an older text of its own, that is said of the change itself.
        if now not in before and any(older in behind for older in before):
            yield revision


def _seen(states: Iterable[Entry]) -> Iterator[Step]:
    """What an editor made here lay over what was here: good enough for a question, not for a proof."""
    for entry in states:
        if entry.via in NOT_DERIVED and entry.before and entry.after and entry.before != entry.after:
            yield Step(entry.before, entry.after)


def _gave_way(states: Sequence[Entry]) -> Iterable[str]:
    """Revisions that something past us replaced, oldest first, each once."""
    left = (entry.before for entry in reversed(states) if entry.via in NOT_DERIVED and entry.after != entry.before)
    return dict.fromkeys(revision for revision in left if revision)
