"""The journal: every record of this store, one line each, in the order they happened.

`journal/<number>.jsonl` are the segments; the highest number is the open one. Older ones are sealed to
`<number>.jsonl.gz`, a gzip of the same lines. A line is a record once its newline is there (see `store/records.py`);
a torn tail is ended with a newline before the next record, and readers skip what is no record.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from memwarden.store.records import Record, dump, load
from memwarden.text.lines import split_lines

SEGMENT_BYTES = 4 * 1024 * 1024


class Position(tuple[int, int]):
    """Segment number and byte offset in its plain text."""

    __slots__ = ()


START = Position((0, 0))


class Journal:
    """Appending and reading; the caller holds the tree's lock."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._packed = lru_cache(maxsize=4)(self._unpack)

    def append(self, records: list[Record]) -> list[tuple[Position, int]]:
        """Write the records durably; where each lies and how long its line is. Raises OSError."""
        segment = self._open_segment()
        lines = [dump(record) for record in records]
        places = []
        with (self._folder / f"{segment:06d}.jsonl").open("ab", buffering=0) as file:
            offset = file.seek(0, os.SEEK_END)
            torn = offset > 0 and not self._ended(segment, offset)
            if torn:
                offset += 1
            for line in lines:
                places.append((Position((segment, offset)), len(line)))
                offset += len(line)
            data = memoryview((b"\n" if torn else b"") + b"".join(lines))
            while data:
                data = data[file.write(data) :]
            os.fsync(file.fileno())
        os.chmod(file.name, 0o600)
        return places

    def read(self, start: Position) -> Iterator[tuple[Position, int, Record]]:
        """Every whole record from `start` on, with its place and the length of its line."""
        for segment in self._segments():
            if segment < start[0]:
                continue
            offset = start[1] if segment == start[0] else 0
            for line in split_lines(self._tail(segment, offset)):
                if not line.endswith(b"\n"):
                    break
                if (record := load(line)) is not None:
                    yield Position((segment, offset)), len(line), record
                offset += len(line)

    def end(self) -> Position:
        """Where the next record will lie, torn tails not counted."""
        segments = self._segments()
        if not segments:
            return START
        size = (self._folder / f"{segments[-1]:06d}.jsonl").stat().st_size
        return Position((segments[-1], size))

    def at(self, place: Position, length: int) -> Record | None:
        """The record that lies there."""
        segment, offset = place
        plain = self._folder / f"{segment:06d}.jsonl"
        try:
            with plain.open("rb") as file:
                file.seek(offset)
                return load(file.read(length))
        except FileNotFoundError:
            return load(self._packed(segment)[offset : offset + length])

    def seal(self) -> int:
        """Pack every segment but the open one; how many were packed."""
        sealed = 0
        for segment in self._segments()[:-1]:
            plain = self._folder / f"{segment:06d}.jsonl"
            if not plain.exists():
                continue
            packed = plain.with_suffix(".jsonl.gz")
            temp = packed.with_suffix(".tmp")
            with temp.open("wb") as out:
                out.write(gzip.compress(plain.read_bytes(), mtime=0))
                out.flush()
                os.fsync(out.fileno())
            temp.replace(packed)
            plain.unlink()
            sealed += 1
        return sealed

    def size(self) -> int:
        """Bytes on disk."""
        return sum(file.stat().st_size for file in self._folder.iterdir())

    def _segments(self) -> list[int]:
        names = (name.partition(".")[0] for name in os.listdir(self._folder) if ".jsonl" in name)
        return sorted({int(name) for name in names})

    def _open_segment(self) -> int:
        segments = self._segments()
        if not segments:
            return 1
        last = self._folder / f"{segments[-1]:06d}.jsonl"
        return segments[-1] + 1 if not last.exists() or last.stat().st_size > SEGMENT_BYTES else segments[-1]

    def _ended(self, segment: int, size: int) -> bool:
        with (self._folder / f"{segment:06d}.jsonl").open("rb") as file:
            file.seek(size - 1)
            return file.read(1) == b"\n"

    def _tail(self, segment: int, offset: int) -> bytes:
        try:
            with (self._folder / f"{segment:06d}.jsonl").open("rb") as file:
                file.seek(offset)
                return file.read()
        except FileNotFoundError:
            return self._packed(segment)[offset:]

    def _unpack(self, segment: int) -> bytes:
        return gzip.decompress((self._folder / f"{segment:06d}.jsonl.gz").read_bytes())
