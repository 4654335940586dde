"""`rewrite`: a whole new text, bound to the revision it was made from."""

from __future__ import annotations

from typing import Literal

import click

from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.texts import text_of
from memwarden.interfaces.cli.wrote import wrote


@click.command(cls=Verb)
@click.argument("note")
@click.argument("text")
@click.option("--base", metavar="REV", help="The revision that `read` gave; agents must name it.")
@click.option(
    "--on-change", type=click.Choice(["refuse", "merge"]), default="refuse", show_default=True,
    help="What to do where the note has moved on since the base.",
)  # fmt: skip
@click.option("--key", default="", help="Repeat the write with the same key and it is done once.")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.option("--source", default="", help="The quote or message this was learned from.")
@click.pass_obj
def rewrite(
    door: Door, note: str, text: str, base: str | None, on_change: Literal["refuse", "merge"], key: str,
    why: str, source: str,
) -> None:  # fmt: skip
    """Put TEXT (- for stdin) in the place of all of NOTE."""
    written = door.writer().rewrite(
        note, text_of(text), base=base, on_change=on_change, key=key, why=why, source=source
    )
    wrote(door, "rewrite", written)
