"""`agents`: who writes here; a person holds, releases or revokes one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verbs

if TYPE_CHECKING:
    from memwarden.interfaces.cli.cells import Row
    from memwarden.memory.agents import AgentCard

_MINUTES = 30.0


@click.group(cls=Verbs, invoke_without_command=True)
@click.pass_context
def agents(context: click.Context) -> None:
    """List the agents; hold, release or revoke one."""
    if context.invoked_subcommand is None:
        _list(context.obj)


@agents.command("list")
@click.pass_obj
def list_(door: Door) -> None:
    """List everyone who writes here, with the last 14 days."""
    _list(door)


@agents.command()
@click.argument("identity")
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), default=_MINUTES, show_default=True)
@click.option("--why", default="", help="Why, for the agent and for whoever looks back.")
@click.pass_obj
def hold(door: Door, identity: str, minutes: float, why: str) -> None:
    """Refuse the writes of IDENTITY for a while."""
    door.person("holding an agent").hold(_known(identity), minutes, why)
    _said(door, identity, "held")


@agents.command()
@click.argument("identity")
@click.pass_obj
def release(door: Door, identity: str) -> None:
    """Let IDENTITY write again."""
    door.person("releasing an agent").release(_known(identity))
    _said(door, identity, "released")


@agents.command()
@click.argument("identity")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.pass_obj
def revoke(door: Door, identity: str, why: str) -> None:
    """Refuse IDENTITY for good; undo does not reach it, only a release does."""
    from memwarden.interfaces.cli.asking import require_word

    person = door.person("revoking an agent")
    require_word("revoke", f"{_known(identity)} will be refused at every door until you release it.")
    person.revoke(identity, why)
    _said(door, identity, "revoked")


def _known(identity: str) -> str:
    """Raises Refused BAD_IDENTITY."""
    from memwarden.memory.identity import Identity

    return str(Identity.parse(identity))


def _said(door: Door, identity: str, state: str) -> None:
    if door.json:
        say.value({"identity": identity, "state": state})
    else:
        say.line(f"{state} {identity}")


def _list(door: Door) -> None:
    cards = door.tree().agents()
    if door.json:
        say.value([_shape(card) for card in cards])
        return
    from memwarden.interfaces.cli.table import show

    heads = ("", "last write", "", "writes", "lines out", "owns", "")
    show([_row(card) for card in cards], empty="Nobody wrote here yet.", heads=heads)


def _shape(card: AgentCard) -> dict[str, object]:
    from memwarden.interfaces.times import iso

    return {
        "identity": card.identity,
        "person": card.person,
        "last": iso(card.last.time) if card.last else None,
        "writes": card.writes,
        "removed": card.removed,
        "daily_writes": list(card.daily_writes),
        "daily_removed": list(card.daily_removed),
        "held_until": iso(card.held_until),
        "revoked": card.revoked,
        "why_held": card.why_held,
        "owns": list(card.owns),
    }


def _row(card: AgentCard) -> Row:
    from memwarden.interfaces.cli.cells import Cell, when
    from memwarden.interfaces.times import iso

    state = "revoked" if card.revoked else f"held until {iso(card.held_until)}" if card.held_until else ""
    return (
        Cell(card.identity, "bold"),
        when(card.last.time if card.last else None),
        Cell("person" if card.person else "agent", "dim"),
        Cell(str(card.writes), right=True),
        Cell(str(card.removed), right=True),
        Cell(str(len(card.owns)), right=True),
        Cell(" ".join(filter(None, [state, card.why_held])), "red"),
    )
