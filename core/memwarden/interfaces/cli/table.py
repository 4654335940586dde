"""Rows for people and for pipes: aligned and coloured on a terminal, tab-separated and stable elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from memwarden.interfaces.cli import say

if TYPE_CHECKING:
    from datetime import datetime


class Cell(NamedTuple):
    """`short` is what a terminal shows instead of `text`; `style` is a style of Rich; `right` aligns numbers."""

    text: str
    style: str = ""
    short: str = ""
    right: bool = False


Row = Sequence[Cell]


def show(rows: Sequence[Row], *, empty: str = "", heads: Sequence[str] = ()) -> None:
    """Print rows; `empty` is said to a person where there are none, `heads` stand above them on a terminal only."""
    if not say.on_terminal():
        for row in rows:
            say.fields([cell.text for cell in row])
    elif not rows:
        say.line(empty)
    else:
        from memwarden.interfaces.cli.pager import page
        from memwarden.interfaces.cli.render import drawn

        page(drawn(rows, heads))


def when(at: datetime | None) -> Cell:
    """A time: exact in a pipe, as an age on a terminal."""
    from memwarden.interfaces.times import ago, iso

    if at is None:
        return Cell("", short="")
    return Cell(iso(at) or "", "dim", ago(at), right=True)
