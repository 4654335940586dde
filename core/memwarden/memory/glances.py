"""A glance at a memory tree from outside, for a list of them: what waits in it, how much it holds, how old it is."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memwarden.memory.notes import NoteKind, walk
from memwarden.memory.trees import KnownTree
from memwarden.memory.unlisted import is_unlisted

OPENED = "opened before"


@dataclass(frozen=True, slots=True)
class Glance:
    """`waits` counts what needs a person, `conflicts` of it; `last` is the last change of a note.

    Of a tree that was never opened only the notes are counted.
    """

    path: Path
    notes: int
    last: datetime | None
    waits: int = 0
    conflicts: int = 0


def glance(known: KnownTree) -> Glance:
    """Raises Refused, Failed where the tree cannot be opened. Nothing is written into it."""
    if known.how != OPENED:
        return from_outside(known.path)
    from memwarden.memory.tree import Tree
    from memwarden.store.paths import in_passing, state_root

    with in_passing(known.path, state_root()), Tree.open(known.path, readonly=True) as tree:
        items = tree.review()
        notes = [path for path in tree.paths() if not is_unlisted(path)]
        last = next((record.time for record in tree.activity(limit=50) if record.note), None)
        return Glance(known.path, len(notes), last, len(items), sum(item.kind == "conflict" for item in items))


def from_outside(folder: Path) -> Glance:
    """Without opening it, so that it does not count as opened."""
    found = [one for one in walk(folder) if one.kind in (NoteKind.NOTE, NoteKind.INDEX) and not is_unlisted(one.path)]
    last = max((one.mtime for one in found), default=None)
    return Glance(folder, len(found), last)


def forget(folder: Path) -> None:
    """Leave it out of the trees opened before until it is opened again; its history stays. Raises StoreFailed."""
    from memwarden.store.paths import forget_tree, state_root

    forget_tree(folder, state_root())


def kept_in() -> str:
    """Where the history of every tree lies."""
    from memwarden.store.paths import state_root

    return written(state_root())


def written(folder: Path) -> str:
    """The folder as a person writes it."""
    home, text = os.path.expanduser("~"), os.fspath(folder)
    return f"~{text[len(home) :]}" if text == home or text.startswith(home + "/") else text
