"""Styled text of one row as pure values: pieces, marks laid over them, and cuts that know cell widths.

A style is words of the look: a colour token, `agent0`…`agent7`, `person`, `bold italic underline`, and
`on <token>` for the background. Later words win, so a mark is laid over a piece by joining their styles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, split_graphemes

Piece = tuple[str, str]
Mark = tuple[int, int, str]


class Band(NamedTuple):
    """One row of the screen; `fill` is the background of every piece that names none, and of the rest."""

    pieces: tuple[Piece, ...]
    fill: str = "bg"


def text_of(pieces: Iterable[Piece]) -> str:
    return "".join(text for text, _ in pieces)


def width_of(pieces: Iterable[Piece]) -> int:
    """In cells."""
    return sum(cell_len(text) for text, _ in pieces)


def divide(pieces: Sequence[Piece], ranges: Sequence[tuple[int, int]]) -> list[list[Piece]]:
    """The pieces of each range of character offsets; ranges ascend and do not overlap."""
    rows: list[list[Piece]] = []
    index, begin = 0, 0
    for start, end in ranges:
        row: list[Piece] = []
        while index < len(pieces):
            text, style = pieces[index]
            stop = begin + len(text)
            if max(start, begin) < min(end, stop):
                row.append((text[max(0, start - begin) : end - begin], style))
            if stop > end:
                break
            index, begin = index + 1, stop
        rows.append(row)
    return rows


def overlay(pieces: Sequence[Piece], marks: Sequence[Mark]) -> list[Piece]:
    """Join the style of each mark to what lies under it; marks ascend and do not overlap."""
    if not marks:
        return list(pieces)
    edges = [0]
    for start, end, _ in marks:
        edges += [start, end]
    total = sum(len(text) for text, _ in pieces)
    parts = divide(pieces, list(zip(edges, [*edges[1:], total])))
    laid: list[Piece] = []
    for position, part in enumerate(parts):
        style = marks[position // 2][2] if position % 2 else ""
        laid += [(text, f"{under} {style}") if style else (text, under) for text, under in part]
    return laid


def merge_marks(*groups: Sequence[Mark]) -> list[Mark]:
    """One ascending list without overlaps; where marks meet, the group named first wins."""
    taken: list[Mark] = []
    for group in groups:
        for start, end, style in group:
            for low, high in _free(start, end, taken):
                taken.append((low, high, style))
        taken.sort()
    return taken


def _free(start: int, end: int, taken: Sequence[Mark]) -> list[tuple[int, int]]:
    """The parts of a range that no mark of the sorted list covers."""
    parts: list[tuple[int, int]] = []
    for low, high, _ in taken:
        if high <= start or low >= end:
            continue
        if low > start:
            parts.append((start, low))
        start = max(start, high)
    return [*parts, (start, end)] if start < end else parts


def window(pieces: Sequence[Piece], shift: int, width: int, mark: str) -> list[Piece]:
    """The cells from `shift` on; `mark` stands where text goes on to the left or to the right."""
    text = text_of(pieces)
    total = cell_len(text)
    if not shift and total <= width:
        return list(pieces)
    side = cell_len(mark)
    first, skipped = _offset(text, shift + side if shift else 0)
    lead: list[Piece] = [(mark + " " * (skipped - shift - side), "muted")] if shift else []
    room = width - width_of(lead)
    more = total - skipped > room
    last = _end(text, first, room - side if more else room)
    (middle,) = divide(pieces, [(first, last)])
    return [*lead, *middle, *([(mark, "muted")] if more else [])]


def _offset(text: str, cells: int) -> tuple[int, int]:
    """The first character at or after a cell, and the cell it begins at."""
    if text.isascii():
        return min(cells, len(text)), min(cells, len(text))
    used = 0
    for start, _, wide in split_graphemes(text)[0]:
        if used >= cells:
            return start, used
        used += wide
    return len(text), used


def _end(text: str, first: int, room: int) -> int:
    """The end of the longest run from `first` on that takes at most `room` cells."""
    if text.isascii():
        return max(first, min(len(text), first + room))
    used, end = 0, first
    for _, past, wide in split_graphemes(text[first:])[0]:
        if used + wide > room:
            break
        used, end = used + wide, first + past
    return end


def spread(left: Sequence[Piece], right: Sequence[Piece], width: int) -> tuple[Piece, ...]:
    """Left pieces, blanks, and right pieces that end at `width`."""
    gap = width - width_of(left) - width_of(right)
    return (*left, (" " * max(1 if right else 0, gap), ""), *right)
