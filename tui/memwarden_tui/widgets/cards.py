"""Cards side by side, as many in a row as there is room for; hundreds of them scroll as fast as ten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip

from memwarden_tui.commands import EVERYWHERE, Command
from memwarden_tui.glyphs import look
from memwarden_tui.widgets.brush import Brush
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Drawing, Places, Row

WIDTH = 57
"""Columns of a card where as many as possible stand side by side; they share what is left over."""
MOST = 78
APART = 4


class Shelf(Places):
    """Rows of `across` cards, each as high as the first one of its row, with a blank line below."""

    def __init__(self, rows: Sequence[Row], across: int) -> None:
        super().__init__(rows[::across], 1)
        self._count, self._across = len(rows), across
        self._cards = rows

    def start(self, index: int) -> int:
        return super().start(index // self._across)

    def span(self, index: int) -> tuple[int, int]:
        return super().span(index // self._across)

    def at(self, line: int) -> tuple[int, int]:
        """The first card of the row on this line."""
        index, within = super().at(line)
        return index * self._across, within

    def find(self, row_id: str) -> int:
        return next((at for at, card in enumerate(self._cards) if card.id == row_id), -1)

    def nearest(self, index: int) -> int:
        return min(index, self._count - 1)

    def step(self, index: int, delta: int) -> int:
        """The card above or below; in a last row that is shorter, its last card."""
        at = index + delta * self._across
        last = self._count - 1
        if at > last:
            return last if last // self._across > index // self._across else index
        return at if at >= 0 else index


class CardsView(ListView):
    """A list whose rows are cards on the surface; left and right go from one to the next."""

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("left", "left", "Left", "The card to the left", EVERYWHERE, together="Left, right"),
        Command("right", "right", "Right", "The card to the right", EVERYWHERE, joins="left"),
    )

    @property
    def across(self) -> int:
        return max(1, (self.size.width + APART + 1) // (WIDTH + APART))

    @property
    def card_width(self) -> int:
        return min(MOST, (self.size.width - APART * (self.across - 1)) // self.across)

    def do_left(self) -> None:
        self._move_to(self.cursor - 1)

    def do_right(self) -> None:
        self._move_to(self.cursor + 1)

    def _place(self) -> None:
        self._places = Shelf(self._rows, self.across)
        self.virtual_size = Size(self.size.width, self._places.total)

    def _move_to(self, index: int) -> None:
        self._drawn.clear()
        super()._move_to(index)

    def _found_at(self, column: int, line: int) -> tuple[int, int]:
        first, within = self._places.at(line)
        across, left = divmod(column, self.card_width + APART)
        if across >= self.across or left >= self.card_width or first + across >= len(self._rows):
            return first, self._rows[first].height
        return first + across, within

    def _draw(self, index: int) -> list[Strip]:
        """All cards of the row that begins with this one."""
        shown = look(self)
        base = self.rich_style + Style(bgcolor=None if shown.tokens.ansi else shown.tokens.surface)
        brush = Brush(shown, self.app.console, self.card_width, base)
        cards = [self._card(at, brush) for at in range(index, min(index + self.across, len(self._rows)))]
        gap = Strip([Segment(" " * APART, self.rich_style)], APART)
        rows = []
        for parts in zip(*cards):
            joined = Strip.join([piece for part in parts for piece in (part, gap)][:-1])
            rows.append(joined.adjust_cell_length(self.size.width, self.rich_style))
        return rows

    def _card(self, index: int, brush: Brush) -> list[Strip]:
        row, focused = self._rows[index], self.has_focus or self.lit
        selected = index == self.cursor
        lines = list(row.lines(Drawing(brush.width - 1, brush.look, selected, focused)))
        lines += [Text()] * (row.height - len(lines))
        return [brush.row(line, selected=selected, focused=focused) for line in lines]
