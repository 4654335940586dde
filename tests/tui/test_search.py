"""Search: lines found as one types, the note beside them, and the way to the line."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.tui.at_work import NARROW, WIDE, Desk, at_work
from tests.tui.remembered import TRAVEL, remembered

from memwarden import Tree
from memwarden.memory.search import Hit
from memwarden_tui.glyphs import UNICODE, Look
from memwarden_tui.palettes import DARK
from memwarden_tui.screens.notes import NotesScreen
from memwarden_tui.screens.review import ReviewScreen
from memwarden_tui.screens.search import SearchScreen
from memwarden_tui.screens.search_rows import HitRow, NoteHeading, pattern, summary
from memwarden_tui.widgets.rows import Drawing


@pytest.fixture
def tree(folder: Path) -> Tree:
    return remembered(folder)[0]


@asynccontextmanager
async def searching(tree: Tree, words: str = "", size: tuple[int, int] = WIDE) -> AsyncIterator[Desk]:
    async with at_work(tree, size) as desk:
        await desk.press("2", "ctrl+f")
        await desk.type(words)
        await until_searched(desk)
        yield desk


async def until_searched(desk: Desk) -> None:
    """The pause between typing and searching is over."""
    screen = desk.screen
    while isinstance(screen, SearchScreen) and (screen.found is None or screen.found.query != screen.query_text):
        await desk.pilot.pause(0.02)
    await desk.settle()


async def test_lines_are_found_as_one_types_grouped_by_note(tree: Tree) -> None:
    async with searching(tree, "seat") as desk:
        assert "3 lines in 1 note" in desk.rows[6]
        listed = [row[:55].strip(" ▌") for row in desk.rows[8:12]]
        assert listed[0].split() == [TRAVEL, "3"]
        assert listed[1].split() == ["3", "##", "Seating"]
        await desk.press("s", "space", "f")
        await until_searched(desk)
        assert "1 line in 1 note" in desk.rows[6]


async def test_words_are_looked_for_in_any_order_and_quoted_ones_together(tree: Tree) -> None:
    async with searching(tree, "flights aisle") as desk:
        assert "1 line in 1 note" in desk.rows[6]
    async with searching(tree, '"flights aisle"') as desk:
        assert 'Nothing holds ""flights aisle"".' in desk.text


async def test_the_note_stands_beside_what_was_found_with_the_words_marked(tree: Tree) -> None:
    async with searching(tree, "never") as desk:
        await desk.press("down")
        assert "line 12 of 15" in desk.rows[6] and "▌  - Never book before 07:00" in desk.text
        await desk.press("up")
        assert "line 5 of 15" in desk.rows[6]


async def test_enter_opens_the_line_in_notes(tree: Tree) -> None:
    async with searching(tree, "never") as desk:
        await desk.press("down", "enter")
        assert isinstance(desk.screen, NotesScreen)
        assert desk.screen.page is not None and desk.screen.page.path == TRAVEL
        assert desk.screen.note_pane.view.cursor == 11 and desk.screen.note_pane.view.has_focus


async def test_it_opens_from_every_view_and_leads_to_notes(tree: Tree) -> None:
    async with at_work(tree) as desk:
        assert isinstance(desk.screen, ReviewScreen)
        await desk.press("ctrl+f")
        await desk.type("onions")
        await until_searched(desk)
        await desk.press("enter")
        assert isinstance(desk.screen, NotesScreen) and desk.screen.wanted.note == "preferences/food.md"
        await desk.press("escape")
        assert isinstance(desk.screen, ReviewScreen)


async def test_the_next_search_begins_with_the_last_one_and_a_letter_puts_another_in_its_place(tree: Tree) -> None:
    async with searching(tree, "never") as desk:
        await desk.press("down", "enter", "ctrl+f")
        await until_searched(desk)
        assert "2 lines in 1 note" in desk.rows[6] and "line 12 of 15" in desk.rows[6]
        await desk.type("seat")
        await until_searched(desk)
        assert "3 lines in 1 note" in desk.rows[6]


async def test_esc_leaves_and_ctrl_f_twice_opens_one(tree: Tree) -> None:
    async with searching(tree) as desk:
        assert "Type words, in any order" in desk.text
        await desk.press("ctrl+f")
        assert len(desk.app.screen_stack) == 2
        await desk.press("escape")
        assert isinstance(desk.screen, NotesScreen)


async def test_what_changes_meanwhile_is_found_too(tree: Tree) -> None:
    async with searching(tree, "zebra") as desk:
        assert "nothing" in desk.rows[6]
        (tree.root / "scratch.md").write_text("a zebra\n")
        tree.rescan()
        desk.app.tree_changed()
        await desk.settle()
        assert "1 line in 1 note" in desk.rows[6]


async def test_where_it_is_narrow_only_the_lines_show(tree: Tree) -> None:
    async with searching(tree, "never", NARROW) as desk:
        assert "2 lines in 1 note" in desk.text and "line 5 of" not in desk.text
        await desk.press("enter")
        assert isinstance(desk.screen, NotesScreen)


def drawn(hit: Hit, query: str, width: int = 40) -> str:
    row = HitRow("x", hit, pattern(query))
    return row.lines(Drawing(width, Look(DARK, UNICODE)))[0].plain


def test_a_match_far_to_the_right_is_brought_into_view() -> None:
    text = "    " + "word " * 40 + "needle and more"
    start = text.index("needle")
    line = drawn(Hit("a.md", 7, text, start, start + 6), "needle")
    assert "needle" in line and "…" in line and len(line) <= 40


def test_hidden_characters_of_a_line_are_shown() -> None:
    assert "\\x1b" in drawn(Hit("a.md", 1, "x \x1b]52; y", 0, 1), "x")


def test_an_empty_query_marks_nothing_and_special_characters_are_plain() -> None:
    assert pattern("").search("anything") is None
    assert pattern("a.b").search("axb") is None
    assert [found[0] for found in re.finditer(pattern('"a b" c'), "c a b")] == ["c", "a b"]


def test_a_search_that_was_cut_off_says_so() -> None:
    hits = tuple(Hit("a.md", line, "x", 0, 1) for line in range(1, 501))
    assert summary(hits, 500) == "first 500 lines in 1 note" and summary((), 500) == "nothing"


def test_a_path_that_is_cut_to_fit_does_not_touch_the_number_beside_it() -> None:
    heading = NoteHeading("agents/vps/hermes/outbox/20261127T211147+0000-hermes-d387073f.md", "2", space=False)
    line = heading.lines(Drawing(53, Look(DARK, UNICODE)))[0].plain
    assert line.endswith(".md  2") and UNICODE.cut in line and len(line) == 51
