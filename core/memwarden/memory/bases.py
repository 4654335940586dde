"""The common ancestor of a conflict's sides: proven by records, or proposed from older versions, and said which.

A proposal is never an ancestor by itself: Syncthing names what one side was made from, `.stversions` what a device
had at some time, and this store what lay here. With A0→A1→A2 on one side and A0→B1 on the other, a merge from A1
would take A1's line away; so from a proposal nothing merges by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING

from memwarden.memory.ancestry import DERIVED, NOT_DERIVED, Step, common_ancestor, steps_of, undone_in
from memwarden.memory.archived import Archived, previous_hash
from memwarden.memory.authored import author_of
from memwarden.memory.conflicts import Base, Conflict, ConflictKind, Copy
from memwarden.memory.published import Published
from memwarden.memory.verdicts import undone_acts
from memwarden.store.entries import Entry
from memwarden.store.records import Record, What
from memwarden.store.snapshots import revision_of
from memwarden.store.store import Store
from memwarden.sync.blocks import matches

if TYPE_CHECKING:
    from memwarden.sync.syncthing import SyncthingFolder

MOST = 50
"""So many versions are offered to pick a base from."""
_GIVES_BACK = frozenset({What.UNDO, What.REDO, What.RESTORE})
"""Verbs whose text somebody made before."""
_PROVEN = "records lead from it to both sides"
_OLDER = "the newest version here that is older than both sides: no proof that both grew from it"
_PREVIOUS = "what Syncthing says the winner was made from: no proof for the other side"


@dataclass(frozen=True, slots=True)
class Known:
    """What records say about one note: its states here, newest first, and the steps between its texts.

    `built_on` are texts that somebody who had seen them changed, merged or took back.
    """

    store: Store
    published: Published
    note: str
    states: tuple[Entry, ...]
    steps: tuple[Step, ...]
    built_on: frozenset[str]

    @classmethod
    def of(cls, store: Store, published: Published, note: str) -> Known:
        """Called under the store's lock."""
        states = store.states(note)
        names = {note, *(entry.note for entry in states)}
        claimed = [record for name in names for record in published.of(name)]
        steps = (*_own_steps(store, states), *steps_of(claimed, own=False))
        return cls(store, published, note, tuple(reversed(states)), steps, _built_on(states, claimed, steps))

    def author(self, revision: str | None) -> tuple[str, datetime | None]:
        """Who first made this text under this note's name, and when; empty where nobody says so."""
        if not revision:
            return "", None
        for entry in reversed(self.states):
            if entry.after == revision and entry.by and entry.what not in _GIVES_BACK:
                record = self.store.record(entry.id) if entry.what is What.CONFIRM else None
                return (author_of(record) if record else entry.by), entry.time
        claimed = self.published.by_revision(self.note, revision)
        return (author_of(claimed), claimed.time) if claimed else ("", None)

    def proven(self, one: str, other: str) -> Base | None:
        """The nearest ancestor that records prove for both, where its text is held."""
        revision = common_ancestor(one, other, self.steps)
        data = self.store.text(revision) if revision else None
        return None if data is None else Base(revision, _PROVEN, True, self.first_seen(revision), data)

    def older(self, conflict: Conflict, copy: Copy) -> Iterator[Base]:
        """The newest version of this note that is older than both sides, where one is held."""
        latest = _older_of(conflict, copy)
        sides = {revision_of(conflict.data or b""), *(other.revision for other in conflict.copies)}
        for entry in self.states:
            if entry.after and entry.after not in sides and entry.time < latest:
                data = self.store.text(entry.after)
                if data is not None:
                    yield Base(entry.after, _OLDER, at=entry.time, data=data)
                    return

    def versions(self) -> Iterator[Base]:
        """Every version held, newest first."""
        for entry in self.states[:MOST]:
            if entry.after and (data := self.store.text(entry.after)) is not None:
                by = f" by {entry.by}" if entry.by else ""
                yield Base(entry.after, f"a version that a person picked, {entry.what}{by}", at=entry.time, data=data)

    def is_put_back(self, path: str, revision: str | None) -> bool:
        """Whether an undo wrote what lies there: its file is younger than its text."""
        states = self.store.states(path)
        return bool(states) and states[-1].what is What.UNDO and states[-1].after == revision

    def first_seen(self, revision: str | None) -> datetime | None:
        return next((entry.time for entry in reversed(self.states) if entry.after == revision), None)


