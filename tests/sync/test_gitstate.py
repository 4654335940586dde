"""The state of a repository is judged from what lies there, whatever the last command said."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.sync.nests import Nest

from memwarden.sync.git import GitState, Repository, repository

Pair = tuple[Nest, Nest]


def opened(folder: Path) -> Repository:
    found = repository(folder)
    assert found is not None
    return found


def state(nest: Nest) -> GitState:
    return opened(nest.path).state()


def diverge(pair: Pair, *, commit: bool) -> Nest:
    """The other clone pushed its edit of a line that this one edited too."""
    here, other = pair
    other.write("note.md", b"one\nTHEIRS\nthree\n")
    other.commit("memory: update vps/hermes")
    other.git("push", "-q")
    here.write("note.md", b"one\nOURS\nthree\n")
    if commit:
        here.commit("memory: update laptop/claude")
    return here


def test_a_repository_at_rest_is_clean_and_knows_its_branch(pair: Pair) -> None:
    found = state(pair[0])
    assert found.clean
    assert (found.branch, found.detached, found.ahead, found.behind) == ("main", False, 0, 0)
    assert found.stashes == found.unmerged == found.uncommitted == ()


def test_a_stopped_rebase_shows_the_stages_and_whose_they_are(pair: Pair) -> None:
    here = diverge(pair, commit=True)
    here.git("pull", "-q", "--rebase", ok=False)
    repo = opened(here.path)
    found = repo.state()
    assert (found.under_way, found.detached, found.branch) == ("rebase", True, "main")
    assert not found.clean
    (unmerged,) = found.unmerged
    assert unmerged.path == "note.md"
    read = repo.blobs(filter(None, (unmerged.base, *found.sides(unmerged))))
    mine, other = found.sides(unmerged)
    assert read[unmerged.base or ""] == b"one\ntwo\nthree\n"
    assert read[mine or ""] == b"one\nOURS\nthree\n"
    assert read[other or ""] == b"one\nTHEIRS\nthree\n"


def test_a_stopped_merge_keeps_gits_own_sides(pair: Pair) -> None:
    here = diverge(pair, commit=True)
    here.git("pull", "-q", "--no-rebase", ok=False)
    repo = opened(here.path)
    found = repo.state()
    assert (found.under_way, found.detached) == ("merge", False)
    assert (found.ahead, found.behind) == (1, 1)
    mine, _ = found.sides(found.unmerged[0])
    assert repo.blobs([mine or ""])[mine or ""] == b"one\nOURS\nthree\n"


def test_an_autostash_that_a_successful_pull_left_behind_is_seen(pair: Pair) -> None:
    here = diverge(pair, commit=False)
    pulled = subprocess.run(
        ["git", "pull", "-q", "--rebase", "--autostash"], cwd=here.path, capture_output=True, check=False
    )
    assert pulled.returncode == 0
    repo = opened(here.path)
    found = repo.state()
    assert found.autostash_left
    assert not found.clean
    (stash,) = found.stashes
    assert here.git("cat-file", "blob", f"{stash.sha}:note.md") == b"one\nOURS\nthree\n"
    mine, other = found.sides(found.unmerged[0])
    read = repo.blobs([mine or "", other or ""])
    assert list(read.values()) == [b"one\nOURS\nthree\n", b"one\nTHEIRS\nthree\n"]


def test_uncommitted_edits_that_a_stopped_rebase_holds_can_be_read(pair: Pair) -> None:
    here, _ = pair
    here.write("todo.md", b"- a\n")
    here.commit("todo")
    here = diverge(pair, commit=True)
    here.write("todo.md", b"- a\n- uncommitted\n")
    here.git("pull", "-q", "--rebase", "--autostash", ok=False)
    repo = opened(here.path)
    found = repo.state()
    assert found.under_way == "rebase"
    assert not found.autostash_left
    assert here.git("cat-file", "blob", f"{found.held}:todo.md") == b"- a\n- uncommitted\n"


def test_a_note_edited_here_and_deleted_there_misses_a_stage(pair: Pair) -> None:
    here, other = pair
    other.git("rm", "-q", "note.md")
    other.commit("gone")
    other.git("push", "-q")
    here.write("note.md", b"edited\n")
    here.commit("edit")
    here.git("pull", "-q", "--no-rebase", ok=False)
    found = state(here)
    (unmerged,) = found.unmerged
    assert unmerged.base is not None
    assert unmerged.theirs is None
    assert found.sides(unmerged) == (unmerged.ours, None)


def test_the_tree_counts_what_is_unmerged_outside_it(nest: Nest) -> None:
    for name in ("code.py", "memory/a.md", "memory/sp ace.md"):
        nest.write(name, b"1\n")
    nest.commit("base")
    nest.git("checkout", "-q", "-b", "side")
    for name in ("code.py", "memory/a.md", "memory/sp ace.md"):
        nest.write(name, b"2\n")
    nest.commit("side")
    nest.git("checkout", "-q", "main")
    for name in ("code.py", "memory/a.md", "memory/sp ace.md"):
        nest.write(name, b"3\n")
    nest.commit("main")
    nest.git("merge", "-q", "side", ok=False)
    found = opened(nest.path / "memory").state()
    assert [unmerged.path for unmerged in found.unmerged] == ["a.md", "sp ace.md"]
    assert found.unmerged_outside == 1


def test_uncommitted_edits_and_renames_are_told_by_path(nest: Nest) -> None:
    for name in ("a.md", "b c.md", "code.txt"):
        nest.write(f"memory/{name}", name.encode() * 20)
    nest.write("outside.md", b"1\n")
    nest.commit("base")
    nest.write("memory/b c.md", b"edited\n")
    nest.write("outside.md", b"2\n")
    nest.write("memory/untracked.md", b"new\n")
    nest.git("mv", "memory/a.md", "memory/moved.md")
    found = opened(nest.path / "memory").state()
    assert found.uncommitted == ("b c.md", "moved.md")
    assert found.clean


def test_a_detached_head_is_said(nest: Nest) -> None:
    nest.commit("one")
    nest.git("checkout", "-q", "--detach")
    found = state(nest)
    assert (found.detached, found.branch, found.ahead, found.behind) == (True, "", None, None)
    assert not found.clean


@pytest.mark.parametrize(
    ("command", "under_way"), [("cherry-pick", "cherry-pick"), ("revert", "revert"), ("bisect", "bisect")]
)
def test_other_acts_under_way_are_named(nest: Nest, command: str, under_way: str) -> None:
    for text in (b"1\n", b"2\n", b"3\n"):
        nest.write("a.md", text)
        nest.commit("edit")
    nest.git(command, "start" if command == "bisect" else "HEAD~1", ok=False)
    assert state(nest).under_way == under_way


def test_commits_on_both_sides_are_counted(pair: Pair) -> None:
    here = diverge(pair, commit=True)
    here.commit("another")
    here.git("fetch", "-q")
    found = state(here)
    assert (found.ahead, found.behind) == (2, 1)


def test_a_leftover_lock_is_told_with_its_age_and_without_a_holder(nest: Nest) -> None:
    nest.commit("one")
    lock = nest.path / ".git/index.lock"
    lock.touch()
    made = lock.stat().st_mtime - 600
    os.utime(lock, (made, made))
    found = state(nest)
    assert found.index_lock is not None
    assert 595 < found.index_lock.age < 700
    assert found.index_lock.holder == ""
    assert lock.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only /proc tells who holds a file")
def test_the_holder_of_a_living_lock_is_named(nest: Nest) -> None:
    nest.commit("one")
    with (nest.path / ".git/index.lock").open("wb"):
        found = state(nest)
    assert found.index_lock is not None
    assert f"(process {os.getpid()})" in found.index_lock.holder


def test_looking_at_the_state_takes_no_lock_and_writes_nothing(nest: Nest) -> None:
    nest.write("a.md", b"1\n")
    nest.commit("one")
    os.utime(nest.path / "a.md")
    before = {path: path.stat().st_mtime_ns for path in nest.path.rglob("*")}
    state(nest)
    assert {path: path.stat().st_mtime_ns for path in nest.path.rglob("*")} == before


def test_a_stale_lock_does_not_hinder_reading(nest: Nest) -> None:
    nest.write("a.md", b"1\n")
    nest.commit("one")
    (nest.path / ".git/index.lock").touch()
    repo = opened(nest.path)
    assert len(repo.log("a.md")) == 1
    assert repo.state().index_lock is not None


def test_a_worktree_is_a_repository_with_its_own_state(nest: Nest, tmp_path: Path) -> None:
    nest.write("a.md", b"1\n")
    nest.commit("one")
    nest.git("worktree", "add", "-q", "-b", "work", str(tmp_path / "work"))
    repo = opened(tmp_path / "work")
    assert repo.state().branch == "work"
    assert len(repo.log("a.md")) == 1
    commit = repo.log("a.md")[0]
    assert repo.blob(commit.blob_after or "") == b"1\n"
    repo.close()
