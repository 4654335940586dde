"""Break one line of visible text into rows at words; later rows hang under the text, quick on plain ASCII."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len, split_graphemes

from memwarden_tui.widgets.pieces import Piece, divide

_HANG = re.compile(r"(?:> ?| +)*(?:(?:[-*+]|\d{1,9}[.)]) +(?:\[[ xX]\] +)?)*")
_NOT_SINGLE = re.compile("[^\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u2500-\u25fc]")
_NEVER_FIRST = frozenset("、。，．）］｝」』】〉》！？：；ー…")
_NEVER_LAST = frozenset("（［｛「『【〈《")

Range = tuple[int, int]


def hang(text: str, width: int) -> int:
    """Cells that later rows are indented by; at most half of the width, so that a narrow pane keeps room."""
    if text[:1].isalpha():
        return 0
    found = _HANG.match(text)
    end = found.end() if found else 0
    return end if end <= width // 2 else 0


def count(text: str, width: int) -> int:
    """The rows that `breaks` gives."""
    if len(text) <= width and text.isascii():
        return 1
    return len(breaks(text, width))


def breaks(text: str, width: int) -> list[Range]:
    """Character offsets of each row, at least one; blanks at a break belong to no row."""
    width = max(1, width)
    indent = hang(text, width)
    if text.isascii() or not _NOT_SINGLE.search(text):
        return [(0, len(text))] if len(text) <= width else _narrow(text, width, indent)
    return [(0, len(text))] if cell_len(text) <= width else _wide(text, width, indent)


def layout(pieces: Sequence[Piece], text: str, width: int) -> list[list[Piece]]:
    """Rows of pieces with the hanging indent in place; `text` is the text of the pieces."""
    ranges = breaks(text, width)
    if len(ranges) == 1:
        return [list(pieces)]
    indent = hang(text, max(1, width))
    first, *rest = divide(pieces, ranges)
    return [first, *([(" " * indent, ""), *row] if indent else row for row in rest)]


def _narrow(text: str, width: int, indent: int) -> list[Range]:
    """Every character takes one cell, so that one search backwards finds a break."""
    rows: list[Range] = []
    start, room, low, end = 0, width, indent, len(text)
    while end - start > room:
        cut = text.rfind(" ", low, start + room + 1)
        if cut < 0:
            rows.append((start, start + room))
            start += room
        else:
            stop = cut
            while stop > start and text[stop - 1] == " ":
                stop -= 1
            rows.append((start, stop))
            start = cut
        while start < end and text[start] == " ":
            start += 1
        room, low = width - indent, start
    if start < end:
        rows.append((start, end))
    return rows


def _wide(text: str, width: int, indent: int) -> list[Range]:
    """Graphemes of 0 to 2 cells; a row may also end between two wide ones."""
    spans, _ = split_graphemes(text)
    rows: list[Range] = []
    first, room, low = 0, width, indent
    while first < len(spans):
        past, used = first, 0
        while past < len(spans) and used + spans[past][2] <= room:
            used += spans[past][2]
            past += 1
        past = max(past, first + 1)
        if past < len(spans):
            past = _break(text, spans, past, max(first, low))
        last = past
        while last > first and _is_blank(text, spans[last - 1]):
            last -= 1
        if last > first:
            rows.append((spans[first][0], spans[last - 1][1]))
        while past < len(spans) and _is_blank(text, spans[past]):
            past += 1
        first, room, low = past, width - indent, 0
    return rows


def _is_blank(text: str, span: tuple[int, int, int]) -> bool:
    """A blank that carries an accent is something to see."""
    return text[span[0] : span[1]] == " "


def _break(text: str, spans: Sequence[tuple[int, int, int]], past: int, low: int) -> int:
    """The last place to break at or before `past`, or `past` itself inside a word longer than the row."""
    for place in range(past, low, -1):
        here, before = text[spans[place][0]], text[spans[place - 1][0]]
        if _is_blank(text, spans[place]) or _is_blank(text, spans[place - 1]):
            return place
        wide = spans[place][2] == 2 or spans[place - 1][2] == 2
        if wide and here not in _NEVER_FIRST and before not in _NEVER_LAST:
            return place
    return past
