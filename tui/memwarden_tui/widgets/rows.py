"""What a list shows: rows of one to three lines, and where each of them lies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from memwarden_tui.fit import columns, fit_end
from memwarden_tui.glyphs import Glyphs, Look
from memwarden_tui.palettes import Tokens


class Drawing(NamedTuple):
    """What a row is drawn for: `width` columns, right of the cursor's bar."""

    width: int
    look: Look
    selected: bool = False
    focused: bool = False

    @property
    def tokens(self) -> Tokens:
        return self.look.tokens

    @property
    def glyphs(self) -> Glyphs:
        return self.look.glyphs

    @property
    def title(self) -> str:
        """The style of a row's name: it turns bold under the cursor."""
        return f"bold {self.tokens.strong}" if self.selected else self.tokens.text


class Row(ABC):
    """Base of every row; frozen dataclasses derive from it and overrule what differs."""

    id: str
    height: int = 1
    selectable: bool = True
    flush: bool = False
    """Begins where the cursor's bar would be."""

    @property
    def words(self) -> str:
        """The text a filter looks in."""
        return self.id

    @abstractmethod
    def lines(self, draw: Drawing) -> Sequence[Text]:
        """`height` lines; the list draws the cursor's bar and background itself."""


class Heading(Row):
    """A title between rows; the cursor passes over it."""

    selectable = False

    def __init__(self, title: str, right: str = "", *, space: bool = True, flush: bool = False) -> None:
        """`title` is safe already; `space` leaves a blank line above."""
        self.flush = flush
        self.id = f"heading:{title}"
        self.title = title
        self.right = right
        self.height = 2 if space else 1

    def lines(self, draw: Drawing) -> Sequence[Text]:
        room = draw.width - len(self.right) - 1
        title = columns(fit_end(self.title, room, draw.glyphs.cut), room)
        line = Text.assemble((title, f"bold {draw.tokens.muted}"), (self.right, draw.tokens.muted))
        return [Text(), line] if self.height == 2 else [line]


class Places:
    """Which row lies on which line, with `gap` blank lines after each row, and where a cursor may stand."""

    def __init__(self, rows: Sequence[Row], gap: int) -> None:
        self._rows = rows
        self._starts = [0, *accumulate(row.height + gap for row in rows)]
        self.total = max(0, self._starts[-1] - gap)

    def start(self, index: int) -> int:
        return self._starts[index]

    def span(self, index: int) -> tuple[int, int]:
        """First line and height of what must be seen of a row: the headings right above it are part of it."""
        first = index
        while first > 0 and not self._rows[first - 1].selectable:
            first -= 1
        return self._starts[first], self._starts[index] + self._rows[index].height - self._starts[first]

    def at(self, line: int) -> tuple[int, int]:
        """Row and line within it; the line is the row's height or more in the gap below it."""
        index = bisect_right(self._starts, line, hi=len(self._rows)) - 1
        return index, line - self._starts[index]

    def find(self, row_id: str) -> int:
        """Index of a row, -1 where it is not."""
        return next((at for at, row in enumerate(self._rows) if row.id == row_id), -1)

    def nearest(self, index: int) -> int:
        """The selectable row at or after `index`, else the last one before it, else -1."""
        after, before = range(index, len(self._rows)), range(min(index, len(self._rows)) - 1, -1, -1)
        return next((at for at in chain(after, before) if self._rows[at].selectable), -1)

    def step(self, index: int, delta: int) -> int:
        """The next selectable row in that direction, or `index` where there is none."""
        at = index + delta
        while 0 <= at < len(self._rows):
            if self._rows[at].selectable:
                return at
            at += delta
        return index


def filtered(rows: Sequence[Row], words: Sequence[str], text: str) -> Sequence[Row]:
    """The selectable rows whose folded `words` hold every word of `text`; all rows for none."""
    needles = text.casefold().split()
    if not needles:
        return rows
    found = (row for row, said in zip(rows, words) if all(needle in said for needle in needles))
    return [row for row in found if row.selectable]


def marked(line: Text, text: str, style: Style) -> Text:
    """The line with every word of `text` that it holds in `style`."""
    for needle in text.casefold().split():
        folded = line.plain.casefold()
        at = folded.find(needle) if len(folded) == len(line.plain) else -1
        while at >= 0:
            line.stylize(style, at, at + len(needle))
            at = folded.find(needle, at + len(needle))
    return line
