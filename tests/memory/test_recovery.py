"""What an interrupt or a death leaves behind: judged, kept where nothing else holds it, and swept by age."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.conftest import MakeTree

from memwarden import DiskFailed, StoreFailed, Tree
from memwarden.memory import workings
from memwarden.memory.ledger import Ledger
from memwarden.store import exchange

NOTE = "# Travel\n\n- Aisle seats\n"
HOUR = 3600


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"travel.md": NOTE})


Swap = Callable[[Path, Path], bool]


@pytest.mark.parametrize("done", [False, True])
def test_an_interrupt_in_the_middle_of_a_write_leaves_it_undone_or_done_and_its_key_says_which(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    swap: Swap = exchange.exchange

    def interrupted(one: Path, other: Path) -> bool:
        if done:
            swap(one, other)
        raise KeyboardInterrupt

    monkeypatch.setattr(exchange, "exchange", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tree.writer("vps/hermes").append("travel.md", "- mine", key="k")
    monkeypatch.setattr(exchange, "exchange", swap)
    assert tree.rescan() == ()
    assert tree.writer("vps/hermes").append("travel.md", "- mine", key="k").replayed is done
    assert (folder / "travel.md").read_text() == NOTE + "- mine\n"
    assert [version.act for version in tree.history("travel.md").versions()] == ["append", "found"]
    with Tree.open(folder):
        assert os.listdir(folder) == ["travel.md"]


def test_a_write_that_another_save_beat_and_whose_record_could_not_be_revoked_is_no_answer_to_its_key(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swap: Swap = exchange.exchange

    def saved_first(one: Path, other: Path) -> bool:
        monkeypatch.setattr(exchange, "exchange", swap)
        (folder / "travel.md").write_text(NOTE + "- saved\n")
        return swap(one, other)

    def full(*_: object) -> None:
        raise StoreFailed("No space left on device.")

    hermes, revoke = tree.writer("vps/hermes"), Ledger.void
    monkeypatch.setattr(exchange, "exchange", saved_first)
    monkeypatch.setattr(Ledger, "void", full)
    with pytest.raises(StoreFailed):
        hermes.append("travel.md", "- mine", key="k")
    monkeypatch.setattr(Ledger, "void", revoke)
    assert not hermes.append("travel.md", "- mine", key="k").replayed
    assert (folder / "travel.md").read_text() == NOTE + "- saved\n- mine\n"
    assert os.listdir(folder) == ["travel.md"]


def left(folder: Path, name: str, text: str, age: float) -> Path:
    temp = folder / f".syncthing.memwarden-{name}.tmp"
    temp.write_text(text)
    then = temp.stat().st_mtime - age
    os.utime(temp, (then, then))
    return temp


def test_leftovers_go_after_an_hour_and_what_no_version_holds_is_kept_first(tree: Tree, folder: Path) -> None:
    (folder / "sub").mkdir()
    unknown = left(folder / "sub", "aaaaaaaaaaaaaaaa", "words nobody else has\n", HOUR + 5)
    known = left(folder, "bbbbbbbbbbbbbbbb", NOTE, HOUR + 5)
    young = left(folder, "cccccccccccccccc", "in the middle of a write\n", HOUR - 60)
    tree.rescan()
    assert (unknown.exists(), known.exists(), young.exists()) == (False, False, True)
    late = [str(record.refs["revision"]) for record in tree.activity(what="late")]
    assert [tree.text_of(revision) for revision in late] == [b"words nobody else has\n"]
    assert [entry.path for entry in tree.notes()] == ["travel.md"]


def test_a_note_that_nobody_may_change_is_refused_with_the_cause_and_stays(tree: Tree, folder: Path) -> None:
    note = folder / "travel.md"
    if subprocess.run(["chattr", "+i", note], capture_output=True).returncode:
        pytest.skip("this file system or user knows no immutable files")
    try:
        with pytest.raises(DiskFailed, match="not permitted"):
            tree.writer("vps/hermes").append("travel.md", "- mine")
        assert os.listdir(folder) == ["travel.md"]
    finally:
        subprocess.run(["chattr", "-i", note], check=True)
    assert tree.rescan() == ()
    assert [version.act for version in tree.history("travel.md").versions()] == ["found"]


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """The folder as a file system that nobody can write to."""
    if subprocess.run(["mount", "--bind", folder, folder], capture_output=True).returncode:
        pytest.skip("this user may not mount a file system")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_tree_on_a_read_only_file_system_is_read_and_says_why_it_is_not_written(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a write died in it before."""

    def interrupted(*_: Path) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(exchange, "exchange", interrupted)
        tree.writer("vps/hermes").append("travel.md", "- mine", key="k")
    with read_only(folder), Tree.open(folder) as again:
        assert again.why_readonly.endswith("is on a read-only file system")
        assert again.read("travel.md").text == NOTE
        assert [version.act for version in again.history("travel.md").versions()] == ["found"]
        assert len(os.listdir(folder)) == 2
    assert not tree.writer("vps/hermes").append("travel.md", "- mine", key="k").replayed


def test_a_hold_that_cannot_be_recorded_makes_no_failure_of_a_write_that_stands(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreFailed("No space left on device.")

    monkeypatch.setattr(workings, "trip", full)
    assert tree.writer("vps/hermes").append("travel.md", "- mine").revision
    assert (folder / "travel.md").read_text() == NOTE + "- mine\n"


def test_only_this_user_can_read_what_is_kept(tree: Tree, alone: Path) -> None:
    tree.writer("vps/hermes").append("travel.md", "- mine")
    tree.rules.accept(b'layout = "flat"\n')
    (store,) = (alone / "state").iterdir()
    assert stat.S_IMODE(store.stat().st_mode) == 0o700
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o700 for path in store.iterdir() if path.is_dir())
    private = {path.name for path in store.rglob("*") if path.is_file() and not path.stat().st_mode & 0o077}
    assert private >= {"cache.sqlite3", "000001.jsonl", "config.toml", "id", "path"}
