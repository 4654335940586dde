"""Find every conflict of a tree: copies beside notes, what git left unmerged or stashed, markers left in notes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.archived import Archived, archived, archives
from memwarden.memory.bases import Known, offered, with_bases
from memwarden.memory.conflicts import Base, Conflict, Copy
from memwarden.memory.git_sides import GitConflicts, GitLook
from memwarden.memory.marked import marked_conflict
from memwarden.memory.missing import Missing
from memwarden.memory.notes import Found, NoteKind, is_note_name
from memwarden.memory.set_aside import belongs_to, beside, read_conflict, read_copies
from memwarden.memory.unmarked import Unmarked
from memwarden.memory.verdicts import undone_acts
from memwarden.store.files import read_file
from memwarden.sync.copies import is_skipped
from memwarden.text.markers import has_markers

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


@dataclass(slots=True)
class _Lying:
    """What one walk saw of the files: copies by their note, and notes with markers in them."""

    copies: dict[str, list[Found]] = field(default_factory=dict)
    marked: set[str] = field(default_factory=set)


class Finder:
    """Looks at the disk every time; only which unchanged notes hold no markers is remembered."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._git = GitConflicts(tree.root)
        self._unmarked = Unmarked(tree.store)
        self._missing = Missing(tree.store, tree.published)

    @property
    def git(self) -> GitConflicts:
        return self._git

    def conflicts(self) -> tuple[Conflict, ...]:
        """Every conflict as it lies there now, by note."""
        with self._tree.store.locked():
            lying, look = self._walked(), self._git.look(self.settled)
            missed = set() if look.is_under_way else self._missing.notes()
            notes = sorted({*lying.copies, *lying.marked, *look.notes, *missed})
            found = (self._read(note, lying, look) for note in notes)
            return tuple(self._judged(conflict) for conflict in found if conflict)

    def conflict(self, path: str) -> Conflict | None:
        """The conflict of one note, or of the note that a copy belongs to: one look into its folder."""
        with self._tree.store.locked():
            note = belongs_to(path)
            if is_skipped(note) or (note != path and not (self._tree.root / path).is_file()):
                return None
            lying = self._beside(note)
            found = self._read(note, lying, self._git.look(self.settled))
            return self._judged(found) if found else None

    def bases(self, conflict: Conflict, copy: Copy) -> tuple[Base, ...]:
        """What may serve as the base of yours and this copy, best first; asks Syncthing."""
        with self._tree.store.locked():
            known = Known.of(self._tree.store, self._tree.published, conflict.note)
            return offered(conflict, copy, known, self._archived(conflict.note), self._tree.carriers.syncthing)

    def _read(self, note: str, lying: _Lying, look: GitLook) -> Conflict | None:
        copies = read_copies(self._tree.root, lying.copies.get(note, []))
        left = look.conflict(self._tree.root, note, copies)
        if left is not None:
            return left
        if not copies and note in lying.marked:
            return marked_conflict(self._tree.root, note)
        found = read_conflict(self._tree.root, note, copies)
        if look.is_under_way or not is_note_name(note):
            return found
        return self._missing.added(found, note, found.data if found else self._present(note), self.settled(note))

    def _judged(self, conflict: Conflict) -> Conflict:
        known = Known.of(self._tree.store, self._tree.published, conflict.note)
        named = (
            replace(copy, device_name=self._tree.carriers.device_name(copy.device)) if copy.device else copy
            for copy in conflict.copies
        )
        return with_bases(replace(conflict, copies=tuple(named)), known, self._archived(conflict.note))

    def _walked(self) -> _Lying:
        found = self._tree.reading.lying()
        lying = _Lying(marked=self._unmarked.marked(found, self._bytes))
        for entry in found:
            if entry.kind is NoteKind.COPY:
                lying.copies.setdefault(belongs_to(entry.path), []).append(entry)
        return lying

    def _beside(self, note: str) -> _Lying:
        copies = beside(self._tree.root, note)
        lying = _Lying({note: copies} if copies else {})
        if is_note_name(note) and has_markers(self._bytes(note)):
            lying.marked.add(note)
        return lying

    def _bytes(self, path: str) -> bytes:
        return self._present(path) or b""

    def _present(self, path: str) -> bytes | None:
        try:
            return read_file(self._tree.root / path)
        except (DiskFailed, Refused):
            return None

    def settled(self, note: str) -> set[str]:
        """What of git's versions a person already decided about in this note."""
        store = self._tree.store
        with store.locked():
            undone = undone_acts(store)
            records = store.records("what in ('resolve', 'verdict') and note = ?", (note,), newest=True, limit=50)
            kept = [record for record in records if record.act not in undone]
        return {str(path).removeprefix("git:") for record in kept for path in record.refs.get("settled", ())}

    def _archived(self, note: str) -> tuple[Archived, ...]:
        return archived(archives(self._tree.root, lambda: self._tree.carriers.syncthing), note)
