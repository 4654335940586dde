"""A person makes a folder a tree with rules of its own; nothing that is there is changed, and it can be undone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Tree
from memwarden.memory.init import init

CONFIG = ".memwarden/config.toml"


def test_an_empty_folder_gets_rules_that_hold_and_an_index_as_one_act(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({})
    assert init(tree, tree.person()) == ("INDEX.md", CONFIG)
    assert tree.rules.accepted() == (folder / CONFIG).read_bytes()
    assert tree.rules.pending() is None
    assert tree.rules.policy().layout == "flat"
    assert {record.by for record in tree.activity(note="INDEX.md")} == {tree.me}
    assert [item for item in tree.review() if item.kind == "config"] == []
    tree.person().undo()
    assert [path for path in folder.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("layout", ["nest", "layers", "claude"])
def test_only_a_flat_tree_gets_an_index(make_tree: MakeTree, folder: Path, layout: str) -> None:
    tree = make_tree({})
    assert init(tree, tree.person(), layout) == (CONFIG,)
    assert tree.rules.policy().layout == layout


def test_what_is_there_stays_as_it_is(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"INDEX.md": "mine\n", CONFIG: "layout = 'nest'\n"})
    assert init(tree, tree.person()) == ()
    assert (folder / "INDEX.md").read_text() == "mine\n"
    assert tree.rules.pending() == b"layout = 'nest'\n"
    assert tree.rules.accepted() is None


def test_rules_that_were_accepted_before_are_written_again_without_asking(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "x\n"})
    init(tree, tree.person())
    os.unlink(folder / CONFIG)
    assert init(tree, tree.person()) == (CONFIG,)
    assert tree.rules.pending() is None


def test_a_layout_that_is_none_writes_nothing(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({})
    with refused(Code.BAD_ARGUMENT):
        init(tree, tree.person(), "tree")
    assert os.listdir(folder) == []


def test_rules_an_agent_took_away_still_hold_and_their_loss_is_seen(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "x\n"})
    init(tree, tree.person(), "nest")
    os.unlink(folder / CONFIG)
    assert [(record.what, record.note) for record in tree.rescan()] == [("delete", CONFIG)]
    with refused(Code.POLICY), Tree.open(folder) as again:
        again.writer("vps/hermes").append("a.md", "- more")
