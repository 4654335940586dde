"""Notes that are no longer there and can be brought back, and the large deletions that git remembers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from memwarden.memory.versions import Version, of_past
from memwarden.store.records import What
from memwarden.sync.copies import is_copy

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


@dataclass(frozen=True, slots=True)
class Gone:
    """A note that was taken away; `revision` is its last text, what `Person.restore` brings back."""

    note: str
    revision: str
    at: datetime
    by: str
    engine: str


def gone_notes(tree: Tree) -> tuple[Gone, ...]:
    """Newest first; what moved is not gone, and a text that was pruned or purged cannot come back."""
    with tree.store.locked():
        heads = {shadow.head for note, shadow in tree.store.shadows().items() if shadow.revision is None}
        entries = [entry for entry in tree.store.entries_of(heads) if entry.what_ != What.MOVE and entry.before]
    found = {
        entry.note: Gone(entry.note, entry.before, entry.time, entry.by, "journal")
        for entry in entries
        if entry.before and not is_copy(entry.note) and tree.timeline.data(entry.note, entry.before) is not None
    }
    for commit in tree.git_past.deletions():
        if commit.content is None and commit.content_before and not (tree.root / commit.note).exists():
            gone = Gone(commit.note, commit.content_before, commit.at, commit.by, "git")
            found.setdefault(commit.note, gone)
    return tuple(sorted(found.values(), key=lambda gone: gone.at, reverse=True))


def past_deletions(tree: Tree) -> tuple[Version, ...]:
    """Versions of any note in which git saw most of it go, newest first."""
    return tuple(of_past(commit, ()) for commit in tree.git_past.deletions())
