"""The text of a note with its authors beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.reactive import reactive

from memwarden_tui.widgets import gutter
from memwarden_tui.widgets.gutter import Gutter, LineMark
from memwarden_tui.widgets.lineview import LineView
from memwarden_tui.widgets.mdstyle import START, advance, style_line
from memwarden_tui.widgets.pieces import Piece

SIGNS = 3
READING = 92
"""Columns of text after which the eye loses the next row."""


class NoteView(LineView):
    """A note in light markdown, or `raw`, with the author gutter (`show_gutter`), cursor and sign of news.

    The text column begins 18 columns from the left with the gutter and 3 without it.
    """

    show_gutter: reactive[bool] = reactive(True, repaint=False, init=False)
    raw: reactive[bool] = reactive(False, repaint=False, init=False)

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._gutter = Gutter((), ())
        self._states: list[str] = []

    def show_note(self, lines: Sequence[str], marks: Sequence[LineMark] = (), *, cursor: int = 0) -> None:
        """Lines without their ends, and who wrote each; lines past the marks have no author."""
        self._take(lines, marks)
        self.show(lines, cursor=cursor)

    def change_note(
        self, lines: Sequence[str], marks: Sequence[LineMark], moved: Callable[[int], int] = lambda line: line
    ) -> None:
        """The same note as it is now: what is read stays in view. `moved` says where each line went."""
        (item, row), seen = self._place, self._sees_current()
        cursor = moved(self.cursor)
        self._take(lines, marks)
        self._lines = lines
        self.set_reactive(LineView.cursor, self.validate_cursor(cursor))
        self.renew(place=(moved(item), row))
        if seen:
            self.reveal(self.cursor, spare=0)
        self.post_message(self.CursorMoved(self, self.cursor))

    def _take(self, lines: Sequence[str], marks: Sequence[LineMark]) -> None:
        self._gutter = Gutter(marks, lines)
        self._states = []
        state = START
        for line in lines:
            self._states.append(state)
            state = advance(line, state)

    @property
    def text_width(self) -> int:
        """No longer rows than can be read; raw text takes all there is."""
        return super().text_width if self.raw else min(READING, super().text_width)

    @property
    def lead_width(self) -> int:
        return SIGNS + (gutter.WIDTH if self.show_gutter else 0)

    def styled(self, item: int, text: str) -> list[Piece]:
        if self.raw or item >= len(self._states):
            return super().styled(item, text)
        return style_line(text, self._states[item])[0]

    def lead(self, item: int, row: int) -> list[Piece]:
        glyphs = self.look.glyphs
        pieces: list[Piece] = []
        if self.show_gutter:
            start = self._gutter.start(item)
            above = 0 if item == start else min(2, self._heights.top(item) - self._heights.top(start))
            pieces = self._gutter.pieces(item, above + row, glyphs)
        if item == self.current:
            bar: Piece = (glyphs.bar, "accent") if self.has_focus else (glyphs.dim_bar, "faint")
            return [*pieces, bar, self._sign(item, row)]
        return [*pieces, (" ", ""), self._sign(item, row)]

    def _sign(self, item: int, row: int) -> Piece:
        is_new = row == 0 and self._gutter.is_new(item)
        return (f"{self.look.glyphs.new} ", "accent") if is_new else ("  ", "")

    def watch_show_gutter(self) -> None:
        self.renew()
        self.reveal(self.cursor)

    def watch_raw(self) -> None:
        self.renew()
        self.reveal(self.cursor)
