"""What a query asks for, and the lines of a text that hold it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memwarden.text.anycase import fold


@dataclass(frozen=True, slots=True)
class Hit:
    """A line with the words: 1-based `line`, and the characters `start` to `end` of the first match in it."""

    note: str
    line: int
    text: str
    start: int
    end: int


class Query:
    """Every word of it in one line, in any order and case; words in quotes stand together."""

    def __init__(self, query: str) -> None:
        self.words = [quoted or plain for quoted, plain in re.findall(r'"([^"]+)"|(\S+)', query)]
        self._folded = [fold(word) for word in self.words]
        self._longest = max(self._folded, key=len, default="")
        self._patterns: list[re.Pattern[str]] = []

    def hits(self, note: str, text: str) -> Iterator[Hit]:
        """The lines of a note that hold it, in their order; none for a query without words."""
        folded = fold(text)
        if not self.words or any(word not in folded for word in self._folded):
            return
        lines = text.split("\n")
        number = counted = 0
        at = folded.find(self._longest)
        while at >= 0:
            number += folded.count("\n", counted, at)
            if spans := self._spans(lines[number]):
                yield Hit(note, number + 1, lines[number].rstrip("\r"), *spans[0])
            counted = folded.find("\n", at)
            at = folded.find(self._longest, counted) if counted >= 0 else -1

    def _spans(self, line: str) -> list[tuple[int, int]]:
        """Where each of the words first stands; empty where one does not."""
        if line.isascii() and all(map(str.isascii, self.words)):
            lower = line.lower()
            found = [(at, at + len(word)) for word in self._folded if (at := lower.find(word)) >= 0]
        else:
            found = [match.span() for pattern in self._compiled() if (match := pattern.search(line))]
        return found if len(found) == len(self.words) else []

    def _compiled(self) -> list[re.Pattern[str]]:
        if not self._patterns:
            self._patterns = [re.compile(re.escape(word), re.IGNORECASE) for word in self.words]
        return self._patterns
