"""Items of the queue that an engine left: conflicts, and what is wrong with the repository as a whole."""

from __future__ import annotations

from memwarden.memory.conflicts import Conflict, ConflictKind
from memwarden.memory.git_findings import GitFinding
from memwarden.memory.review import ItemKind, ReviewItem

_FROM = {
    ConflictKind.GIT_UNMERGED: "git left it unmerged, ",
    ConflictKind.GIT_STASH: "git put your edits aside, ",
    ConflictKind.MARKERS: "conflict markers in it, ",
}


def conflict_item(conflict: Conflict) -> ReviewItem:
    times = [copy.written_at for copy in conflict.copies]
    return ReviewItem(
        conflict.id, ItemKind.CONFLICT, conflict.note, conflict.note, _detail(conflict),
        by=conflict.yours_by, at=max(times, default=None), subject=conflict,
    )  # fmt: skip


def git_item(finding: GitFinding) -> ReviewItem:
    return ReviewItem(finding.id, ItemKind.GIT, "", finding.title, finding.detail, at=finding.at, subject=finding)


def _detail(conflict: Conflict) -> str:
    match conflict.kind:
        case ConflictKind.EDIT_MISSING:
            return "an edit may be missing"
        case ConflictKind.EDITS | ConflictKind.GIT_UNMERGED | ConflictKind.GIT_STASH | ConflictKind.MARKERS:
            count = conflict.open_hunks
            open_ = f"{count} hunk{'s' if count != 1 else ''} open" if count else "merges cleanly, look and write"
            return _FROM.get(conflict.kind, "") + open_
        case ConflictKind.IDENTICAL:
            return "the copy is equal to the note"
        case ConflictKind.CONTAINED:
            return "one side holds the other whole"
        case ConflictKind.NOTE_MISSING:
            return "the copy's note is gone"
        case ConflictKind.NOTE_IS_DIRECTORY:
            return "the note's name is a folder now"
        case ConflictKind.NOTE_UNREADABLE:
            return "the note's name is no file to read"
        case ConflictKind.UNDECODABLE:
            return "a side is not text"
        case ConflictKind.UNNAMED:
            return "its note is unknown"
        case ConflictKind.GIT_DELETED:
            return "one side deleted what the other edited"
