"""Read notes by path or topic, and see the tree as a whole: its list, its index, its health."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from memwarden.errors import Code, DiskFailed, Refused
from memwarden.memory.authored import author_of
from memwarden.memory.notes import Found, Note, NoteEntry, NoteKind, is_note_name, walk
from memwarden.memory.pending import Pending, is_marked
from memwarden.store.files import locate, read_file
from memwarden.store.records import Grade, Record
from memwarden.text.lines import decode

if TYPE_CHECKING:
    from memwarden.checks.finding import Finding
    from memwarden.memory.graph import IndexGraph
    from memwarden.memory.outlines import Outlines
    from memwarden.memory.search import Hit
    from memwarden.memory.tree import Tree
    from memwarden.text.markdown import Outline

OF_NOTES_ONLY = frozenset({"front-matter", "line-too-long"})
"""What is asked of notes and not of letters, whose form is nestwork's and whose lines nobody loads at start."""
_NOTES = {NoteKind.NOTE, NoteKind.INDEX, NoteKind.LINK}


class Reading:
    """What was seen of the tree is kept until `forget`."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._pending = Pending(tree.root)
        self._found: tuple[Found, ...] | None = None
        self._index: IndexGraph | None = None
        self._health: tuple[Finding, ...] | None = None
        self._text_findings: dict[tuple[str, str], tuple[Finding, ...]] = {}

    @cached_property
    def _outlines(self) -> Outlines:
        from memwarden.memory.outlines import Outlines

        return Outlines(self._tree.store.folder)

    def forget(self) -> None:
        """Something changed: look again the next time."""
        self._found = self._index = self._health = None

    def notes(self) -> tuple[NoteEntry, ...]:
        with self._tree.store.locked():
            shadows = self._tree.store.shadows()
        return tuple(
            NoteEntry(
                found.path, found.kind, found.status.st_size, found.mtime,
                (shadows[found.path].revision or "") if found.path in shadows else "", found.target,
            )
            for found in self.found()
        )  # fmt: skip

    def found(self) -> tuple[Found, ...]:
        if self._found is None:
            self._found = tuple(sorted(walk(self._tree.root), key=lambda found: found.path))
        return self._found

    def paths(self) -> tuple[str, ...]:
        return tuple(found.path for found in self.found() if found.kind in _NOTES)

    def read(self, topic: str) -> Note:
        note = topic if self._is_note(topic) else self._resolved(topic)
        if copies := self._pending.of(note):
            raise Refused(
                Code.CONFLICT_PENDING, f"{note} has a conflict that waits for a person: {copies[0]}.",
                "Do not guess which side holds: tell the person, who resolves it in memwarden.",
                details={"copies": copies, "note": note},
            )  # fmt: skip
        found = self.text(note)
        if not found.utf8 or b"\0" in found.data:
            raise Refused(Code.NOT_TEXT, f"{note} is not UTF-8 text.", "Tell the person; memwarden check says where.")
        if is_marked(found.data):
            raise Refused(
                Code.CONFLICT_PENDING, f"{note} holds the markers of a conflict that waits for a person.",
                "Do not guess which side holds: tell the person, who resolves it in memwarden.",
                details={"note": note},
            )  # fmt: skip
        return found

    def _resolved(self, topic: str) -> str:
        from memwarden.memory.topics import resolve_topic

        return resolve_topic(self.index(), self.paths(), topic)

    def text(self, note: str) -> Note:
        path, name = locate(self._tree.root, note)
        data = read_file(path)
        if data is None:
            raise Refused(Code.NO_NOTE, f"There is no note {note}.", "List the notes to find its path.")
        last = self._last(name)
        if last is None:
            return Note(name, data)
        return Note(name, data, author_of(last), last.grade if author_of(last) else Grade.UNKNOWN, last.time)

    def index(self) -> IndexGraph:
        if self._index is None:
            from memwarden.memory.index import build

            files = Files(self._tree, self.found())
            with self._tree.store.locked():
                self._index = build(files, self._outline_of(files))
                self._outlines.keep()
        return self._index

    def health(self) -> tuple[Finding, ...]:
        """What is wrong with the rules is asked every time: they change without any note changing."""
        from memwarden.memory.config import config_findings
        from memwarden.memory.place_health import of_layout

        if self._health is None:
            self._health = self._looked_through()
        return (*config_findings(self._tree.rules.policy()), *of_layout(self._tree.rules), *self._health)

    def _looked_through(self) -> tuple[Finding, ...]:
        from memwarden.memory.health import findings

        graph, files = self.index(), Files(self._tree, self.found())
        symlinks = {
            found.path: found.target for found in self.found() if found.kind is NoteKind.SPECIAL and found.target
        }
        with self._tree.store.locked():
            outline, of_text = self._outline_of(files), self._findings_of(files)
            return findings(files, graph, outlines=outline, symlinks=symlinks, of_text=of_text)

    def _findings_of(self, files: Files) -> Callable[[str], tuple[Finding, ...]]:
        """What is wrong in a text, kept by its revision: ten thousand notes are read once and not at every change."""
        from memwarden.memory.note_health import in_text

        shadows = self._tree.store.shadows()

        def of(path: str) -> tuple[Finding, ...]:
            revision = (shadows[path].revision or "") if path in shadows else ""
            key = (path, revision)
            if not revision or key not in self._text_findings:
                self._text_findings[key] = tuple(in_text(path, files.text(path)))
            return self._text_findings[key]

        return of

    def _outline_of(self, files: Files) -> Callable[[str], Outline]:
        shadows = self._tree.store.shadows()

        def of(path: str) -> Outline:
            shadow = shadows.get(path)
            return self._outlines.of(files, path, (shadow.revision or "") if shadow else "")

        return of

    def check(self, notes: Sequence[str]) -> tuple[Finding, ...]:
        from memwarden.checks.run import check_note
        from memwarden.memory.place_health import of_file_system
        from memwarden.memory.unlisted import is_unlisted

        limits = self._tree.rules.policy().limits
        found: list[Finding] = [finding for finding in self.health() if not notes or finding.note in notes]
        if not notes and not self._tree.readonly:
            found[:0] = of_file_system(self._tree.root)
        files = Files(self._tree, self.found())
        for note in notes or self.paths():
            text = decode(self.text(note).data) if notes else files.text(note)
            of_note = (finding._replace(note=note) for finding in check_note(text, note=note, limits=limits))
            found.extend(finding for finding in of_note if not (is_unlisted(note) and finding.code in OF_NOTES_ONLY))
        return tuple(found)

    def search(self, query: str, limit: int) -> tuple[Hit, ...]:
        from memwarden.memory.search import search

        return search(self._texts(), query, limit)

    def _texts(self) -> Iterator[tuple[str, str]]:
        files = Files(self._tree, self.found())
        for path in self.paths():
            yield path, files.text(path)

    def _is_note(self, topic: str) -> bool:
        """Raises Refused NOT_A_NOTE for a path that is named like a note and is none."""
        try:
            return read_file(locate(self._tree.root, topic)[0]) is not None
        except (Refused, DiskFailed) as error:
            if is_note_name(topic) and (isinstance(error, DiskFailed) or error.code is Code.NOT_A_NOTE):
                raise
            return False

    def _last(self, note: str) -> Record | None:
        with self._tree.store.locked():
            shadow = self._tree.store.shadow(note)
            return self._tree.store.record(shadow.head) if shadow else None


class Files:
    """The files of the tree as the index builder and the health rules want them."""

    def __init__(self, tree: Tree, found: Sequence[Found]) -> None:
        self._tree = tree
        self._found = {entry.path: entry for entry in found}

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(self._found)

    def kind(self, path: str) -> str:
        """A NoteKind; for what the walk passes over `file`, `directory`, or empty where nothing is."""
        if path in self._found:
            return self._found[path].kind
        real = self._tree.root / path
        return "directory" if real.is_dir() else "file" if real.is_file() else ""

    def text(self, path: str) -> str:
        """The text, empty where it cannot be read."""
        try:
            return decode(read_file(self._tree.root / path) or b"")
        except (Refused, DiskFailed):
            return ""
