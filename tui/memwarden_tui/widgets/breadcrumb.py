"""Where a pushed screen lies: `Review › Conflict › projects/atlas.md`, and what it is measured against."""

from __future__ import annotations

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from memwarden_tui.fit import fit_path, path_text, spread
from memwarden_tui.glyphs import Look, look

NARROW = 100


def crumb_line(crumbs: tuple[str, ...], path: str, right: Text, width: int, shown: Look) -> Text:
    """Safe texts; under 100 columns only the view stays before the path."""
    tokens, glyphs = shown.tokens, shown.glyphs
    if path and width < NARROW:
        crumbs = crumbs[:1]
    line = Text(end="")
    for crumb in crumbs:
        line.append(crumb, tokens.muted).append(
            f" {glyphs.crumb} " if crumb != crumbs[-1] or path else "", tokens.faint
        )
    room = max(8, width - line.cell_len - right.cell_len - 2)
    line.append_text(path_text(fit_path(path, room, glyphs.cut), tokens))
    return spread(line, right, width)


class Breadcrumb(Widget):
    """One row; `path` and `right` hold safe text."""

    DEFAULT_CSS = """
    Breadcrumb { height: 1; width: 1fr; }
    """

    ALLOW_SELECT = False

    crumbs: reactive[tuple[str, ...]] = reactive[tuple[str, ...]](())
    path: reactive[str] = reactive("")
    right: reactive[Text] = reactive(Text)

    def render(self) -> Text:
        return crumb_line(self.crumbs, self.path, self.right, self.size.width, look(self))
