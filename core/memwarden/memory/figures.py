"""How much a tree's store holds and takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memwarden.store.cache import STATES

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


_INDEXES = ("cache.sqlite3*", "fulltext-*")


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """Bytes on disk; versions whose texts are kept, of `notes` notes, gone ones included; records of every kind."""

    journal_bytes: int
    snapshot_bytes: int
    index_bytes: int
    versions: int
    notes: int
    records: int

    @property
    def total_bytes(self) -> int:
        return self.journal_bytes + self.snapshot_bytes + self.index_bytes


def store_figures(tree: Tree) -> StoreFigures:
    store = tree.store
    with store.locked():
        return StoreFigures(
            store.journal.size(), store.snapshots.size(),
            sum(file.stat().st_size for name in _INDEXES for file in store.folder.glob(name)),
            store.count(f"{STATES} and thin = 0 and after is not null"), len(store.shadows()), store.count("1 = 1"),
        )  # fmt: skip
