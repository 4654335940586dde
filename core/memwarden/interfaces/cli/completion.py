"""`completion`: the script that teaches a shell the verbs."""

from __future__ import annotations

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.group import Verb

SHELLS = ("bash", "zsh", "fish")


@click.command(cls=Verb)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script of SHELL; put it where that shell looks for them.

    \b
    memwarden completion bash > ~/.local/share/bash-completion/completions/memwarden
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    if found is not None:
        script = found(context.find_root().command, {}, "memwarden", "_MEMWARDEN_COMPLETE").source()
        say.data(script.encode())
