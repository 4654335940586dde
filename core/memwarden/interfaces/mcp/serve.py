"""Serves one tree to one client over stdin and stdout, from the first byte to the end of the process."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from memwarden.errors import Failed
from memwarden.interfaces.mcp.desk import Desk
from memwarden.interfaces.mcp.life import Life
from memwarden.interfaces.mcp.wire import Wire


def serve(tree_path: str | Path, *, identity: str = "", program: str = "", origin: str = "", session: str = "") -> None:
    """Returns when the client closes the pipe; ends the process where it dies, and on a signal.

    `identity`, `origin` (default: agent) and `session` are bound for good; without an identity it is derived from this
    machine and the `program`, else from the name that the client gives itself. Raises Refused NO_TREE, BAD_IDENTITY,
    ORIGIN; Failed where the SDK is missing.
    """
    _require_sdk()
    desk = Desk(Path(tree_path).expanduser(), identity=identity, program=program, origin=origin, session=session)
    life = Life(desk.close, desk.settle)
    with Wire(life.deadline, life.end) as wire:
        from memwarden.interfaces.mcp.server import log_to_stderr, make_server

        log_to_stderr()
        server = make_server(desk, life.call, wire.taken)
        life.begin()
        wire.offer()
        try:
            server.run("stdio")
        except* BrokenPipeError:
            pass  # the client is gone, and whoever could be told with it
        finally:
            wire.taken()
            life.farewell()


def _require_sdk() -> None:
    if find_spec("mcp") is None:
        raise Failed("The MCP server needs the extra `mcp`, which is not installed: pip install 'memwarden[mcp]'")
