"""How a server starts and ends, and that nothing but JSON-RPC ever leaves it on stdout."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from tests.conftest import MakeTree
from tests.mcp.speaking import MEMWARDEN, Raw, environment
from tests.mcp.test_concurrency import locked

from memwarden import Tree

NOISY = """
import os, subprocess, sys, threading
from memwarden.memory.reading import Reading
quiet = Reading.read
def noisy(self, topic):
    print("a stray print")
    print("one without an end", end="")
    os.write(1, b"written to the descriptor")
    subprocess.run(["echo", "from a child"])
    return quiet(self, topic)
Reading.read = noisy
from memwarden.interfaces.mcp.serve import serve
serve(sys.argv[1], identity="vps/hermes")
"""
PARENT = """
import subprocess, sys
subprocess.Popen(sys.argv[1:]).wait()
"""
FAULTY = """
import sys
from memwarden.memory.reading import Reading
def broken(self, topic):
    raise ZeroDivisionError("a fault of ours\\nwith a second line")
Reading.read = broken
from memwarden.interfaces.mcp.serve import serve
serve(sys.argv[1], identity="vps/hermes")
"""


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n", "log.md": "# Log\n"})


def test_it_ends_when_its_client_closes_the_pipe(tree: Tree, folder: Path) -> None:
    with Raw.serving(folder) as raw:
        raw.ask(1, "append_note", note="log.md", text="- x")
        raw.answer()
        assert raw.process.stdin is not None
        raw.process.stdin.close()
        assert raw.gone_within(3) < 1 and raw.process.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_on_a_signal(tree: Tree, folder: Path, number: signal.Signals) -> None:
    with Raw.serving(folder) as raw:
        raw.process.send_signal(number)
        assert raw.gone_within(3) < 1 and raw.process.returncode == 0


@pytest.mark.parametrize("way", ["pipe", "signal"])
def test_it_ends_also_while_a_call_waits_for_another_process(tree: Tree, folder: Path, way: str) -> None:
    with Raw.serving(folder) as raw:
        raw.ask(1, "read_note", note="log.md")
        raw.answer()
        with locked(folder):
            raw.ask(2, "append_note", note="log.md", text="- x")
            assert raw.process.stdin is not None
            raw.process.stdin.close() if way == "pipe" else raw.process.terminate()
            assert raw.gone_within(3) < 1
    assert (folder / "log.md").read_text() == "# Log\n"


def test_it_ends_when_its_parent_dies_though_the_pipe_stays_open(tree: Tree, folder: Path) -> None:
    command = [sys.executable, "-c", PARENT, MEMWARDEN, "mcp", "--tree", str(folder)]
    with Raw(command) as raw:
        raw.greet()
        raw.process.kill()
        start = time.monotonic()
        assert raw.process.stdout is not None and raw.process.stdout.read() == b""
        assert time.monotonic() - start < 1


@pytest.mark.parametrize("both", [False, True])
def test_it_ends_quietly_when_nobody_reads_its_answers(tree: Tree, folder: Path, both: bool) -> None:
    with Raw.serving(folder) as raw:
        assert raw.process.stdin is not None and raw.process.stdout is not None and raw.process.stderr is not None
        raw.process.stdout.close()
        raw.ask(1, "read_note", note="log.md")
        if both:
            raw.process.stdin.close()
        assert raw.gone_within(3) < 1
        assert b"Traceback" not in raw.process.stderr.read()


def test_stdout_carries_nothing_but_answers_whatever_prints(tree: Tree, folder: Path) -> None:
    said = [
        {"id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/call", "params": {"name": "read_note", "arguments": {"note": "log.md"}}},
    ]  # fmt: skip
    with Raw([sys.executable, "-c", NOISY, str(folder)]) as raw:
        assert raw.process.stdin is not None and raw.process.stdout is not None and raw.process.stderr is not None
        for message in said:
            raw.send(message)
        answers = [raw.answer(), raw.answer()]
        raw.process.stdin.close()
        raw.process.wait(3)
        assert raw.process.stdout.read() == b"" and [answer["id"] for answer in answers] == [0, 1]
        stray = raw.process.stderr.read()
    for text in (b"a stray print", b"one without an end", b"written to the descriptor", b"from a child"):
        assert text in stray


def test_a_fault_of_ours_is_one_line_on_stderr_and_an_answer_without_a_traceback(tree: Tree, folder: Path) -> None:
    with Raw([sys.executable, "-c", FAULTY, str(folder)]) as raw:
        raw.greet()
        raw.ask(1, "read_note", note="log.md")
        result = raw.answer()["result"]
        assert result["isError"] and "ZeroDivisionError" in result["content"][0]["text"]
        assert "a fault of ours" not in json.dumps(result)
        raw.ask(2, "append_note", note="log.md", text="- still here")
        assert not raw.answer()["result"].get("isError")
        raw.process.terminate()
        assert raw.process.stderr is not None
        lines = raw.process.stderr.read().decode().splitlines()
    assert lines == ["memwarden: a fault of ours\\nwith a second line (ZeroDivisionError)"]


def test_a_line_that_is_no_message_is_passed_over(tree: Tree, folder: Path) -> None:
    with Raw.serving(folder) as raw:
        assert raw.process.stdin is not None
        raw.process.stdin.write(b'{"half": \n\xff\xfe\n[]\n')
        raw.ask(1, "read_note", note="log.md")
        while (answer := raw.answer()).get("id") != 1:
            assert "error" in answer
        assert answer["result"]["structuredContent"]["note"] == "log.md"


def test_a_tree_that_goes_away_under_the_server_is_an_answer(tree: Tree, folder: Path) -> None:
    with Raw.serving(folder) as raw:
        folder.rename(folder.with_name("elsewhere"))
        raw.ask(1, "append_note", note="log.md", text="- x")
        result = raw.answer()["result"]
        assert result["isError"] and not {"refused", "failed"}.isdisjoint(result["structuredContent"])


def test_without_the_extra_one_line_says_what_to_install(tree: Tree, folder: Path, tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    (packages / "click").symlink_to(Path(click.__file__).parent)
    core = Path(__file__).parents[2] / "core"
    code = "import sys; from memwarden.interfaces.cli.main import run; sys.exit(run(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, "mcp", "--tree", folder],
        input=b"", capture_output=True,
        env={**environment(), "PYTHONPATH": os.pathsep.join(map(str, (core, packages)))},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (3, b"")
    (line,) = done.stderr.decode().splitlines()
    assert "pip install 'memwarden[mcp]'" in line
