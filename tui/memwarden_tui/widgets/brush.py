"""Turns a line of text into a strip of exactly the pane's width, with the cursor's bar and background."""

from __future__ import annotations

from typing import NamedTuple

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from memwarden_tui.glyphs import Look


class Brush(NamedTuple):
    """`base` is the widget's own style, below every other."""

    look: Look
    console: Console
    width: int
    base: Style

    def line(self, line: Text) -> Strip:
        return Strip(self._segments(line)).adjust_cell_length(self.width, self.base)

    def row(self, line: Text, *, selected: bool, focused: bool) -> Strip:
        """A line of a list's row, one column further right for the bar."""
        if not selected:
            return Strip([Segment(" ", self.base), *self._segments(line)]).adjust_cell_length(self.width, self.base)
        tokens = self.look.tokens
        ground = tokens.selected(self.base, focused=focused)
        pieces = [
            Segment(one.text, tokens.selected(one.style or self.base, focused=focused)) for one in self._segments(line)
        ]
        return Strip([self._bar(focused, ground), *pieces]).adjust_cell_length(self.width, ground)

    def _bar(self, focused: bool, ground: Style) -> Segment:
        tokens, glyphs = self.look.tokens, self.look.glyphs
        if focused:
            return Segment(glyphs.bar, self.base + Style(color=tokens.accent, bgcolor=ground.bgcolor, bold=True))
        return Segment(glyphs.dim_bar, ground + Style(color=tokens.faint))

    def _segments(self, line: Text) -> list[Segment]:
        ground = self.base + self.console.get_style(line.style)
        rendered = line.render(self.console)
        return [Segment(text, ground + style if style else ground) for text, style, _ in rendered if text != "\n"]
