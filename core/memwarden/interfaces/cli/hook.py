"""`hook`: what `memwarden-hook` does, among the verbs; programs call that one, which starts sooner."""

from __future__ import annotations

import click

from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.hooks.options import PHASES


@click.command(cls=Verb)
@click.argument("phase", type=click.Choice(PHASES))
@click.option("--client", default="", metavar="NAME", help="The program that calls: claude, codex or gemini.")
@click.option("--state", default="", metavar="DIR", help="Where the stores lie, if not where they usually do.")
@click.pass_obj
def hook(door: Door, phase: str, client: str, state: str) -> None:
    """Answer an agent's program before and after its own tool calls: its JSON on stdin, 0 to go on, 2 to stop."""
    from memwarden.interfaces.hooks.main import run

    said = {"--tree": door.path, "--as": door.identity, "--origin": door.origin, "--client": client, "--state": state}
    door.code = run([phase, *(f"{name}={value}" for name, value in said.items() if value)])
