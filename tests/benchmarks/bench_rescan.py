"""Looking at 10,000 unchanged notes against `find -printf`: `python tests/benchmarks/bench_rescan.py [NOTES]`.

Bar: a rescan, and opening the tree again, at most 1.5 times as long as find takes for the same columns. What the system
counts as the processes' own time is printed too: on a busy machine it says more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).parents[2]))

from tests.benchmarks.floors import middle, note_of, say

from memwarden import Tree

ROUNDS = 15


def fill(root: Path, notes: int) -> None:
    """A hundred notes a folder, of about a kilobyte."""
    text = "".join(note_of(18))
    for number in range(notes):
        note = root / f"projects/{number // 100}/{number}.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(f"# Note {number}\n\n{text}")
    (root / "INDEX.md").write_text("# Index\n")


def taken(act: Callable[[], object]) -> tuple[float, float]:
    """Seconds of the wall, and of the processor in this process and its children."""
    start, used = time.perf_counter(), os.times()
    act()
    now = os.times()
    return time.perf_counter() - start, sum(now[:4]) - sum(used[:4])


def measured(acts: dict[str, Callable[[], object]]) -> dict[str, tuple[float, float]]:
    """Milliseconds of each, done in turn: the wall's median, the processor's mean, since it is counted in ticks."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in acts}
    for _ in range(ROUNDS):
        for name, act in acts.items():
            times[name].append(taken(act))
    return {
        name: (middle([wall for wall, _ in each]), 1000 * sum(own for _, own in each) / ROUNDS)
        for name, each in times.items()
    }


def main() -> None:
    notes = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    try:
        root, state = folder / "memory", folder / "state"
        fill(root, notes)
        start = time.perf_counter()
        tree = Tree.open(root, state=state)
        say(f"first opening of {notes} notes: {time.perf_counter() - start:.2f} s")
        columns = ["find", root, "-printf", "%p %s %T@ %C@ %i\\n"]
        found = measured(
            {
                "find -printf": lambda: subprocess.run(columns, stdout=subprocess.DEVNULL, check=True),
                "rescan": tree.rescan,
                "open again": lambda: Tree.open(root, state=state).close(),
            }
        )
        tree.close()
    finally:
        shutil.rmtree(folder)
    least = found["find -printf"]
    for name, (wall, own) in found.items():
        say(
            f"{name:12} p50 {wall:7.1f} ms, of find {wall / least[0]:4.2f}",
            f"processor {own:6.1f} ms, of find {own / least[1]:4.2f}",
        )


if __name__ == "__main__":
    main()
