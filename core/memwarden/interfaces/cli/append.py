"""`append`: a block at the end of a note."""

from __future__ import annotations

import click

from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.wrote import append_to


@click.command(cls=Verb)
@click.argument("note")
@click.argument("text")
@click.option("--key", default="", help="Repeat the write with the same key and it is done once.")
@click.option("--dated", is_flag=True, help="Add the date of today to the text.")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.option("--source", default="", help="The quote or message this was learned from.")
@click.pass_obj
def append(door: Door, note: str, text: str, key: str, dated: bool, why: str, source: str) -> None:
    """Add TEXT (- for stdin) as a block at the end of NOTE."""
    append_to(door, note, text, key=key, dated=dated, why=why, source=source)
