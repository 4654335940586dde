"""Full text search over the notes as they lie on disk."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hit:
    """A line with the words: 1-based `line`, and the characters `start` to `end` of the first match in it."""

    note: str
    line: int
    text: str
    start: int
    end: int


def search(texts: Iterable[tuple[str, str]], query: str, limit: int) -> tuple[Hit, ...]:
    """Lines that hold every word of the query, in any order and case; words in quotes stand together."""
    words = [quoted or plain for quoted, plain in re.findall(r'"([^"]+)"|(\S+)', query)]
    if not words:
        return ()
    patterns = [re.compile(re.escape(word), re.IGNORECASE) for word in words]
    hits: list[Hit] = []
    for note, text in texts:
        if not all(pattern.search(text) for pattern in patterns):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            found = [pattern.search(line) for pattern in patterns]
            if all(found) and (first := found[0]):
                hits.append(Hit(note, number, line.rstrip("\r"), first.start(), first.end()))
                if len(hits) >= limit:
                    return tuple(hits)
    return tuple(hits)
