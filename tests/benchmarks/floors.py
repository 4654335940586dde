"""What a durable write costs at least, and how programs write without care: what benchmarks measure against."""

from __future__ import annotations

import fcntl
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

LINE = b'{"v":1,' + b"x" * 600 + b"}\n"
"""A journal's line of the usual length."""


def note_of(lines: int = 180) -> list[str]:
    """An ordinary note of about 10 KB, every line another."""
    return [f"- fact number {number}, told in one line as agents write them\n" for number in range(lines)]


def limit_a(folder: Path, data: bytes, log: Callable[[], None] = lambda: None) -> None:
    """Temp, fsync, rename, directory fsync; `log` stands where a journal is written."""
    temp, note = folder / ".limit.tmp", folder / "limit.md"
    with open(temp, "wb", buffering=0) as file:
        file.write(data)
        os.fsync(file.fileno())
    log()
    os.rename(temp, note)
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(directory)
    os.close(directory)


class Limit:
    """Limit B: limit A and one durable line of a journal; with `locked`, one writer at a time."""

    def __init__(self, folder: Path, *, locked: bool = False) -> None:
        self._folder = folder
        self._locked = locked
        self._journal = os.open(folder / "journal", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def write(self, data: bytes) -> None:
        if not self._locked:
            limit_a(self._folder, data, self._log)
            return
        lock = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(lock, fcntl.LOCK_EX)
        limit_a(self._folder, data, self._log)
        os.close(lock)

    def _log(self) -> None:
        os.write(self._journal, LINE)
        os.fsync(self._journal)


def naive(note: Path, line: str) -> None:
    """As programs without a lock do: read, add, write back in place."""
    text = note.read_text()
    note.write_text(text + line)


def seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def middle(times: Sequence[float]) -> float:
    """The median, in milliseconds."""
    return statistics.median(times) * 1000


def worst(times: Sequence[float]) -> float:
    """The 99th percentile, in milliseconds."""
    return sorted(times)[int(len(times) * 0.99)] * 1000


def say(*fields: object) -> None:
    sys.stdout.write("  ".join(map(str, fields)) + "\n")
    sys.stdout.flush()
