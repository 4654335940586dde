"""`forget`: a person takes a fact out for good."""

from __future__ import annotations

import click

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli.asking import require_yes
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.wrote import wrote
from memwarden.text.lines import decode


@click.command(cls=Verb)
@click.argument("note")
@click.argument("line", type=click.IntRange(1))
@click.option("--yes", is_flag=True, help="Do not ask after the line was shown.")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.pass_obj
def forget(door: Door, note: str, line: int, yes: bool, why: str) -> None:
    """Take LINE (counted from 1) of NOTE out, and let no agent bring its fact back. Undo takes it back."""
    person = door.person("forgetting")
    found = door.tree().text(note)
    if line > len(found.lines):
        raise Refused(Code.NO_ITEM, f"{note} has no line {line}.", f"See its lines: memwarden blame {note}")
    if not yes:
        require_yes(f"{decode(found.lines[line - 1]).rstrip()}\nForget line {line} of {note}?")
    wrote(door, "forget", person.forget(found.path, line, base=found.revision, why=why))
