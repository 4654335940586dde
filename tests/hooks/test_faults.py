"""Faults of our own and of others: they stop a write to a guarded note, with one line, and nothing else anywhere."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.hooks.conftest import TRAVEL
from tests.hooks.programs import PROGRAM, Program

from memwarden import Tree

LOADED = """
import atexit, sys
atexit.register(lambda: print("LOADED", *sys.modules, file=sys.stderr))
from memwarden.interfaces.hooks.main import main
sys.argv = ["memwarden-hook", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize("raw", [b"{", b"[]", b"\xff\xfe", b"{" * 100_000, b"null"])
def test_json_that_is_none_stops_a_write_in_a_tree_and_nothing_elsewhere(
    claude: Program, memory: Path, tmp_path: Path, raw: bytes
) -> None:
    inside = claude.run("pre", raw)
    assert inside.code == 2
    assert len(inside.err.splitlines()) == 1
    assert claude.run("pre", raw, cwd=tmp_path).code == 0
    named = claude.run("pre", raw + os.fsencode(memory) + b"/travel.md", cwd=tmp_path)
    assert named.code == 2
    assert claude.run("post", raw).code == 0


@pytest.mark.parametrize(
    "payload",
    [
        {}, {"tool_name": "Write"}, {"tool_name": "Write", "tool_input": []}, {"tool_name": 7, "tool_input": {}},
        {"tool_name": "Write", "tool_input": {"file_path": 3, "content": None}},
        {"tool_name": "Edit", "tool_input": {"file_path": "travel.md", "edits": ["x", None]}},
        {"tool_name": "Read", "tool_input": {"file_path": "travel.md"}},
        {"tool_name": "mcp__other__write", "tool_input": {"path": "travel.md"}},
        {"tool_name": "Bash", "tool_input": {"command": 7}}, {"session_id": None, "cwd": 7},
    ],
)  # fmt: skip
def test_calls_that_it_does_not_know_pass(claude: Program, payload: dict[str, object]) -> None:
    for phase in ("pre", "post"):
        ran = claude.run(phase, payload)
        assert (ran.code, ran.out) == (0, "")


@pytest.mark.parametrize("arguments", [[], ["later"], ["pre", "--unknown", "x"], ["--help"]])
def test_a_command_line_that_is_wrong_is_in_nobodys_way(memory: Path, arguments: list[str]) -> None:
    done = subprocess.run([PROGRAM, *arguments], input=b"{}", capture_output=True, cwd=memory)
    assert done.returncode == 0
    assert b"usage: memwarden-hook" in done.stderr


def test_a_path_that_is_none_and_a_folder_that_is_gone_are_no_traceback(
    claude: Program, memory: Path, tmp_path: Path
) -> None:
    ran = claude.pre("Write", file_path="a\0b.md", content="# x\n")
    assert (ran.code, len(ran.err.splitlines())) == (0, 1)
    gone = f"mkdir {tmp_path}/gone; cd {tmp_path}/gone; rmdir {tmp_path}/gone; exec {PROGRAM} pre"
    for raw in (b'{"tool_name": "Write", "tool_input": {"file_path": "x.md", "content": "x"}}', b"{"):
        done = subprocess.run(["sh", "-c", gone], input=raw, capture_output=True)
        assert done.returncode == 0 and b"Traceback" not in done.stderr


def test_a_part_of_ours_that_cannot_be_loaded_stops_a_write_in_a_tree(claude: Program, memory: Path) -> None:
    broken = "import sys; sys.modules['memwarden.memory.tree'] = None; "
    wrapper = broken + "from memwarden.interfaces.hooks.main import main; main()"
    payload = claude.payload("PreToolUse", "Write", {"file_path": str(memory / "travel.md"), "content": "# x\n"})
    for tool, code in (("Write", 2), ("Bash", 0)):
        given = {**payload["tool_input"], "command": "ls"}
        raw = json.dumps({**payload, "tool_name": tool, "tool_input": given}).encode()
        done = subprocess.run([sys.executable, "-c", wrapper, "pre"], input=raw, capture_output=True)
        assert done.returncode == code, done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_tree_that_is_gone_guards_nothing(claude: Program, memory: Path, tmp_path: Path) -> None:
    shutil.rmtree(memory)
    given = {"file_path": str(memory / "travel.md"), "content": "# x\n"}
    gone = Program("claude", tmp_path, "--tree", str(memory))
    assert gone.pre("Write", **given).code == 0
    assert gone.run("start", {"hook_event_name": "SessionStart"}).code == 0


def test_a_store_that_cannot_be_written_stops_writes_to_notes_and_no_shell(
    claude: Program, memory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MEMWARDEN_STATE", str(tmp_path / "file"))
    tree = Program("claude", memory, "--tree", str(memory))
    ran = tree.pre("Write", file_path=str(memory / "travel.md"), content="# x\n")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1 and "tell the person" in ran.err
    for phase in ("pre", "post"):
        assert tree.run(phase, tree.payload("PreToolUse", "Bash", {"command": "ls"})).code == 0
    assert tree.run("start", {"hook_event_name": "SessionStart"}).code == 0
    assert tree.run("stop", {"hook_event_name": "Stop"}).code == 0
    assert Program("claude", memory).pre("Write", file_path=str(tmp_path / "x.md"), content="# x\n").code == 0


def test_a_tree_that_another_process_holds_stops_a_write_in_time(
    claude: Program, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrapper = "import sys; from memwarden.interfaces.hooks import main; main.PATIENCE = 0.3; main.main()"
    payload = claude.payload("PreToolUse", "Write", {"file_path": str(memory / "travel.md"), "content": "# x\n"})
    held = os.open(memory, os.O_RDONLY | os.O_DIRECTORY)
    fcntl.flock(held, fcntl.LOCK_EX)

    done = subprocess.run(
        [sys.executable, "-c", wrapper, "pre", "--client", "claude"], input=json.dumps(payload).encode(),
        capture_output=True, timeout=30,
    )  # fmt: skip
    os.close(held)
    assert done.returncode == 2
    assert b"busy" in done.stderr and b"Traceback" not in done.stderr


def test_a_read_only_tree_says_so(memory: Path, claude: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    with Tree.open(memory, readonly=True) as tree:
        assert tree.readonly
    if os.getuid() == 0:
        pytest.skip("root writes everywhere")
    memory.chmod(0o500)
    try:
        assert claude.pre("Write", file_path=str(memory / "travel.md"), content="# x\n").code == 2
    finally:
        memory.chmod(0o700)


def test_the_verb_of_this_name_answers_alike(claude: Program, memory: Path) -> None:
    given = {"file_path": str(memory / "travel.md"), "content": "# Travel\n\n- my database password is hunter2\n"}
    payload = json.dumps(claude.payload("PreToolUse", "Write", given)).encode()
    command = [PROGRAM.removesuffix("-hook"), "hook", "pre", *claude.options, "--as", "vps/hermes"]
    done = subprocess.run(command, input=payload, capture_output=True, cwd=memory)
    assert (done.returncode, done.stderr.decode()) == (2, claude.run("pre", payload).err)


@pytest.mark.parametrize("phase", ["pre", "post"])
def test_a_guarded_write_loads_nothing_heavy(claude: Program, memory: Path, phase: str) -> None:
    """A tenth of a second has room for what is needed: the standard library has modules that take as long as all."""
    claude.pre("Write", file_path=str(memory / "travel.md"), content=TRAVEL + "- Window seats\n")
    given = {"file_path": str(memory / "travel.md"), "content": TRAVEL + "- Night trains\n"}
    payload = json.dumps(claude.payload("PreToolUse", "Write", given)).encode()
    command = [sys.executable, "-c", LOADED, phase, *claude.options]
    done = subprocess.run(command, input=payload, capture_output=True, cwd=memory)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stderr.decode().rpartition("LOADED ")[2].split())
    assert "memwarden.checks.run" in loaded or phase == "post"
    assert loaded & {"base64", "click", "dataclasses", "inspect", "markdown_it", "queue", "random", "secrets"} == set()


def test_a_path_outside_every_tree_loads_nothing_of_ours_but_the_door(memory: Path, tmp_path: Path) -> None:
    payload = b'{"tool_name": "Write", "tool_input": {"file_path": "/nowhere/x.md", "content": "x"}}'
    done = subprocess.run([sys.executable, "-c", LOADED, "pre"], input=payload, capture_output=True, cwd=tmp_path)
    loaded = done.stderr.decode().rpartition("LOADED ")[2].split()
    ours = [name for name in loaded if name.startswith("memwarden.") and "hooks" not in name]
    assert sorted(ours) == ["memwarden.interfaces", "memwarden.store", "memwarden.store.state"]
    for heavy in ("click", "dataclasses", "sqlite3", "memwarden.memory"):
        assert heavy not in loaded
