"""Merges and differences of large notes beside git's and two libraries': `python tests/benchmarks/bench_merge.py`.

Bars: a merge of 1 MB 200 ms, a difference of 2,000 lines 50 ms and of 12,000 lines 300 ms, whatever is in them.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path

from diff_match_patch import diff_match_patch

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.floors import middle, say, seconds

from memwarden.text.diff import diff
from memwarden.text.merge import merge

LINES = 12_000
ROUNDS = 5
SENTENCE = "likes aisle window seats tea coffee never before seven unless Ana is with me night trains preferred"
Lines = list[bytes]


def main() -> None:
    chance = random.Random(1)
    base = _note(chance)
    merges = {
        "3 % of the lines edited on both sides": (_edited(base, 0.03, chance), _edited(base, 0.03, chance)),
        "30 % of the lines edited on both sides": (_edited(base, 0.3, chance), _edited(base, 0.3, chance)),
        "every line edited on both sides": (_edited(base, 1, chance), _edited(base, 1, chance)),
        "three texts without a common line": (_note(chance), _note(chance)),
        "both sides shuffled": (_shuffled(base, chance), _shuffled(base, chance)),
        "every line and a new one, on both sides": (_with_new_lines(base, b"ours"), _with_new_lines(base, b"others")),
        "one end appended to both sides": ([*base, b"- ours\n", *base], [*base, b"- others\n", *base]),
    }
    for name, (yours, theirs) in merges.items():
        _merged(name, *map(b"".join, (base, yours, theirs)))
    for size, bar in ((2_000, 50), (LINES, 300)):
        part = base[:size]
        for name, other in (
            ("shuffled", _shuffled(part, chance)), ("every line edited", _edited(part, 1, chance)),
            ("half of them blank", [line for line in _shuffled(part, chance) for line in (line, b"\n")][:size]),
        ):  # fmt: skip
            beside = _by_libraries(part, other) if size == 2_000 else ""
            _row(f"difference of {size:,} lines, {name}", _timed(partial(diff, part, other)), bar, beside)


def _note(chance: random.Random) -> Lines:
    return [f"- fact {number} {' '.join(chance.choices(SENTENCE.split(), k=9))}\n".encode() for number in range(LINES)]


def _edited(lines: Lines, share: float, chance: random.Random) -> Lines:
    return [_with_another_word(line, chance) if chance.random() < share else line for line in lines]


def _with_another_word(line: bytes, chance: random.Random) -> bytes:
    words = line.split(b" ")
    words[chance.randrange(3, len(words) - 1)] = b"EDIT%d" % chance.randrange(10**6)
    return b" ".join(words)


def _shuffled(lines: Lines, chance: random.Random) -> Lines:
    return chance.sample(lines, len(lines))


def _with_new_lines(lines: Lines, word: bytes) -> Lines:
    return [line for old in lines for line in (old, b"- %s beside %s" % (word, old))]


def _merged(name: str, base: bytes, yours: bytes, theirs: bytes) -> None:
    git = _timed(partial(_by_git, base, yours, theirs))
    taken = _timed(lambda: merge(base, yours, theirs))
    waiting = len(merge(base, yours, theirs).open)
    _row(f"merge of {len(base) / 1e6:.1f} MB, {name}", taken, 200, f"git merge-file {git:.0f} ms, {waiting} wait")


def _by_git(base: bytes, yours: bytes, theirs: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        names = [Path(folder, name) for name in ("yours", "base", "theirs")]
        for file, data in zip(names, (yours, base, theirs), strict=True):
            file.write_bytes(data)
        subprocess.run(["git", "merge-file", "-p", "-q", *names], check=False, capture_output=True)


def _by_libraries(before: Lines, after: Lines) -> str:
    matcher = seconds(lambda: SequenceMatcher(None, before, after, autojunk=False).get_opcodes())
    patch = diff_match_patch()
    patch.Diff_Timeout = 0
    one, other, _ = patch.diff_linesToChars(b"".join(before).decode(), b"".join(after).decode())
    letters = seconds(lambda: patch.diff_main(one, other, False))
    return f"difflib {matcher * 1000:.0f} ms, diff-match-patch {letters * 1000:.0f} ms"


def _timed(act: Callable[[], object]) -> float:
    return middle([seconds(act) for _ in range(ROUNDS)])


def _row(name: str, taken: float, bar: int, beside: str = "") -> None:
    say(f"{name:60} {taken:7.1f} ms  bar {bar:4} ms  {beside}")


if __name__ == "__main__":
    main()
