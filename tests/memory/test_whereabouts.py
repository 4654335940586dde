"""How far a note has come: what real Syncthings and real git say of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.sync.cluster import running
from tests.sync.conftest import nest, pair
from tests.sync.nests import Nest

from memwarden import Tree
from memwarden.memory.whereabouts import Whereabouts, whereabouts

__all__ = ["nest", "pair"]


@pytest.mark.skipif(shutil.which("syncthing") is None, reason="the program syncthing is not installed")
@pytest.mark.xdist_group("syncthing")
def test_each_device_has_the_note_or_not_also_while_it_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path, ("a", "b")) as cluster:
        here, other = cluster
        monkeypatch.setenv("STHOMEDIR", str(here.home))
        here.write("note.md", b"one\n")
        cluster.settle()
        with Tree.open(here.folder) as tree:

            def standing(note: str) -> list[tuple[str, bool | None, bool]]:
                tree.carriers.state()
                return [(one.name, one.has, one.away) for one in whereabouts(tree, note).holders]

            assert standing("note.md") == [("b", True, False)]
            cluster.apart()
            assert standing("note.md") == [("b", True, True)]
            here.write("note.md", b"two\n")
            here.scan()
            assert standing("note.md") == [("b", False, True)]
            here.write("new.md", b"new\n")
            assert whereabouts(tree, "new.md").problem == "not seen by Syncthing yet"
            assert other.read("note.md") == b"one\n"


def test_a_tree_that_nothing_carries_has_nothing_to_say(make_tree: MakeTree) -> None:
    assert whereabouts(make_tree({"a.md": "one\n"}), "a.md") == Whereabouts()


def test_git_says_whether_a_note_is_committed_and_pushed(pair: tuple[Nest, Nest]) -> None:
    nest, _ = pair
    with Tree.open(nest.path) as tree:
        assert whereabouts(tree, "note.md").git == "committed and pushed"
        nest.write("note.md", b"other\n")
        assert whereabouts(tree, "note.md").git == "uncommitted"
        nest.commit("memory: more")
        assert whereabouts(tree, "note.md").git == "committed, not pushed"
        nest.write("new [1].md", b"new\n")
        assert whereabouts(tree, "new [1].md").git == "not in git"


def test_without_a_remote_a_commit_is_all_there_is(nest: Nest) -> None:
    nest.write(".gitignore", b"own.md\n")
    nest.write("own.md", b"mine\n")
    nest.write("note.md", b"one\n")
    nest.commit("memory: start")
    with Tree.open(nest.path) as tree:
        assert (whereabouts(tree, "note.md").git, whereabouts(tree, "own.md").git) == ("committed", "not in git")
