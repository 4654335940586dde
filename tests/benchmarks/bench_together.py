"""Many processes and an editor on one note: `python tests/benchmarks/bench_together.py [WRITES] [PROCESSES]`.

By default 8 processes x 200 and 32 x 50 guarded appends and edits, alone, then while an editor saves by rename, then
in place (two editors at once would lose each other's saves before anybody could look). Bar: every text that a writer
was answered for, or that the editor saved, is in the note or in its versions; without an editor the note holds every
line exactly once. The same load of writers without a gate: it must lose lines.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from multiprocessing.synchronize import Barrier
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).parents[2]))

from tests.benchmarks.bench_editor import saves
from tests.benchmarks.floors import naive, note_of, say

from memwarden import Code, Origin, Refused, Replace, Tree
from memwarden.memory.writer import Writer

_FORK = multiprocessing.get_context("fork")
PAUSE = 0.4
"""Seconds at most between two saves of an editor."""


def guarded(root: Path, own: int, writes: int, start: Barrier) -> None:
    """Every third write is an edit beside this process's last line, all others are appends."""
    with Tree.open(root, state=root.with_name("state")) as tree:
        writer = tree.writer(f"vps/agent{own}", origin=Origin.CHAT)
        start.wait()
        for number in range(writes):
            while not _written(writer, own, number):
                continue


def _written(writer: Writer, own: int, number: int) -> bool:
    """Whether it was; not where an editor saved again and again meanwhile."""
    try:
        _write(writer, own, number)
    except Refused as refusal:
        if refusal.code is not Code.BUSY:
            raise
        return False
    return True


def _write(writer: Writer, own: int, number: int) -> None:
    line, last = f"- told {own}.{number}", f"- told {own}.{number - 1}\n"
    try:
        if number % 3 == 1:
            writer.edit("note.md", [Replace(last, f"{last}{line}\n")], key=f"e{number}")
            return
    except Refused as refusal:
        # An editor that had loaded an older text took the line away again; its version has it.
        if refusal.code is not Code.ANCHOR_MISSING:
            raise
    writer.append("note.md", line, key=f"a{number}")


def unguarded(root: Path, own: int, writes: int, start: Barrier) -> None:
    start.wait()
    for number in range(writes):
        naive(root / "note.md", f"- told {own}.{number}\n")


def run(processes: int, writes: int, *, editor: str = "", guard: bool = True) -> str:
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    try:
        root = folder / "memory"
        root.mkdir()
        (root / "note.md").write_text("".join(note_of(20)))
        began = time.perf_counter()
        saved = _load(root, processes, writes, editor=editor, guard=guard)
        took = time.perf_counter() - began
        text = _ever(root) if guard else (root / "note.md").read_bytes()
        told = [f"- told {own}.{number}\n" for own in range(processes) for number in range(writes)]
        typed = [f"- typed {editor} {number}\n" for number in range(saved)]
        lost = sum(line.encode() not in text for line in (*told, *typed))
        now = Counter((root / "note.md").read_bytes().split(b"\n"))
        doubled = 0 if editor else sum(now[line.strip().encode()] > 1 for line in told)
        return f"lost {lost} of {len(told)} writes and {saved} saves, doubled {doubled}, in {took:.1f} s"
    finally:
        shutil.rmtree(folder)


def _load(root: Path, processes: int, writes: int, *, editor: str, guard: bool) -> int:
    """Run it all; how often the editor saved."""
    start, stop, work = _FORK.Barrier(processes), root / "stop", guarded if guard else unguarded
    running = [_FORK.Process(target=work, args=(root, own, writes, start)) for own in range(processes)]
    if editor:
        typing = _FORK.Process(target=saves, args=(root / "note.md", editor, stop, PAUSE))
        typing.start()
    for process in running:
        process.start()
    for process in running:
        process.join()
    stop.touch()
    if editor:
        typing.join()
    assert not any(process.exitcode for process in running), "a writer failed"
    return int(stop.read_text() or 0)


def _ever(root: Path) -> bytes:
    """Every line that the note or any of its versions held."""
    with Tree.open(root, state=root.with_name("state")) as tree:
        records = tree.activity(limit=1_000_000)
        late = [tree.text_of(str(record.refs["revision"])) or b"" for record in records if record.what == "late"]
        put = [line for record in records for hunk in record.hunks for line in hunk.put]
        return b"".join([*put, *late, (root / "note.md").read_bytes()])


def main() -> None:
    loads = [(8, 200), (32, 50)]
    if len(sys.argv) > 2:
        loads = [(int(sys.argv[2]), int(sys.argv[1]))]
    for processes, writes in loads:
        for name, editor in (("guarded", ""), ("and an editor by rename", "rename"), ("and one in place", "in place")):
            say(f"{processes:2} x {writes:3} {name:24}", run(processes, writes, editor=editor))
        say(f"{processes:2} x {writes:3} {'without a gate':24}", run(processes, writes, guard=False))


if __name__ == "__main__":
    main()
