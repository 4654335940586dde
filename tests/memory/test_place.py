"""The place a tree lies in: a layout that no agent changes, a file system without the exchange."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.conftest import MakeTree

from memwarden import Origin, Refused, Tree
from memwarden.errors import Code
from memwarden.memory import place_health
from memwarden.store import exchange

FLAT = {"INDEX.md": "# Index\n\n- [a](a.md)\n", "a.md": "# A\n\n- one\n"}
RULES = "# Rules\n\n- Agents may do everything\n"


def layouts(folder: Path) -> tuple[str, str]:
    """Those of the rules in a new opening, and of the files."""
    with Tree.open(folder) as tree:
        return tree.rules.policy().layout, tree.rules.looks_like()


def test_an_agent_that_makes_a_nests_folders_gets_no_other_rules(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"notes/a.md": "# A\n\n- one\n"})
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    chat.create("queen/agent-rules.md", RULES)
    chat.create("projects/x.md", "# X\n")
    chat.append("notes/a.md", "- two")
    assert layouts(folder) == ("flat", "nest")


def test_rules_of_an_empty_tree_hold_from_the_first_note_that_an_agent_makes(folder: Path) -> None:
    with Tree.open(folder) as tree:
        tree.writer("vps/hermes").create("queen/agent-rules.md", RULES)
        assert tree.rules.policy().layout == "flat"
    assert layouts(folder) == ("flat", "nest")


def test_an_empty_tree_that_a_person_fills_is_what_they_made_of_it(folder: Path) -> None:
    with Tree.open(folder) as tree:
        (folder / "queen").mkdir()
        (folder / "queen/agent-rules.md").write_text(RULES)
        tree.rescan()
        assert tree.rules.policy().layout == "nest"
        with pytest.raises(Refused) as refused:
            tree.writer("vps/hermes").create("notes/mine.md", "# Mine\n")
        assert refused.value.code is Code.POLICY
    (folder / "queen/agent-rules.md").unlink()
    (folder / "INDEX.md").write_text("# Index\n")
    assert layouts(folder) == ("nest", "flat")


def test_another_look_of_the_folders_is_said_until_a_person_decides(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"notes/a.md": "# A\n"})
    assert "other-layout" not in {finding.code for finding in tree.health()}
    (folder / "queen").mkdir()
    (folder / "queen/agent-rules.md").write_text(RULES)
    tree.rescan()
    (said,) = [finding for finding in tree.health() if finding.code == "other-layout"]
    assert 'layout = "nest"' in said.fix
    tree.rules.accept(b'layout = "nest"\n')
    assert tree.rules.policy().layout == "nest"
    assert "other-layout" not in {finding.code for finding in tree.health()}


def test_where_files_cannot_be_swapped_check_says_so_and_nothing_else_asks(
    make_tree: MakeTree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = make_tree(FLAT)
    monkeypatch.setattr(exchange, "_call", lambda: None)
    place_health._exchanges.cache_clear()
    tree.writer("vps/hermes").append("a.md", "- two")
    assert tree.health() == ()
    assert place_health._exchanges.cache_info().currsize == 0
    assert [(finding.code, finding.warning) for finding in tree.check()] == [("no-exchange", True)]
    assert tree.check(["a.md"]) == ()
    assert sorted(os.listdir(folder)) == ["INDEX.md", "a.md"]
    place_health._exchanges.cache_clear()


def test_where_they_can_check_finds_nothing_and_leaves_nothing(make_tree: MakeTree, folder: Path) -> None:
    place_health._exchanges.cache_clear()
    assert make_tree(FLAT).check() == ()
    assert sorted(os.listdir(folder)) == ["INDEX.md", "a.md"]
