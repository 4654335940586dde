"""Writers killed by SIGKILL at random moments: `python tests/benchmarks/bench_crash.py [KILLS]` (200: about 4 minutes).

After the kills the next writer repeats the call that got no answer. Bar: no acknowledged line lost, none doubled, no
text torn. The same for a writer in place, for calls without keys and for two writers without a lock: each must fail.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).parents[2]))

from tests.benchmarks.floors import say

from memwarden import Tree

HEAD = "# Daily\n"
FILL = "and so on " * 400
"""Long lines make a text of many blocks, so that a write in place can be caught half done."""
GUARDED = """
import sys
from memwarden import Tree
tree = Tree.open(sys.argv[1])
writer = tree.writer("vps/hermes")
for number in range(int(sys.argv[2]), 10**9):
    writer.append("daily.md", f"- entry {number}", key=f"k{number}" if sys.argv[3] == "keys" else "")
    print(number, flush=True)
"""
IN_PLACE = """
import sys
note, fill = sys.argv[1] + "/daily.md", sys.argv[3]
for number in range(int(sys.argv[2]), 10**9):
    with open(note) as file:
        text = file.read()
    with open(note, "w") as file:
        file.write(text + f"- entry {number} {fill}\\n")
    print(number, flush=True)
"""
NO_LOCK = """
import os, sys
note, own = sys.argv[1] + "/daily.md", sys.argv[3]
for number in range(300):
    with open(note) as file:
        text = file.read()
    with open(note + own, "w") as file:
        file.write(text + f"- entry {own}.{number}\\n")
    os.replace(note + own, note)
"""


def killed(folder: Path, code: str, extra: str, kills: int, chance: random.Random) -> int:
    """Start writers and kill them; the number of the call that got no answer last."""
    following, tick = 0, threading.Event()
    for _ in range(kills):
        writer = subprocess.Popen([sys.executable, "-c", code, folder, str(following), extra], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        for _ in range(chance.randrange(1, 12)):
            following = int(writer.stdout.readline() or following - 1) + 1
        tick.wait(chance.random() * 0.004)
        writer.kill()
        rest = writer.communicate()[0].split()
        following = int(rest[-1]) + 1 if rest else following
    return following


def judged(folder: Path, acknowledged: int) -> tuple[int, int, int]:
    """Lines lost, doubled and torn."""
    lines = (folder / "daily.md").read_text().split("\n")
    entries = Counter(int(line.split()[2]) for line in lines if line.startswith("- entry ") and line.split()[2:])
    torn = sum(bool(line) and not line.startswith(("- entry ", HEAD.strip())) for line in lines) + (lines[-1] != "")
    lost = sum(number not in entries for number in range(acknowledged))
    return lost, sum(found - 1 for found in entries.values()), torn


def crash(code: str, extra: str, kills: int, after: Callable[[Path, int], None]) -> str:
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    os.environ["MEMWARDEN_STATE"] = str(folder / "state")
    try:
        (folder / "memory").mkdir()
        (folder / "memory/daily.md").write_text(HEAD)
        acknowledged = killed(folder / "memory", code, extra, kills, random.Random(kills))
        after(folder / "memory", acknowledged)
        lost, doubled, torn = judged(folder / "memory", acknowledged)
        return f"{kills} kills, {acknowledged} acknowledged: {lost} lost, {doubled} doubled, {torn} torn"
    finally:
        shutil.rmtree(folder)


def repeat(folder: Path, following: int) -> None:
    """The last call once more, and the journal against the disk."""
    with Tree.open(folder) as tree:
        tree.writer("vps/hermes").append("daily.md", f"- entry {following}", key=f"k{following}")
        head = tree.history("daily.md").versions()[0].revision
        assert tree.text_of(head or "") == (folder / "daily.md").read_bytes(), "the journal tells another text"


def without_a_lock() -> str:
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    try:
        note = folder / "daily.md"
        note.write_text(HEAD)
        both = [subprocess.Popen([sys.executable, "-c", NO_LOCK, folder, "0", own]) for own in "ab"]
        for writer in both:
            writer.wait()
        return f"{600 - note.read_text().count('- entry')} lost of 600"
    finally:
        shutil.rmtree(folder)


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    say("guarded          ", crash(GUARDED, "keys", kills, repeat))
    say("control: no keys ", crash(GUARDED, "none", kills, lambda *_: None))
    say("control: in place", crash(IN_PLACE, FILL, kills, lambda *_: None))
    say("control: no lock ", without_a_lock())


if __name__ == "__main__":
    main()
