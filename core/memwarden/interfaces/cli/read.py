"""`read`: a note by its topic or path, or the index."""

from __future__ import annotations

import click

from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.note_shown import show_topic


@click.command(cls=Verb)
@click.argument("topic", default="")
@click.pass_obj
def read(door: Door, topic: str) -> None:
    """Print the note of TOPIC: a path, or a topic that the index links. Without one, the index.

    In a pipe these are the note's exact bytes.
    """
    show_topic(door, topic)
