"""What may have changed notes past us: an act of git at about that time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from memwarden.memory.ancestry import NOT_DERIVED
from memwarden.memory.looks import when_unwatched
from memwarden.store.records import Record

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

NOTICED_WITHIN = timedelta(seconds=70)
"""Whoever watches looks at least once a minute."""


def cause_of(tree: Tree, record: Record) -> str:
    """As `git reset: moving to HEAD~1`; empty where the change came through us, or nothing speaks for git."""
    if record.via not in NOT_DERIVED:
        return ""
    from memwarden.sync.reflog import last_act

    since = when_unwatched(record) or record.time - NOTICED_WITHIN
    act = last_act(tree.root, since.timestamp(), record.time.timestamp())
    return f"git {act}" if act else ""
