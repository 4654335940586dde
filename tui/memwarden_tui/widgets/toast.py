"""One line above the footer that says what was done or goes on; it takes no focus and covers no cursor."""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text
from textual.geometry import Region
from textual.reactive import reactive
from textual.widget import Widget

from memwarden_tui.fit import fit_end
from memwarden_tui.glyphs import Look, look


class Said(NamedTuple):
    """`text` is safe; `more` follows where there is room; `tone` is "", "warn" or "danger"."""

    text: str
    more: str = ""
    tone: str = ""
    key: str = ""
    act: str = ""


def toast_line(said: Said, width: int, shown: Look) -> Text:
    """The toast in at most `width` columns, its key last and never cut."""
    tokens = shown.tokens
    key = "bold" if tokens.ansi else f"bold {tokens.accent}"
    hint = Text.assemble("   ", (said.key, key), (f" {said.act}", tokens.muted))
    hint = hint if said.key else Text()
    room = width - hint.cell_len - 2
    text = f"{said.text} {said.more}".rstrip()
    text = text if Text(text).cell_len <= room else fit_end(said.text, room, shown.glyphs.cut)
    colour = {"warn": tokens.warn, "danger": tokens.danger}.get(said.tone, tokens.text)
    return Text.assemble(" ", (text, colour), hint, " ", end="")


def row_for(height: int, cursor: Region) -> int:
    """The row above the footer, or the one above the cursor's row where they would meet."""
    row = height - 2
    return cursor.y - 1 if cursor.y <= row < cursor.bottom else row


class Toast(Widget):
    """Watches what the app has `said` and, before that, what it is `doing`."""

    DEFAULT_CSS = """
    Toast { layer: over; position: absolute; width: auto; height: 1; background: $surface; display: none; }
    Toast:ansi { text-style: reverse; }
    """

    ALLOW_SELECT = False

    said: reactive[Said | None] = reactive[Said | None](None, layout=True)

    def on_mount(self) -> None:
        for name in ("said", "doing"):
            if hasattr(self.app, name):
                self.watch(self.app, name, self._take)

    def _take(self) -> None:
        self.said = getattr(self.app, "doing", None) or getattr(self.app, "said", None)
        self.place()

    def place(self) -> None:
        """Move to the right end of its row; called again when the cursor or the size has changed."""
        self.display = self.said is not None
        if self.said is None:
            return
        size, focused = self.screen.size, self.screen.focused
        cursor = getattr(focused, "cursor_region", Region())
        width = toast_line(self.said, size.width - 2, look(self)).cell_len
        self.styles.offset = (size.width - 1 - width, row_for(size.height, cursor))

    def render(self) -> Text:
        if self.said is None:
            return Text()
        return toast_line(self.said, self.screen.size.width - 2, look(self))
