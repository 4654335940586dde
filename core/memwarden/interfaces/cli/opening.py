"""`opening`: what an agent that has only a shell loads at start, and what a person sees of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.who import reader
from memwarden.store.records import Origin

if TYPE_CHECKING:
    from memwarden.memory.opening import Opening


@click.command(cls=Verb)
@click.pass_obj
def opening(door: Door) -> None:
    """Print what an agent should know before it starts: resident notes, mail, what waits, where it may write.

    In a pipe these are the notes' exact characters; none of it is cut without saying so.
    """
    tree = door.tree()
    found = tree.opening(reader(tree, door.as_whom), origin=Origin(door.origin or Origin.AGENT))
    if door.json:
        from memwarden.interfaces.shapes import opening_shape

        say.value(opening_shape(found))
        return
    _print(found)


def _print(found: Opening) -> None:
    if say.on_terminal():
        say.lines(found.text.removesuffix("\n").split("\n"))
    else:
        say.data(found.text.encode("utf-8", "surrogateescape"))
