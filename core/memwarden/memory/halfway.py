"""Moves that a crash cut in two: the note lies under both names, and a person is told so."""

from __future__ import annotations

from collections.abc import Iterator

from memwarden.checks.finding import Finding
from memwarden.memory.ancestry import NOT_DERIVED
from memwarden.memory.note_health import noticed
from memwarden.store.entries import Entry
from memwarden.store.records import What
from memwarden.store.store import Store

_RECENT = 50
"""A move that so many others followed was seen by somebody."""


def half_moved(store: Store) -> Iterator[Finding]:
    """Notes that still lie under the name they were moved from. Called under the store's lock."""
    for arrival in store.entries("what = ? and after is not null", (What.MOVE,), newest=True, limit=_RECENT):
        if arrival.via not in NOT_DERIVED and arrival.ref and _lies_twice(store, arrival):
            yield noticed(
                "half-moved",
                arrival.ref,
                f"It was being moved to {arrival.note} when the program ended, and lies under both names now.",
                "Undo the move, or delete the one that is not wanted.",
                offending=arrival.id,
            )


def _lies_twice(store: Store, arrival: Entry) -> bool:
    if any(store.entries("act = ? and note = ? and what = ?", (arrival.act, arrival.ref, What.MOVE), limit=1)):
        return False
    shadows = (store.shadow(arrival.ref), store.shadow(arrival.note))
    return all(shadow is not None and shadow.revision == arrival.after for shadow in shadows)
