"""Lines of untrusted text with a cursor on one of them, wrapped at words or cut at the edge of the pane."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.message import Message
from textual.reactive import reactive

from memwarden.text.visible import spans, visible
from memwarden_tui.commands import PANES, Command
from memwarden_tui.keys import WRAP
from memwarden_tui.widgets import wrap
from memwarden_tui.widgets.pieces import Band, Mark, Piece, merge_marks, overlay, window
from memwarden_tui.widgets.rowview import RowView

LIMIT = 20_000
SHIFT = 8


def _is_shiftable(view: LineView) -> bool:
    return not view.wrapped


class LineView(RowView):
    """Shows lines; subclasses say how one looks by overriding `styled`, `lead` and `fill`.

    A line longer than `LIMIT` characters is cut and the rest counted.
    """

    KEYS: ClassVar[tuple[Command, ...]] = (
        WRAP,
        Command("right", "right", "Right", "Right", PANES, show=_is_shiftable, together="Right, left"),
        Command("left", "left", "Left", "Left", PANES, show=_is_shiftable, joins="right"),
    )

    cursor: reactive[int] = reactive(0, repaint=False)
    wrapped: reactive[bool] = reactive(True, repaint=False, init=False)

    class CursorMoved(Message):
        """The cursor stands on another line; `line` counts from 0."""

        def __init__(self, view: LineView, line: int) -> None:
            super().__init__()
            self.view, self.line = view, line

        @property
        def control(self) -> LineView:
            return self.view

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: Sequence[str] = ()
        self._query: re.Pattern[str] | None = None
        self._widest = 0

    def show(self, lines: Sequence[str], *, cursor: int = 0) -> None:
        """Lines without their ends; what `decode` made of bytes that are not UTF-8 is fine.

        `CursorMoved` follows in any case, for the line that the cursor is on is another one now.
        """
        self._lines = lines
        self.renew(place=(0, 0))
        was, self.cursor = self.cursor, cursor
        self.reveal(self.cursor)
        if self.cursor == was:
            self.post_message(self.CursorMoved(self, self.cursor))

    # How a line looks

    def count(self) -> int:
        return len(self._lines)

    def text_at(self, item: int) -> str:
        """The visible text of a line, cut where it is too long to be looked at whole."""
        line = self._lines[item]
        if len(line) > LIMIT:
            seen = visible(line[:LIMIT])
            return f"{seen} {self.look.glyphs.cut} {len(line) - LIMIT:,} more characters"
        return line if line.isascii() and line.isprintable() else visible(line)

    def styled(self, _item: int, text: str) -> list[Piece]:
        """The pieces of `text`, which is what `text_at` gave."""
        return [(text, "text")] if text else []

    def marks(self, item: int, text: str) -> list[Mark]:
        """What is laid over the pieces: search hits, stand-ins of hidden characters, the note of a cut."""
        hits: list[Mark] = []
        if self._query:
            hits = [(*found.span(), "found") for found in self._query.finditer(text) if found[0]]
        line = self._lines[item]
        if line.isascii() and line.isprintable() and len(line) <= LIMIT:
            return hits
        hidden: list[Mark] = [(start, end, "warn") for start, end in spans(line[:LIMIT])]
        if len(line) > LIMIT:
            hidden.append((len(visible(line[:LIMIT])), len(text), "muted"))
        return merge_marks(hits, hidden)

    @property
    def lead_width(self) -> int:
        """Columns left of the text: they stay while the text wraps or is shifted."""
        return 0

    def lead(self, _item: int, _row: int) -> list[Piece]:
        """The `lead_width` columns before a row of a line."""
        return []

    def fill(self, item: int) -> str:
        """The background of a line."""
        if item != self.current:
            return "bg"
        return "sel" if self.has_focus else "seloff"

    @property
    def current(self) -> int:
        return self.cursor

    # Rows

    @property
    def text_width(self) -> int:
        """Columns for text: one stays free at the right edge."""
        return max(1, self.laid_width - self.lead_width - 1)

    def widest(self) -> int:
        return 0 if self.wrapped else self._widest + self.lead_width + 1

    def measure(self, item: int) -> int:
        text = self.text_at(item)
        if self.wrapped:
            return wrap.count(text, self.text_width)
        self._widest = max(self._widest, cell_len(text))
        return 1

    def rows(self, item: int) -> list[Band]:
        text = self.text_at(item)
        pieces = overlay(self.styled(item, text), self.marks(item, text))
        if self.wrapped:
            laid = wrap.layout(pieces, text, self.text_width)
        else:
            laid = [window(pieces, self.scroll_offset.x, self.text_width, self.look.glyphs.cut)]
        fill = self.fill(item)
        return [Band((*self.lead(item, number), *row), fill) for number, row in enumerate(laid)]

    # The cursor

    def validate_cursor(self, cursor: int) -> int:
        return max(0, min(cursor, self.count() - 1))

    def watch_cursor(self, old: int, cursor: int) -> None:
        self.refresh()
        self.reveal(cursor)
        if old != cursor:
            self.post_message(self.CursorMoved(self, cursor))

    def clicked(self, item: int) -> None:
        self.cursor = item

    def _step(self, step: int) -> None:
        """To the next line, or on by a row where the cursor's line is taller than the pane."""
        if not self.count():
            return
        top, now, height = self._heights.top(self.cursor), self.scroll_offset.y, self.size.height
        end = top + self._heights.height(self.cursor)
        hidden = end > now + height if step > 0 else top < now
        if hidden and end - top > height and now < end and top < now + height:
            self.scroll_rows(now + step)
        else:
            self.cursor += step

    def _half(self, rows: int) -> None:
        if not self.count():
            return
        found = self._heights.at(max(0, self._heights.top(self.cursor) + rows)) or (self.count() - 1, 0)
        self.scroll_rows(self.scroll_offset.y + rows)
        self.cursor = found[0]

    def do_down(self) -> None:
        self._step(1)

    def do_up(self) -> None:
        self._step(-1)

    def do_first(self) -> None:
        self.cursor = 0
        super().do_first()

    def do_last(self) -> None:
        self.cursor = self.count() - 1
        super().do_last()

    def do_half_down(self) -> None:
        self._half(max(1, self.size.height // 2))

    def do_half_up(self) -> None:
        self._half(-max(1, self.size.height // 2))

    # Wrapping, search, and lines that were cut

    def do_wrap(self) -> None:
        self.wrapped = not self.wrapped

    def watch_wrapped(self) -> None:
        self._widest = 0
        self.scroll_to(x=0, animate=False, force=True)
        self.renew()
        self.reveal(self.cursor)

    def do_right(self) -> None:
        self.scroll_to(x=self.scroll_offset.x + SHIFT, animate=False, force=True)

    def do_left(self) -> None:
        self.scroll_to(x=max(0, self.scroll_offset.x - SHIFT), animate=False, force=True)

    def mark(self, found: re.Pattern[str] | None) -> None:
        """Mark what a pattern matches."""
        self._query = found
        self.repaint()

    def search(self, query: str) -> int:
        """Mark what matches, whatever its case; the number of lines that do. An empty query marks nothing."""
        self.mark(re.compile(re.escape(query), re.IGNORECASE) if query else None)
        return sum(1 for line in self._lines if self._query and self._query.search(line))

    def next_match(self, step: int = 1) -> bool:
        """Go to the next line that matches (or, at -1, the one before), round the end; False if none does."""
        for distance in range(1, self.count() + 1):
            line = (self.cursor + step * distance) % self.count()
            if self._query and self._query.search(self._lines[line]):
                self.cursor = line
                return True
        return False
