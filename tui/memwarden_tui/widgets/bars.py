"""How much is whose, as thin bars with half steps."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from memwarden_tui.fit import columns, fit_middle
from memwarden_tui.glyphs import Look


@dataclass(frozen=True, slots=True)
class Share:
    """`name` is safe already; `style` is the author's."""

    name: str
    count: int
    style: Style


def bar(count: int, peak: int, width: int, shown: Look, style: Style) -> Text:
    """A bar of `width` columns at `peak`; whatever is not nothing has at least a half step."""
    halves = max(1, round(2 * width * count / peak)) if count > 0 and peak > 0 else 0
    drawn = shown.glyphs.heavy * (halves // 2) + (shown.glyphs.half if halves % 2 else "")
    return Text(columns(drawn, width), Style(color=style.color), end="")


def author_bars(shares: tuple[Share, ...], width: int, shown: Look, *, names: int = 13) -> list[Text]:
    """A line per author: name, bar, number ending at `width`."""
    peak = max((share.count for share in shares), default=0)
    digits = len(f"{peak:,}")
    room = max(0, width - names - digits - 3)
    return [
        Text.assemble(
            (columns(fit_middle(share.name, names, shown.glyphs.cut), names + 1), share.style),
            bar(share.count, peak, room, shown, share.style),
            (f"  {share.count:>{digits},}", shown.tokens.text),
            end="",
        )
        for share in shares
    ]
