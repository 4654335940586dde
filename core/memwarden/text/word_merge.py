"""Merge two edits of one line word by word, where a whole unchanged word lies between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from memwarden.text.alignment import changes, shared_head
from memwarden.text.ends import common_ends
from memwarden.text.lines import decode, encode
from memwarden.text.words import CJK, LONG_LINE

# A date or an amount is one word here: half of it from each side would be a third value that nobody wrote.
CHUNK = re.compile(rf"[{CJK}]|[^\s{CJK}]+|\s+")
CJK_BETWEEN = 2
WORD = re.compile(rb"[0-9A-Za-z]")


class _Edit(NamedTuple):
    start: int
    end: int
    put: tuple[str, ...]


def merge_words(base: bytes, yours: bytes, theirs: bytes, *, closely: bool = True) -> bytes | None:
    """The line with the words of both; None where they overlap or are neighbours. Lines come without ends.

    Not `closely`: None also where one side changed words before and behind those of the other.
    """
    if len(base) + len(yours) + len(theirs) > LONG_LINE:
        return None
    apart = _apart(base, yours, theirs)
    if apart is not None or not closely:
        return apart
    chunks, mine, other = (CHUNK.findall(decode(line)) for line in (base, yours, theirs))
    place = shared_head(chunks, mine)
    if place == shared_head(chunks, other) and mine[place : place + 1] != other[place : place + 1]:
        return None
    ours, others = _edits(chunks, mine), _edits(chunks, other)
    edits = sorted({*ours, *others})
    for first, second in pairwise(edits):
        between = first.end < second.start and _holds_word(chunks[first.end : second.start])
        if not between and not ({first, second} <= ours or {first, second} <= others):
            return None
    result: list[str] = []
    done = 0
    for edit in edits:
        result += [*chunks[done : edit.start], *edit.put]
        done = edit.end
    return encode("".join(result + chunks[done:]))


def _apart(base: bytes, yours: bytes, theirs: bytes) -> bytes | None:
    """The merged line where one side changed nothing behind a word that stands before all the other changed."""
    ends = (*common_ends(base, yours), yours), (*common_ends(base, theirs), theirs)
    (_, tail, first), (head, _, second) = sorted(ends)
    start = base.find(b" ", len(base) - tail, head)
    end = base.rfind(b" ", start + 1, head)
    if start < 0 or end < 0 or not WORD.search(base, start, end):
        return None
    return first[: start - len(base)] + base[start:end] + second[end:]


def _edits(chunks: Sequence[str], after: Sequence[str]) -> set[_Edit]:
    return {
        _Edit(change.start, change.end, tuple(after[change.put_start : change.put_end]))
        for change in changes(chunks, after)
    }


def _holds_word(between: Sequence[str]) -> bool:
    words = [chunk for chunk in between if any(map(str.isalnum, chunk))]
    return sum(CJK_BETWEEN if len(word) > 1 or word.isascii() else 1 for word in words) >= CJK_BETWEEN
