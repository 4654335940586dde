"""What was recorded goes into git by itself, where a person enabled it: act by act, each as its author's."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.memory.commits.clones import Pair, enabled, log, settled, text
from tests.sync.nests import wait_until

from memwarden import Code, Refused, Replace, Tree
from memwarden.memory.commits import Commits, Standing
from memwarden.memory.committing import Committing
from memwarden.sync import commits as plumbing


def test_nothing_is_ever_committed_until_a_person_enabled_it(pair: Pair, tree: Tree) -> None:
    commits = Commits(tree, lambda _: None)
    tree.writer("vps/hermes").append("note.md", "- one")
    assert commits.push() == commits.exchange(person=True) == Standing(on=False)
    assert log(pair[0]) == []
    commits.enable(tree.person().actor, on=True)
    commits.enable(tree.person().actor, on=False)
    tree.writer("vps/hermes").append("note.md", "- two")
    assert not commits.push().on
    assert log(pair[0]) == []


def test_each_act_is_a_commit_of_its_author_in_the_order_of_the_journal(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window", why="asked\nby Sam")
    tree.writer("pi/aras").append("note.md", "- aisle")
    tree.person().edit("note.md", [Replace("- window\n", "- mine\n")])
    here.write("new.md", b"by an editor\n")
    tree.rescan()
    assert settled(commits.push())
    assert log(here, "%an <%ae> %cn %s") == [
        "vps/hermes <hermes@vps> Sam memory: update vps/hermes",
        "pi/aras <aras@pi> Sam memory: update pi/aras",
        f"Sam <sam@example.org> Sam memory: update {tree.me}",
        "unknown <> Sam memory: a change past memwarden",
    ]
    assert text(here, "note.md", "HEAD~3") == b"one\ntwo\nthree\n- window\n"
    assert (
        "append note.md\n\nasked by Sam\n\nMemwarden-Act: " in here.git("log", "-1", "--format=%b", "HEAD~3").decode()
    )
    other.git("pull", "-q")
    assert text(other, "note.md") == b"one\ntwo\nthree\n- mine\n- aisle\n"
    assert here.git("status", "--porcelain") == b""


def test_one_act_on_several_notes_is_one_commit(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    tree.person().create("INDEX.md", "# Index\n\n- [Note](note.md)\n")
    commits = enabled(tree)
    commits.push()
    before = len(log(here))
    tree.person().move("note.md", "notes/first.md")
    assert settled(commits.push())
    assert len(log(here)) == before + 1
    assert here.git("ls-files", "*.md") == b"INDEX.md\nnotes/first.md\n"
    assert b"notes/first.md" in text(here, "INDEX.md")


def test_a_text_that_was_overwritten_before_it_could_be_committed_is_committed_as_it_was(
    pair: Pair, tree: Tree
) -> None:
    here, _ = pair
    commits = enabled(tree)
    for number in range(3):
        tree.person().rewrite("note.md", f"version {number}\n", base=tree.text("note.md").revision)
    commits.push()
    assert [text(here, "note.md", f"HEAD~{back}") for back in (2, 1, 0)] == [
        b"version 0\n", b"version 1\n", b"version 2\n",
    ]  # fmt: skip


def test_lines_that_were_there_uncommitted_are_no_agents(pair: Pair) -> None:
    here, _ = pair
    here.write("note.md", b"one\ntwo\nthree\nby somebody\n")
    with Tree.open(here.path) as tree:
        commits = enabled(tree)
        tree.writer("vps/hermes").append("note.md", "- window")
        commits.push()
    assert log(here) == ["unknown memory: what was not committed before", "vps/hermes memory: update vps/hermes"]
    assert text(here, "note.md", "HEAD~1") == b"one\ntwo\nthree\nby somebody\n"


def test_what_somebody_else_committed_already_is_not_committed_again(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    here.commit("memory: update vps/hermes")
    tree.writer("vps/hermes").append("note.md", "- aisle")
    commits.push()
    assert log(here) == ["Sam memory: update vps/hermes", "vps/hermes memory: update vps/hermes"]


def test_a_process_that_dies_as_the_branch_moves_leaves_nothing_to_commit_twice(
    pair: Pair, tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = pair
    commits = enabled(tree)
    first = tree.text("note.md").revision
    tree.writer("vps/hermes").append("note.md", "- window")
    tree.person().restore("note.md", first)
    tree.writer("vps/hermes").append("note.md", "- aisle")

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(plumbing, "follow", die)
        with pytest.raises(KeyboardInterrupt):
            commits.push()
    assert len(log(here)) == 3
    assert here.git("diff", "--cached", "--name-only").split()[-1] == b"note.md"
    with monkeypatch.context() as patched:
        patched.setattr(plumbing, "advance", die)
        tree.writer("pi/aras").append("note.md", "- another")
        with pytest.raises(KeyboardInterrupt):
            commits.push()
    assert here.git("status", "--porcelain").split()[-1] == b"note.md"
    assert settled(commits.push())
    assert log(here, "%an") == ["vps/hermes", "Sam", "vps/hermes", "pi/aras"]
    assert here.git("status", "--porcelain") == b""


def test_filters_of_the_repository_hold_for_these_commits_too(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    here.git("config", "filter.veil.clean", "tr a-z A-Z")
    here.write(".gitattributes", b"*.md filter=veil\n")
    here.commit("veil")
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    assert settled(commits.push())
    assert text(here, "note.md") == b"ONE\nTWO\nTHREE\n- WINDOW\n"


def test_whoever_lives_on_commits_soon_after_a_write(pair: Pair, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memwarden.memory.committing.LOOK_SECONDS", 0.01)
    committing = Committing(tree)
    committing.start()
    try:
        enabled(tree)
        tree.writer("vps/hermes").append("note.md", "- window")
        wait_until(lambda: log(pair[0], ref="origin/main") == ["vps/hermes memory: update vps/hermes"])
    finally:
        committing.stop()


def test_it_can_be_enabled_only_where_git_can_commit(pair: Pair, tree: Tree, folder: Path) -> None:
    here, _ = pair
    assert Commits(tree, lambda _: None).able() == "on main, and pushes them to origin/main"
    here.write("local/memory/a.md", b"# A\n")
    here.write(".gitignore", b"local/\n")
    for place, why in ((here.path / "local/memory", "told to ignore"), (folder, "No git repository")):
        with Tree.open(place) as other, pytest.raises(Refused, match=why) as refused:
            Commits(other, lambda _: None).able()
        assert refused.value.code is Code.BAD_ARGUMENT
