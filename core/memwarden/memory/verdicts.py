"""What a person decided about items of the queue, folded from the journal; undone decisions do not count."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from memwarden.store.store import Store

LATER = "later"
FINDING = "finding:"
"""Items that are findings of the checks, by fingerprint."""


class Verdict(NamedTuple):
    """`what` is accepted, dismissed, later, restored, confirmed or rejected; `digest` what it was bound to."""

    item: str
    what: str
    by: str
    at: datetime
    why: str
    digest: str = ""


def undone_acts(store: Store) -> set[str]:
    """Ids of acts that are undone now: an undo counts until it is redone."""
    undone: set[str] = set()
    for record in store.records("what in ('undo', 'redo')"):
        if act := record.refs.get("undoes"):
            undone.add(str(act))
        if act := record.refs.get("redoes"):
            undone.discard(str(act))
    return undone


def standing(store: Store) -> dict[str, Verdict]:
    """The last verdict on each item that still stands."""
    undone = undone_acts(store)
    found: dict[str, Verdict] = {}
    for record in store.records("item != ''"):
        item = str(record.refs.get("item", ""))
        what = str(record.refs.get("verdict", ""))
        if what and record.act not in undone:
            found[item] = Verdict(item, what, record.by, record.time, record.why, str(record.refs.get("digest", "")))
    return found


def admissions(store: Store) -> frozenset[str]:
    """Fingerprints of findings that a person lets pass. Under the lock."""
    return store.remembered("admissions", lambda: _admissions(store))


def _admissions(store: Store) -> frozenset[str]:
    undone = undone_acts(store)
    admitted = (
        str(record.refs["item"]).removeprefix(FINDING)
        for record in store.records("item >= ? and item < ?", (FINDING, FINDING + "~"))
        if record.refs.get("verdict") == "admitted" and record.act not in undone
    )
    return frozenset(admitted)
