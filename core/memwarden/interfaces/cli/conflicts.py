"""`conflicts`: what a sync left behind, and from which ancestor it can be merged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb

if TYPE_CHECKING:
    from memwarden.interfaces.cli.cells import Row
    from memwarden.memory.conflicts import Conflict, Copy


@click.command(cls=Verb)
@click.argument("note", default="")
@click.option("--exit-code", is_flag=True, help="Exit with 1 where a conflict waits.")
@click.pass_obj
def conflicts(door: Door, note: str, exit_code: bool) -> None:
    """List the conflicts that wait for a person; with NOTE its hunks, by the numbers that `resolve --hunk` takes."""
    tree = door.tree()
    one = tree.conflict(note) if note else None
    found = ((one,) if one else ()) if note else tree.conflicts()
    if door.json:
        from memwarden.interfaces.shapes import conflict_shape

        say.value([conflict_shape(conflict) for conflict in found])
    elif one is not None:
        from memwarden.interfaces.cli.hunks import show_hunks

        show_hunks(one)
    else:
        from memwarden.interfaces.cli.table import show

        show([row for conflict in found for row in _rows(conflict)], empty="No conflict waits.")
    if exit_code and found:
        door.code = 1


def _rows(conflict: Conflict) -> list[Row]:
    """One line a copy."""
    from memwarden.interfaces.cli.cells import Cell, when

    return [
        (
            Cell(conflict.note, "bold"),
            Cell(conflict.kind, "red"),
            Cell(f"{conflict.open_hunks} open"),
            when(copy.written_at),
            Cell(copy.device_name or copy.device),
            Cell(_base(copy), "dim"),
            Cell(copy.path, "cyan"),
            Cell(_said(copy), "dim"),
        )
        for copy in conflict.copies
    ]


def _said(copy: Copy) -> str:
    from memwarden.memory.conflicts import Source

    if copy.source is Source.STORE:
        return "an edit may be missing: it is in no file any more"
    return copy.problem or (f"equal to {copy.same_as}" if copy.same_as else copy.contained)


def _base(copy: Copy) -> str:
    base = copy.base
    if not base.revision:
        return "no common base"
    return f"base {base.revision[:8]}" if base.verified else f"base {base.revision[:8]}?"
