"""A note gone here and the same bytes new there is one note that moved: history and authors go with it."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Mapping

from memwarden.memory.ledger import Ledger
from memwarden.memory.notes import TEXTS, walk
from memwarden.store.files import is_gone, read_if_possible, settle
from memwarden.store.snapshots import revision_of
from memwarden.sync.copies import is_copy

_ALIKE = 64
"""Of so many notes that had the same bytes last, one may be the one that is gone."""
_NAMES = (3, 2, 1, 0)
"""So many names at the end of its path tell a note among several alike, best first."""


def joined(new: Mapping[str, str], gone: Mapping[str, str]) -> dict[str, str]:
    """Each new note with the one gone that has its revision, of several alike the one whose path ends most like it."""
    found: dict[str, str] = {}
    left = dict(gone)
    for names in _NAMES:
        waiting: dict[tuple[str, str], deque[str]] = {}
        for note, revision in left.items():
            waiting.setdefault((revision, _end(note, names)), deque()).append(note)
        for note, revision in new.items():
            alike = waiting.get((revision, _end(note, names)))
            if note not in found and alike:
                found[note] = alike.popleft()
                del left[found[note]]
    return found


def _end(note: str, names: int) -> str:
    return "/".join(note.split("/")[-names:]) if names else ""


def came_from(ledger: Ledger, note: str, data: bytes, besides: Container[str] = ()) -> str:
    """The note that moved here: gone from where it had these bytes last, none of `besides`. Empty for none."""
    if not data or is_copy(note):
        return ""
    revision = revision_of(data)
    had = {entry.note for entry in ledger.store.entries("after = ?", (revision,), newest=True, limit=_ALIKE)} - {note}
    gone = {
        old: ledger.root / old
        for old in sorted(had)
        if (shadow := ledger.store.shadow(old))
        and shadow.revision == revision
        and old not in besides
        and not is_copy(old)
        and is_gone(ledger.root, old)
    }
    settled = settle(dict.fromkeys(gone.values()))
    left = {old: revision for old, path in gone.items() if settled.get(path, b"") is None}
    return joined({note: revision}, left).get(note, "")


def went_to(ledger: Ledger, note: str, revision: str) -> str:
    """Where the note that had this revision and is gone lies now, under a name not known yet. Empty for nowhere."""
    text = ledger.store.text(revision)
    if not text or is_copy(note):
        return ""
    new = {
        path: revision
        for path, kind, stamp, _ in walk(ledger.root, None, ledger.store.sightings())
        if stamp.size == len(text) and kind in TEXTS and _is_new(ledger, path)
        if read_if_possible(ledger.root / path) == text
    }
    return next(iter(joined(new, {note: revision})), "")


def _is_new(ledger: Ledger, path: str) -> bool:
    shadow = ledger.store.shadow(path)
    return shadow is None or shadow.revision is None
