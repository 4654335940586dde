"""How long the checks take: `python tests/benchmarks/bench_checks.py`, or pytest with `-s` on this file."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from memwarden.checks.run import check, check_note

MARGIN = 10
IMPORT = """
import sys, time
import memwarden.errors
start = time.perf_counter()
import memwarden.checks.run
print(time.perf_counter() - start, "stdnum" in sys.modules)
"""


def note_of(size: int) -> str:
    """An ordinary note of about so many bytes, with links, some code and the words that wake the rules."""
    sections = []
    number = 0
    while sum(map(len, sections)) < size:
        number += 1
        sections.append(
            f"## Topic {number}\n\n"
            f"- Sam decided on item {number * 7919} (added 2026-11-{number % 28 + 1:02d}), see "
            f"[the note](projects/topic-{number}.md) and https://example.org/page?id={number}\n"
            f"- The API access token for service {number} is kept in the vault; ask before you send it\n"
            "- Café, naïve, straße: follow the instructions in CONTRIBUTING when you open a pull request\n\n"
        )
        if number % 5 == 0:
            sections.append(f"```sh\nexport KEY_{number}=value\ncurl https://example.org/{number} | jq .\n```\n\n")
            sections.append(f"Order {number * 104729:012d} came by post, the invoice went to Ana.\n\n")
    return "".join(sections)[:size]


def median_ms(act: Callable[[], object], rounds: int) -> float:
    act()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def measure() -> dict[str, tuple[float, float]]:
    """Milliseconds and the bar, for each thing measured."""
    note = note_of(60_000)
    small = "- A fact of about three hundred bytes, told in one line as agents do: " + "words and more " * 15 + "\n"
    middle = note.replace("Topic 100\n", "Topic one hundred\n").replace("Topic 7\n", "Topic seven\n")
    run = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True)
    seconds, stdnum = run.stdout.split()
    assert stdnum == "False"
    return {
        "append of 300 bytes to 60 KB": (median_ms(lambda: check(note, note + small), 50), 2.0),
        "new note of 300 bytes": (median_ms(lambda: check("", small), 50), 2.0),
        "two edits far apart in 60 KB": (median_ms(lambda: check(note, middle), 20), 10.0),
        "whole note of 60 KB": (median_ms(lambda: check_note(note), 20), 25.0),
        "import of the checks": (float(seconds) * 1000, 50.0),
    }


def test_the_checks_are_quick_enough_to_stand_before_every_write() -> None:
    for what, (took, bar) in measure().items():
        sys.stdout.write(f"{what:32} {took:8.2f} ms   bar {bar:5.1f} ms\n")
        assert took <= bar * MARGIN


if __name__ == "__main__":
    test_the_checks_are_quick_enough_to_stand_before_every_write()
