"""Big trees, made fast and always alike: notes in folders, linked from an index, two days old."""

from __future__ import annotations

import os
import time
from pathlib import Path

A_FOLDER = 100
TWO_DAYS = 2 * 86_400


def fill(root: Path, count: int) -> list[str]:
    """Write `count` notes and an `INDEX.md` that links nine tenths of them; the paths of the notes, in order."""
    then = time.time() - TWO_DAYS
    paths = [f"topic-{number // A_FOLDER:03d}/note-{number:05d}.md" for number in range(count)]
    index: list[str] = ["# Index\n"]
    for number, path in enumerate(paths):
        if number % A_FOLDER == 0:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            index.append(f"\n## Topic {number // A_FOLDER}\n\n")
        if number % 10:
            index.append(f"- [Note {number}]({path}) about subject {number % 37}\n")
        _write(root / path, _text(number, count), then)
    _write(root / "INDEX.md", "".join(index).encode(), then)
    return paths


def _text(number: int, count: int) -> bytes:
    other = (number * 7919 + 1) % count
    link = f"../topic-{other // A_FOLDER:03d}/note-{other:05d}.md"
    facts = "".join(f"- Fact {fact} of note {number} on subject {(number + fact) % 37}\n" for fact in range(8))
    return f"# Note {number}\n\n{facts}\nSee [the other]({link}).\n".encode()


def _write(file: Path, data: bytes, then: float) -> None:
    file.write_bytes(data)
    os.utime(file, (then, then))
