"""Which words of a line changed, and which lines of a hunk are one line before and after."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from memwarden.text.alignment import changes
from memwarden.text.ends import common_ends, common_head, common_tail

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# A combining mark stays with its letter and an emoji sequence stays whole: half of one cannot be drawn.
WORD = rf"[^\W{CJK}]+(?:[\u0300-\u036f]+[^\W{CJK}]*)*"
TOKEN = re.compile(rf"[{CJK}]|{WORD}|\s+|[!-~]|[^\w\s!-~]+")
BYTE_WORD = re.compile(rb"[\w\x80-\xff]+")
LONG_LINE = 20_000
WORD_REACH = 64
ALIKE = 0.5
PAIR_CELLS = 2_500

Words = Callable[[bytes], set[bytes]]


class Span(NamedTuple):
    """Characters `start` up to `end` of a line."""

    start: int
    end: int


def mark_words(before: str, after: str) -> tuple[list[Span], list[Span]]:
    """The changed stretches of both texts, in whole words, joined where only blanks lie between.

    Of a line too long to compare word by word everything between the common ends is one stretch.
    """
    head, tail = _common_ends(before, after)
    ours, others = before[head : len(before) - tail], after[head : len(after) - tail]
    if len(ours) + len(others) > LONG_LINE:
        return _whole(ours, head), _whole(others, head)
    left, right = tokens(ours), tokens(others)
    found = changes(left, right)
    return (
        _joined(before, head, left, [(change.start, change.end) for change in found]),
        _joined(after, head, right, [(change.put_start, change.put_end) for change in found]),
    )


def pair_lines(cut: Sequence[bytes], put: Sequence[bytes]) -> tuple[tuple[int, int], ...]:
    """Places of lines that are alike, rising on both sides: the best set; line by line in a big hunk."""
    if len(cut) * len(put) > PAIR_CELLS:
        places = range(min(len(cut), len(put)))
        return tuple((place, place) for place in places if alike(cut[place], put[place]))
    best = [[0.0] * (len(put) + 1) for _ in range(len(cut) + 1)]
    words = cache(_words)
    gains = [[_likeness(before, after, words) for after in put] for before in cut]
    for row in reversed(range(len(cut))):
        for column in reversed(range(len(put))):
            paired = gains[row][column] + best[row + 1][column + 1] if gains[row][column] >= ALIKE else 0.0
            best[row][column] = max(best[row + 1][column], best[row][column + 1], paired)
    return tuple(_walk(best))


def alike(one: bytes, other: bytes) -> bool:
    """Whether at least half of both lines is the same."""
    return alike_at_ends(one, other) or _shared_words(one, other, _words) >= ALIKE


def alike_at_ends(one: bytes, other: bytes) -> bool:
    """The same of what both begin and end with: a tenth of the work."""
    half = -(-(len(one) + len(other)) // 4)
    if half and (one[:half] == other[:half] or one[-half:] == other[-half:]):
        return True
    return _shared_ends(one, other) >= ALIKE


def tokens(text: str) -> list[str]:
    """Words, blanks, punctuation; Chinese and Japanese by character. Joined they are `text`."""
    return TOKEN.findall(text)


def _likeness(one: bytes, other: bytes, words: Words) -> float:
    """0 to 1: the share of the common ends, or if these are less than half, of the common words."""
    ends = _shared_ends(one, other)
    return ends if ends >= ALIKE else _shared_words(one, other, words)


def _shared_ends(one: bytes, other: bytes) -> float:
    return 2 * sum(common_ends(one, other)) / (len(one) + len(other) or 1)


def _shared_words(one: bytes, other: bytes, words: Words) -> float:
    if len(one) + len(other) > LONG_LINE:
        return 0.0
    own, others = words(one), words(other)
    return 2 * len(own & others) / (len(own) + len(others) or 1)


def _words(line: bytes) -> set[bytes]:
    return set(BYTE_WORD.findall(line))


def _walk(best: list[list[float]]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    row = column = 0
    while row < len(best) - 1 and column < len(best[0]) - 1:
        here = best[row][column]
        if here == best[row + 1][column]:
            row += 1
        elif here == best[row][column + 1]:
            column += 1
        else:
            pairs.append((row, column))
            row, column = row + 1, column + 1
    return pairs


def _common_ends(before: str, after: str) -> tuple[int, int]:
    """Common characters at both ends, pulled back to a blank so that no word is cut in two."""
    if len(before) + len(after) <= LONG_LINE:
        return 0, 0
    head = common_head(before, after)
    tail = common_tail(before, after, head)
    near = before[max(0, head - WORD_REACH) : head]
    behind = before[len(before) - tail : len(before) - tail + WORD_REACH]
    return head - len(near) + near.rfind(" ") + 1, tail - max(0, behind.find(" "))


def _whole(text: str, offset: int) -> list[Span]:
    return [Span(offset, offset + len(text))] if text else []


def _joined(text: str, offset: int, parts: list[str], ranges: list[tuple[int, int]]) -> list[Span]:
    ends = [offset]
    for part in parts:
        ends.append(ends[-1] + len(part))
    spans: list[Span] = []
    for first, last in ranges:
        span = Span(ends[first], ends[last])
        if span.start == span.end:
            continue
        if spans and text[spans[-1].end : span.start].isspace():
            spans[-1] = Span(spans[-1].start, span.end)
        else:
            spans.append(span)
    return spans
