"""What is not committed, or not yet: what a person staged, what git is in the middle of, what holds a secret."""

from __future__ import annotations

import os
from typing import Any

import pytest
from tests.memory.commits.clones import Pair, enabled, log, settled, text

from memwarden import Tree
from memwarden.sync import commits as plumbing

KEY = "sk-ant-api03-Zq7Lw9Xv2Rt5Yb8Nc1Md4Pf6"


def test_what_a_person_has_staged_and_what_they_have_not_stays_as_it_is(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    here.write("code.py", b"a = 1\n")
    here.write("half.py", b"a = 1\nb = 1\n")
    here.commit("code")
    commits = enabled(tree)
    here.write("code.py", b"a = 2\n")
    here.git("add", "code.py")
    here.write("half.py", b"a = 2\n")
    here.write("loose.txt", b"not in git\n")
    before = here.git("diff", "--cached"), here.git("diff"), here.git("status", "--porcelain")
    tree.writer("vps/hermes").append("note.md", "- window")
    assert settled(commits.push())
    assert (here.git("diff", "--cached"), here.git("diff"), here.git("status", "--porcelain")) == before
    changed = here.git("show", "--name-only", "--format=", "HEAD").decode().split()
    assert changed[-1] == "note.md" and "code.py" not in changed


def test_a_note_that_a_person_has_staged_waits_for_them_and_is_made_up_for(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    tree.writer("vps/hermes").create("other.md", "# Other\n", link="")
    commits = enabled(tree)
    here.write("note.md", b"one\ntwo\nthree\nstaged\n")
    here.git("add", "note.md")
    tree.rescan()
    tree.writer("vps/hermes").append("note.md", "- after it")
    tree.writer("pi/aras").append("other.md", "- meanwhile")
    standing = commits.push()
    assert standing.held == (("note.md", "you have staged it: commit or unstage it"),)
    assert log(here)[-1] == "pi/aras memory: update pi/aras"
    assert here.git("diff", "--cached", "--name-only") == b"note.md\n"
    here.git("commit", "-qm", "mine")
    assert settled(commits.push())
    assert log(here)[-2:] == ["Sam mine", "vps/hermes memory: update vps/hermes"]
    assert here.git("status", "--porcelain") == b""


def test_what_a_person_stages_while_the_branch_moves_stays_staged(
    pair: Pair, tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = pair
    commits = enabled(tree)
    follow = plumbing.follow

    def stage_first(*move: Any) -> None:
        here.write("note.md", b"staged\n")
        here.git("add", "note.md")
        follow(*move)

    monkeypatch.setattr(plumbing, "follow", stage_first)
    tree.writer("vps/hermes").append("note.md", "- window")
    assert commits.push().made == 1
    assert text(here, "note.md", "") == b"staged\n"


def test_a_secret_that_came_past_us_stays_here_until_a_person_lets_it_pass(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    here.write("note.md", f"one\ntwo\nkey {KEY}\n".encode())
    tree.rescan()
    tree.writer("vps/hermes").create("other.md", "# Other\n", link="")
    ((note, why),) = commits.push().held
    assert note == "note.md" and why.startswith("line 3 holds") and KEY not in why
    assert KEY.encode() not in here.git("cat-file", "--batch-all-objects", "--batch")
    assert log(here) == ["vps/hermes memory: update vps/hermes"]
    tree.person().admit(why.rpartition(" ")[2])
    assert settled(commits.push())
    assert text(here, "note.md").endswith(KEY.encode() + b"\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["checkout", "-q", "--detach"], "the repository is on no branch"),
        (["update-ref", "MERGE_HEAD", "HEAD"], "a merge is under way"),
    ],
)
def test_nothing_is_committed_where_git_is_in_the_middle_of_something(
    pair: Pair, tree: Tree, arguments: list[str], why: str
) -> None:
    here, _ = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    here.git(*arguments)
    standing = commits.push()
    assert (standing.problem, standing.waiting, standing.made) == (why, 1, 0)
    assert log(here) == []


def test_a_lock_that_was_left_over_is_told_and_waited_for(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    lock = here.path / ".git/index.lock"
    lock.touch()
    os.utime(lock, (0, 0))
    assert commits.push().problem.startswith("git is locked by an index.lock that is ")
    lock.unlink()
    assert settled(commits.push())


def test_the_branch_stays_where_it_is_while_another_git_is_at_work(
    pair: Pair, tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    lock = here.path / ".git/index.lock"
    build = plumbing.build

    def begin_meanwhile(*asked: Any) -> str:
        lock.touch()
        return build(*asked)

    with monkeypatch.context() as patched:
        patched.setattr(plumbing, "build", begin_meanwhile)
        assert commits.push().problem == "git is at work here just now."
    assert log(here) == []
    lock.unlink()
    assert settled(commits.push())


def test_ignored_notes_are_left_alone_also_after_they_are_gone(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    here.write(".gitignore", b"local/\n")
    here.commit("ignore")
    commits = enabled(tree)
    for name in ("local/a.md", "local/b.md"):
        here.write(name, b"private\n")
    tree.rescan()
    (here.path / "local/b.md").unlink()
    tree.rescan()
    assert settled(commits.push())
    assert log(here) == ["Sam ignore"]
    assert b"private" not in here.git("cat-file", "--batch-all-objects", "--batch")


def test_two_processes_never_commit_at_once(pair: Pair, tree: Tree) -> None:
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    with commits._file.alone() as alone:
        assert alone
        assert commits.push().problem == "another memwarden is at it just now"
    assert settled(commits.push())
