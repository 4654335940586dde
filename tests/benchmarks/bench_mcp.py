"""How long the MCP server takes to start and to answer, beside an empty server of the SDK and the core itself.

Run `python tests/benchmarks/bench_mcp.py`, or pytest with `-s` on this file.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memwarden import Tree

EMPTY = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("empty")
@server.tool()
def nothing() -> str:
    return ""
server.run()
"""
ROUNDS = 7
CALLS = 200
STARTUP, OWN_MS = 1.3, 5.0
MARGIN = 1.5
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "codex", "version": "1"}}


class Server:
    """A server process; `started` is the number of seconds until it had answered the greeting."""

    def __init__(self, *command: str) -> None:
        start = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.request("initialize", HELLO)
        self.started = time.perf_counter() - start

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def call(self, tool: str, **arguments: Any) -> None:
        answer = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert not answer["result"].get("isError"), answer

    def end(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def in_turn(*acts: Callable[[int], object], calls: int = CALLS) -> tuple[float, ...]:
    """Median milliseconds of each, measured one after the other in every round: the machine is noisy."""
    times: list[list[float]] = [[] for _ in acts]
    for number in range(calls):
        for act, taken in zip(acts, times):
            start = time.perf_counter()
            act(number)
            taken.append((time.perf_counter() - start) * 1000)
    return tuple(statistics.median(taken[1:]) for taken in times)


def startups(folder: Path) -> tuple[float, float]:
    """Medians of seconds, ours and the empty one's, measured in turn."""
    ours, empty = [], []
    for _ in range(ROUNDS):
        for command, times in ((serving(folder), ours), ([sys.executable, "-c", EMPTY], empty)):
            server = Server(*command)
            times.append(server.started)
            server.end()
    return statistics.median(ours), statistics.median(empty)


def calls(folder: Path) -> Iterator[tuple[str, float, float, float]]:
    """What is called, and milliseconds through the server, of the core alone, and of an empty tool of the SDK."""
    server, empty = Server(*serving(folder)), Server(sys.executable, "-c", EMPTY)
    with Tree.open(folder) as tree:
        writer = tree.writer("pi/aras")
        pairs: dict[str, tuple[Callable[[int], object], Callable[[int], object]]] = {
            "read_note": (
                lambda _: server.call("read_note", note="n7.md"),
                lambda _: (tree.look(("n7.md",)), tree.read("n7.md")),
            ),
            "append_note": (
                lambda number: server.call("append_note", note="n8.md", text=f"- mcp {number}"),
                lambda number: writer.append("n9.md", f"- core {number}"),
            ),
            "search_notes": (
                lambda _: server.call("search_notes", query="fact 7"),
                lambda _: (tree.rescan(), tree.search("fact 7", 51)),
            ),
            "list_notes": (lambda _: server.call("list_notes"), lambda _: (tree.rescan(), tree.notes())),
        }
        for name, (through, core) in pairs.items():
            ours, alone, nothing = in_turn(through, core, lambda _: empty.call("nothing"))
            yield name, ours, alone, nothing
    server.end()
    empty.end()


def serving(folder: Path) -> list[str]:
    program = str(Path(sys.executable).with_name("memwarden"))
    return [program, "mcp", "--tree", str(folder), "--as", "vps/hermes"]


@contextmanager
def sample() -> Iterator[Path]:
    """A tree of 200 notes with a store of its own."""
    with tempfile.TemporaryDirectory() as place:
        os.environ["MEMWARDEN_STATE"] = f"{place}/state"
        folder = Path(place) / "memory"
        folder.mkdir()
        for number in range(200):
            (folder / f"n{number}.md").write_text(f"# Note {number}\n\n" + f"- fact {number}\n" * 20)
        (folder / "INDEX.md").write_text("# Index\n\n" + "".join(f"- [{n}](n{n}.md)\n" for n in range(200)))
        yield folder


def test_the_server_costs_little_beside_the_sdk_and_the_core() -> None:
    with sample() as folder:
        ours, empty = startups(folder)
        sys.stdout.write(
            f"startup: {ours * 1000:.0f} ms, an empty server {empty * 1000:.0f} ms: {ours / empty:.2f} times, "
            f"bar {STARTUP}\n"
        )
        assert ours / empty <= STARTUP * MARGIN
        for name, through, core, nothing in calls(folder):
            sys.stdout.write(
                f"{name:13} {through:7.2f} ms, core {core:6.2f} ms, own {through - core:6.2f} ms, bar {OWN_MS} "
                f"(an empty tool {nothing:.2f} ms)\n"
            )
            assert through - core <= OWN_MS * MARGIN


if __name__ == "__main__":
    test_the_server_costs_little_beside_the_sdk_and_the_core()
