"""The tree as a whole: what links what, what no link leads to, what is wrong; kept up note by note.

Reading ten thousand notes takes ten seconds, and putting together what is known of them a second: what was read of
a note is kept until it, or something that decides where its links lead, is another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import partial

from memwarden.checks.finding import Finding
from memwarden.memory.graph import Backlink, IndexGraph
from memwarden.memory.health import Health
from memwarden.memory.index import Index, is_index
from memwarden.memory.linked import Linked
from memwarden.memory.lying import Lying
from memwarden.memory.note_health import in_text
from memwarden.memory.notes import TEXTS, NoteKind
from memwarden.memory.outlines import Outlines
from memwarden.memory.targets import Targets, readable
from memwarden.store.store import Store
from memwarden.text.markdown import Outline

PIECE = 200
"""Notes that are read in one go, before others get their turn."""


class Survey:
    """Called under the store's lock."""

    def __init__(self, lying: Lying, store: Store) -> None:
        self._store = store
        self._lying = lying
        self._files = lying.files
        self._outlines = Outlines(store.folder)
        self._linked = Linked(self._files, self._outline)
        self._index = Index(self._files, self._linked)
        self._health = Health()
        self._notes: list[str] = []
        self._unread: dict[str, None] = {}
        self._flawed: set[str] = set()
        self._graph: IndexGraph | None = None
        self._findings: tuple[Finding, ...] | None = None
        self._knows_all = False
        self._names_differ = True

    def targets(self) -> Targets:
        """Where links lead now."""
        self._look()
        return self._linked.finder

    def graph(self, *, deep: bool) -> IndexGraph | None:
        """None where more is to be read than the piece that was: ask again.

        Not `deep`, the indices are enough as long as so many notes were never read.
        """
        self._look()
        every = deep or self._knows_all or len(self._unread) <= PIECE
        wanted = list(self._unread if every else filter(is_index, self._unread))
        self._read(wanted[:PIECE])
        if len(wanted) > PIECE:
            return None
        if self._graph is None or self._graph.whole != (not self._unread):
            self._graph = replace(self._index.graph(self._notes), whole=not self._unread)
            self._findings = None
            self._knows_all = self._knows_all or self._graph.whole
        return self._graph

    def backlinks(self, note: str) -> tuple[Backlink, ...]:
        """As far as is known now: where much was never read or is other than it was, that is left to `graph`."""
        self._look()
        if len(self._unread) <= PIECE:
            self._read(list(self._unread))
        return self._linked.backlinks.get(note, ())

    def findings(self, *, patient: bool) -> tuple[Finding, ...] | None:
        """By note and line; None as of `graph`. Not `patient`, nothing where more than a piece is to be read."""
        self._look()
        if not patient and len(self._unread) > PIECE:
            return ()
        graph = self.graph(deep=True)
        if graph is not None and self._findings is None:
            if self._names_differ:
                self._look_at_names()
            self._findings = self._health.findings(self._files, graph)
        return None if graph is None else self._findings

    def _look(self) -> None:
        written, moved = self._lying.changes()
        if moved:
            self._move(moved)
        if moved or written:
            self._findings = None
        for note in sorted(written):
            if self._files.kind(note) in TEXTS:
                self._unread[note] = None
            else:
                self._drop(note)

    def _move(self, moved: Collection[str]) -> None:
        self._graph = None
        self._notes = readable(self._files)
        self._names_differ = True
        others = self._linked.move(moved)
        for note in others:
            self._linked.lead(note)
            self._health.look(note, self._linked, self._flaws(note))
        self._index.forget(others)

    def _look_at_names(self) -> None:
        found = self._lying.found()
        links = {one.path: one.target for one in found if one.kind is NoteKind.SPECIAL and one.target}
        self._health.look_at_names(self._files, links)
        self._names_differ = False

    def close(self) -> None:
        """Leave what was read to the next process, which then need not load what reads markdown."""
        self._outlines.keep(at_end=True)

    def _drop(self, note: str) -> None:
        self._unread.pop(note, None)
        self._linked.drop(note)
        self._health.drop(note)
        self._index.forget((note,))

    def _read(self, notes: Collection[str]) -> None:
        if not notes:
            return
        self._outlines.bring([revision for note in notes if (revision := self._revision(note))])
        for note in notes:
            del self._unread[note]
            if self._linked.read(note) or is_index(note):
                self._graph = None
            self._index.forget((note,))
            if self._health.look(note, self._linked, self._flaws(note)):
                self._findings = None
        self._outlines.keep()
        if not self._unread:
            self._outlines.prune(len(self._notes), lambda: map(self._revision, self._notes))

    def _revision(self, note: str) -> str:
        shadow = self._store.shadow(note)
        return (shadow.revision or "") if shadow else ""

    def _outline(self, note: str) -> Outline:
        content = self._outlines.of(self._revision(note), partial(self._files.bytes, note))
        (self._flawed.discard if content.clean else self._flawed.add)(note)
        return content.outline

    def _flaws(self, note: str) -> Iterable[Finding]:
        return in_text(note, self._files.text(note)) if note in self._flawed else ()
