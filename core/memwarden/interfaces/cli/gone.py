"""`versions` without a note: what is gone and can be brought back, and what git saw go."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.cells import Cell, Row, when
from memwarden.interfaces.cli.texts import short
from memwarden.memory.gone import gone_notes, past_deletions

if TYPE_CHECKING:
    from memwarden.interfaces.cli.door import Door
    from memwarden.memory.gone import Gone
    from memwarden.memory.versions import Version


def list_gone(door: Door) -> None:
    tree = door.tree()
    gone, deletions = gone_notes(tree), past_deletions(tree)
    if door.json:
        from memwarden.interfaces.shapes import deletion_shape, gone_shape

        say.value({
            "gone": [gone_shape(one) for one in gone],
            "deletions": [deletion_shape(version) for version in deletions],
        })  # fmt: skip
        return
    from memwarden.interfaces.cli.table import show

    rows = [*map(_gone_row, gone), *map(_deletion_row, deletions)]
    show(rows, empty="Nothing is gone, and git remembers no large deletion.")


def _gone_row(gone: Gone) -> Row:
    return _row("gone", gone, gone.revision, "restore")


def _deletion_row(version: Version) -> Row:
    """Its revision is that of the text before, which is what one looks for."""
    return _row("large deletion", version, version.before or "", "versions")


def _row(what: str, lost: Gone | Version, revision: str, verb: str) -> Row:
    return (
        Cell(what, "red"),
        Cell(lost.note, "cyan"),
        when(lost.at),
        Cell(lost.by or "unknown", "bold"),
        Cell(lost.engine, "dim"),
        Cell(revision, "yellow", short(revision)),
        Cell(f"memwarden {verb} {shlex.quote(lost.note)}"),
    )
