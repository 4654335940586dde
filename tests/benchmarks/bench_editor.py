"""An editor that saves while 1,500 guarded writes happen: `python tests/benchmarks/bench_editor.py [WRITES]`.

A save is lost when what it brought is neither in the note nor in any of its versions. Bar: none, where the file system
can swap two files. Controls: a plain replace in such a loop loses most, a look just before it a few in a hundred.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).parents[2]))

from tests.benchmarks.floors import note_of, say

from memwarden import Refused, Tree
from memwarden.errors import Code
from memwarden.memory.writer import Writer
from memwarden.store.replace import exchange_works

PAUSE = 0.06
"""Seconds at most between two saves."""
_FORK = multiprocessing.get_context("fork")


def saves(note: Path, how: str, stop: Path, pause: float = PAUSE) -> None:
    """What an editor does until `stop` is there: load, add a line of its own, save as a new file or into the old one.

    `stop` then says how many saves there were.
    """
    number, temp = 0, note.with_name(".saved.new")
    while not stop.exists():
        text = note.read_bytes()
        if not text.strip():
            continue
        text += f"- typed {how} {number}\n".encode()
        if how == "rename":
            temp.write_bytes(text)
            os.replace(temp, note)
        else:
            note.write_bytes(text)
        number += 1
        time.sleep(random.uniform(0, pause))
    stop.write_text(str(number))


def guarded(folder: Path, writes: int) -> Callable[[], bytes]:
    """Appends through the gate; the answer gathers every text that there was."""
    tree = Tree.open(folder, state=folder.with_name("state"))
    writer = tree.writer("vps/hermes")
    for number in range(writes):
        while not _appended(writer, number):
            continue

    def known() -> bytes:
        tree.rescan()
        tree.gate.settle(now=True)
        records = tree.activity(limit=1_000_000)
        late = [tree.text_of(str(record.refs["revision"])) or b"" for record in records if record.what == "late"]
        put = [line for record in records for hunk in record.hunks for line in hunk.put]
        return b"".join([*put, *late, (folder / "note.md").read_bytes()])

    return known


def _appended(writer: Writer, number: int) -> bool:
    try:
        writer.append("note.md", f"- told {number}")
    except Refused as refusal:
        if refusal.code is not Code.BUSY:
            raise
        return False
    return True


def replacing(folder: Path, writes: int, *, look: bool) -> Callable[[], bytes]:
    """Appends by a temp and a rename, as a careful program without the exchange does; every text it saw is kept."""
    note, kept = folder / "note.md", []
    for number in range(writes):
        while True:
            text = note.read_bytes()
            temp = folder / ".new"
            temp.write_bytes(text + f"- told {number}\n".encode())
            with temp.open("rb") as file:
                os.fsync(file.fileno())
            if text.strip() and not (look and note.read_bytes() != text):
                break
        os.replace(temp, note)
        kept.append(text)
    return lambda: b"".join([*kept[::-1][:1], *(text[-4000:] for text in kept), note.read_bytes()])


def lost(how: str, writes: int, write: Callable[[Path, int], Callable[[], bytes]]) -> tuple[int, int]:
    """Saves of the editor that nobody has any more, and all of them."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    try:
        tree, stop = folder / "memory", folder / "stop"
        tree.mkdir()
        note = tree / "note.md"
        note.write_text("".join(note_of(20)))
        editor = _FORK.Process(target=saves, args=(note, how, stop))
        editor.start()
        known = write(tree, writes)
        stop.touch()
        editor.join()
        text, made = known(), int(stop.read_text())
        return sum(f"- typed {how} {number}\n".encode() not in text for number in range(made)), made
    finally:
        shutil.rmtree(folder)


def main() -> None:
    writes = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    with tempfile.TemporaryDirectory() as place:
        say("this file system can swap two files:", exchange_works(Path(place)))
    ways: dict[str, Callable[[Path, int], Callable[[], bytes]]] = {
        "guarded": guarded,
        "plain replace": lambda folder, count: replacing(folder, count, look=False),
        "a look, then replace": lambda folder, count: replacing(folder, count, look=True),
    }
    for name, write in ways.items():
        for how in ("rename", "in place") if name == "guarded" else ("rename",):
            gone, made = lost(how, writes if name == "guarded" else writes * 10, write)
            say(f"{name:20} editor saves by {how:9} lost {gone} of {made} ({100 * gone / max(made, 1):.2f} %)")


if __name__ == "__main__":
    main()
