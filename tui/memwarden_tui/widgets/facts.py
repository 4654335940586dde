"""Sentences, labelled facts and bars of whose lines, laid out in full or packed into a few rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.style import Style

from memwarden_tui.fit import columns, fit_middle
from memwarden_tui.glyphs import Look
from memwarden_tui.widgets import wrap
from memwarden_tui.widgets.bars import bar
from memwarden_tui.widgets.gutter import NAME, Face
from memwarden_tui.widgets.pieces import Band, Piece, spread, text_of, width_of, window

LABEL = 9
BAR = 24
_INDENT = 2


class Said(NamedTuple):
    """A sentence of safe pieces; `right` ends its first row."""

    pieces: tuple[Piece, ...]
    right: tuple[Piece, ...] = ()
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """How many lines are whose; `remark` stands behind the bar."""

    face: Face
    count: int
    remark: str = ""


class Shares(NamedTuple):
    shares: tuple[Share, ...]


class Fact(NamedTuple):
    """A muted label of at most eight columns, then safe pieces."""

    label: str
    pieces: tuple[Piece, ...]
    right: tuple[Piece, ...] = ()
    style: str = "muted"
    width: int = LABEL


class Gap(NamedTuple):
    """A blank row."""


Line = Said | Shares | Fact | Gap


def fact_rows(lines: Sequence[Line], width: int, look: Look) -> list[Band]:
    """Every line in full, texts wrapped."""
    return [Band(tuple(row)) for line in lines for row in _rows(line, width, look)]


def packed_rows(lines: Sequence[Line], width: int, look: Look) -> list[Band]:
    """Sentences in a row each, shares in one, as many facts as fit in another; for a peek of a few rows."""
    said = [line for line in lines if isinstance(line, Said)]
    shares = [line for line in lines if isinstance(line, Shares)]
    facts = [line for line in lines if isinstance(line, Fact)]
    rows = [list(line.pieces) for line in said[:1]]
    rows += [_one_row(line.shares) for line in shares]
    rows += [list(line.pieces) for line in said[1:]]
    room = width - _INDENT - 1
    if facts:
        rows.append(_joined(facts, room))
    return [Band(((" " * _INDENT, ""), *window(row, 0, room, look.glyphs.cut))) for row in rows]


def _joined(facts: Sequence[Fact], room: int) -> list[Piece]:
    """The first fact, and those after it for as long as they fit."""
    row: list[Piece] = []
    for fact in facts:
        more: list[Piece] = [("   " if row else "", ""), (f"{fact.label} ", "muted"), *fact.pieces]
        if row and width_of((*row, *more)) > room:
            break
        row += more
    return row


def _one_row(shares: Sequence[Share]) -> list[Piece]:
    row: list[Piece] = [("of ", "muted")]
    for number, share in enumerate(shares):
        gap = "   " if number else ""
        row += [(gap, ""), (share.face.name, share.face.style), (f" {share.count:,}", "text")]
    return row


def _rows(line: Line, width: int, look: Look) -> list[Sequence[Piece]]:
    match line:
        case Said(pieces, right, indent):
            return hanging((" " * indent, ""), pieces, right, width)
        case Fact(label, pieces, right, style, room):
            return hanging((columns(label, room), style), pieces, right, width)
        case Shares(shares):
            return _bars(shares, width, look)
        case Gap():
            return [()]


def hanging(label: Piece, pieces: Sequence[Piece], right: Sequence[Piece], width: int) -> list[Sequence[Piece]]:
    """A label, then text that wraps beside it; `right` ends the first row."""
    begin = width_of([label])
    room = max(8, width - begin - (width_of(right) + 2 if right else 0))
    first, *rest = wrap.layout(list(pieces), text_of(pieces), room)
    rows: list[Sequence[Piece]] = [spread([label, *first], right, width) if right else [label, *first]]
    return [*rows, *([(" " * begin, ""), *row] for row in rest)]


def _bars(shares: Sequence[Share], width: int, look: Look) -> list[Sequence[Piece]]:
    peak = max((share.count for share in shares), default=0)
    digits = max(3, len(f"{peak:,}"))
    room = max(0, min(BAR, width - NAME - digits - 20))
    rows: list[Sequence[Piece]] = []
    for share in shares:
        name = columns(fit_middle(share.face.name, NAME, look.glyphs.cut), NAME)
        drawn = bar(share.count, peak, room, look, Style()).plain.rstrip()
        rows.append(
            [
                (name, share.face.style),
                (f"  {share.count:>{digits},}  ", "text"),
                (drawn, share.face.style),
                (f"  {share.remark}" if share.remark else "", "muted"),
            ]
        )
    return rows
