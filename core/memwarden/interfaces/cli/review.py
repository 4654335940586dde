"""`review`: the queue of everything that waits on a person."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verbs
from memwarden.memory.called import the_one

if TYPE_CHECKING:
    from memwarden.interfaces.cli.cells import Row
    from memwarden.memory.person import Person
    from memwarden.memory.review import ReviewItem

_TOKEN = re.compile(r"-([0-9a-f]{8})(?:\.md|:\d+)$")
_OTHER_WAYS = {
    "refused": "Make it after all: memwarden review admit ID; or put it off: memwarden review later ID",
    "conflict": "Resolve it: memwarden resolve NOTE",
    "proposal": "Decide it: memwarden proposals confirm ID, or reject ID REASON",
    "held": "Let it write again: memwarden agents release HOST/ID",
    "task": "Answer it: memwarden mail reply ID TEXT",
    "message": "Read it: memwarden mail read ID",
}


@click.group(cls=Verbs, invoke_without_command=True)
@click.option("--exit-code", is_flag=True, help="Exit with 1 where something waits.")
@click.pass_context
def review(context: click.Context, exit_code: bool) -> None:
    """List everything that waits on a person, the most urgent first, and answer it."""
    if context.invoked_subcommand is None:
        _list(context.obj, exit_code)


@review.command()
@click.argument("id_", metavar="ID")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.pass_obj
def accept(door: Door, id_: str, why: str) -> None:
    """Say of a flagged write, a refused one or a finding that it is all right so."""
    person = door.person("accepting")
    item = _find(door, id_)
    if item.kind == "config" and isinstance(item.subject, bytes):
        _accept_rules(door, person, item.subject)
        return
    if item.kind in _OTHER_WAYS:
        raise Refused(Code.BAD_ARGUMENT, f"A {item.kind} is not accepted.", _OTHER_WAYS[item.kind])
    person.accept(item.id, why=why)
    _said(door, item, "accepted")


@review.command()
@click.argument("id_", metavar="ID")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.pass_obj
def admit(door: Door, id_: str, why: str) -> None:
    """Make a refused write of an agent after all; its lines are the agent's, confirmed by you."""
    from memwarden.interfaces.cli.wrote import wrote

    person = door.person("admitting")
    item = _find(door, id_)
    if item.kind != "refused":
        raise Refused(Code.BAD_ARGUMENT, f"A {item.kind} is not admitted.", "Only a refused write is.")
    wrote(door, "admit", person.admit_refused(item.records[0].id, why))


@review.command()
@click.argument("id_", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask after the differences.")
@click.pass_obj
def restore(door: Door, id_: str, yes: bool) -> None:
    """Bring back all that a deletion, lost lines or a burst took, in every note of it, as one act."""
    from memwarden.interfaces.cli.restoring import restore_item

    restore_item(door, door.person("restoring"), _find(door, id_), yes)


@review.command()
@click.argument("id_", metavar="ID")
@click.pass_obj
def later(door: Door, id_: str) -> None:
    """Put an item off: it stands at the end of the queue."""
    person = door.person("putting off")
    item = _find(door, id_)
    person.accept(item.id, "later")
    _said(door, item, "later")


def _accept_rules(door: Door, person: Person, rules: bytes) -> None:
    """Rules say what agents may do: they are shown whole, and hold when the word is typed."""
    from memwarden.interfaces.cli.asking import require_word

    say.lines(rules.decode("utf-8", "surrogateescape").splitlines())
    require_word("accept", "From then on these rules hold for every agent.")
    person.accept_rules(rules)
    if door.json:
        say.value({"id": "config", "verdict": "accepted"})
    else:
        say.line("accepted: the rules hold")


def _find(door: Door, wanted: str) -> ReviewItem:
    """By id, the beginning of one, or as a terminal shows it."""
    hint = "List what waits: memwarden review"
    return the_one(door.tree().review(), wanted, "item", hint, place=lambda item: item.id, short=_short)


def _short(id_: str) -> str:
    """`proposal:332d8666` for a letter or proposal in its file, anything else as it is."""
    found = _TOKEN.search(id_)
    return f"{id_.partition(':')[0]}:{found[1]}" if found else id_


def _said(door: Door, item: ReviewItem, verdict: str) -> None:
    if door.json:
        say.value({"id": item.id, "verdict": verdict})
    else:
        say.line(f"{verdict}: {item.title}")


def _list(door: Door, exit_code: bool) -> None:
    found = door.tree().review()
    if door.json:
        from memwarden.interfaces.shapes import item_shape

        say.value([item_shape(item) for item in found])
    else:
        from memwarden.interfaces.cli.table import show

        show([_row(item) for item in found], empty="Nothing waits on you.")
    if exit_code and found:
        door.code = 1


def _row(item: ReviewItem) -> Row:
    from memwarden.interfaces.cli.cells import Cell, when

    return (
        Cell(item.kind, "dim" if item.later else "red"),
        when(item.at),
        Cell(item.by, "bold"),
        Cell(item.title, "cyan"),
        Cell(f"{item.detail} (later)" if item.later else item.detail),
        Cell(item.id, "dim", _short(item.id)),
    )
