"""A key makes a retry safe: one effect, the first answer again, and no other call under its name."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Origin, Replace, Tree
from memwarden.memory.writer import Writer

NOTE = "# Travel\n\n- Aisle seats\n"


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n", "travel.md": NOTE})


@pytest.fixture
def chat(tree: Tree) -> Writer:
    return tree.writer("vps/hermes", origin=Origin.CHAT)


def test_a_key_of_a_write_that_changed_nothing_counts_as_used_also_after_a_restart(
    tree: Tree, chat: Writer, folder: Path
) -> None:
    base = tree.text("travel.md").revision
    first = chat.rewrite("travel.md", NOTE, base=base, key="k")
    tree.person().append("travel.md", "- in between")
    with Tree.open(folder) as again:
        hermes = again.writer("vps/hermes", origin=Origin.CHAT)
        replayed = hermes.rewrite("travel.md", NOTE, base=base, key="k")
        assert replayed == first._replace(replayed=True)
        with refused(Code.KEY_REUSED):
            hermes.rewrite("travel.md", "# Other\n", base=base, key="k")
        with refused(Code.KEY_REUSED):
            hermes.append("travel.md", NOTE, key="k")
    assert (folder / "travel.md").read_text() == NOTE + "- in between\n"
    assert [version.act for version in tree.history("travel.md").versions()] == ["append", "found"]


def test_a_note_that_was_adopted_under_a_key_is_adopted_once_and_linked_once(
    tree: Tree, chat: Writer, folder: Path
) -> None:
    first = chat.create("travel.md", "# Mine\n", link="", key="k")
    assert chat.create("travel.md", "# Mine\n", link="", key="k") == first._replace(replayed=True)
    assert (folder / "travel.md").read_text() == NOTE
    assert (folder / "INDEX.md").read_text().count("travel.md") == 1


def test_an_act_of_a_person_that_changed_nothing_is_nothing_to_undo(tree: Tree, folder: Path) -> None:
    me = tree.person()
    me.append("travel.md", "- mine")
    me.edit("travel.md", [Replace("Aisle", "Aisle")], key="k")
    assert me.undo().notes == ("travel.md",)
    assert (folder / "travel.md").read_text() == NOTE


def test_keys_are_each_writers_own(tree: Tree, chat: Writer, folder: Path) -> None:
    chat.append("travel.md", "- hermes", key="1")
    assert not tree.writer("vps/codex").append("travel.md", "- codex", key="1").replayed
    assert (folder / "travel.md").read_text() == NOTE + "- hermes\n- codex\n"


def test_a_refused_write_leaves_its_key_free(tree: Tree, chat: Writer) -> None:
    with refused(Code.ANCHOR_MISSING):
        chat.edit("travel.md", [Replace("Middle", "Window")], key="k")
    assert not chat.edit("travel.md", [Replace("Aisle", "Window")], key="k").replayed
