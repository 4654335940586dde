"""`search`: lines that hold all the words of a query."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb

if TYPE_CHECKING:
    from memwarden.memory.search import Hit

LAST_SECONDS = 0.5
"""How long the index may still grow once all is said: the next search is quicker for it."""


@click.command(cls=Verb)
@click.argument("query")
@click.option("-n", "limit", type=click.IntRange(1), default=200, show_default=True, help="At most so many lines.")
@click.pass_obj
def search(door: Door, query: str, limit: int) -> None:
    """Find the lines that hold every word of QUERY, in any case; words in quotes stand together."""
    tree = door.tree()
    _show(door, tree.search(query, limit))
    sys.stdout.flush()
    tree.searching.settle(LAST_SECONDS)


def _show(door: Door, hits: Sequence[Hit]) -> None:
    if door.json:
        say.value(
            [{"note": hit.note, "line": hit.line, "text": hit.text, "start": hit.start, "end": hit.end} for hit in hits]
        )
        return
    from memwarden.interfaces.cli.cells import Cell
    from memwarden.interfaces.cli.table import show

    rows = [(Cell(hit.note, "cyan"), Cell(str(hit.line), "dim", right=True), Cell(hit.text)) for hit in hits]
    show(rows, empty="No line holds all of it.")
