"""A list of rows drawn line by line: tens of thousands of them scroll as fast as ten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memwarden_tui.commands import Command, Commanded
from memwarden_tui.glyphs import look
from memwarden_tui.keys import MOVES
from memwarden_tui.safe import safe
from memwarden_tui.widgets.brush import Brush
from memwarden_tui.widgets.empty import empty_text
from memwarden_tui.widgets.rows import Drawing, Places, Row, filtered, marked

_KEPT = 400


class ListView(ScrollView, Commanded, can_focus=True):
    """`spacious` leaves a blank line between rows for as long as all of them fit.

    The cursor stays on its row, and that row where it is on the screen, when the rows change.
    """

    DEFAULT_CSS = """
    ListView { background: $background; color: $foreground; scrollbar-size: 0 0; overflow-x: hidden; }
    """

    ALLOW_SELECT = False
    KEYS: ClassVar[tuple[Command, ...]] = MOVES
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", show=False)]

    needle: reactive[str] = reactive("")
    lit: reactive[bool] = reactive(False)
    """Drawn as if it had the focus: a field above it has the keys."""

    class Highlighted(Message):
        """The cursor came to another row, or to none."""

        def __init__(self, list_view: ListView, row: Row | None) -> None:
            super().__init__()
            self.list_view = list_view
            self.row = row

        @property
        def control(self) -> ListView:
            return self.list_view

    class Opened(Message):
        """Enter, or a double click, on a row."""

        def __init__(self, list_view: ListView, row: Row) -> None:
            super().__init__()
            self.list_view = list_view
            self.row = row

        @property
        def control(self) -> ListView:
            return self.list_view

    def __init__(
        self,
        *,
        empty: str = "",
        spacious: bool = False,
        shy: bool = False,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """`empty` is the sentence of a list without rows, keys in braces: `{n} writes to an agent.`

        A `shy` list shows no cursor while it has no focus.
        """
        super().__init__(id=id, classes=classes)
        self.empty = empty
        self.shy = shy
        self.spacious = spacious
        self.cursor = -1
        self._all: Sequence[Row] = ()
        self._words: Sequence[str] = ()
        """What a filter looks in, of every row; made when one is typed."""
        self._rows: Sequence[Row] = ()
        self._places = Places((), 0)
        self._drawn: dict[int, list[Strip]] = {}

    @property
    def rows(self) -> Sequence[Row]:
        """The rows that the filter lets through."""
        return self._rows

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self._rows[self.cursor] if 0 <= self.cursor < len(self._rows) else None

    @property
    def cursor_region(self) -> Region:
        """Where the cursor's row is on the screen; toasts keep off it."""
        if self.row is None:
            return Region()
        return Region(self.region.x, self.region.y + self._view_line(), self.region.width, self.row.height)

    def show(self, rows: Sequence[Row]) -> None:
        """Put `rows` in place of those shown; a vanished row hands the cursor to the one in its place."""
        self._all, self._words = rows, ()
        self._arrange()

    def go_to(self, row_id: str) -> bool:
        """Put the cursor on a row; False where the list does not show it."""
        index = self._places.find(row_id)
        self._move_to(index)
        return index >= 0

    def watch_needle(self) -> None:
        self._arrange()

    def watch_lit(self) -> None:
        self._repaint()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._drawn.clear()

    def _arrange(self) -> None:
        before, kept = self.row, self._view_line()
        if self.needle and not self._words:
            self._words = [row.words.casefold() for row in self._all]
        self._rows = filtered(self._all, self._words, self.needle)
        self._place()
        found = self._places.find(before.id) if before is not None else -1
        self.cursor = found if found >= 0 else self._places.nearest(max(0, self.cursor))
        self._hold(kept)
        if (self.row and self.row.id) != (before and before.id):
            self.post_message(self.Highlighted(self, self.row))

    def _place(self) -> None:
        roomy = self.spacious and sum(row.height + 1 for row in self._rows) - 1 <= self.size.height
        self._places = Places(self._rows, int(roomy))
        self.virtual_size = Size(self.size.width, self._places.total)

    def _view_line(self) -> int:
        """The line of the view on which the cursor's row begins."""
        return self._places.start(self.cursor) - self.scroll_offset.y if self.row is not None else 0

    def _hold(self, line: int) -> None:
        """Scroll so that the cursor's row begins on that line of the view again."""
        self._repaint()
        if self.row is not None:
            self._scroll(self._places.start(self.cursor) - line)
            self._reveal()

    def _reveal(self) -> None:
        start, height = self._places.span(self.cursor)
        top, view = self.scroll_offset.y, self.size.height
        if start < top:
            self._scroll(start)
        elif start + height > top + view:
            self._scroll(start + height - view)

    def _scroll(self, line: int) -> None:
        self.scroll_to(y=max(0, line), animate=False, force=True)

    def _repaint(self) -> None:
        self._drawn.clear()
        self.refresh()

    def _move_to(self, index: int) -> None:
        if index == self.cursor or not 0 <= index < len(self._rows):
            return
        for moved in (self.cursor, index):
            self._drawn.pop(moved, None)
            if moved >= 0:
                self.refresh_lines(self._places.start(moved), self._rows[moved].height)
        self.cursor = index
        self._reveal()
        self.post_message(self.Highlighted(self, self.row))

    def step(self, delta: int) -> None:
        """One row on for 1, one back for -1: also where another widget has the keys."""
        self._move_to(self._places.step(self.cursor, delta))

    def do_down(self) -> None:
        self.step(1)

    def do_up(self) -> None:
        self.step(-1)

    def do_first(self) -> None:
        self._move_to(self._places.nearest(0))

    def do_last(self) -> None:
        self._move_to(self._places.nearest(len(self._rows)))

    def do_half_down(self) -> None:
        self._jump(self.size.height // 2)

    def do_half_up(self) -> None:
        self._jump(-(self.size.height // 2))

    def _jump(self, lines: int) -> None:
        if self.row is not None:
            line = max(0, min(self._places.start(self.cursor) + lines, self._places.total - 1))
            self._move_to(self._places.nearest(self._places.at(line)[0]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.row is not None if action == "open" else super().check_action(action, parameters)

    def action_open(self) -> None:
        if self.row is not None:
            self.post_message(self.Opened(self, self.row))

    def on_click(self, event: events.Click) -> None:
        line = event.y + self.scroll_offset.y
        if not 0 <= line < self._places.total:
            return
        index, within = self._found_at(event.x, line)
        if self._rows[index].selectable and within < self._rows[index].height:
            self._move_to(index)
            if event.chain == 2:
                self.action_open()

    def _found_at(self, _column: int, line: int) -> tuple[int, int]:
        """The row at a place of the list, and the line within it."""
        return self._places.at(line)

    def on_resize(self) -> None:
        kept = self._view_line()
        self._place()
        self._hold(kept)

    def on_focus(self) -> None:
        self._repaint()

    def on_blur(self) -> None:
        self._repaint()

    def render_line(self, y: int) -> Strip:
        line = y + self.scroll_offset.y
        if not self._rows:
            return self._sentence(y)
        index, within = self._places.at(line)
        if line >= self._places.total or within >= self._rows[index].height:
            return Strip.blank(self.size.width, self.rich_style)
        if index not in self._drawn:
            if len(self._drawn) > _KEPT:
                self._drawn.clear()
            self._drawn[index] = self._draw(index)
        return self._drawn[index][within]

    def _draw(self, index: int) -> list[Strip]:
        row, shown = self._rows[index], look(self)
        focused = self.has_focus or self.lit
        selected = index == self.cursor and (focused or not self.shy)
        brush = Brush(shown, self.app.console, self.size.width, self.rich_style)
        lines = list(row.lines(Drawing(self.size.width - 1, shown, selected, focused)))
        lines += [Text()] * (row.height - len(lines))
        if self.needle:
            lines = [marked(line, self.needle, Style(bold=True, underline=True)) for line in lines]
        if row.flush:
            return [brush.line(line) for line in lines]
        return [brush.row(line, selected=selected, focused=focused) for line in lines]

    def _sentence(self, y: int) -> Strip:
        shown = look(self)
        said = f'Nothing matches "{safe(self.needle)}". {{esc}} clears it.' if self.needle else self.empty
        lines = empty_text(shown, said).wrap(self.app.console, max(1, self.size.width))
        brush = Brush(shown, self.app.console, self.size.width, self.rich_style)
        return brush.line(lines[y] if y < len(lines) else Text())
