"""Deletions and other losses in Review: what went comes back whole or in parts, or is accepted as meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.tui.at_work import at_work
from tests.tui.tidied import PLAIN, TRAVEL, agent, delete_lines, text_of, tidied, titles

from memwarden import Tree
from memwarden.memory.review import ItemKind
from memwarden_tui.screens.reviewrestore import RestoreScreen

MakeTree = Callable[[dict[str, str | bytes]], Tree]


@pytest.fixture
def deleted(make_tree: MakeTree) -> Tree:
    return tidied(make_tree, "travel.md")


async def test_r_shows_the_difference_first_and_w_restores_the_very_bytes(deleted: Tree) -> None:
    deleted.person().append("food.md", "- an older act")
    async with at_work(deleted) as desk:
        await desk.press("r", "u")
        assert "Nothing was written here yet." in desk.toast and "u Undo" not in desk.keys
        assert "an older act" in text_of(deleted, "food.md")
        assert isinstance(desk.screen, RestoreScreen)
        assert text_of(deleted, "travel.md") == "# Tidied\n"
        assert "+  - Fact number 3 about trips" in desk.text and "13 lines back, 1 go" in desk.text
        await desk.press("w")
        assert text_of(deleted, "travel.md") == TRAVEL
        assert "Restored 13 lines of travel.md." in desk.toast
        assert titles(deleted) == []
        await desk.press("u")
        assert text_of(deleted, "travel.md") == "# Tidied\n"
        assert titles(deleted) == ["deletion: travel.md"]


async def test_a_restore_is_bound_to_the_note_that_was_shown(deleted: Tree) -> None:
    async with at_work(deleted) as desk:
        await desk.press("r")
        agent(deleted).append("travel.md", "- new since\n")
        await desk.press("w")
        assert isinstance(desk.screen, RestoreScreen)
        assert "new since" in text_of(deleted, "travel.md")
        assert "−  - new since" in desk.text and "written to since: that goes too" in desk.text
        await desk.press("w")
        assert text_of(deleted, "travel.md") == TRAVEL


async def test_s_restores_single_hunks_and_keeps_what_was_written_since(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    writer = agent(tree)
    kept = TRAVEL.replace("- Fact number 2 about trips\n", "").replace("- Fact number 9 about trips\n", "")
    kept = kept.replace("- Fact number 3 about trips\n", "").replace("- Fact number 10 about trips\n", "")
    writer.rewrite("travel.md", kept, base=writer.read("travel.md").revision)
    writer.append("travel.md", "- new since\n")
    assert titles(tree) == ["lost lines: travel.md"]
    async with at_work(tree) as desk:
        await desk.press("s")
        assert len(desk.screen.parts) == 2 and not desk.screen.chosen
        await desk.press("j", "space")
        assert "+  - Fact number 9 about trips" in desk.text
        await desk.press("w")
    text = text_of(tree, "travel.md")
    assert "number 9" in text and "number 10" in text and "number 2 " not in text and "new since" in text
    assert titles(tree) == []


async def test_a_burst_is_one_card_whose_notes_come_back_as_one_act(make_tree: MakeTree) -> None:
    tree = tidied(make_tree, "travel.md", "food.md")
    assert titles(tree) == ["deletion: 2 notes"]
    async with at_work(tree) as desk:
        assert "removed 26 of 26 lines from 2 notes" in desk.text
        await desk.press("r", "enter")
        assert desk.screen.focused is desk.screen.diff and "13 lines back" in desk.text
        await desk.press("w")
        assert text_of(tree, "travel.md") == text_of(tree, "food.md") == TRAVEL
        await desk.press("u")
        assert text_of(tree, "travel.md") == text_of(tree, "food.md") == "# Tidied\n"
        await desk.press("s", "space", "w")
    assert sorted([text_of(tree, "travel.md"), text_of(tree, "food.md")]) == ["# Tidied\n", TRAVEL]
    assert titles(tree) == []


async def test_erosion_comes_back_from_the_largest_text_of_the_day(make_tree: MakeTree) -> None:
    tree = make_tree({**PLAIN, "travel.md": TRAVEL * 3})
    writer = agent(tree)
    text = text_of(tree, "travel.md")
    while not any(item.kind is ItemKind.EROSION for item in tree.review()):
        text = "".join(text.splitlines(keepends=True)[:-2])
        writer.rewrite("travel.md", text, base=writer.read("travel.md").revision)
    for item in tree.review():
        if item.kind is not ItemKind.EROSION:
            tree.person().accept(item.id)
    async with at_work(tree) as desk:
        assert "and the writes before it took" in desk.text
        await desk.press("r", "w")
        assert text_of(tree, "travel.md") == TRAVEL * 3 and titles(tree) == []


async def test_a_accepts_a_deletion_as_meant_and_goes_to_the_next_item(make_tree: MakeTree) -> None:
    tree = tidied(make_tree, "travel.md")
    delete_lines(tree, "food.md", by="desk/goose")
    async with at_work(tree) as desk:
        first = desk.screen.item.title
        await desk.press("a")
        assert desk.toast == f"Accepted as meant: {first}."
        assert desk.screen.item.title != first and len(desk.screen.pane.list.rows) == 1
        await desk.press("u")
        assert len(desk.screen.pane.list.rows) == 2 and desk.screen.item.title == first


async def test_undo_goes_to_what_came_back_and_nothing_else_moves_the_cursor(make_tree: MakeTree) -> None:
    tree = tidied(make_tree, "travel.md")
    delete_lines(tree, "food.md", by="desk/goose")
    async with at_work(tree) as desk:
        first, second = (row.item.title for row in desk.screen.pane.list.rows)
        await desk.press("z", "u")
        assert desk.screen.item.title == first
        await desk.press("r", "w")
        assert desk.screen.item.title == second
        await desk.press("u")
        assert desk.screen.item.title == first
        await desk.press("j")
        desk.app.tree_changed()
        await desk.settle()
        assert desk.screen.item.title == second


async def test_m_writes_to_whoever_did_it(deleted: Tree) -> None:
    async with at_work(deleted) as desk:
        await desk.press("m")
        assert type(desk.screen).__name__ == "ComposeScreen" and "vps/hermes" in desk.text
