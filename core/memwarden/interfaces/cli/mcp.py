"""`mcp`: the server for an agent's program, over its pipes."""

from __future__ import annotations

import click

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb


@click.command(cls=Verb)
@click.option("--session", default="", metavar="ID", help="The client's session (else CLAUDE_CODE_SESSION_ID).")
@click.option("--client", default="", metavar="NAME", help="The program that it is for, such as claude or codex.")
@click.pass_obj
def mcp(door: Door, session: str, client: str) -> None:
    """Serve the tree to an agent's program over stdin and stdout.

    --as and --origin bind who writes for as long as the server runs; without --as it is this machine's name and the
    program's own: that of --client, else what the client calls itself, and then it is a claim. Ends with its client.
    """
    from memwarden.interfaces.mcp.serve import serve

    place = door.place()
    if place is None:
        raise Refused(
            Code.NO_TREE, "No memory tree lies here or above.", "Name one: memwarden mcp --tree DIR, or MEMWARDEN_TREE."
        )
    serve(place, identity=door.as_whom, program=client, origin=door.origin, session=session)
