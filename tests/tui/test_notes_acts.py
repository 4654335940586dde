"""Notes on a real tree: links followed, the ways to other screens, and every key that writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tui.at_work import at_work, notes_of
from tests.tui.remembered import NOTES, TRAVEL, remembered

from memwarden import Tree
from memwarden_tui.screens.choose import ChooseScreen
from memwarden_tui.screens.compare import CompareScreen
from memwarden_tui.screens.compose import ComposeScreen
from memwarden_tui.screens.history import HistoryScreen
from memwarden_tui.screens.notes import NotesScreen

COPY = "projects/atlas.sync-conflict-20260102-140300-ABCDEFG.md"


@pytest.fixture
def tree(folder: Path) -> Tree:
    return remembered(folder)[0]


# Links


async def test_links_are_followed_and_left_again(tree: Tree) -> None:
    (tree.root / TRAVEL).write_text(
        "# Travel\n\nSee [food](food.md) and [atlas](../projects/atlas.md).\n\n[food](food.md)\n"
    )
    tree.rescan()
    async with at_work(tree) as desk:
        screen = await notes_of(desk, TRAVEL, 4)
        await desk.press("L")
        assert screen.page is not None and screen.page.path == "preferences/food.md"
        await desk.press("backspace")
        assert screen.page.path == TRAVEL and screen.note_pane.view.cursor == 4
        await desk.press("enter")
        assert screen.page.path == "preferences/food.md"
        await desk.press("backspace")
        screen.note_pane.view.cursor = 2
        await desk.press("L")
        assert isinstance(desk.screen, ChooseScreen)
        await desk.press(*"atlas", "enter")
        assert screen.page.path == "projects/atlas.md"


async def test_a_link_out_of_the_notes_is_copied_and_a_dangling_one_is_said(tree: Tree) -> None:
    (tree.root / TRAVEL).write_text("[web](https://example.org/x)\n[gone](gone.md)\n")
    tree.rescan()
    async with at_work(tree) as desk:
        screen = await notes_of(desk, TRAVEL, 0)
        await desk.press("L")
        assert desk.app.clipboard == "https://example.org/x" and desk.toast.startswith("Copied")
        screen.note_pane.view.cursor = 1
        await desk.press("L")
        assert desk.toast == "There is no note gone.md."


# Leaving for other screens


async def test_h_opens_the_history_and_y_copies_the_path(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk)
        await desk.press("y")
        assert desk.app.clipboard == TRAVEL
        await desk.press("h")
        assert isinstance(desk.screen, HistoryScreen) and desk.screen.note == TRAVEL
        await desk.press("escape")
        assert isinstance(desk.screen, NotesScreen)


async def test_a_comma_goes_to_the_change_that_wrote_the_line(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk, TRAVEL, 3)
        await desk.press("comma")
        assert isinstance(desk.screen, HistoryScreen)
        assert desk.screen.version is not None and desk.screen.version.by == "laptop/claude"
        line = desk.screen.diff.line_at_cursor
        assert line is not None and line.text == "- Aisle seats on all flights"


async def test_m_writes_to_the_agent_that_wrote_last(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk)
        await desk.press("m")
        assert isinstance(desk.screen, ComposeScreen) and "vps/hermes" in desk.text


async def test_a_note_in_conflict_is_compared_with_its_copy(tree: Tree) -> None:
    (tree.root / COPY).write_text("# Atlas\n\nLaunch is planned for APRIL with two regions.\n")
    tree.rescan()
    async with at_work(tree) as desk:
        await notes_of(desk, "projects/atlas.md")
        await desk.press("c")
        assert isinstance(desk.screen, CompareScreen) and "APRIL" in desk.text


# Acts


async def test_f_forgets_the_line_under_the_cursor_and_u_brings_it_back(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk, TRAVEL, 4)
        await desk.press("f")
        assert "Never the last row" not in (tree.root / TRAVEL).read_text()
        assert desk.toast.startswith("Forgot line 5")
        await desk.press("u")
        assert "Never the last row" in (tree.root / TRAVEL).read_text()


async def test_n_makes_a_note_under_a_section_and_opens_it_in_the_editor(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await notes_of(desk)
        await desk.press("n", *"ideas/tea", "enter", *"Proj", "enter")
        await desk.press(*"- green", "ctrl+s")
        assert (tree.root / "ideas/tea.md").read_text() == "# Tea\n\n- green"
        assert (
            "## Projects\n\n- [Atlas](projects/atlas.md)\n- [Tea](ideas/tea.md)\n"
            in (tree.root / "INDEX.md").read_text()
        )
        assert screen.page is not None and screen.page.path == "ideas/tea.md"


async def test_a_new_note_takes_no_name_that_is_there(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk)
        await desk.press("n", *"scratch.md", "enter", "enter")
        assert desk.toast == "scratch.md is there already."


async def test_readonly_leaves_reading_alone(tree: Tree) -> None:
    async with at_work(tree, readonly=True) as desk:
        await notes_of(desk, TRAVEL, 4)
        before = (tree.root / TRAVEL).read_bytes()
        await desk.press("f", "e", "n", "m")
        assert isinstance(desk.screen, NotesScreen) and (tree.root / TRAVEL).read_bytes() == before
        assert "Edit" not in desk.keys and "History" in desk.keys


async def test_a_deleted_note_is_chosen_of_those_that_are_gone_and_restored_from_its_history(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk)
        await desk.press("D")
        assert desk.toast == "No note is gone."
        for note in ("scratch.md", "preferences/food.md"):
            (tree.root / note).unlink()
        tree.rescan()
        await desk.press("D")
        assert isinstance(desk.screen, ChooseScreen) and "preferences/food.md" in desk.text
        await desk.type("scr\n")
        await desk.settle()
        assert isinstance(desk.screen, HistoryScreen) and desk.screen.note == "scratch.md"
        await desk.press("R")
        assert "+  - nobody links this" in desk.text and not (tree.root / "scratch.md").exists()
        await desk.press("w")
        assert (tree.root / "scratch.md").read_text() == NOTES["scratch.md"]
        await desk.press("u")
        assert not (tree.root / "scratch.md").exists()
