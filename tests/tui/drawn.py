"""One view on a screen of its own, and what it draws as text and styles."""

from __future__ import annotations

import unicodedata

from rich.cells import cell_len
from rich.style import Style
from textual.app import App, ComposeResult

from memwarden_tui.widgets.rowview import RowView

HOSTILE = (
    "\x1b]52;c;cm0gLXJm\x07 writes the clipboard",
    "\x1b[2J clears",
    "\x9b31m C1",
    "abc\u202edcba\u2066x\u2069 reads backwards",
    "zero\u200bwidth and \ufeff and \U000e0041",
    "[/foo] [@click=app.quit]x[/] [red]r[/red]",
    "a\rb\x00c\x7f\tafter a tab",
    b"bytes \xff\xfe".decode("utf-8", "surrogateescape"),
)


class OneView(App[None]):
    def __init__(self, view: RowView) -> None:
        super().__init__()
        self.view = view
        self.heard: list[object] = []

    def compose(self) -> ComposeResult:
        yield self.view


def rows(view: RowView) -> list[str]:
    """The text of each row of the pane, blanks at the end left out."""
    strips = [view.render_line(row) for row in range(view.size.height)]
    assert {strip.cell_length for strip in strips} == {view.size.width}
    return [strip.text.rstrip() for strip in strips]


def style_of(view: RowView, text: str, row: int | None = None) -> Style:
    """The style of the first piece that holds `text`, in one row or in the whole pane."""
    for number in range(view.size.height) if row is None else [row]:
        for piece, style, _ in view.render_line(number):
            if text in piece:
                assert style is not None
                return style
    raise AssertionError(f"{text!r} is not on the screen")


def colour(style: Style) -> str | None:
    return style.color.name if style.color else None


def ground(style: Style) -> str | None:
    return style.bgcolor.name if style.bgcolor else None


def is_harmless(text: str) -> bool:
    """Nothing in it that a terminal obeys or that nobody sees."""
    return not any(unicodedata.category(character) in ("Cc", "Cf", "Cs") for character in text)


def fits(text: str, width: int) -> bool:
    return cell_len(text) <= width
