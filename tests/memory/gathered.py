"""A tree that exists only in memory, for what reads trees without touching a disk."""

from __future__ import annotations

from collections.abc import Mapping

from memwarden.memory.notes import INDEX_NAMES, NoteKind, is_note_name
from memwarden.sync.copies import is_copy


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
