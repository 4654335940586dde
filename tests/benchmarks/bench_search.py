"""Searching 10,000 notes against ripgrep and reading them all: `python tests/benchmarks/bench_search.py [NOTES]`.

Bar: at most 5 ms in a running process, and quicker than ripgrep. Where ripgrep is not installed grep stands in for it.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).parents[2]))

from tests.benchmarks.floors import middle, say, seconds

from memwarden import Tree
from memwarden.memory.search import Query
from memwarden.text.lines import decode

ROUNDS = 15
PROGRAM = ["rg", "-inF"] if shutil.which("rg") else ["grep", "-rinF"]
WORDS = {
    "common": "ward",
    "in some": "quince",
    "rare": "aubergine",
    "absent": "persimmon",
    "several": "quince melon",
    "short": "qz",
}
SYLLABLES = ("ka", "lo", "mi", "ter", "ran", "so", "vel", "du", "pre", "ing", "ard", "est", "con", "ul")


def fill(root: Path, notes: int) -> None:
    """A hundred notes a folder, of about two kilobytes of words as unequally common as those of a language."""
    chance = random.Random(7)
    words = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))) for _ in range(20_000)]
    weights = list(accumulate(1 / place for place in range(1, len(words) + 1)))
    for number in range(notes):
        text = iter(chance.choices(words, cum_weights=weights, k=300))
        lines = [f"- {' '.join(next(text) for _ in range(12))}\n" for _ in range(25)]
        lines[3] = "- a ward of the tree looks after it\n"
        if number % 25 == 0:
            lines[7] = "- quince and melon keep until spring\n" if number % 100 == 0 else "- quince jelly\n"
        if number % 2_000 == 7:
            lines[9] = "- the Aubergine is no berry\n"
        note = root / f"projects/{number // 100}/{number}.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(f"# Note {number}\n\n{''.join(lines)}")
    (root / "INDEX.md").write_text("# Index\n")


def plain(tree: Tree, words: str, limit: int = 200) -> int:
    """Read every note, as it is done without an index."""
    query, found = Query(words), 0
    for path in tree.paths():
        for _ in query.hits(path, decode((tree.root / path).read_bytes())):
            found += 1
            if found == limit:
                return found
    return found


def program(root: Path, words: str) -> None:
    subprocess.run([*PROGRAM, words, root], stdout=subprocess.DEVNULL, check=False)


def once(root: Path, *verb: str) -> None:
    """In a new process, the start of Python and the look at the tree included."""
    command = [Path(sys.executable).with_name("memwarden"), "--tree", root, *verb]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def compared(tree: Tree, words: str) -> str:
    acts: dict[str, Callable[[], object]] = {
        "search": lambda: tree.search(words),
        PROGRAM[0]: lambda: program(tree.root, words),
        "reading all": lambda: plain(tree, words),
    }
    times: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(ROUNDS):
        for name, act in acts.items():
            times[name].append(seconds(act))
    figures = "  ".join(f"{name} {middle(taken):7.2f} ms" for name, taken in times.items())
    return f"{figures}  {len(tree.search(words)):3} lines"


def measure(root: Path) -> None:
    once(root, "log", "-n", "1")
    with Tree.open(root) as tree:
        say(f"first search, no index yet: {seconds(lambda: tree.search('persimmon')) * 1000:.0f} ms")
        used = time.process_time()
        took = seconds(lambda: tree.searching.settle(600))
        size = sum(file.stat().st_size for file in tree.store.folder.glob("fulltext-*")) / 1e6
        used = time.process_time() - used
        say(f"the index: {took:.1f} s in the background, {used:.1f} s of processor, {size:.0f} MB")
        for name, words in WORDS.items():
            say(f"{name:8}", compared(tree, words))
        say(f"most memory held: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    new = [
        (seconds(lambda: once(root, "search", "aubergine")), seconds(lambda: once(root, "search", "")))
        for _ in range(7)
    ]
    rare, bare = (middle(taken) for taken in zip(*new, strict=True))
    say(f"rare, in a new process: {rare:.0f} ms, of which {bare:.0f} ms for a query without words")


def main() -> None:
    notes = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory(prefix="bench-") as place:
        os.environ["MEMWARDEN_STATE"] = f"{place}/state"
        root = Path(place) / "memory"
        fill(root, notes)
        measure(root)


if __name__ == "__main__":
    main()
