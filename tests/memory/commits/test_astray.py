"""Where somebody rewrote what others have, or a rebase would stop with nobody there, nothing is taken in or pushed."""

from __future__ import annotations

from tests.memory.commits.clones import Pair, enabled, log, settled, text

from memwarden import Replace, Tree


def test_what_was_taken_out_on_the_other_side_is_not_brought_back(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    other.share("leak.md", b"do not tell\n", "leak")
    assert settled(commits.exchange(person=False))
    other.git("reset", "-q", "--hard", "HEAD~1")
    other.git("push", "-q", "--force")
    tree.writer("vps/hermes").append("note.md", "- window")
    for standing in (commits.push(), commits.exchange(person=True)):
        assert standing.problem.startswith("origin/main was rewritten, and this side still has what is gone there")
    assert log(other, ref="origin/main") == []
    here.git("reset", "-q", "--keep", "origin/main")
    assert settled(commits.exchange(person=False))


def test_commits_that_a_person_rewrites_here_are_not_rebased_under_their_hands(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    assert settled(commits.exchange(person=False))
    here.git("commit", "-q", "--amend", "-m", "amended")
    other.share("theirs.md", b"theirs\n", "theirs")
    assert commits.exchange(person=True).problem.startswith("commits were rewritten here that origin/main has")
    assert here.git("log", "-1", "--format=%s") == b"amended\n"


def test_a_branch_that_is_gone_on_the_other_side_is_not_made_anew(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    remote = str(here.path.parent / "remote")
    here.git("-C", remote, "branch", "-m", "main", "trunk")
    tree.writer("vps/hermes").append("note.md", "- window")
    assert "couldn't find remote ref refs/heads/main" in commits.push().problem
    assert here.git("-C", remote, "for-each-ref", "--format=%(refname:short)", "refs/heads") == b"trunk\n"


def test_a_merge_that_is_not_pushed_is_not_taken_apart(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    here.git("checkout", "-q", "-b", "side")
    here.write("side.md", b"side\n")
    here.commit("side")
    here.git("checkout", "-q", "main")
    here.git("merge", "-q", "--no-ff", "-m", "a merge", "side")
    other.share("theirs.md", b"theirs\n", "theirs")
    assert commits.exchange(person=True).problem.startswith("a merge that is not pushed would be taken apart")
    assert here.git("rev-list", "--merges", "--count", "HEAD") == b"1\n"


def test_a_rebase_that_would_stop_half_way_is_not_begun_where_nobody_is_there(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    other.share("note.md", b"one\nTHEIRS\nthree\n", "theirs")
    tree.person().edit("note.md", [Replace("two", "OURS")])
    tree.person().edit("note.md", [Replace("OURS", "two")])
    assert commits.push().problem.startswith("both sides changed the same lines")
    assert here.git("status", "--porcelain") == b""
    assert text(here, "note.md") == b"one\ntwo\nthree\n"


def test_what_a_hook_says_is_told(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    hook = here.path / ".git/hooks/pre-push"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not on a Sunday >&2\nexit 1\n")
    hook.chmod(0o755)
    tree.writer("vps/hermes").append("note.md", "- window")
    assert commits.push().problem == "not pushed to origin/main: git push failed: not on a Sunday"
