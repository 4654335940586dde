"""Read notes by path or topic, and see the tree as a whole: its list, its index, its health."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from memwarden.errors import Code, DiskFailed, Refused
from memwarden.memory.authored import author_of
from memwarden.memory.notes import NOTES, Found, Note, NoteEntry, is_note_name
from memwarden.memory.pending import Pending, is_marked
from memwarden.memory.verdicts import admissions
from memwarden.store.files import locate, read_file
from memwarden.store.records import Grade, Record
from memwarden.text.lines import decode

if TYPE_CHECKING:
    from memwarden.checks.finding import Finding
    from memwarden.memory.graph import Backlink, IndexGraph
    from memwarden.memory.survey import Survey
    from memwarden.memory.targets import Targets
    from memwarden.memory.tree import Tree

T = TypeVar("T")

OF_NOTES_ONLY = frozenset({"front-matter", "line-too-long"})
"""What is asked of notes and not of letters, whose form is nestwork's and whose lines nobody loads at start."""
ALSO_CHECKED = frozenset({"front-matter", "merge-marker"})
"""What the health scan and the checks both see in a text: here the checks say it."""
TURN = 0.001
"""Seconds in which others may take the tree's lock."""


class Reading:
    """What was seen of the tree is kept until `forget`; any thread may ask, and any may have it forgotten meanwhile.

    `is_told` while somebody watches the tree and has what changes forgotten (`Live`).
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._pending = Pending(tree.root)
        self.is_told = False

    @cached_property
    def _survey(self) -> Survey:
        from memwarden.memory.survey import Survey

        return Survey(self._tree.lying, self._tree.store)

    def close(self) -> None:
        if (survey := self.__dict__.pop("_survey", None)) is not None:
            with self._tree.store.locked():
                survey.close()

    def notes(self) -> tuple[NoteEntry, ...]:
        with self._tree.store.locked():
            shadows = self._tree.store.shadows()
        return tuple(
            NoteEntry(
                found.path, found.kind, found.stamp.size, found.mtime,
                (shadows[found.path].revision or "") if found.path in shadows else "", found.target,
            )
            for found in self.found()
        )  # fmt: skip

    def found(self) -> tuple[Found, ...]:
        with self._tree.store.locked():
            return self._tree.lying.found()

    def lying(self) -> tuple[Found, ...]:
        """As `found`, and as it lies there now also where nobody watches."""
        if not self.is_told:
            self._tree.forget()
        return self.found()

    def targets(self) -> Targets:
        """Where the links of notes lead."""
        with self._tree.store.locked():
            return self._survey.targets()

    def paths(self) -> tuple[str, ...]:
        return tuple(found.path for found in self.found() if found.kind in NOTES)

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
        bare = self.bare(note)
        last = self._last(bare.path)
        if last is None:
            return bare
        return Note(bare.path, bare.data, author_of(last), last.grade if author_of(last) else Grade.UNKNOWN, last.time)

    def bare(self, note: str) -> Note:
        """As `text`, without who wrote it: this waits for nobody who has the tree's lock."""
        path, name = locate(self._tree.root, note)
        data = read_file(path)
        if data is None:
            raise Refused(Code.NO_NOTE, f"There is no note {note}.", "List the notes to find its path.")
        return Note(name, data)

    def index(self, *, deep: bool = True) -> IndexGraph:
        """Not `deep`, for a first look at a large tree: see `IndexGraph.whole`."""
        return self._in_pieces(lambda: self._survey.graph(deep=deep))

    def backlinks(self, note: str) -> tuple[Backlink, ...]:
        """What leads to a note as far as that is known at once, each with the heading above its first link."""
        with self._tree.store.locked():
            return self._survey.backlinks(note)

    def _in_pieces(self, ask: Callable[[], T | None]) -> T:
        """What `ask` gives in the end; between two pieces of its work others have the tree."""
        while True:
            with self._tree.store.locked():
                if (found := ask()) is not None:
                    return found
            time.sleep(TURN)

    def health(self, *, patient: bool = True) -> tuple[Finding, ...]:
        """What is wrong with the rules is asked every time: they change without any note changing."""
        from memwarden.memory.config import config_findings, parse_config
        from memwarden.memory.halfway import half_moved
        from memwarden.memory.place_health import of_layout

        seen = self._in_pieces(lambda: self._survey.findings(patient=patient))
        with self._tree.store.locked():
            admitted = admissions(self._tree.store)
            halves = tuple(half_moved(self._tree.store))
        rules = self._tree.rules
        pending = rules.pending()
        waiting = None if pending is None else parse_config(pending, layout=rules.layout())
        found = (*of_layout(rules), *halves, *seen)
        left = (finding for finding in found if finding.fingerprint not in admitted)
        return (*config_findings(rules.policy(), waiting), *left)

    def check(self, notes: Sequence[str]) -> tuple[Finding, ...]:
        from memwarden.checks.run import check_note
        from memwarden.memory.forget import tombstones
        from memwarden.memory.place_health import of_file_system
        from memwarden.memory.unlisted import is_unlisted

        limits = self._tree.rules.policy().limits
        with self._tree.store.locked():
            admitted = admissions(self._tree.store)
            gone = tombstones(self._tree.store, self._tree.published)
        found: list[Finding] = [
            finding
            for finding in self.health()
            if (not notes or finding.note in notes) and finding.code not in ALSO_CHECKED
        ]
        if not notes and not self._tree.readonly:
            found[:0] = of_file_system(self._tree.root)
        for note in notes or self.paths():
            text = decode(self.text(note).data) if notes else self._text(note)
            of_note = check_note(text, note=note, limits=limits, admitted=admitted, forgotten=gone)
            found.extend(finding for finding in of_note if not (is_unlisted(note) and finding.code in OF_NOTES_ONLY))
        return tuple(found)

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

    def _text(self, path: str) -> str:
        """Empty where it cannot be read."""
        try:
            return decode(read_file(self._tree.root / path) or b"")
        except (Refused, DiskFailed):
            return ""
