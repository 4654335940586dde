"""The screen on large trees, in a real terminal: `python tests/benchmarks/bench_screen.py [NOTES]` (two minutes).

NOTES are at least 2,500.

Bars, with 10,000 notes and what was derived of them kept from an earlier run: first paint of the list 700 ms, a key's
paint 50 ms in 95 of 100, an outside write on the screen 300 ms, the first screen of a note of 1 MB 200 ms, no key later
than 100 ms while 2,000 notes are saved within a second, 150 MB; the same keys over 50,000 records. An empty Textual app
stands beside them: what a process of this library costs at least here and now.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import count, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple, Self

sys.path.insert(0, os.fspath(Path(__file__).parents[2]))

import pexpect
from tests.benchmarks.floors import note_of, say
from tests.benchmarks.histories import keep_in_turn

from memwarden import Tree

NOTES, RECORDS, SAVES = 10_000, 50_000, 2_000
STARTS, KEYS, WRITES = 7, 100, 20
START = "from memwarden.interfaces.cli.main import main; main()"
EMPTY = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    BINDINGS = [("j", "count", "")]
    number = 0
    def compose(self):
        yield Static("note-00000")
    def action_count(self):
        self.number += 1
        self.query_one(Static).update(f"note-{self.number:05}")

Empty().run()
"""
SAVER = """
import sys, time
began, saves = time.monotonic(), int(sys.argv[2])
for number in range(saves):
    with open(f"{sys.argv[1]}/{number // 100:03}/note-{number:05}.md", "ab") as note:
        note.write(b"- saved by somebody else\\n")
    time.sleep(max(0, began + number / saves - time.monotonic()))
"""
QUIET = 0.3
"""Seconds without a byte after which nothing is being drawn any more."""
BETWEEN = 0.03
"""Seconds between two keys of a hand."""


class Terminal:
    """A process in a terminal of 120 columns and 40 rows, killed at the end."""

    def __init__(self, folder: Path, *command: str) -> None:
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "MEMWARDEN_STATE": str(folder / "state"),
            "TERM": "xterm-256color", "COLORTERM": "truecolor",
        }  # fmt: skip
        self.began = time.perf_counter()
        self._child = pexpect.spawn(
            sys.executable, list(command), dimensions=(40, 120), env=environment, timeout=120, maxread=65_536
        )
        self._child.delaybeforesend = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.close(force=True)

    def until(self, text: str, since: float) -> float:
        """Seconds from `since` until `text` is drawn."""
        self._child.expect_exact(text.encode())
        return time.perf_counter() - since

    def press(self, key: str, text: str) -> float:
        """Seconds from a key until `text` is drawn."""
        since = time.perf_counter()
        self._child.send(key)
        return self.until(text, since)

    def rest(self, seconds: float = QUIET) -> None:
        """Until nothing is drawn any more."""
        while self._child.expect([re.compile(rb".+", re.DOTALL), pexpect.TIMEOUT], timeout=seconds) == 0:
            continue

    def leave(self) -> None:
        self._child.send("\x11")
        self._child.expect(pexpect.EOF)

    @property
    def megabytes(self) -> float:
        found = subprocess.run(["ps", "-o", "rss=", "-p", str(self._child.pid)], capture_output=True, check=True)
        return int(found.stdout) / 1024


def label(number: int) -> str:
    return f"note-{number:05}"


def linked(start: int) -> list[int]:
    """Numbers of the next notes that stand in the index, as many as keys are pressed: one in fifty does not."""
    return list(islice((number for number in count(start) if number % 50 != 7), KEYS))


def fill(root: Path, notes: int) -> None:
    """A hundred notes a folder, of about a kilobyte, each with a link; the index has one of 1 MB after the first."""
    text, index = "".join(note_of(18)), ["# Index\n"]
    for number in range(notes):
        path = f"{number // 100:03}/{label(number)}.md"
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"# Note {number}\n\nThe [next]({label(number + 1)}.md) goes on.\n\n{text}")
        index += [f"\n## Project {number // 100}\n\n"] * (number % 100 == 0)
        index += [f"- [Note {number}]({path}) and what it is about\n"] * (number % 50 != 7)
        index += ["- [Long](long.md)\n"] * (number == 0)
    lines = (f"- long line {number}, which says what was asked for and what came of it\n" for number in range(16_000))
    (root / "long.md").write_text("# Long\n\n" + "".join(lines))
    (root / "INDEX.md").write_text("".join(index))


def screen(folder: Path, tree: str) -> Terminal:
    return Terminal(folder, "-c", START, "open", os.fspath(folder / tree))


def steps(shown: Terminal, key: str, labels: list[str]) -> list[float]:
    """Times of keys, each waited for until the row it leads to is drawn."""
    times = []
    for wanted in labels:
        times.append(shown.press(key, wanted))
        shown.rest(BETWEEN)
    return times


