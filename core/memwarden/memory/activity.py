"""The journal as a person reads it: newest first, of a note, an identity or a kind of act."""

from __future__ import annotations

from memwarden.store.records import Record
from memwarden.store.store import Store

_TOLD = (
    "note != '' or what not in ('undo', 'redo')"
    " or not exists (select 1 from records one where one.act = records.act and one.note != '')"
)
"""That an act was undone is told by the notes it changed, where it changed any."""
_ALWAYS = 2**62


def activity(
    store: Store, *, limit: int, note: str, by: str, what: str, before: str, follow: bool
) -> tuple[Record, ...]:  # fmt: skip
    """As `Tree.activity` says. Under the lock."""
    wanted = [("who = ?", by), ("what = ?", what), ("seq < (select seq from records where id = ?)", before)]
    chosen = [(clause, value) for clause, value in wanted if value]
    spans = list(store.spans(note)) if follow else [(note, _ALWAYS)] if note else []
    named = " or ".join(["note = ? and seq < ?"] * len(spans))
    clauses = [_TOLD, named, *(clause for clause, _ in chosen)]
    where = " and ".join(f"({clause})" for clause in clauses if clause)
    values = [*(part for span in spans for part in span), *(value for _, value in chosen)]
    return tuple(store.records(where, values, newest=True, limit=limit))
