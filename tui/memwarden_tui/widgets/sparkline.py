"""Figures over time in one line of small columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from memwarden_tui.glyphs import Look


def sparkline(values: Sequence[float], shown: Look, colour: str = "", *, width: int = 0, least: float = 0) -> Text:
    """One column per value, or the last `width`; zero is blank, the largest never touches the row above.

    `colour` is a token's value, faint without one. What is less than `least` is not drawn to full height.
    """
    values = values[-width:] if width else values
    peak = max(least, *values, 0)
    steps = shown.glyphs.spark
    columns = "".join(steps[_step(value, peak, len(steps))] if value > 0 else " " for value in values)
    return Text(columns.rjust(width), colour or shown.tokens.faint, end="")


def _step(value: float, peak: float, steps: int) -> int:
    return min(steps - 1, int(value / peak * steps))
