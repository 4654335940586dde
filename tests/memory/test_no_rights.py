"""Where this user may not write the tree, write the store, or read a note: said so, and everything else works."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# Permissions do not stop root, so the child gives up root's privileges and stays the owner of the files.
WITHOUT_PRIVILEGES = """
import ctypes, os, sys
if os.geteuid() == 0:
    header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None, use_errno=True).capset(header, none) == 0
from memwarden import Code, MemwardenError, Refused, Tree
"""
READ_ONLY = """
with Tree.open(sys.argv[1]) as tree:
    assert tree.readonly and "cannot be written" in tree.why_readonly, tree.why_readonly
    assert tree.read("a.md").text == "x\\n"
    tree.notes(), tree.index(), tree.review(), tree.health(), tree.provenance("a.md"), tree.agents()
    person = tree.person()
    for write in (
        lambda: tree.writer("vps/hermes").append("a.md", "y"),
        lambda: tree.writer("vps/hermes").create("b.md", "y"),
        lambda: tree.writer("vps/hermes").propose("a.md", "append", "y"),
        lambda: person.append("a.md", "y"),
        lambda: person.delete("a.md"),
        lambda: person.move("a.md", "b.md"),
        lambda: person.send("vps/hermes", "x", "y", new=True),
    ):
        try:
            write()
        except Refused as refusal:
            assert refusal.code is Code.READ_ONLY, refusal
        else:
            raise AssertionError("written")
"""
NO_STORE = """
with Tree.open(sys.argv[1]) as tree:
    assert not tree.readonly
    (warning,) = tree.warnings
    assert "cannot be written" in warning and "until this program ends" in warning, warning
    tree.writer("vps/hermes").append("a.md", "- y")
    tree.person().append("a.md", "- mistaken")
    tree.person().undo()
    tree.person().append("a.md", "- mine")
    assert tree.provenance("a.md")[-1].by == tree.me
    assert len(tree.history("a.md").versions()) == 5
"""
UNREADABLE = """
with Tree.open(sys.argv[1]) as tree:
    found = {finding.note: finding.code for finding in tree.health()}
    assert found.get("locked.md") == "unreadable", found
    assert {entry.path: entry.kind for entry in tree.notes()}["locked.md"] == "unreadable"
    tree.index(), tree.review(), tree.check(), tree.agents(), tree.search("x")
    assert found.get("closed") == "unreadable" and tree.rescan() == (), found
    for ask in (tree.read, tree.text, tree.provenance):
        try:
            ask("locked.md")
        except MemwardenError:
            continue
        raise AssertionError("read")
"""
NOT_OURS = """
try:
    Tree.open(sys.argv[1])
except Refused as refusal:
    assert refusal.code is Code.NO_TREE and "cannot be read" in refusal.message, refusal
else:
    raise AssertionError("opened")
"""


def run(code: str, folder: Path, state: Path) -> None:
    environ = {**os.environ, "MEMWARDEN_STATE": str(state)}
    program = WITHOUT_PRIVILEGES + code
    ran = subprocess.run([sys.executable, "-c", program, folder], env=environ, capture_output=True, timeout=60)
    assert ran.returncode == 0, ran.stderr.decode()


@pytest.fixture
def state(tmp_path: Path, folder: Path) -> Iterator[Path]:
    """A state directory; whatever was locked is opened again for the cleaning up."""
    if os.geteuid() == 0 and sys.platform != "linux":
        pytest.skip("root gives up its privileges only on Linux")
    (folder / "a.md").write_bytes(b"x\n")
    made = tmp_path / "state"
    made.mkdir()
    yield made
    for path in (made, folder):
        path.chmod(0o755)


def test_a_tree_that_cannot_be_written_is_opened_read_only_and_says_so(folder: Path, state: Path) -> None:
    folder.chmod(0o555)
    run(READ_ONLY, folder, state)
    assert os.listdir(folder) == ["a.md"]


def test_where_the_store_cannot_be_written_everything_but_lasting_history_works(folder: Path, state: Path) -> None:
    state.chmod(0o555)
    run(NO_STORE, folder, state)
    assert (folder / "a.md").read_bytes() == b"x\n- y\n- mine\n"
    assert os.listdir(state) == []


def test_a_store_that_was_made_once_and_cannot_be_written_now_costs_only_history(folder: Path, state: Path) -> None:
    run("Tree.open(sys.argv[1]).close()", folder, state)
    made = [state, *state.rglob("*")]
    for path in made:
        path.chmod(0o555 if path.is_dir() else 0o444)
    run(NO_STORE, folder, state)
    for path in made:
        path.chmod(0o755)
    assert (folder / "a.md").read_bytes() == b"x\n- y\n- mine\n"


def test_a_note_that_this_user_cannot_read_is_a_finding(folder: Path, state: Path) -> None:
    (folder / "locked.md").write_bytes(b"secret\n")
    (folder / "locked.md").chmod(0o000)
    (folder / "closed").mkdir(mode=0o000)
    run(UNREADABLE, folder, state)


def test_a_folder_that_this_user_cannot_read_is_no_tree(folder: Path, state: Path) -> None:
    folder.chmod(0o000)
    run(NOT_OURS, folder, state)