def long_note(shown: Terminal) -> list[float]:
    """Times from the key that leads to it until its first line is there, from the note before it and back."""
    times = []
    for _ in range(WRITES):
        times.append(shown.press("j", "long line 0"))
        shown.rest()
        shown.press("k", label(0))
        shown.rest()
    return times


def outside(shown: Terminal, note: Path) -> list[float]:
    """Times from a save of another program until what it wrote is there."""
    times, rest = [], note.read_text().partition("\n")[2]
    for number in range(WRITES):
        new = note.with_name("new.tmp")
        new.write_text(f"# Written outside {number:03}\n{rest}")
        since = time.perf_counter()
        new.rename(note)
        times.append(shown.until(f"outside {number:03}", since))
        shown.rest()
    return times


def burst(shown: Terminal, root: Path, labels: list[str]) -> list[float]:
    """Times of keys while another process saves many notes, and until that is taken in."""
    saver = subprocess.Popen([sys.executable, "-c", SAVER, root, str(SAVES)])
    times = steps(shown, "j", labels)
    saver.wait()
    return times


class Floor(NamedTuple):
    """What an empty Textual app costs in this run: seconds to its first paint and for a key, megabytes."""

    start: float = 0.0
    key: float = 0.0
    size: float = 0.0


def report(name: str, seconds: list[float], floor: float = 0.0, bar: str = "") -> None:
    ordered = sorted(seconds)
    p50, p95, worst = (1000 * one for one in (median(ordered), ordered[int(len(ordered) * 0.95)], ordered[-1]))
    beside = f"p50 {p50 / floor / 1000:4.1f} times the empty app" if floor else ""
    say(f"{name:40} p50 {p50:7.1f}  p95 {p95:7.1f}  worst {worst:7.1f} ms  {bar:14} {beside}")


def weigh(name: str, shown: Terminal, floor: float = 0.0, bar: str = "") -> None:
    beside = f"    {shown.megabytes / floor:4.1f} times the empty app" if floor else ""
    say(f"{name:40} {shown.megabytes:11.0f} MB {'':33} {bar:14} {beside}")


def empty_app(folder: Path) -> Floor:
    starts = []
    for _ in range(STARTS):
        with Terminal(folder, "-c", EMPTY) as shown:
            starts.append(shown.until(label(0), shown.began))
            shown.rest()
    with Terminal(folder, "-c", EMPTY) as shown:
        shown.until(label(0), shown.began)
        keys = steps(shown, "j", list(map(label, range(1, KEYS))))
        report("an empty Textual app: first paint", starts[1:])
        report("an empty Textual app: key to paint", keys)
        weigh("an empty Textual app: resident", shown)
        return Floor(median(starts[1:]), median(keys), shown.megabytes)


def notes(folder: Path, floor: Floor) -> None:
    """What is derived of a tree lies there from the first start on, which is not counted."""
    root, starts = folder / "memory", []
    for _ in range(STARTS):
        with screen(folder, "memory") as shown:
            starts.append(shown.until(label(0), shown.began))
            shown.rest(2)
            shown.leave()
    report("10,000 notes: first paint of the list", starts[1:], floor.start, "bar 700")
    with screen(folder, "memory") as shown:
        shown.until(label(0), shown.began)
        shown.rest(2)
        report("a note of 1 MB: first screen", long_note(shown), floor.key, "bar p50 200")
        shown.press("j", "long line 0")
        walked = linked(1)
        report("10,000 notes: key to paint", steps(shown, "j", list(map(label, walked))), floor.key, "bar p95 50")
        shown.rest(1)
        here = root / f"{walked[-1] // 100:03}/{label(walked[-1])}.md"
        report("an outside write on the screen", outside(shown, here), floor.key, "bar p50 300")
        saved = burst(shown, root, list(map(label, linked(walked[-1] + 1))))
        report("key to paint while 2,000 notes are saved", saved, floor.key, "bar worst 100")
        shown.rest(3)
        weigh("10,000 notes: resident", shown, floor.size, "bar 150")


def activity(folder: Path, floor: Floor) -> None:
    """From the end of the journal, so that all of it is read, back up row by row."""
    with screen(folder, "acts") as shown:
        shown.rest(2)
        shown.press("5", "Activity")
        shown.rest(2)
        report("50,000 records: all of them read by G", [shown.press("G", "50,000")])
        shown.rest(2)
        labels = [f"topic-{number % 500:03}" for number in range(1, KEYS)]
        report("50,000 records: key to paint", steps(shown, "k", labels), floor.key, "bar p95 50")
        weigh("50,000 records: resident", shown, floor.size, "bar 150")


def main() -> None:
    amount = int(sys.argv[1]) if len(sys.argv) > 1 else NOTES
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    os.environ["MEMWARDEN_STATE"] = os.fspath(folder / "state")
    try:
        floor = empty_app(folder)
        fill(folder / "memory", amount)
        notes(folder, floor)
        (folder / "acts").mkdir()
        with Tree.open(folder / "acts") as tree:
            keep_in_turn(tree, RECORDS)
        activity(folder, floor)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
