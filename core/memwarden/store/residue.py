"""What is left of a text in the store's files after it was taken out of the journal, and the derived files let go."""

from __future__ import annotations

import gzip
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from memwarden.store import indexing
from memwarden.store.masking import Mask

_OUTLINES = "outlines-*"
_CACHE = "cache.sqlite3"


def let_go_of_derived(folder: Path) -> None:
    """Have nothing in the derived files that the journal no longer holds: not in their free pages either.

    Under the tree's lock. Raises OSError, sqlite3.Error.
    """
    indexing.drop(folder)
    for file in folder.glob(_OUTLINES):
        file.unlink(missing_ok=True)
    with closing(sqlite3.connect(folder / _CACHE, isolation_level=None)) as connection:
        connection.execute("vacuum")
        connection.execute("pragma wal_checkpoint(truncate)")


def files_holding(folder: Path, mask: Mask) -> list[Path]:
    """Files of the store in which the text stands as it is, packed or not."""
    return sorted(file for file in folder.rglob("*") if file.is_file() and any(map(mask.holds, _texts(file))))


def _texts(file: Path) -> Iterator[bytes]:
    data = file.read_bytes()
    yield data
    if file.suffix == ".gz":
        yield gzip.decompress(data)
    elif file.parent.parent.name == "snapshots":
        yield zlib.decompress(data)
