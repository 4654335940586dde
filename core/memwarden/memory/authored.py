"""Whose words a record brought in."""

from __future__ import annotations

from memwarden.store.records import Record, What


def author_of(record: Record) -> str:
    """Whose words a record's new lines are: a confirmed proposal's lines are the proposer's."""
    return str(record.refs.get("sender", "")) if record.what is What.CONFIRM else record.by
