"""How long the hook takes beside the interpreter alone: in a tree, and where it is of no concern.

Run `python tests/benchmarks/bench_hook.py [ROUNDS]`, or pytest with `-s` on this file. Byte code is kept, as an
installation has it.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memwarden import Tree

ROUNDS = 40
BAR_MS = 100.0
QUIET_MS = 20.0
"""What the interpreter alone takes on a quiet machine: where it takes longer, so may the hook."""
NOTES = 200
HOOK = str(Path(sys.executable).with_name("memwarden-hook"))
Command = tuple[list[str], bytes]


def payload(event: str, tool: str, given: dict[str, str], cwd: Path) -> bytes:
    call = {"hook_event_name": event, "tool_name": tool, "tool_input": given, "tool_use_id": "toolu_01bench"}
    return json.dumps({"session_id": "bench", "cwd": str(cwd), **call}).encode()


def commands(folder: Path, number: int) -> dict[str, Command]:
    """Of one round: an agent's edit, announced before it and reported after it."""
    edit = {"file_path": str(folder / "n7.md"), "old_string": said(number), "new_string": said(number + 1)}
    elsewhere = {**edit, "file_path": "/nowhere/x.py"}
    options = ["--client", "claude", "--origin", "chat"]
    return {
        "python -S -E": ([sys.executable, "-S", "-E", "-c", ""], b""),
        "python": ([sys.executable, "-c", ""], b""),
        "pre, outside every tree": ([HOOK, "pre", *options], payload("PreToolUse", "Edit", elsewhere, folder)),
        "pre, a note": ([HOOK, "pre", *options], payload("PreToolUse", "Edit", edit, folder)),
        "post, a note": ([HOOK, "post", *options], payload("PostToolUse", "Edit", edit, folder)),
        "pre, a shell": ([HOOK, "pre", *options], payload("PreToolUse", "Bash", {"command": "ls"}, folder)),
    }


def said(number: int) -> str:
    return f"- round {number} of many"


def measured(folder: Path, rounds: int) -> dict[str, list[float]]:
    """Milliseconds, one of each in every round; before each `post` the note is written, as the tool does."""
    times: dict[str, list[float]] = {}
    note = folder / "n7.md"
    note.write_text(f"# Note 7\n\n{said(0)}\n")
    for number in range(rounds + 2):
        for name, (command, stdin) in commands(folder, number).items():
            if name.startswith("post"):
                note.write_text(note.read_text().replace(said(number), said(number + 1)))
            start = time.perf_counter()
            done = subprocess.run(command, input=stdin, capture_output=True)
            times.setdefault(name, []).append((time.perf_counter() - start) * 1000)
            assert done.returncode == 0, done.stderr
    return {name: taken[2:] for name, taken in times.items()}


@contextmanager
def sample() -> Iterator[Path]:
    """A tree of some notes, a store of its own, and byte code that is kept."""
    with tempfile.TemporaryDirectory() as place:
        os.environ["MEMWARDEN_STATE"] = f"{place}/state"
        os.environ["PYTHONPYCACHEPREFIX"] = f"{place}/pyc"
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        folder = Path(place) / "memory"
        folder.mkdir()
        for number in range(NOTES):
            (folder / f"n{number}.md").write_text(f"# Note {number}\n\n" + f"- fact {number}\n" * 20)
        Tree.open(folder).close()
        yield folder


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def test_the_hook_is_quick(rounds: int = ROUNDS) -> None:
    with sample() as folder:
        times = measured(folder, rounds)
    bare = statistics.median(times["python -S -E"])
    for name, taken in times.items():
        middle = statistics.median(taken)
        sys.stdout.write(f"{name:26} p50 {middle:6.1f} ms  p95 {p95(taken):6.1f} ms  {middle / bare:4.1f} x\n")
    noise = max(1.0, p95(times["python"]) / QUIET_MS)
    for name in ("pre, outside every tree", "pre, a note", "post, a note"):
        assert p95(times[name]) <= BAR_MS * noise, name


if __name__ == "__main__":
    test_the_hook_is_quick(*map(int, sys.argv[1:2]))
