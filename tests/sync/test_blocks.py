"""Syncthing's content hash, against what real Syncthings recorded."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from pathlib import Path

import pytest

from memwarden.sync.blocks import block_size, blocks_hash, matches

FIXTURES = Path(__file__).parents[1] / "fixtures"
A1 = FIXTURES / "syncthing/a1-edit-edit-b-newer"
WINNER, LOSER, BASE = A1 / "a/note.md", A1 / "before/1/a/note.md", A1 / "base/note.md"
KIB = 1024


def recorded(version: str, name: str, field: str) -> str:
    answer = json.loads((FIXTURES / "syncthing-rest" / version / f"{name}.json").read_bytes())["answer"]
    found: str = answer["global"][field]
    return found


@pytest.mark.parametrize(("version", "formula"), [("1.29.5", 1), ("2.1.3", 2)])
@pytest.mark.parametrize(("name", "file"), [("db-file", WINNER), ("db-file-conflict-copy", LOSER)])
def test_the_hash_is_what_a_real_syncthing_recorded(version: str, formula: int, name: str, file: Path) -> None:
    wanted = recorded(version, name, "blocksHash")
    assert blocks_hash(file.read_bytes(), 1 if formula == 1 else 2) == wanted
    assert matches(file.read_bytes(), wanted)


def test_the_recorded_previous_hash_is_of_another_text_than_either_side() -> None:
    previous = recorded("2.1.3", "db-file", "previousBlocksHash")
    assert not matches(WINNER.read_bytes(), previous)
    assert not matches(LOSER.read_bytes(), previous)


def test_a_file_of_several_blocks_hashes_the_list_of_their_hashes() -> None:
    data = bytes(range(256)) * (300 * KIB // 256)
    blocks = [data[: 128 * KIB], data[128 * KIB : 256 * KIB], data[256 * KIB :]]
    plain = b"".join(hashlib.sha256(block).digest() for block in blocks)
    weak = b"".join(hashlib.sha256(block).digest() + zlib.adler32(block).to_bytes(4, "big") for block in blocks)
    assert blocks_hash(data) == base64.b64encode(hashlib.sha256(plain).digest()).decode()
    assert blocks_hash(data, 1) == base64.b64encode(hashlib.sha256(weak).digest()).decode()


def test_an_empty_file_is_one_block_whose_checksum_was_never_made() -> None:
    nothing = hashlib.sha256(b"").digest()
    assert blocks_hash(b"") == base64.b64encode(hashlib.sha256(nothing).digest()).decode()
    assert blocks_hash(b"", 1) == base64.b64encode(hashlib.sha256(nothing + bytes(4)).digest()).decode()


def test_a_hash_made_without_weak_checksums_is_recognised() -> None:
    data = b"- a fact\n"
    without = hashlib.sha256(hashlib.sha256(data).digest() + bytes(4)).digest()
    assert matches(data, base64.b64encode(without).decode())
    assert not matches(data, "")


@pytest.mark.parametrize(
    ("size", "block"),
    [
        (0, 128 * KIB),
        (2000 * 128 * KIB - 1, 128 * KIB),
        (2000 * 128 * KIB, 256 * KIB),
        (2000 * 256 * KIB, 512 * KIB),
        (10**12, 16 * KIB * KIB),
    ],
)
def test_blocks_grow_so_that_a_file_has_fewer_than_two_thousand(size: int, block: int) -> None:
    assert block_size(size) == block
