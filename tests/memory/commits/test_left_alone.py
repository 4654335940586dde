"""What the committer leaves to git and to people: files kept out of the way, links, names that break other clones."""

from __future__ import annotations

import pytest
from tests.memory.commits.clones import Pair, enabled, log, settled, text
from tests.sync.nests import wait_until

from memwarden import Tree
from memwarden.memory.committing import Committing
from memwarden.sync import commits as plumbing


def test_notes_that_a_sparse_checkout_keeps_out_are_not_deleted_for_everybody(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    here.write("other.md", b"other\n")
    here.commit("other")
    tree.rescan()
    commits = enabled(tree)
    here.git("sparse-checkout", "set", "--no-cone", "/note.md")
    assert not (here.path / "other.md").exists()
    tree.rescan()
    assert settled(commits.push())
    assert text(here, "other.md") == b"other\n"


def test_a_note_that_is_a_link_is_no_file_to_git(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    (here.path / "link.md").symlink_to("note.md")
    tree.rescan()
    tree.writer("vps/hermes").append("link.md", "- through it")
    assert settled(commits.push())
    assert here.git("ls-files", "link.md") == b""


@pytest.mark.parametrize("folder", ["git~1", "GIT~1 .", ".g\u200cit"])
def test_a_name_that_no_clone_could_check_out_is_held_until_it_is_gone(pair: Pair, tree: Tree, folder: str) -> None:
    here, _ = pair
    commits = enabled(tree)
    note = f"{folder}/x.md"
    here.write(note, b"x\n")
    tree.look([note])
    held = commits.push().held
    assert not held or held == ((note, "git takes no file of this name"),)
    assert b"x.md" not in here.git("ls-tree", "-r", "--name-only", "HEAD")
    (here.path / note).unlink()
    tree.look([note])
    assert commits.push().held == ()


def test_two_trees_of_one_repository_never_take_each_others_commits(
    pair: Pair, tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = pair
    here.git("worktree", "add", "-q", "-b", "side", "../side")
    run = plumbing.run
    with Tree.open(here.path.parent / "side") as side:
        commits, others = enabled(tree), enabled(side)
        tree.writer("vps/hermes").append("note.md", "- here")
        side.writer("pi/aras").append("note.md", "- there")

        def between(*asked: object, **options: object) -> object:
            done = run(*asked, **options)
            if "fast-import" in asked:
                monkeypatch.setattr(plumbing, "run", run)
                others.push()
            return done

        monkeypatch.setattr(plumbing, "run", between)
        commits.push()
    assert text(here, "note.md", "main") == b"one\ntwo\nthree\n- here\n"
    assert text(here, "note.md", "side") == b"one\ntwo\nthree\n- there\n"
    assert here.git("for-each-ref", "refs/memwarden") == b""


def test_whoever_only_watches_takes_in_what_others_wrote(
    pair: Pair, tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memwarden.memory.committing.LOOK_SECONDS", 0.01)
    monkeypatch.setattr("memwarden.memory.committing.ASK_SECONDS", 0.0)
    here, other = pair
    commits = enabled(tree)
    committing = Committing(tree)
    committing.start()
    try:
        wait_until(lambda: commits.standing().looked)
        other.share("theirs.md", b"theirs\n", "theirs")
        wait_until((here.path / "theirs.md").exists)
    finally:
        committing.stop()
    assert log(here, "%s") == ["theirs"]
