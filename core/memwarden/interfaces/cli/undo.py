"""`undo` and `redo` of the person's own acts, in order, also those of earlier days."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb

if TYPE_CHECKING:
    from memwarden.memory.undo import Undone


@click.command(cls=Verb)
@click.pass_obj
def undo(door: Door) -> None:
    """Take back your last act that stands; what was written is a new version again."""
    _said(door, "undone", door.person("undoing").undo())


@click.command(cls=Verb)
@click.pass_obj
def redo(door: Door) -> None:
    """Do again what you took back last, while you did nothing else since."""
    _said(door, "done again", door.person("redoing").redo())


def _said(door: Door, how: str, undone: Undone) -> None:
    if door.json:
        say.value({"act": undone.act, "summary": undone.summary, "notes": list(undone.notes)})
    else:
        say.line(f"{how}: {undone.summary}")
