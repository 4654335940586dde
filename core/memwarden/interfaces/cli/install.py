"""`install` and `uninstall`: make an agent's program speak to memwarden. A person's act, shown before it is done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.install.names import PROGRAMS, SCOPES, TARGETS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memwarden.interfaces.install.parts import Part


def _options(command: Any) -> Any:
    """What both take."""
    for option in (
        click.option("--yes", is_flag=True, help="Do not ask; a terminal is needed all the same."),
        click.option("--print", "only_print", is_flag=True, help="Show the difference and change nothing."),
        click.option("--file", metavar="F", default="", help="The instructions that the block goes into."),
        click.option("--scope", type=click.Choice(SCOPES), default="user", show_default=True, help="Whose settings."),
        click.argument("what", type=click.Choice(TARGETS), metavar="WHAT"),
    ):
        command = option(command)
    return command


@click.command(cls=Verb)
@_options
@click.option("--uninstall", "out", is_flag=True, help="Take out again what was put in, as `uninstall` does.")
@click.pass_obj
def install(door: Door, what: str, scope: str, file: str, only_print: bool, yes: bool, out: bool) -> None:
    """Give an agent's program the tree: MCP server, hooks and a block of instructions; the difference is shown first.

    WHAT is claude-code, codex, gemini-cli, or one of these. block: only the instructions, into --file. watch: a
    service that keeps what is overwritten. status: what is installed where. --as names the agent for good, else it is
    this machine's name and the program's own.
    """
    _change(door, what, scope, file, put=not out, only_print=only_print, yes=yes)


@click.command(cls=Verb)
@_options
@click.pass_obj
def uninstall(door: Door, what: str, scope: str, file: str, only_print: bool, yes: bool) -> None:
    """Take out of an agent's program what install put in, and nothing else; WHAT is as for install."""
    _change(door, what, scope, file, put=False, only_print=only_print, yes=yes)


def _change(door: Door, what: str, scope: str, file: str, *, put: bool, only_print: bool, yes: bool) -> None:
    if what == "status":
        _status(door)
        return
    parts = _parts(door, what, scope, file)
    if _carried_out(door, parts, put=put, only_print=only_print, yes=yes):
        _next(parts, what, put=put)
    if put and not only_print:
        _trust(parts)


def _parts(door: Door, what: str, scope: str, file: str) -> Sequence[Part]:
    """Raises Refused NO_TREE, BAD_ARGUMENT, BAD_IDENTITY, PERSON_ONLY; Failed."""
    from memwarden.errors import Code, Refused
    from memwarden.interfaces.install.programs import Plan
    from memwarden.interfaces.install.service import service_of

    tree = door.tree()
    root = Path(tree.root).resolve()
    if what == "watch":
        return (service_of(root),)
    plan = Plan(what, scope, root, Path.cwd(), _identity(door))
    if what != "block":
        return plan.parts()
    if not file:
        raise Refused(Code.BAD_ARGUMENT, "Which file is the block for?", "Name it: memwarden install block --file F")
    return (plan.block(Path(file).expanduser().absolute()),)


def _identity(door: Door) -> str:
    """The agent that is named for good. Raises Refused BAD_IDENTITY, PERSON_ONLY."""
    from memwarden.errors import Code, Refused
    from memwarden.memory.identity import Identity

    if not door.identity:
        return ""
    identity = str(Identity.bind(door.identity))
    if door.tree().is_person(identity):
        raise Refused(
            Code.PERSON_ONLY, f"{identity} is a person, and an agent's program would write in that name.",
            "Name an agent, such as laptop/claude.",
        )  # fmt: skip
    return identity


def _carried_out(door: Door, parts: Sequence[Part], *, put: bool, only_print: bool, yes: bool) -> bool:
    """Whether anything was changed."""
    from memwarden.interfaces.cli.differences import show_difference
    from memwarden.interfaces.cli.who import person_here
    from memwarden.interfaces.install.parts import carried_out, putting, taking

    if not only_print:
        person_here("installing" if put else "uninstalling")
    changes = [(part, putting(part) if put else taking(part)) for part in parts]
    needed = [(part, change) for part, change in changes if change.needed]
    if door.json:
        say.value([{"file": str(part.path), "changes": change.needed} for part, change in changes])
    else:
        for part, change in needed:
            show_difference(change.before or b"", change.after or b"", str(part.path), str(part.path), paged=False)
    if only_print:
        return False
    if not needed:
        say.aside("Nothing is to be done." if put else "Nothing of memwarden's is there.")
        return False
    if not yes:
        from memwarden.interfaces.cli.asking import require_yes

        files = f"{len(needed)} file{'' if len(needed) == 1 else 's'}"
        require_yes(f"Change {files} like this?")
    # A folder that was made for the first file goes with the last.
    for part, change in needed if put else reversed(needed):
        carried_out(part, change, installed=put)
    return True


def _next(parts: Sequence[Part], what: str, *, put: bool) -> None:
    """What is left to do by hand."""
    from memwarden.interfaces.install.parts import WholePart
    from memwarden.interfaces.install.programs import has_server
    from memwarden.interfaces.install.service import begin_command, end_command

    for part in parts:
        say.aside(f"{'Written' if put else 'Taken out of'} {part.path}")
        if isinstance(part, WholePart):
            say.aside(f"Now run: {begin_command(part) if put else end_command(part)}")
    if what in PROGRAMS and put:
        say.aside("Sessions that run already do not know it: start them again.")
        if not has_server():
            say.aside("The MCP server was left out: it needs pip install 'memwarden[mcp]'. Then install again.")


def _trust(parts: Sequence[Part]) -> None:
    """What the person must allow in the program itself."""
    from memwarden.interfaces.install.codextrust import OFF, UNTRUSTED
    from memwarden.interfaces.install.parts import state_of

    for path, state in state_of(parts):
        if state in {OFF, UNTRUSTED}:
            say.aside(f"{path} is {state}.")


def _status(door: Door) -> None:
    from memwarden.interfaces.install.parts import state_of
    from memwarden.interfaces.install.programs import Plan
    from memwarden.interfaces.install.service import service_of

    root = Path(door.tree().root).resolve()
    found = [
        (program, scope, path, state)
        for program in PROGRAMS
        for scope in SCOPES
        for path, state in state_of(Plan(program, scope, root, Path.cwd()).parts())
    ]
    found += [("watch", "user", path, state) for path, state in state_of([service_of(root)])]
    if door.json:
        say.value([dict(zip(("program", "scope", "file", "state"), (*row[:2], str(row[2]), row[3]))) for row in found])
        return
    from memwarden.interfaces.cli.cells import Cell
    from memwarden.interfaces.cli.table import show

    rows = [
        (Cell(program, "bold"), Cell(scope), Cell(str(path), "dim"), Cell(state))
        for program, scope, path, state in found
    ]
    show(rows)
