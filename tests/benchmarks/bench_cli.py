"""Whole processes of the command line against the bare interpreter: `python tests/benchmarks/bench_cli.py [ROUNDS]`.

Bar: `read` and `append` at most 100 ms and at most 10 times `python -S -E`. Compiled modules are kept in a folder of
this run, as an installation keeps them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).parents[2]))

from tests.benchmarks.floors import middle, note_of, say

PROGRAM = os.fspath(Path(sys.executable).with_name("memwarden"))
LIBRARIES = "import sqlite3, json, hashlib, pathlib, re, threading, typing"


def taken(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds of the wall and of the processor."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "MEMWARDEN_STATE": str(folder / "state"),
        "MEMWARDEN_AGENT": "vps/hermes",
    }  # fmt: skip
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder / "memory", env=environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.perf_counter() - start, used.ru_utime + used.ru_stime


def measured(folder: Path, rounds: int) -> dict[str, list[tuple[float, float]]]:
    numbers = count()
    times: dict[str, list[tuple[float, float]]] = {}
    for turn in range(rounds + 1):
        commands = {
            "python -S -E": [sys.executable, "-S", "-E", "-c", "pass"],
            "python": [sys.executable, "-c", "pass"],
            "its libraries": [sys.executable, "-c", LIBRARIES],
            "memwarden read": [PROGRAM, "read", "note-1.md"],
            "memwarden append": [PROGRAM, "append", "note-1.md", f"- a fact more, number {next(numbers)}"],
        }
        for name, command in commands.items():
            one = taken(command, folder)
            times.setdefault(name, []).extend([one] if turn else [])
    return times


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    try:
        (folder / "memory").mkdir()
        for number in range(20):
            (folder / f"memory/note-{number}.md").write_text("".join(note_of(20)))
        (folder / "memory/INDEX.md").write_text("# Index\n\n- [Travel](note-1.md)\n")
        times = measured(folder, rounds)
    finally:
        shutil.rmtree(folder)
    bare = middle([own for _, own in times["python -S -E"]])
    for name, each in times.items():
        own = middle([own for _, own in each])
        wall = middle([wall for wall, _ in each])
        say(f"{name:18} p50 {wall:7.1f} ms", f"processor {own:6.1f} ms, of python -S -E {own / bare:5.1f}")


if __name__ == "__main__":
    main()
