"""How tests speak to a real server: through the SDK's own client, or byte by byte over its pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult, Implementation, TextContent

MEMWARDEN = str(Path(sys.executable).with_name("memwarden"))
VARIABLES = ("HOME", "MEMWARDEN_STATE", "NESTWORK_HOST", "CLAUDE_CODE_SESSION_ID", "PATH")


class Talk:
    """A client's session: `call` a tool, or expect it to be `refused`."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def result(self, tool: str, **arguments: Any) -> CallToolResult:
        found = await self.client.call_tool(tool, arguments)
        assert isinstance(found, CallToolResult)
        return found

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        result = await self.result(tool, **arguments)
        assert not result.is_error, text_of(result)
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> dict[str, Any]:
        result = await self.result(tool, **arguments)
        assert result.is_error, text_of(result)
        assert json.loads(text_of(result)) == result.structured_content
        assert isinstance(result.structured_content, dict)
        said: dict[str, Any] = result.structured_content["refused"]
        assert said["code"] and said["message"] and "hint" in said and "Traceback" not in said["message"]
        return said


def text_of(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


def environment() -> dict[str, str]:
    return {name: os.environ[name] for name in VARIABLES if name in os.environ}


@asynccontextmanager
async def talking(folder: Path, *options: str, name: str = "claude-code", mode: str = "auto") -> AsyncIterator[Talk]:
    """A client of this name with a server of its own."""
    server = StdioServerParameters(command=MEMWARDEN, args=["mcp", "--tree", str(folder), *options], env=environment())
    info = Implementation(name=name, version="1")
    async with Client(stdio_client(server), client_info=info, mode=mode) as client:
        yield Talk(client)


class Raw:
    """A server spoken to line by line; `command` starts it."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env or environment()
        )

    @classmethod
    def serving(cls, folder: Path, *options: str) -> Raw:
        """Initialised already."""
        raw = cls([MEMWARDEN, "mcp", "--tree", str(folder), *options])
        raw.greet()
        return raw

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        self.process.wait()

    def greet(self) -> dict[str, Any]:
        who = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "codex", "version": "1"}}
        self.send({"id": 0, "method": "initialize", "params": who})
        answer = self.answer()
        self.send({"method": "notifications/initialized"})
        return answer

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, number: int, tool: str, **arguments: Any) -> None:
        self.send({"id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def gone_within(self, seconds: float) -> float:
        """How long it took to end; raises TimeoutExpired."""
        start = time.monotonic()
        self.process.wait(seconds)
        return time.monotonic() - start


def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Look again and again until it holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to hold"
        threading.Event().wait(0.002)
