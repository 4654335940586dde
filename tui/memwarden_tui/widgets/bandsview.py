"""A widget as high as its rows, which are made anew for each width."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from memwarden_tui.glyphs import Look, look
from memwarden_tui.widgets.paint import strip_of
from memwarden_tui.widgets.pieces import Band

Maker = Callable[[int, Look], Sequence[Band]]
"""The rows for a width in columns."""


class BandsView(Widget):
    """Shows what `show` was given; it takes no focus and does not scroll."""

    DEFAULT_CSS = "BandsView { width: 1fr; height: auto; }"
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._make: Maker | None = None
        self._laid: tuple[int, Sequence[Band]] = (0, ())

    def show(self, make: Maker | None) -> None:
        self._make = make
        self._laid = (0, ())
        self.refresh(layout=True)

    def bands(self, width: int) -> Sequence[Band]:
        if self._make is None or width < 1:
            return ()
        if self._laid[0] != width:
            self._laid = (width, self._make(width, look(self)))
        return self._laid[1]

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        return len(self.bands(width))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        rows = self.bands(width)
        return strip_of(rows[y] if y < len(rows) else Band(()), look(self).tokens, width)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._laid = (0, ())
