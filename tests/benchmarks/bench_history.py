"""How long history and authorship take: `python tests/benchmarks/bench_history.py` (about two minutes).

One note of 2,000 lines with 10,000 versions, in a journal and as commits of a git repository; then the worst single
changes, and a tree with 5,000 commits and no journal. Medians; ratios are of figures from the same run.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).parents[2]))

from tests.benchmarks.histories import NOTE, blamed, keep_in_git, keep_in_journal, texts_of

from memwarden import Tree
from memwarden.text.authorship import carry_into
from memwarden.text.diff import diff

LINES, VERSIONS, COMMITS = 2_000, 10_000, 5_000
ROUNDS = 7
Row = tuple[str, str, str]


def milliseconds(act: Callable[[], object], rounds: int = 5) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def measure(folder: Path) -> list[Row]:
    os.environ["MEMWARDEN_STATE"] = os.fspath(folder / "state")
    return [*long_history(folder), *worst_changes(), *day_zero(folder)]


def long_history(folder: Path) -> list[Row]:
    texts = list(texts_of(LINES, VERSIONS))
    root, nest = folder / "tree", folder / "nest"
    root.mkdir()
    with Tree.open(root) as tree:
        ids = keep_in_journal(tree, texts)
    commits = keep_in_git(nest, texts)
    blame = milliseconds(lambda: blamed(nest), 3)
    cold, fresh = opened_anew(root, cold=True), opened_anew(root)
    known_to_nobody = opened_anew(kept_from_the_first_look_on(folder / "found", texts))
    with Tree.open(root) as tree:
        found = tree.provenance(NOTE)
        warm = milliseconds(lambda: tree.provenance(NOTE))
        opening = milliseconds(lambda: tree.history(NOTE).versions())
        oldest = tree.history(NOTE).versions()[VERSIONS // 2]
        text = milliseconds(lambda: (tree.store._texts.clear(), tree.history(NOTE).data(oldest.revision or "")))
        figures = tree.store_figures()
    number, commit = ({name: at for at, name in enumerate(names)} for names in (ids, commits))

    def agreement(*options: str) -> float:
        behind = [commit[sha] for sha in blamed(nest, *options)]
        return 100 * statistics.mean(number[line.record] == at for line, at in zip(found, behind, strict=True))

    return [
        ("git blame, 2,000 lines, 10,000 commits", f"{blame:.0f} ms", ""),
        ("authors cold", f"{cold:.0f} ms, {cold / blame:.2f} of git blame", "0.25"),
        ("authors warm, the tree opened anew", f"{fresh:.1f} ms", "10 ms"),
        ("authors warm, some lines found at the first look", f"{known_to_nobody:.1f} ms", "10 ms"),
        ("authors warm, the same process", f"{warm:.2f} ms", "10 ms"),
        ("agreement with git blame -w -M", f"{agreement('-w', '-M'):.1f} %", "97 %"),
        ("agreement with git blame, which gives a moved line to whoever moved it", f"{agreement():.1f} %", ""),
        ("opening the History, 10,000 versions", f"{opening:.0f} ms", "300 ms"),
        ("the text of version 5,000", f"{text:.1f} ms", ""),
        ("the store, bytes a version", f"{figures.total_bytes / VERSIONS:.0f}", ""),
    ]


def opened_anew(root: Path, *, cold: bool = False) -> float:
    """How long the first look at the authors takes; `cold`: nothing was worked out before."""
    times = []
    for _ in range(ROUNDS):
        with Tree.open(root) as tree:
            if cold:
                for kind in ("sources", "authors"):
                    tree.store.derive(kind, NOTE, "", b"")
            times.append(milliseconds(lambda: tree.provenance(NOTE), 1))
    return statistics.median(times)


def kept_from_the_first_look_on(root: Path, texts: list[tuple[str, bytes]]) -> Path:
    root.mkdir()
    (root / NOTE).write_bytes(texts[0][1])
    with Tree.open(root) as tree:
        keep_in_journal(tree, texts)
        tree.provenance(NOTE)
    return root


def worst_changes() -> list[Row]:
    chance = random.Random(3)
    words = [f"- {chance.random()} {chance.random()}\n".encode() for _ in range(4_000)]
    half = [words[at] if at % 2 else b"\n" for at in range(LINES)]
    inserted = [b"- the same\n"] * LINES
    for _ in range(200):
        inserted.insert(chance.randrange(len(inserted)), chance.choice(words))
    short = [b"- %d\n" % chance.randrange(50) for _ in range(100_000)]
    mixed = list(short)
    chance.shuffle(mixed)
    cases = [
        ("all lines equal, 200 new among them", [b"- the same\n"] * LINES, inserted, "50 ms"),
        ("half of them blank, shuffled", half, chance.sample(half, LINES), "50 ms"),
        ("all new", words[:LINES], words[LINES:], "50 ms"),
        ("all moved", words[:LINES], chance.sample(words[:LINES], LINES), "50 ms"),
        ("100,000 short lines, shuffled", short, mixed, ""),
    ]
    return [
        (f"one record: {name}", f"{milliseconds(partial(carried, before, after), 3):.0f} ms", bar)
        for name, before, after, bar in cases
    ]


def carried(before: list[bytes], after: list[bytes]) -> None:
    known = list(range(len(before)))
    carry_into(known, diff(before, after), -1)
    assert len(known) == len(after)


def day_zero(folder: Path) -> list[Row]:
    root = folder / "day-zero"
    keep_in_git(root, list(texts_of(120, COMMITS)))
    with Tree.open(root) as tree:
        first = milliseconds(lambda: tree.history(NOTE).versions(), 1)
        second = milliseconds(lambda: tree.history(NOTE).versions(), 3)
        blame = milliseconds(lambda: tree.provenance(NOTE), 1)
        counted = sum(version.counted for version in tree.history(NOTE).versions())
    return [
        ("first list of 5,000 commits", f"{first:.0f} ms", "1,000 ms"),
        ("the list again", f"{second:.0f} ms, lines counted in {counted:,}", ""),
        ("authors of it, asked of git once", f"{blame:.0f} ms", ""),
    ]


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="memwarden-bench-") as folder:
        rows = measure(Path(folder))
    width = max(len(name) for name, _, _ in rows)
    for name, value, bar in rows:
        sys.stdout.write(f"{name:<{width}}  {value:<28}  {bar and f'bar {bar}'}\n".rstrip() + "\n")


if __name__ == "__main__":
    main()
