"""Give up old texts, as a person's act: who wrote what stays, and every version that is to stay can still be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from memwarden.memory.actor import Actor
from memwarden.memory.sources import pack
from memwarden.store.cache import STATES
from memwarden.store.clock import parse
from memwarden.store.entries import Entry
from memwarden.store.indexing import drop
from memwarden.store.records import Flag, What
from memwarden.store.thinning import Thinning

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was given up, or with `dry_run` would be: versions older than `before`, and bytes of text.

    `pinned` and `deletions` count old versions that stay: those a person pinned, and the texts before a large deletion.
    """

    before: datetime
    versions: int
    notes: int
    size: int
    pinned: int
    deletions: int
    dry_run: bool


@dataclass(slots=True)
class _Plan:
    entries: list[Entry] = field(default_factory=list)
    cuts: list[Entry] = field(default_factory=list)
    pinned: set[str] = field(default_factory=set)
    deletions: set[str] = field(default_factory=set)
    versions: int = 0
    size: int = 0

    @property
    def staying(self) -> set[str]:
        return {*self.pinned, *self.deletions, *(cut.after for cut in self.cuts if cut.after)}


def prune(tree: Tree, actor: Actor, older_than: timedelta, *, dry_run: bool, deletions: bool) -> Pruned:
    """See `Person.prune`."""
    before = tree.now() - older_than
    with tree.store.locked():
        plan = _planned(tree, before, deletions=deletions)
        done = Pruned(before, plan.versions, len(plan.cuts), plan.size, len(plan.pinned), len(plan.deletions), dry_run)
        if not dry_run and plan.entries:
            _carry_out(tree, plan)
            tree.ledger.note(
                actor, What.PRUNE, older_than=older_than.total_seconds(), versions=done.versions, notes=done.notes
            )
    return done


def _planned(tree: Tree, before: datetime, *, deletions: bool) -> _Plan:
    plan = _Plan()
    for note in tree.store.shadows():
        old = list(_older(tree, note, before))
        pinned = tree.timeline.pinned(note)
        kept = {entry.after for entry in old if entry.after in pinned and entry.after}
        flagged = [] if deletions else [entry for entry in old if Flag.LARGE_DELETION in entry.flags]
        lost = {entry.before for entry in flagged if entry.before}
        going = [entry for entry in old if _has_text(tree, entry) and entry.after not in {old[-1].after, *kept, *lost}]
        if not going and all(entry.thin for entry in old):
            continue
        plan.entries.extend(old)
        plan.cuts.append(old[-1])
        plan.pinned |= kept
        plan.deletions |= lost
        plan.versions += sum(entry.after is not None for entry in going)
    plan.size = _freed(tree, [entry for entry in plan.entries if not entry.thin])
    return plan


def _has_text(tree: Tree, entry: Entry) -> bool:
    return not entry.thin or (entry.after is not None and tree.store.snapshots.has(entry.after))


def _older(tree: Tree, note: str, before: datetime) -> Iterator[Entry]:
    """The states under this name that were made before then."""
    limit = before.timestamp() * 1000
    for entry in tree.store.entries(f"note = ? and {STATES}", (note,)):
        if parse(entry.clock)[0] >= limit:
            return
        yield entry


def _freed(tree: Tree, going: Sequence[Entry]) -> int:
    """Bytes of the journal's lines that go."""
    thinning = Thinning(going, {})
    lines = tree.store.journal.lines((entry.position, entry.length) for entry in going)
    return sum(len(line) - len(thinning.line(line)) for line in lines)


def _carry_out(tree: Tree, plan: _Plan) -> None:
    """First what is to stay is kept whole and the authors at each cut are known; only then texts go."""
    store = tree.store
    for revision in plan.staying:
        if (data := store.text(revision)) is not None:
            store.snapshots.put(data)
    authors: Mapping[str, Any] = {
        cut.id: pack(tree.provenance_of.sources_at(cut.note, cut.id)) for cut in plan.cuts if cut.after
    }
    needed = store.referred(entry.id for entry in plan.entries) | plan.staying
    store.thin(Thinning(plan.entries, authors))
    for entry in plan.entries:
        for gone in {entry.before, entry.after} - needed - {None}:
            store.snapshots.drop(str(gone))
    drop(store.folder)
