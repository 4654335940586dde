"""Merge two edits of one line word by word, where a whole unchanged word lies between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from memwarden.text.alignment import changes
from memwarden.text.lines import decode, encode
from memwarden.text.words import CJK, LONG_LINE

# A date or an amount is one word here: half of it from each side would be a third value that nobody wrote.
CHUNK = re.compile(rf"[{CJK}]|[^\s{CJK}]+|\s+")
CJK_BETWEEN = 2


class _Edit(NamedTuple):
    start: int
    end: int
    put: tuple[str, ...]


def merge_words(base: bytes, yours: bytes, theirs: bytes) -> bytes | None:
    """The line with the words of both; None where they overlap or are neighbours. Lines come without ends."""
    if len(base) + len(yours) + len(theirs) > LONG_LINE:
        return None
    chunks = CHUNK.findall(decode(base))
    ours, others = _edits(chunks, yours), _edits(chunks, theirs)
    edits = sorted({*ours, *others})
    for first, second in pairwise(edits):
        apart = first.end < second.start and _holds_word(chunks[first.end : second.start])
        if not apart and not ({first, second} <= ours or {first, second} <= others):
            return None
    result: list[str] = []
    done = 0
    for edit in edits:
        result += [*chunks[done : edit.start], *edit.put]
        done = edit.end
    return encode("".join(result + chunks[done:]))


def _edits(chunks: Sequence[str], line: bytes) -> set[_Edit]:
    after = CHUNK.findall(decode(line))
    return {
        _Edit(change.start, change.end, tuple(after[change.put_start : change.put_end]))
        for change in changes(chunks, after)
    }


def _holds_word(between: Sequence[str]) -> bool:
    words = [chunk for chunk in between if any(map(str.isalnum, chunk))]
    return sum(CJK_BETWEEN if len(word) > 1 or word.isascii() else 1 for word in words) >= CJK_BETWEEN
