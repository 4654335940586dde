"""Take the texts out of records that a person pruned; who did what to which note stays."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from memwarden.store.entries import Entry


def thin(line: bytes, added: int, removed: int, authors: Mapping[str, Any] | None) -> bytes:
    """The record's line without its hunks; `authors` are the sources of the lines that it left, where given."""
    raw = json.loads(line)
    raw.pop("hunks", None)
    refs = {**raw.get("refs", {}), "thin": [added, removed]}
    raw["refs"] = refs if authors is None else {**refs, "authors": authors}
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace") + b"\n"


class Rewriting(Protocol):
    """What changes lines of the journal."""

    @property
    def segments(self) -> Sequence[int]:
        """In the order in which they are to be rewritten."""

    def line(self, line: bytes) -> bytes:
        """What stands in the place of this line."""


class Thinning:
    """The records to be thinned, and how each line of the journal looks then."""

    def __init__(self, entries: Iterable[Entry], authors: Mapping[str, Mapping[str, Any]]) -> None:
        self._entries = {entry.id: entry for entry in entries if not entry.thin}
        self._authors = authors

    @property
    def segments(self) -> list[int]:
        """Newest first: what tells the authors at the cut is written before anything it stands for goes."""
        return sorted({entry.segment for entry in self._entries.values()}, reverse=True)

    def line(self, line: bytes) -> bytes:
        try:
            record = json.loads(line).get("id")
        except (ValueError, AttributeError):
            return line
        entry = self._entries.get(record)
        return thin(line, entry.added, entry.removed, self._authors.get(entry.id)) if entry else line
