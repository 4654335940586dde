"""How large a note was in each of its versions, in one line, and where in it one is."""

from __future__ import annotations

from collections.abc import Sequence

from memwarden_tui.glyphs import Look
from memwarden_tui.widgets.pieces import Band
from memwarden_tui.widgets.sparkline import sparkline

INDENT = 2


def size_rows(sizes: Sequence[int], at: int, label: str, width: int, look: Look) -> list[Band]:
    """The sparkline and, below it, a mark under the version at `at` (oldest 0) with its label."""
    room = width - 2 * INDENT
    if room < 1 or not sizes:
        return []
    drawn, column = thinned(sizes, at, room)
    spark = sparkline(drawn, look).plain
    mark = look.glyphs.here
    begin = column - len(label) - 1
    below = f"{' ' * begin}{label} " if begin >= 0 else " " * column
    after = "" if begin >= 0 else f" {label}"
    return [
        Band(((" " * INDENT, ""), (spark, "faint"))),
        Band(((f"{' ' * INDENT}{below}", "muted"), (mark, "accent bold"), (after, "muted"))),
    ]


def thinned(sizes: Sequence[int], at: int, room: int) -> tuple[list[int], int]:
    """At most `room` of the sizes, spread over all of them, and the column of `at`, whose own size is kept."""
    if len(sizes) <= room:
        return list(sizes), at
    last = len(sizes) - 1
    chosen = [round(column * last / (room - 1)) if room > 1 else last for column in range(room)]
    column = min(range(room), key=lambda one: abs(chosen[one] - at))
    chosen[column] = at
    return [sizes[one] for one in chosen], column
