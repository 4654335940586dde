"""How much is whose, as thin bars with half steps."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from memwarden_tui.fit import columns
from memwarden_tui.glyphs import Look


def bar(count: int, peak: int, width: int, shown: Look, style: Style) -> Text:
    """A bar of `width` columns at `peak`; whatever is not nothing has at least a half step."""
    halves = max(1, round(2 * width * count / peak)) if count > 0 and peak > 0 else 0
    drawn = shown.glyphs.heavy * (halves // 2) + (shown.glyphs.half if halves % 2 else "")
    return Text(columns(drawn, width), Style(color=style.color), end="")
