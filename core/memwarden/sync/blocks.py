"""The content hash that Syncthing keeps of a file, computed here to find our versions by its `blocksHash`.

Syncthing cuts a file into blocks and hashes the list of the blocks' sha256. The first line of versions mixes
a weak checksum of each block in; version 2 does not. Notes below 250 MiB have blocks of 128 KiB.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Iterator
from typing import Literal

_SMALLEST = 128 * 1024
_LARGEST = 16 * 1024 * 1024
_WANTED_BLOCKS = 2000


def block_size(size: int) -> int:
    """Bytes of a block in a file of `size` bytes: the smallest that gives fewer than 2,000, up to 16 MiB."""
    block = _SMALLEST
    while block < _LARGEST and size >= _WANTED_BLOCKS * block:
        block *= 2
    return block


def blocks_hash(data: bytes, version: Literal[1, 2] = 2) -> str:
    """The `blocksHash` of `/rest/db/file` (base64) as Syncthing 1 or 2 computes it."""
    return _hash(data, weak=version == 1)


def matches(data: bytes, wanted: str) -> bool:
    """Whether `wanted` is the hash of this content in any form that a Syncthing may have answered.

    A first-line Syncthing whose weak checksums are switched off writes zeroes in their place.
    """
    return bool(wanted) and wanted in (
        blocks_hash(data),
        blocks_hash(data, 1),
        _hash(data, zero=True),
    )


def _hash(data: bytes, *, weak: bool = False, zero: bool = False) -> str:
    whole = hashlib.sha256()
    for block in _blocks(data):
        whole.update(hashlib.sha256(block).digest())
        if weak or zero:
            # An empty file has one block without content, whose checksum was never computed.
            checksum = zlib.adler32(block) if weak and data else 0
            whole.update(checksum.to_bytes(4, "big"))
    return base64.b64encode(whole.digest()).decode("ascii")


def _blocks(data: bytes) -> Iterator[memoryview]:
    view, step = memoryview(data), block_size(len(data))
    for start in range(0, len(data) or 1, step):
        yield view[start : start + step]
