"""Review on real trees: the queue, its previews, and every act a person can finish an item with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from tests.hours import HOUR, Hours
from tests.tui.at_work import NARROW, WIDE, at_work

from memwarden import Origin, Tree, Writer
from memwarden.errors import Refused
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden_tui.glyphs import UNICODE, Look
from memwarden_tui.palettes import DARK
from memwarden_tui.screens.conflict import ConflictScreen
from memwarden_tui.screens.proposal import ProposalScreen
from memwarden_tui.screens.review import ReviewScreen
from memwarden_tui.screens.reviewrestore import RestoreScreen
from memwarden_tui.screens.reviewrows import ItemRow
from memwarden_tui.widgets.rows import Drawing
from memwarden_tui.wording import clock

MakeTree = Callable[[dict[str, str | bytes]], Tree]

TRAVEL = "# Travel\n\n" + "".join(f"- Fact number {number} about trips\n" for number in range(1, 13))
PLAIN = {"INDEX.md": "# Memory\n\n- [Travel](travel.md)\n- [Food](food.md)\n", "travel.md": TRAVEL, "food.md": TRAVEL}


def agent(tree: Tree, name: str = "vps/hermes", origin: Origin = Origin.CHAT) -> Writer:
    return tree.writer(name, origin=origin, via="mcp")


def delete_lines(tree: Tree, *notes: str, by: str = "vps/hermes") -> None:
    """A tidy-up that leaves nothing but the heading."""
    for note in notes:
        writer = agent(tree, by)
        writer.rewrite(note, "# Tidied\n", base=writer.read(note).revision, why="tidy up")


@pytest.fixture
def deleted(make_tree: MakeTree) -> Tree:
    tree = make_tree(PLAIN)
    delete_lines(tree, "travel.md")
    return tree


def titles(tree: Tree) -> list[str]:
    return [f"{item.kind}: {item.title}" for item in tree.review()]


def text_of(tree: Tree, note: str) -> str:
    return (tree.root / note).read_text()


# What is shown


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
    tree = make_tree(PLAIN)
    delete_lines(tree, "travel.md")
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


# Deletions


async def test_r_shows_the_difference_first_and_w_restores_the_very_bytes(deleted: Tree) -> None:
    async with at_work(deleted) as desk:
        await desk.press("r")
        assert isinstance(desk.screen, RestoreScreen)
        assert text_of(deleted, "travel.md") == "# Tidied\n"
        assert "+  - Fact number 3 about trips" in desk.text
        await desk.press("w")
        assert text_of(deleted, "travel.md") == TRAVEL
        assert "Restored 14 lines of travel.md." in desk.toast
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
    tree = make_tree(PLAIN)
    delete_lines(tree, "travel.md", "food.md")
    assert titles(tree) == ["deletion: 2 notes"]
    async with at_work(tree) as desk:
        assert "removed 26 of 26 lines from 2 notes" in desk.text
        await desk.press("r", "w")
        assert text_of(tree, "travel.md") == text_of(tree, "food.md") == TRAVEL
        await desk.press("u")
        assert text_of(tree, "travel.md") == text_of(tree, "food.md") == "# Tidied\n"
        await desk.press("s", "space", "w")
    assert sorted([text_of(tree, "travel.md"), text_of(tree, "food.md")]) == ["# Tidied\n", TRAVEL]
    assert titles(tree) == []


async def test_a_accepts_a_deletion_as_meant_and_goes_to_the_next_item(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    delete_lines(tree, "travel.md")
    delete_lines(tree, "food.md", by="desk/goose")
    async with at_work(tree) as desk:
        first = desk.screen.item.title
        await desk.press("a")
        assert desk.toast == f"Accepted as meant: {first}."
        assert desk.screen.item.title != first and len(desk.screen.pane.list.rows) == 1
        await desk.press("u")
        assert len(desk.screen.pane.list.rows) == 2 and desk.screen.item.title == first


async def test_undo_goes_to_what_came_back_and_nothing_else_moves_the_cursor(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    delete_lines(tree, "travel.md")
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


async def test_z_puts_an_item_to_the_end_and_the_cursor_on_the_one_after_it(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    delete_lines(tree, "travel.md")
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


async def test_m_writes_to_whoever_did_it(deleted: Tree) -> None:
    async with at_work(deleted) as desk:
        await desk.press("m")
        assert type(desk.screen).__name__ == "ComposeScreen" and "vps/hermes" in desk.text


# The other kinds


async def test_a_refused_write_shows_its_text_and_is_dismissed_or_made_after_all(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    writer = agent(tree, origin=Origin.ROUTINE)
    with pytest.raises(Refused):
        writer.rewrite("food.md", TRAVEL + "- one more thing\n", base=writer.read("food.md").revision, why="nightly")
    async with at_work(tree) as desk:
        assert desk.screen.has(ItemKind.REFUSED)
        assert "+  - one more thing" in desk.text and '"nightly"' in desk.text
        await desk.press("d")
        assert titles(tree) == []
        await desk.press("u", "A")
        assert text_of(tree, "food.md").endswith("- one more thing\n")
        assert [line.by for line in tree.provenance("food.md")][-1] == "vps/hermes"
        assert titles(tree) == []


async def test_a_refused_secret_is_nowhere_to_be_seen(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    with pytest.raises(Refused):
        agent(tree).append("food.md", f"- token {secret}\n")
    async with at_work(tree) as desk:
        assert "It looked like a secret, so its text was not kept." in desk.text
        assert secret not in desk.text and "Let in" not in desk.keys


async def test_a_held_agent_is_released_from_here(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    agent(tree).append("food.md", "- x\n")
    tree.person().hold("vps/hermes", 30, "too fast")
    async with at_work(tree) as desk:
        assert "vps/hermes may not write until" in desk.text and "append" in desk.text
        await desk.press("R")
        assert desk.toast == "vps/hermes may write again." and titles(tree) == []


async def test_mail_shows_its_text_and_leads_to_the_thread(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    agent(tree).send(tree.me, "Which hotel?", "The one by the river, or the old one?", type="task")
    async with at_work(tree) as desk:
        assert "The one by the river" in desk.text and "The task waits for your answer" in desk.text
        await desk.press("enter")
        assert type(desk.screen).__name__ == "MailScreen"
        await desk.press("1", "d")
        assert titles(tree) == []


async def test_a_message_is_acknowledged_from_here_and_a_task_is_answered(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    agent(tree).send(tree.me, "Done", "All is packed.")
    agent(tree, "vps/codex").send(tree.me, "Which hotel?", "The one by the river?", type="task")
    async with at_work(tree) as desk:
        await desk.press("G")
        assert "a Acknowledge" in desk.keys and "m Reply" in desk.keys
        await desk.press("ctrl+p", *"acknow")
        assert "Acknowledge it" in desk.text
        await desk.press("escape", "a")
        assert titles(tree) == ["task: Which hotel?"] and desk.toast == "Acknowledged to vps/hermes."
        assert "Acknowledge" not in desk.keys
        await desk.press("m", *"Yes.", "ctrl+s")
        assert titles(tree) == [] and type(desk.screen).__name__ == "ReviewScreen"
        await desk.press("u", "u")
        assert len(titles(tree)) == 2


async def test_of_several_findings_one_is_chosen_and_gone_to(make_tree: MakeTree) -> None:
    tree = make_tree({**PLAIN, "food.md": "# Food\n\n[b](b.md)\n[c](c.md)\n"})
    async with at_work(tree) as desk:
        await desk.press("enter", *"c.md", "enter")
        assert (desk.screen.page.path, desk.screen.note_pane.view.cursor) == ("food.md", 3)


async def test_new_rules_are_shown_as_a_difference_and_hold_once_accepted(make_tree: MakeTree) -> None:
    tree = make_tree({**PLAIN, ".memwarden/config.toml": 'layout = "flat"\npeople = ["*/ana"]\n'})
    async with at_work(tree) as desk:
        assert desk.screen.has(ItemKind.CONFIG)
        assert '+  people = ["*/ana"]' in desk.text and "not in force" in desk.text
        assert not tree.is_person("desk/ana")
        await desk.press("a")
        assert tree.is_person("desk/ana") and titles(tree) == []


async def test_health_lists_what_is_wrong_and_leads_to_the_note(make_tree: MakeTree) -> None:
    tree = make_tree({**PLAIN, "INDEX.md": PLAIN["INDEX.md"] + "- [gone](gone.md)\n"})
    async with at_work(tree) as desk:
        assert "There is no note 'gone.md'" in desk.text
        await desk.press("enter")
        assert type(desk.screen).__name__ == "NotesScreen"
        await desk.press("1", "d")
        assert titles(tree) == []


async def test_conflicts_and_proposals_open_in_views_of_their_own(make_tree: MakeTree) -> None:
    copy = "food.sync-conflict-20260504-140200-ABCDEFG.md"
    tree = make_tree({**PLAIN, copy: TRAVEL.replace("number 3", "number three")})
    agent(tree).propose("travel.md", "append", "- proposed\n", why="asked for")
    async with at_work(tree) as desk:
        assert desk.screen.has(ItemKind.CONFLICT) and "number three" in desk.text
        await desk.press("enter")
        assert isinstance(desk.screen, ConflictScreen)
        await desk.press("escape", "j")
        assert "What would change" in desk.text and "+  - proposed" in desk.text
        await desk.press("enter")
        assert isinstance(desk.screen, ProposalScreen)


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
