"""How far a note has come: what real Syncthings and real git say of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.sync.cluster import running
from tests.sync.conftest import nest, pair, recorded
from tests.sync.nests import Nest
from tests.sync.recorded import Recorded
from tests.sync.test_syncthing import folder_on

from memwarden import Tree
from memwarden.memory.whereabouts import Whereabouts, whereabouts
from memwarden.sync.blocks import blocks_hash

__all__ = ["nest", "pair", "recorded"]


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


OWN = {"name": "a.md", "version": ["A:1"], "size": 4}
NEWER = {**OWN, "version": ["B:2"]}


@pytest.mark.parametrize(
    ("kind", "own", "world", "problem", "has"),
    [
        ("sendreceive", OWN, OWN, "", True),
        ("sendreceive", {**OWN, "blocksHash": blocks_hash(b"one\n")}, OWN, "", True),
        ("sendreceive", {**OWN, "blocksHash": blocks_hash(b"two\n")}, OWN, "not seen by Syncthing yet", False),
        ("sendreceive", {**OWN, "size": 3}, OWN, "not seen by Syncthing yet", False),
        ("sendreceive", {**OWN, "ignored": True, "size": 0}, OWN, "ignored by .stignore", False),
        ("receiveonly", {**OWN, "localFlags": 8}, NEWER, "stays here: the folder only receives", False),
        ("sendreceive", OWN, NEWER, "a newer one is on its way here", True),
        ("sendonly", OWN, NEWER, "others have another: the folder only sends", True),
    ],
)
def test_why_others_lack_what_is_here_is_said(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    kind: str, own: dict[str, object], world: dict[str, object], problem: str, has: bool,
) -> None:  # fmt: skip
    monkeypatch.setenv("STHOMEDIR", str(tmp_path))
    folder = folder_on(recorded, tmp_path, kind=kind)
    (folder.root / "a.md").write_text("one\n")
    holding = [{"id": id} for id in folder.folder.devices]
    answer = {"local": own, "global": world, "availability": holding}
    recorded.instead["/rest/db/file"] = (200, json.dumps(answer).encode())
    with Tree.open(folder.root) as tree:
        stands = whereabouts(tree, "a.md")
    assert (stands.problem, [holder.has for holder in stands.holders]) == (problem, [has])


def test_a_link_is_not_compared_with_the_text_it_leads_to(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STHOMEDIR", str(tmp_path))
    folder = folder_on(recorded, tmp_path)
    (folder.root / "to.md").write_text("one\n")
    (folder.root / "a.md").symlink_to("to.md")
    recorded.instead["/rest/db/file"] = (200, json.dumps({"local": {**OWN, "size": 0}, "global": OWN}).encode())
    with Tree.open(folder.root) as tree:
        assert whereabouts(tree, "a.md").problem == ""


def test_a_file_unknown_where_files_are_ignored_may_be_one_of_them(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STHOMEDIR", str(tmp_path))
    recorded.instead["/rest/db/status"] = (200, b'{"state": "idle", "ignorePatterns": true}')
    with Tree.open(folder_on(recorded, tmp_path).root) as tree:
        assert whereabouts(tree, "never.md").problem == "not seen by Syncthing yet, or ignored"


def test_a_paused_folder_knows_nothing_of_a_note(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STHOMEDIR", str(tmp_path))
    with Tree.open(folder_on(recorded, tmp_path, paused=True).root) as tree:
        assert whereabouts(tree, "a.md") == Whereabouts(problem="sync is paused here")


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
