"""A disk that is really full: a small file system in memory, where this user may mount one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from memwarden import DiskFailed, Origin, Refused, StoreFailed, Tree
from memwarden.errors import Code

NOTE = "# Travel\n\n- Aisle seats\n"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", place], capture_output=True)
    if mounted.returncode:
        pytest.skip("this user may not mount a file system")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def fill(place: Path) -> Path:
    """Leave no byte free."""
    filler = place / "filler"
    with filler.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        while True:
            file.write(bytes(4096))
    return filler


def test_a_full_tree_keeps_its_notes_says_why_and_goes_on_when_there_is_room(small: Path) -> None:
    root = small / "memory"
    root.mkdir()
    (root / "travel.md").write_text(NOTE)
    with Tree.open(root) as tree:
        filler = fill(small)
        chat = tree.writer("vps/hermes", origin=Origin.CHAT)
        with pytest.raises(DiskFailed, match="No space left"):
            chat.append("travel.md", "- x" * 40, key="k")
        assert os.listdir(root) == ["travel.md"]
        assert (root / "travel.md").read_text() == NOTE
        filler.unlink()
        assert not chat.append("travel.md", "- x" * 40, key="k").replayed
        assert [version.act for version in tree.history("travel.md").versions()] == ["append", "found"]


def test_a_full_store_refuses_the_write_and_forgets_nothing(small: Path, tmp_path: Path) -> None:
    root = tmp_path / "memory"
    root.mkdir()
    (root / "travel.md").write_text(NOTE)
    with Tree.open(root, state=small / "state") as tree:
        chat = tree.writer("vps/hermes", origin=Origin.CHAT)
        chat.append("travel.md", "- one")
        filler = fill(small)
        with pytest.raises(StoreFailed, match="No space left"):
            chat.append("travel.md", "".join(f"- fact {number} of many\n" for number in range(400)), key="k")
        assert (root / "travel.md").read_text() == NOTE + "- one\n"
        assert os.listdir(root) == ["travel.md"]
        with pytest.raises(Refused) as refused:
            chat.append("travel.md", "- my password is hunter2-Zx9!qQ\n")
        assert refused.value.code is Code.CHECKS
        filler.unlink()
        assert not chat.append("travel.md", "- two", key="k").replayed
    with Tree.open(root, state=small / "state") as tree:
        assert [version.act for version in tree.history("travel.md").versions()] == ["append", "append", "found"]
        assert [line.by for line in tree.provenance("travel.md")][-2:] == ["vps/hermes"] * 2
