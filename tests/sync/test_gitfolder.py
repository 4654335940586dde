"""On which commit a tree stands, told without asking git."""

from __future__ import annotations

from pathlib import Path

from tests.sync.nests import Nest

from memwarden.sync.gitfolder import GitFolder


def head(folder: Path) -> str:
    found = GitFolder.find(folder)
    assert found is not None
    return found.head


def test_the_head_is_gits_own_on_a_branch_packed_and_detached(nest: Nest) -> None:
    nest.write("a.md", b"one\n")
    first = nest.commit("first")
    assert head(nest.path) == first
    nest.git("pack-refs", "--all")
    assert head(nest.path) == first
    nest.write("a.md", b"two\n")
    second = nest.commit("second")
    assert head(nest.path) == second
    nest.git("checkout", "-q", "--detach", first)
    assert head(nest.path) == first


def test_a_worktree_has_a_head_of_its_own(nest: Nest, tmp_path: Path) -> None:
    nest.write("a.md", b"one\n")
    nest.commit("first")
    nest.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = Nest(tmp_path / "side")
    side.write("a.md", b"two\n")
    assert side.commit("of the side") == head(side.path) != head(nest.path)


def test_where_nothing_was_committed_or_the_folder_does_not_say_git_has_to(nest: Nest) -> None:
    assert head(nest.path) == ""
    (nest.path / ".git/HEAD").write_text("ref: refs/heads/.invalid\n")
    assert head(nest.path) == ""
    assert GitFolder.find(nest.path.parent) is None