def with_bases(conflict: Conflict, known: Known, old: Iterable[Archived]) -> Conflict:
    """The conflict with its authors, and for every copy the best base there is; git's own bases stay."""
    revision = None if conflict.data is None else revision_of(conflict.data)
    by, at = known.author(revision)
    if at is None and known.is_put_back(conflict.note, revision):
        at = known.first_seen(revision)
    conflict = replace(conflict, yours_by=conflict.yours_by or by, yours_at=at or conflict.yours_at)
    old = tuple(old)
    copies = tuple(_with_base(conflict, copy, known, old) for copy in conflict.copies)
    settled = conflict.kind is ConflictKind.EDITS and all(copy.contained for copy in copies)
    return replace(conflict, copies=copies, kind=ConflictKind.CONTAINED if settled else conflict.kind)


def offered(
    conflict: Conflict, copy: Copy, known: Known, old: Iterable[Archived], syncthing: SyncthingFolder | None
) -> tuple[Base, ...]:
    """Everything that may serve as the base, best first; the last compares the sides with each other.

    Asks Syncthing, so it is for the moment when a person looks at one conflict.
    """
    held = [*known.versions(), *map(_archived_base, old)]
    wanted = previous_hash(conflict.note, syncthing)
    named = [replace(base, how=_PREVIOUS) for base in held if matches(base.data or b"", wanted)]
    found: dict[str, Base] = {}
    proven = [copy.base] if copy.base.verified else []
    for base in (*proven, *named, copy.base, *known.older(conflict, copy), *held):
        if base.revision and base.data is not None:
            found.setdefault(base.revision, base)
    return (*found.values(), Base())


def _with_base(conflict: Conflict, copy: Copy, known: Known, old: tuple[Archived, ...]) -> Copy:
    by, at = known.author(copy.revision)
    if at is None and copy.at and known.is_put_back(copy.path, copy.revision):
        at = copy.at.astimezone()
    copy = replace(copy, by=copy.by or by, written_at=at or copy.written_at)
    if copy.base.revision or copy.gone or conflict.data is None or not copy.revision:
        return copy
    yours = revision_of(conflict.data)
    proven = known.proven(yours, copy.revision)
    if proven is not None:
        side = {copy.revision: "ancestor", yours: "grown"}.get(proven.revision or "", "")
        return replace(copy, base=proven, contained=copy.contained or side)
    latest = _older_of(conflict, copy)
    archive = (_archived_base(entry) for entry in old if entry.at < latest)
    return replace(copy, base=next(chain(known.older(conflict, copy), archive), Base()))


def _built_on(states: list[Entry], claimed: list[Record], steps: tuple[Step, ...]) -> frozenset[str]:
    """Taking back a resolution is no word against the text that it was."""
    undone = undone_in(claimed)
    merged = (str(name) for record in claimed if record.act not in undone for name in record.refs.get("merged", ()))
    here = [(entry.before, entry.via, entry.what, entry.act, entry.ref) for entry in states]
    there = [(one.before, one.via, one.what, one.act, str(one.refs.get("undoes", ""))) for one in claimed]
    resolved = {act for _, _, what, act, _ in (*here, *there) if what is What.RESOLVE}
    left = (
        before
        for before, via, what, _, undoes in (*here, *there)
        if before and via not in NOT_DERIVED and not (what is What.UNDO and undoes in resolved)
    )
    return frozenset(chain(left, merged, (step.before for step in steps)))


def _own_steps(store: Store, states: list[Entry]) -> Iterator[Step]:
    derived = [entry for entry in states if entry.what in DERIVED and entry.via not in NOT_DERIVED and entry.after]
    undone = undone_acts(store) if any(entry.what is What.RESOLVE for entry in derived) else set()
    standing = [entry for entry in derived if entry.what is not What.RESOLVE or entry.act not in undone]
    for entry in standing:
        if entry.before and entry.after and entry.before != entry.after:
            yield Step(entry.before, entry.after)
    resolved = [entry for entry in standing if entry.what is What.RESOLVE]
    for entry, body in zip(resolved, store.bodies(resolved)):
        for merged in map(str, body.refs.get("merged", ())):
            if entry.after and merged != entry.after:
                yield Step(merged, entry.after)


def _older_of(conflict: Conflict, copy: Copy) -> datetime:
    """When the older of the two sides was written."""
    return min(copy.written_at, conflict.yours_at or copy.written_at)


def _archived_base(entry: Archived) -> Base:
    return Base(entry.revision, f"an older version that Syncthing archived, {entry.name}", at=entry.at, data=entry.data)
