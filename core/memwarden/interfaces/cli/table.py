"""Rows for people and for pipes: aligned and coloured on a terminal, tab-separated and stable elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.cells import Row


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
