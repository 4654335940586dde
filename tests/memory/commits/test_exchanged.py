"""Commits are pushed and others' taken in: past a dead network, a faster clone, and edits nobody committed."""

from __future__ import annotations

from tests.memory.commits.clones import Pair, enabled, log, settled, text

from memwarden import Grade, Replace, Tree
from memwarden.memory import commit_run


def test_without_a_network_commits_are_made_and_pushed_at_the_next_try(pair: Pair, tree: Tree) -> None:
    here, other = pair
    remote = here.path.parent / "remote"
    away = remote.rename(remote.with_name("away"))
    waited: list[float] = []
    commits = enabled(tree, waited.append)
    tree.writer("vps/hermes").append("note.md", "- window")
    standing = commits.push()
    assert standing.made == 1 and standing.problem.startswith("not pushed to origin/main")
    assert [int(2 * seconds) / 2 for seconds in waited] == [*commit_run.RETRIES]
    away.rename(remote)
    standing = commits.push()
    assert settled(standing) and standing.pushed
    other.git("pull", "-q")
    assert log(other) == ["vps/hermes memory: update vps/hermes"]


def test_a_push_that_comes_second_takes_in_the_others_first(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    other.share("theirs.md", b"theirs\n", "memory: update pi/aras")
    tree.writer("vps/hermes").append("note.md", "- window")
    assert settled(commits.push())
    assert log(here) == ["Sam memory: update pi/aras", "vps/hermes memory: update vps/hermes"]
    assert tree.text("theirs.md").text == "theirs\n"
    assert log(here, ref="origin/main") == log(here)
    assert settled(commits.push()) and len(log(here)) == 2


def test_where_both_changed_the_same_lines_only_a_persons_sync_lets_a_rebase_stop(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    other.share("note.md", b"one\nTHEIRS\nthree\n", "memory: update pi/aras")
    tree.person().edit("note.md", [Replace("two", "OURS")])
    assert commits.push().problem.startswith("both sides changed the same lines")
    assert (here.path / "note.md").read_bytes() == b"one\nOURS\nthree\n"
    assert commits.exchange(person=True).problem.startswith("the rebase stopped at 1 note")
    assert [conflict.note for conflict in tree.conflicts()] == ["note.md"]
    assert commits.push().problem == "a rebase is under way"
    person = tree.person()
    (conflict,) = tree.conflicts()
    person.resolve(conflict, b"one\nBOTH\nthree\n")
    assert person.git_act(tree.git_preview("continue")).findings == ()
    assert settled(commits.push())
    assert log(here, "%s", "origin/main")[:2] == ["memory: update pi/aras", f"memory: update {tree.me}"]
    assert text(here, "note.md", "origin/main") == b"one\nBOTH\nthree\n"


def test_edits_that_are_not_committed_are_told_and_never_stashed(pair: Pair, tree: Tree) -> None:
    here, other = pair
    here.share("code.py", b"a = 1\n", "code")
    commits = enabled(tree)
    other.git("pull", "-q")
    other.share("theirs.md", b"theirs\n", "theirs")
    here.git("config", "rebase.autoStash", "true")
    here.write("code.py", b"a = 2\n")
    tree.writer("vps/hermes").append("note.md", "- window")
    standing = commits.exchange(person=True)
    assert standing.problem == "edits that are not committed are in the way: code.py"
    assert (here.path / "code.py").read_bytes() == b"a = 2\n"
    assert here.git("stash", "list") == b""


def test_in_a_repository_of_code_only_the_tree_is_committed_and_nobodys_work_is_pushed_along(pair: Pair) -> None:
    here, _ = pair
    here.share("memory/a.md", b"# A\n", "a tree inside")
    with Tree.open(here.path / "memory") as tree:
        commits = enabled(tree)
        tree.writer("vps/hermes").append("a.md", "- one")
        assert settled(commits.push())
        here.write("code.py", b"unfinished\n")
        here.commit("unfinished")
        tree.writer("vps/hermes").append("a.md", "- two")
        assert commits.push().problem.startswith("commits that are not pushed change more than this tree")
    assert log(here, "%s", "origin/main")[-1] == "memory: update vps/hermes"
    assert text(here, "memory/a.md") == b"# A\n- one\n- two\n"


def test_history_shows_what_was_committed_once_and_a_clone_knows_its_authors(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    here.write("note.md", b"one\ntwo\nthree\n- window\nby an editor\n")
    tree.rescan()
    assert settled(commits.push())
    acts = [(version.engine, version.act) for version in tree.history("note.md").versions()]
    assert acts == [("journal", "outside"), ("journal", "append"), ("git", "create")]
    other.git("pull", "-q")
    with Tree.open(other.path) as clone:
        *_, window, editor = clone.provenance("note.md")
        assert (window.by, window.grade) == ("vps/hermes", Grade.CLAIMED)
        assert editor.by == ""
