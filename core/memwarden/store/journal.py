"""The journal: every record of this store, one line each, in the order they happened.

`journal/<number>.jsonl` are the segments; the highest number is the open one. Older ones are sealed to
`<number>.jsonl.gz`, a gzip of the same lines. A line is a record once its newline is there (see `store/records.py`);
a torn tail is spoilt and ended before the next record, and readers skip what is no record.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from mmap import ACCESS_READ, mmap
from pathlib import Path

from memwarden.store.records import Record, dump, load
from memwarden.text.lines import split_lines

SEGMENT_BYTES = 4 * 1024 * 1024
_FEW = 16
_UNPACKED = 32
"""So many sealed segments are held unpacked, on disk and not in memory: a chain of hunks goes over any of them."""
_SPOILT = b"~\n"
"""Ends a torn tail so that it never becomes a record, even where nothing but its newline was missing."""


class Position(tuple[int, int]):
    """Segment number and byte offset in its plain text."""

    __slots__ = ()


START = Position((0, 0))


class Journal:
    """Appending and reading; the caller holds the tree's lock."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name = os.fspath(folder)
        self._newest = 0
        self._packed = lru_cache(maxsize=_UNPACKED)(self._unpack)

    def append(self, records: list[Record]) -> list[tuple[Position, int]]:
        """Write the records durably; where each lies and how long its line is.

        Raises OSError, with the journal as it was as far as the disk allows.
        """
        lines = [dump(record) for record in records]
        segment, file = self._open_newest()
        try:
            end = os.fstat(file).st_size
            torn = end > 0 and os.pread(file, 1, end - 1) != b"\n"
            _write(file, end, (_SPOILT if torn else b"") + b"".join(lines))
        finally:
            os.close(file)
        offsets = accumulate(map(len, lines), initial=end + torn * len(_SPOILT))
        return [(Position((segment, offset)), len(line)) for offset, line in zip(offsets, lines)]

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
        last = self._last()
        try:
            return Position((last, os.stat(self._plain(last)).st_size))
        except FileNotFoundError:
            return Position((last, len(self._packed_text(last)))) if last else START

    def ends_at(self, place: Position) -> bool:
        """Whether nothing was added after this place; the quickest of all questions."""
        segment, offset = place
        try:
            return os.stat(self._plain(segment)).st_size == offset and segment == self._last()
        except FileNotFoundError:
            return place == self.end()

    def at(self, place: Position, length: int) -> Record | None:
        """The record that lies there."""
        return load(self._line(place, length))

    def _line(self, place: Position, length: int) -> bytes:
        segment, offset = place
        try:
            file = os.open(self._plain(segment), os.O_RDONLY)
        except FileNotFoundError:
            return self._packed_text(segment)[offset : offset + length]
        try:
            return os.pread(file, length, offset)
        finally:
            os.close(file)

    def lines(self, places: Iterable[tuple[Position, int]]) -> Iterator[bytes]:
        """The lines that lie there; of many, each segment is read once as long as they stay in it. Empty for none."""
        places = list(places)
        if len(places) <= _FEW:
            yield from (self._line(place, length) for place, length in places)
            return
        held, text = -1, b""
        for (segment, offset), length in places:
            if segment != held:
                held, text = segment, self._tail(segment, 0)
            yield text[offset : offset + length]

    def unsealed(self) -> list[int]:
        """Segments that nothing is written to any more and that are not packed yet."""
        return [segment for segment in self._segments()[:-1] if (self._folder / f"{segment:06d}.jsonl").exists()]

    def seal(self) -> int:
        """Pack every segment but the open one; how many were packed."""
        sealed = self.unsealed()
        for segment in sealed:
            plain = self._folder / f"{segment:06d}.jsonl"
            self._replace(plain.with_suffix(".jsonl.gz"), _gzip(plain.read_bytes()))
            plain.unlink()
        return len(sealed)

    def rewrite(self, segment: int, change: Callable[[bytes], bytes]) -> None:
        """Put another line in the place of each line of a segment; a torn tail stays as it is."""
        text = self._tail(segment, 0)
        lines = [change(line) if line.endswith(b"\n") else line for line in split_lines(text)]
        plain = self._folder / f"{segment:06d}.jsonl"
        if plain.exists():
            self._replace(plain, b"".join(lines))
        else:
            self._replace(plain.with_suffix(".jsonl.gz"), _gzip(b"".join(lines)))

    def size(self) -> int:
        """Bytes on disk."""
        return sum(file.stat().st_size for file in self._folder.iterdir())

    def _segments(self) -> list[int]:
        names = (name.partition(".")[0] for name in os.listdir(self._folder) if ".jsonl" in name)
        return sorted({int(name) for name in names})

    def _open_newest(self) -> tuple[int, int]:
        """The segment that is written to, and its open file; the next one where it is full or was packed."""
        last = self._last()
        with suppress(FileNotFoundError):
            file = os.open(self._plain(last), os.O_RDWR | os.O_APPEND)
            if os.fstat(file).st_size <= SEGMENT_BYTES:
                return last, file
            os.close(file)
        return last + 1, os.open(self._plain(last + 1), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def _last(self) -> int:
        """The number of the newest segment: numbers only rise, and only the newest one is written to."""
        if not self._newest:
            self._newest = max(self._segments(), default=0)
        while os.access(self._plain(self._newest + 1), os.F_OK):
            self._newest += 1
        return self._newest

    def _plain(self, segment: int) -> str:
        return f"{self._name}/{segment:06d}.jsonl"

    def _tail(self, segment: int, offset: int) -> bytes:
        try:
            with (self._folder / f"{segment:06d}.jsonl").open("rb") as file:
                file.seek(offset)
                return file.read()
        except FileNotFoundError:
            return self._packed_text(segment)[offset:]

    def _packed_text(self, segment: int) -> bytes | mmap:
        """The plain text of a sealed segment, which another process may have rewritten since."""
        status = (self._folder / f"{segment:06d}.jsonl.gz").stat()
        return self._packed(segment, status.st_mtime_ns, status.st_ino)

    def _unpack(self, segment: int, *_: int) -> bytes | mmap:
        """A mapped file without a name; in memory only where the disk has no room for it."""
        import gzip
        import tempfile

        text = gzip.decompress((self._folder / f"{segment:06d}.jsonl.gz").read_bytes())
        try:
            with tempfile.TemporaryFile(dir=self._folder) as file:
                file.write(text)
                file.flush()
                return mmap(file.fileno(), 0, access=ACCESS_READ)
        except (OSError, ValueError):
            return text

    def _replace(self, file: Path, data: bytes) -> None:
        temp = file.with_suffix(".tmp")
        with open(os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        temp.replace(file)


def _write(file: int, end: int, data: bytes) -> None:
    """Add the bytes durably, or cut off again what was added: a record that was refused must not be found later."""
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(file, view) :]
        os.fsync(file)
    except OSError:
        with suppress(OSError):
            os.ftruncate(file, end)
        raise


def _gzip(data: bytes) -> bytes:
    import gzip

    return gzip.compress(data, mtime=0)
