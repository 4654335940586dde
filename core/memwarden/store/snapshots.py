"""Whole texts by their revision: zlib-packed, content-addressed, written once."""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=8)
def revision_of(data: bytes) -> str:
    """sha256 of a note's bytes, hex. A write asks for that of the same few texts again and again."""
    return hashlib.sha256(data).hexdigest()


def blob_name(data: bytes) -> str:
    """git's name of these bytes (in a repository with SHA-1 names)."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


class Snapshots:
    """The folder `snapshots/<2 hex>/<62 hex>` of a store."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, data: bytes) -> str:
        """Keep these bytes durably; the revision is the answer. Equal bytes are kept once. Raises OSError."""
        revision = revision_of(data)
        file = self._file(revision)
        if file.exists():
            return revision
        file.parent.mkdir(mode=0o700, exist_ok=True)
        temp = file.with_name(f"{file.name}.{os.getpid()}.tmp")
        descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as out:
                out.write(zlib.compress(data))
                out.flush()
                os.fsync(out.fileno())
            temp.replace(file)
        except OSError:
            temp.unlink(missing_ok=True)
            raise
        return revision

    def get(self, revision: str) -> bytes | None:
        """The bytes, or None where they are not kept here or do not hash to their name any more."""
        try:
            data = zlib.decompress(self._file(revision).read_bytes())
        except (OSError, zlib.error):
            return None
        return data if revision_of(data) == revision else None

    def every(self) -> Iterator[tuple[str, bytes]]:
        """Each text that is kept, with its revision."""
        for file in self._folder.glob("*/*"):
            revision = file.parent.name + file.name
            if (data := self.get(revision)) is not None:
                yield revision, data

    def has(self, revision: str) -> bool:
        return self._file(revision).exists()

    def drop(self, revision: str) -> None:
        self._file(revision).unlink(missing_ok=True)

    def size(self) -> int:
        """Bytes on disk."""
        return sum(file.stat().st_size for file in self._folder.glob("*/*"))

    def _file(self, revision: str) -> Path:
        return self._folder / revision[:2] / revision[2:]
