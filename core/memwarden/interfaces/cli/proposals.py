"""`proposals`: what agents want changed, shown against the notes now; a person confirms or rejects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verbs
from memwarden.interfaces.cli.wrote import wrote
from memwarden.memory.called import the_one

if TYPE_CHECKING:
    from memwarden.interfaces.cli.cells import Row
    from memwarden.memory.proposals import Proposal


@click.group(cls=Verbs, invoke_without_command=True)
@click.pass_context
def proposals(context: click.Context) -> None:
    """Look at proposals; confirm or reject them; without a verb, list those that wait."""
    if context.invoked_subcommand is None:
        _list(context.obj, everything=False)


@proposals.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that were confirmed or rejected.")
@click.pass_obj
def list_(door: Door, everything: bool) -> None:
    """List the proposals that wait, or all of them."""
    _list(door, everything=everything)


@proposals.command()
@click.argument("id_", metavar="ID")
@click.pass_obj
def show(door: Door, id_: str) -> None:
    """Show a proposal as a difference against the note as it is now."""
    proposal = _find(door, id_)
    if door.json:
        from memwarden.text.lines import decode

        say.value({**_shape(proposal), "text": decode(proposal.text)})
    else:
        _print(door, proposal)


@proposals.command()
@click.argument("id_", metavar="ID")
@click.pass_obj
def confirm(door: Door, id_: str) -> None:
    """Make a proposal part of its note: shown first, then done when you type the word confirm."""
    from memwarden.interfaces.cli.asking import require_word

    person = door.person("confirming")
    proposal = _find(door, id_)
    if proposal.verdict:
        raise Refused(Code.NO_ITEM, f"{proposal.id} was {proposal.verdict} already.", "")
    _print(door, proposal)
    require_word("confirm", f"{proposal.sender} proposes to {proposal.act} {proposal.target}.")
    wrote(door, "confirm", person.confirm(proposal))


@proposals.command()
@click.argument("id_", metavar="ID")
@click.argument("reason")
@click.pass_obj
def reject(door: Door, id_: str, reason: str) -> None:
    """Turn a proposal down; the reason is kept, and its file stays where it is."""
    person = door.person("rejecting")
    proposal = _find(door, id_)
    person.reject(proposal, reason)
    if door.json:
        say.value({"id": proposal.id, "verdict": "rejected", "reason": reason})
    else:
        say.line(f"rejected {proposal.id}")


def _list(door: Door, *, everything: bool) -> None:
    found = door.tree().proposals(all=everything)
    if door.json:
        say.value([_shape(proposal) for proposal in found])
        return
    from memwarden.interfaces.cli.table import show as show_table

    show_table([_row(proposal) for proposal in found], empty="No proposal waits.")


def _find(door: Door, wanted: str) -> Proposal:
    """By id, the beginning of one, or its last eight digits."""
    every = door.tree().proposals(all=True)
    hint = "List them with: memwarden proposals"
    return the_one(every, wanted, "proposal", hint, place=lambda proposal: proposal.path)


def _print(door: Door, proposal: Proposal) -> None:
    from memwarden.interfaces.cli.differences import show_difference

    now = door.tree().bytes_of(proposal.target)
    after = proposal.result(now)
    said = [f"{proposal.sender} proposes to {proposal.act} {proposal.target}", f"Why: {proposal.why}"]
    sources = [f"Source: {source}" for source in proposal.sources]
    problems = [f"Warning: {problem}" for problem in proposal.problems]
    verdict = [f"It was {proposal.verdict}. {proposal.reason}".rstrip()] if proposal.verdict else []
    say.lines([*said, *sources, *problems, *verdict])
    show_difference(now or b"", after or b"", f"{proposal.target} now", f"{proposal.target} proposed", paged=False)


def _shape(proposal: Proposal) -> dict[str, object]:
    from memwarden.interfaces.times import iso

    return {
        "id": proposal.id,
        "from": proposal.sender,
        "target": proposal.target,
        "act": proposal.act,
        "base": proposal.base or None,
        "why": proposal.why,
        "sources": list(proposal.sources),
        "at": iso(proposal.created),
        "digest": proposal.digest,
        "verdict": proposal.verdict,
        "reason": proposal.reason,
        "problems": list(proposal.problems),
    }


def _row(proposal: Proposal) -> Row:
    from memwarden.interfaces.cli.cells import Cell, when

    return (
        Cell(proposal.id, "yellow", proposal.id.rpartition("-")[2]),
        when(proposal.created),
        Cell(proposal.sender, "bold"),
        Cell(proposal.act),
        Cell(proposal.target, "cyan"),
        Cell(proposal.verdict or "waits", "dim"),
        Cell(proposal.why, "dim"),
    )
