"""A pane of items drawn by the line API: each takes one or more rows, made when they are seen."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memwarden_tui.commands import Command, Commanded
from memwarden_tui.glyphs import Look, look
from memwarden_tui.keys import MOVES
from memwarden_tui.widgets.heights import Heights
from memwarden_tui.widgets.paint import strip_of
from memwarden_tui.widgets.pieces import Band

SLICE, PAUSE = 0.015, 0.03


class RowView(ScrollView, Commanded, can_focus=True):
    """Scrolls by rows; a subclass says what there is in `count`, `measure` and `rows`, and calls `renew`.

    Items past the first screens are measured in slices of `SLICE` seconds: nothing waits for a long text.
    """

    DEFAULT_CSS = "RowView { width: 1fr; height: 1fr; scrollbar-size: 0 0; }"
    ALLOW_SELECT = False
    KEYS: ClassVar[tuple[Command, ...]] = MOVES

    class Opened(Message):
        """An item was clicked twice."""

        def __init__(self, view: RowView, item: int) -> None:
            super().__init__()
            self.view, self.item = view, item

        @property
        def control(self) -> RowView:
            return self.view

    class Laid(Message):
        """The pane has another size now, or holds other items."""

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, RowView.Laid)

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._cache: LRUCache[tuple[int, bool], list[Strip]] = LRUCache(1024)
        self._heights = Heights(0, self.measure)
        self._laid_size = Size(0, 0)
        self._measuring = False
        self._place = (0, 0)

    # What subclasses say

    def count(self) -> int:
        return 0

    def measure(self, item: int) -> int:
        """Rows of an item in a pane of `laid_width` columns."""
        return len(self.rows(item))

    def rows(self, item: int) -> list[Band]:
        """As many rows as `measure` says."""
        raise IndexError(item)

    @property
    def current(self) -> int | None:
        """The item that the cursor is on, where there is a cursor."""
        return None

    def prepare(self) -> bool:
        """A hook before anything is laid out in a pane of another size; whether the items are others now."""
        return False

    def clicked(self, item: int) -> None:
        """A hook for a click on an item."""

    # What they may use

    @property
    def look(self) -> Look:
        return look(self)

    @property
    def laid_width(self) -> int:
        return self._laid_size.width

    def renew(self, *, place: tuple[int, int] | None = None) -> None:
        """Lay everything out again; the item at the top stays there, or `place` (item, row) comes there."""
        place = place or self._place
        self._lay_out()
        self._return_to(place)

    def repaint(self) -> None:
        """Draw every row anew; heights stay."""
        self._cache.clear()
        self.refresh()

    def reveal(self, item: int, last: int | None = None, *, spare: int = 2) -> None:
        """Scroll as little as brings an item (up to `last`) into view, `spare` rows from the edge."""
        if not self.laid_width or not self.count():
            return
        last = item if last is None else last
        top, end = self._heights.top(item), self._heights.top(last) + self._heights.height(last)
        height, now = self.size.height, self.scroll_offset.y
        spare = spare if height >= 10 else 0
        if end + spare > now + height:
            now = end + spare - height
        self.scroll_rows(min(now, max(0, top - spare)))

    def scroll_rows(self, row: int) -> None:
        """Put a row at the top of the pane, as far as there are rows below it."""
        self._heights.at(row + self.size.height)
        self._resize_virtual()
        self.scroll_to(y=max(0, row), animate=False, force=True)

    @property
    def below(self) -> int:
        """Items that end below the pane."""
        found = self._heights.at(self.scroll_offset.y + self.size.height)
        return self.count() - found[0] if found and self.laid_width else 0

    def widest(self) -> int:
        """Columns that the rows take where they are wider than the pane."""
        return 0

    # Drawing

    def render_line(self, y: int) -> Strip:
        found = self._heights.at(y + self.scroll_offset.y)
        strips = self._strips(found[0]) if found else []
        if found and found[1] < len(strips):
            return strips[found[1]]
        return strip_of(Band(()), self.look.tokens, self.size.width)

    def _strips(self, item: int) -> list[Strip]:
        key = (item, item == self.current)
        strips = self._cache.get(key)
        if strips is None:
            tokens, width = self.look.tokens, self.size.width
            strips = self._cache[key] = [strip_of(row, tokens, width) for row in self.rows(item)]
        return strips

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.repaint()

    def on_focus(self) -> None:
        self.repaint()

    def on_blur(self) -> None:
        self.repaint()

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        self._cache.clear()
        super().watch_scroll_x(old_value, new_value)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._place = self._heights.at(round(new_value)) or self._place

    # Layout

    def on_resize(self) -> None:
        seen = self._sees_current()
        if self.prepare() or self.size.width != self._laid_size.width:
            self.renew()
        self._laid_size = self.size
        current = self.current
        if seen and current is not None:
            self.reveal(current, spare=0)
        self.post_message(self.Laid())

    def _sees_current(self) -> bool:
        """Whether the cursor's item was in view at the size the pane had."""
        if self.current is None or not self.count():
            return False
        if not self._laid_size.width:
            return True
        top, now = self._heights.top(self.current), self.scroll_offset.y
        return now < top + self._heights.height(self.current) and top < now + self._laid_size.height

    def _lay_out(self) -> None:
        self._laid_size = self.size
        self._cache.clear()
        self._heights = Heights(self.count(), self.measure)
        if self.laid_width:
            self._heights.at(self.size.height * 2)
            self._resize_virtual()
            self._measure_later()
            self.post_message(self.Laid())
        self.refresh()

    def _measure_later(self) -> None:
        if not self._measuring and not self._heights.complete:
            self._measuring = True
            self.set_timer(PAUSE, self._measure_more)

    def _measure_more(self) -> None:
        self._measuring = False
        self._heights.advance(SLICE)
        self._resize_virtual()
        self._measure_later()

    def _resize_virtual(self) -> None:
        self.virtual_size = Size(max(self.laid_width, self.widest()), self._heights.total)

    def _return_to(self, place: tuple[int, int]) -> None:
        if not self.laid_width or not self.count():
            return
        item = min(place[0], self.count() - 1)
        row = min(place[1], self._heights.height(item) - 1)
        self.scroll_rows(self._heights.top(item) + row)
        self._place = (item, row)

    # Acts

    def do_down(self) -> None:
        self.scroll_rows(self.scroll_offset.y + 1)

    def do_up(self) -> None:
        self.scroll_rows(self.scroll_offset.y - 1)

    def do_first(self) -> None:
        self.scroll_rows(0)

    def do_last(self) -> None:
        self.scroll_rows(self._heights.top(self.count()) - self.size.height)

    def do_half_down(self) -> None:
        self.scroll_rows(self.scroll_offset.y + max(1, self.size.height // 2))

    def do_half_up(self) -> None:
        self.scroll_rows(self.scroll_offset.y - max(1, self.size.height // 2))

    def on_click(self, event: events.Click) -> None:
        found = self._heights.at(event.y + self.scroll_offset.y)
        if found is None:
            return
        self.clicked(found[0])
        if event.chain == 2:
            self.post_message(self.Opened(self, found[0]))
