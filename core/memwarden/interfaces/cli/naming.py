"""`create`, `delete`, `move`: which notes there are and what they are called."""

from __future__ import annotations

import click

from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.texts import text_of
from memwarden.interfaces.cli.wrote import wrote


@click.command(cls=Verb)
@click.argument("note")
@click.argument("text")
@click.option("--link", metavar="SECTION", help='Link it in the index under this heading ("" for the end).')
@click.option("--description", default="", help="What the index says of it behind the link.")
@click.option("--key", default="", help="Repeat the write with the same key and it is done once.")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.option("--source", default="", help="The quote or message this was learned from.")
@click.pass_obj
def create(
    door: Door, note: str, text: str, link: str | None, description: str, key: str, why: str, source: str
) -> None:
    """Make NOTE with TEXT (- for stdin). A note that is there already stays as it is."""
    written = door.writer().create(
        note, text_of(text), link=link, description=description, key=key, why=why, source=source
    )
    wrote(door, "create", written)


@click.command(cls=Verb)
@click.argument("note")
@click.option("--base", metavar="REV", help="Refuse where the note is no longer at this revision.")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.pass_obj
def delete(door: Door, note: str, base: str | None, why: str) -> None:
    """Take NOTE away; its versions stay and can be restored."""
    wrote(door, "delete", door.writer().delete(note, base=base, why=why))


@click.command(cls=Verb)
@click.argument("note")
@click.argument("to")
@click.option("--base", metavar="REV", help="Refuse where the note is no longer at this revision.")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.pass_obj
def move(door: Door, note: str, to: str, base: str | None, why: str) -> None:
    """Call NOTE by the name TO; its history goes with it, links and symlinks to it follow."""
    wrote(door, "move", door.writer().move(note, to, base=base, why=why))
