"""`propose`: a change that waits for a person."""

from __future__ import annotations

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.texts import text_of
from memwarden.memory.proposals import ACTS


@click.command(cls=Verb)
@click.argument("target")
@click.argument("act", type=click.Choice(ACTS))
@click.argument("text", default="")
@click.option("--why", default="", help="Why, for the person who decides.")
@click.option("--source", "sources", multiple=True, help="A quote or message this was learned from; repeatable.")
@click.option("--base", metavar="REV", help="The revision it was made from; else the note as it is now.")
@click.pass_obj
def propose(door: Door, target: str, act: str, text: str, why: str, sources: tuple[str, ...], base: str | None) -> None:
    """Propose to append, rewrite or create TARGET with TEXT (- for stdin), or to delete it."""
    made = door.writer().propose(target, act, text_of(text), why=why, sources=sources, base=base)
    if door.json:
        said = {"id": made.id, "target": made.target, "act": made.act, "base": made.base or None}
        say.value({**said, "path": made.path})
    else:
        say.line(f"proposed to {made.act} {made.target}: {made.id}")
