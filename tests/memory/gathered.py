"""A tree that exists only in memory, for what reads trees without touching a disk."""

from __future__ import annotations

from collections.abc import Mapping

from memwarden.checks.finding import Finding
from memwarden.memory.graph import IndexGraph
from memwarden.memory.health import Health
from memwarden.memory.index import Index, is_index
from memwarden.memory.linked import Linked
from memwarden.memory.note_health import in_text
from memwarden.memory.notes import INDEX_NAMES, NoteKind, is_note_name
from memwarden.memory.targets import readable
from memwarden.sync.copies import is_copy
from memwarden.text.markdown import outline


class Gathered:
    """Texts by path; `others` are kinds of paths that hold no text, a folder among them."""

    def __init__(self, texts: Mapping[str, str], others: Mapping[str, str] | None = None) -> None:
        self._texts = dict(texts)
        self._others = dict(others or {})

    @property
    def paths(self) -> list[str]:
        listed = {NoteKind.SPECIAL, NoteKind.UNREADABLE, NoteKind.LINK}
        return [
            *(path for path in self._texts if self.kind(path) != "file"),
            *(path for path, kind in self._others.items() if kind in listed),
        ]

    def kind(self, path: str) -> str:
        if path in self._others:
            return self._others[path]
        if path not in self._texts:
            return ""
        if is_copy(path):
            return NoteKind.COPY
        if not is_note_name(path):
            return "file"
        return NoteKind.INDEX if path.rpartition("/")[2] in INDEX_NAMES else NoteKind.NOTE

    def text(self, path: str) -> str:
        return self._texts[path]


def graph_of(texts: Mapping[str, str], others: Mapping[str, str] | None = None, *, deep: bool = True) -> IndexGraph:
    """The index graph of such a tree; not `deep`, only its indices were read."""
    files = Gathered(texts, others)
    linked, notes = _linked(files), readable(files)
    for note in notes if deep else filter(is_index, notes):
        linked.read(note)
    return Index(files, linked).graph(notes)


def findings_of(
    texts: Mapping[str, str], others: Mapping[str, str] | None = None, symlinks: Mapping[str, str] | None = None
) -> tuple[Finding, ...]:
    """What is wrong with it; `symlinks` gives, for special files that are links, what they name."""
    files, health = Gathered(texts, others), Health()
    linked = _linked(files)
    for note in readable(files):
        linked.read(note)
        health.look(note, linked, in_text(note, files.text(note)))
    health.look_at_names(files, symlinks or {})
    return health.findings(files, graph_of(texts, others))


def _linked(files: Gathered) -> Linked:
    return Linked(files, lambda note: outline(files.text(note)))
