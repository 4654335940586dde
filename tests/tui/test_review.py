"""Review on real trees: the queue, what it says of an item, and how a person moves through it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from tests.hours import HOUR, Hours
from tests.tui.at_work import NARROW, WIDE, at_work
from tests.tui.tidied import PLAIN, TRAVEL, agent, delete_lines, text_of, tidied, titles

from memwarden import Tree
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden_tui.glyphs import UNICODE, Look
from memwarden_tui.palettes import DARK
from memwarden_tui.screens.review import ReviewScreen
from memwarden_tui.screens.reviewrows import ItemRow
from memwarden_tui.widgets.rows import Drawing
from memwarden_tui.wording import clock

MakeTree = Callable[[dict[str, str | bytes]], Tree]


@pytest.fixture
def deleted(make_tree: MakeTree) -> Tree:
    return tidied(make_tree, "travel.md")


async def test_the_app_opens_on_the_queue_with_what_was_removed_beside_it(deleted: Tree) -> None:
    async with at_work(deleted) as desk:
        assert isinstance(desk.screen, ReviewScreen)
        assert "Waiting for you" in desk.rows[4] and desk.rows[4].split("travel.md")[0].rstrip().endswith("1")
        assert "deletion    travel.md" in desk.text
        assert "vps/hermes removed 13 of 13 lines in one write" in desk.text
        assert '"tidy up"' in desk.text and "asked in a chat" in desk.text
        assert "What was removed" in desk.text and "−  - Fact number 1 about trips" in desk.text
        assert "kept as" in desk.text


async def test_the_row_above_says_what_happened_lately(deleted: Tree) -> None:
    async with at_work(deleted) as desk:
        assert "In the last 24 hours   1 write by 1 agent to 1 note   14 lines removed" in desk.rows[2]


async def test_at_eighty_columns_there_is_one_row_each_and_a_peek_without_focus(deleted: Tree) -> None:
    async with at_work(deleted, NARROW) as desk:
        row = next(row for row in desk.rows if "deletion" in row)
        assert "travel.md" in row and "lines" in row
        assert "vps/hermes removed 13 of 13 lines" in desk.text
        peek = next(at for at, row in enumerate(desk.rows) if row.startswith(" travel.md ─"))
        assert peek == 24 - 9
        await desk.press("tab")
        assert desk.screen.focused is desk.screen.pane.list


async def test_an_empty_queue_says_so(make_tree: MakeTree) -> None:
    async with at_work(make_tree(PLAIN)) as desk:
        await desk.press("1")
        assert "Nothing waits for you. 2 shows the notes." in desk.text
        assert not desk.screen.preview.display


async def test_what_changed_since_the_last_look_is_counted_from_there(deleted: Tree) -> None:
    async with at_work(deleted) as desk:
        await desk.press("q")
    agent(deleted).append("food.md", "- one more\n")
    async with at_work(deleted) as desk:
        assert "Since you last looked" in desk.rows[2]
        assert "1 write by 1 agent to 1 note   0 lines removed" in desk.rows[2]


async def test_what_changed_while_nobody_watched_is_told_with_the_time(folder: Path) -> None:
    wall = Hours()
    (folder / "food.md").write_text("# Food\n")
    with Tree.open(folder, clock=wall) as tree:
        wall.now += HOUR
        (folder / "food.md").write_text("# Other\n")
        tree.rescan()
        async with at_work(tree) as desk:
            await desk.press("1")
            start, end = (clock(tree.now() - timedelta(seconds=ago), tree.now()) for ago in (HOUR, 0))
            assert f"unwatched from {start} to {end}" in desk.text
            await desk.press("5")
            assert "unwatched" in desk.text
            await desk.press("2", "tab")
            assert "nobody watched from" in desk.text
            await desk.press("h")
            assert f"nobody watched from {start} to then" in desk.text


async def test_hidden_characters_and_markup_of_a_note_are_shown_and_do_nothing(make_tree: MakeTree) -> None:
    hostile = "# N\n\n" + "".join(f"- [red]x[/] \x1b]52;c;eA==\x07 \u202e{n} and more words\n" for n in range(20))
    tree = make_tree({"INDEX.md": "# M\n\n- [a](a.md)\n", "a.md": hostile})
    delete_lines(tree, "a.md")
    async with at_work(tree) as desk:
        assert "[red]x[/]" in desk.text and "\x1b" not in desk.text and "\u202e" not in desk.text


async def test_the_filter_looks_at_kinds_notes_and_agents(make_tree: MakeTree) -> None:
    tree = tidied(make_tree, "travel.md")
    delete_lines(tree, "food.md", by="desk/goose")
    async with at_work(tree) as desk:
        await desk.press("/", *"goose")
        assert [row.item.by for row in desk.screen.pane.list.rows] == ["desk/goose"]
        await desk.press("escape")
        assert len(desk.screen.pane.list.rows) == 2


async def test_a_live_change_does_not_move_the_cursor_nor_what_is_read(make_tree: MakeTree) -> None:
    tree = make_tree({**PLAIN, "travel.md": TRAVEL * 8})
    delete_lines(tree, "travel.md")
    async with at_work(tree) as desk:
        await desk.press("tab", "ctrl+d")
        view = desk.screen.preview.view
        before = view.scroll_offset.y, desk.screen.pane.list.row.id
        assert before[0] > 0
        delete_lines(tree, "food.md", by="desk/goose")
        desk.app.tree_changed()
        await desk.settle()
        assert len(desk.screen.pane.list.rows) == 2
        assert (view.scroll_offset.y, desk.screen.pane.list.row.id) == before


async def test_z_puts_an_item_to_the_end_and_the_cursor_on_the_one_after_it(make_tree: MakeTree) -> None:
    tree = tidied(make_tree, "travel.md")
    delete_lines(tree, "food.md", by="desk/goose")
    async with at_work(tree) as desk:
        first, second = (row.item.title for row in desk.screen.pane.list.rows)
        await desk.press("z")
        assert [row.item.title for row in desk.screen.pane.list.rows] == [second, first]
        assert desk.screen.item.title == second and "later, " in desk.text
        assert "Later" not in desk.keys or desk.screen.item.title == second


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_h_and_enter_open_the_history_at_that_version(deleted: Tree, size: tuple[int, int]) -> None:
    async with at_work(deleted, size) as desk:
        await desk.press("h")
        assert type(desk.screen).__name__ == "HistoryScreen"
        await desk.press("escape", "enter")
        assert type(desk.screen).__name__ == "HistoryScreen"


async def test_a_readonly_screen_offers_no_act_that_writes(deleted: Tree) -> None:
    async with at_work(deleted, readonly=True) as desk:
        assert "Restore" not in desk.keys and "Accept" not in desk.keys and "Open" in desk.keys
        await desk.press("a", "z", "r")
        assert isinstance(desk.screen, ReviewScreen) and titles(deleted) == ["deletion: travel.md"]


async def test_y_copies_the_path_and_the_queue_survives_a_resize(deleted: Tree) -> None:
    async with at_work(deleted) as desk:
        await desk.press("y")
        assert desk.app.clipboard == "travel.md"
        for width, height in (NARROW, (100, 30), (160, 48), WIDE):
            await desk.pilot.resize_terminal(width, height)
            await desk.settle()
            assert "deletion" in desk.text and "vps/hermes removed 13 of 13 lines" in desk.text


async def test_e_edits_the_note_of_the_item(deleted: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    async with at_work(deleted) as desk:
        await desk.press("e", "X", "ctrl+s")
        assert text_of(deleted, "travel.md") == "X# Tidied\n" and "Saved travel.md." in desk.toast


def test_a_detail_is_said_shorter_before_it_is_cut() -> None:
    item = ReviewItem("x", ItemKind.HEALTH, "", "3 findings", "2 dead links, 1 note not in INDEX", "", None)
    wide, narrow = (
        "".join(line.plain for line in ItemRow("x", item, "1 d", height).lines(Drawing(width, Look(DARK, UNICODE))))
        for height, width in ((2, 49), (1, 77))
    )
    assert "2 dead links, 1 note not in INDEX" in wide and "2 dead links, 1 unlisted note" in narrow
