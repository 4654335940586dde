"""History on a real tree: the versions, what each changed, back in time with the line in view, and giving back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.tui.at_work import NARROW, WIDE, Desk, at_work
from tests.tui.remembered import TRAVEL, agent, remembered

from memwarden import Tree
from memwarden.text.diff import Hunk
from memwarden_tui.glyphs import UNICODE, Look
from memwarden_tui.moving import line_after, line_before
from memwarden_tui.palettes import DARK
from memwarden_tui.screens.compare_restore import GivingBackScreen
from memwarden_tui.screens.history import HistoryScreen
from memwarden_tui.screens.history_data import read_change, read_past
from memwarden_tui.screens.history_rows import version_row
from memwarden_tui.widgets.gutter import Face
from memwarden_tui.widgets.pieces import text_of
from memwarden_tui.widgets.rows import Drawing
from memwarden_tui.widgets.sizeline import size_rows, thinned


@pytest.fixture
def tree(folder: Path) -> Tree:
    return remembered(folder)[0]


@asynccontextmanager
async def looking_at(
    tree: Tree, note: str = TRAVEL, size: tuple[int, int] = WIDE, *, line: int | None = None, **options: bool
) -> AsyncIterator[tuple[Desk, HistoryScreen]]:
    async with at_work(tree, size, **options) as desk:
        await desk.press("2")
        screen = HistoryScreen(note, line=line)
        await desk.app.push_screen(screen)
        await desk.settle()
        yield desk, screen


def listed(desk: Desk) -> list[list[str]]:
    return [row[:51].strip(" ▌").split() for row in desk.rows[6:12]]


def on_disk(tree: Tree) -> str:
    return (tree.root / TRAVEL).read_text()


# The list and the change


async def test_each_version_has_its_age_who_act_change_and_what_is_remarkable(tree: Tree) -> None:
    async with looking_at(tree) as (desk, _):
        assert listed(desk)[0] == ["2", "min", "vps/hermes", "edit", "+3", "−2", "241", "bytes"]
        assert listed(desk)[2] == ["1", "wk", "vps/scribe", "rewrite", "+1", "−6", "lost", "lines"]
        assert listed(desk)[5] == ["2", "mo", "unknown", "found", "+3", "no", "record"]
        assert desk.rows[2].startswith(" Notes › History › preferences/travel.md")
        assert desk.rows[2].rstrip().endswith("1 loss") and desk.rows[4][:51].endswith(" 6")


@pytest.mark.parametrize("width", [49, 55, 60])
def test_a_row_ends_at_the_edge_of_the_list_until_there_is_room_for_why(tree: Tree, width: int) -> None:
    version = tree.history(TRAVEL).versions()[0]
    row = version_row(version, Face("vps/hermes"), "2 min", undone=False)
    (line,) = row.lines(Drawing(width, Look(DARK, UNICODE)))
    assert line.cell_len == width - 1


async def test_the_head_tells_who_how_why_whose_lines_went_and_who_gave_them_back(tree: Tree) -> None:
    async with looking_at(tree) as (desk, _):
        await desk.press("j", "j")
        head = [row[53:].strip() for row in desk.rows[6:10]]
        assert head[0].startswith("vps/scribe rewrote it   ")
        assert head[1] == 'claimed, by command line   why "shorten"'
        assert head[2] == "lost 3 lines of laptop/claude, 1 of you; 2 blank or kept"
        assert head[3] == "you restored them 2 h later"
        assert "Change from the version before" in desk.text and "+1 −6" in desk.rows[4]


async def test_sizes_are_drawn_with_a_mark_under_the_version(tree: Tree) -> None:
    async with looking_at(tree) as (desk, _):
        await desk.press("j")
        mark = next(row for row in desk.rows if "^" in row)
        assert "1 wk ago" in mark and "Size ──" in desk.text
        await desk.press("+")
        assert "━ 6" in desk.rows[4][110:] and "Size ──" not in desk.text
        await desk.press("+")
        assert "━ 6" in desk.rows[4][:52] and "Size ──" in desk.text


async def test_a_note_with_one_version_says_that_it_is_the_only_one(tree: Tree) -> None:
    async with looking_at(tree, "scratch.md") as (desk, _):
        assert "one version only: the note as it was found on" in desk.rows[2]
        assert not desk.screen.versions.list.rows[1:]


async def test_c_compares_with_now_and_back(tree: Tree) -> None:
    async with looking_at(tree) as (desk, screen):
        await desk.press("j", "j", "c")
        assert "Changed since this version" in desk.text and "Restore hunk" not in desk.keys
        assert screen.diff.model.added > screen.diff.model.removed
        await desk.press("c")
        assert "Change from the version before" in desk.text and "Restore hunk" in desk.keys


async def test_older_and_newer_keep_the_line_in_view(tree: Tree) -> None:
    async with looking_at(tree, line=3) as (desk, screen):
        texts = []
        for _ in range(4):
            line = screen.diff.line_at_cursor
            assert line is not None
            texts.append(line.text)
            await desk.press("[")
        whole, short = "- Aisle seats on all flights", "- Aisle seats on flights"
        assert texts == [whole, whole, short, whole]
        for _ in range(4):
            await desk.press("]")
        line = screen.diff.line_at_cursor
        assert line is not None and line.text == "- Aisle seats on all flights"


async def test_n_goes_from_change_to_change(tree: Tree) -> None:
    async with looking_at(tree) as (desk, screen):
        assert screen.diff.hunk_at_cursor == 0
        await desk.press("n")
        assert screen.diff.hunk_at_cursor == 1
        await desk.press("N")
        assert screen.diff.hunk_at_cursor == 0


async def test_a_line_is_walked_to_the_change_that_wrote_it_and_back(tree: Tree) -> None:
    async with looking_at(tree, line=3) as (desk, screen):
        await desk.press("comma")
        assert screen.version is not None and screen.version.by == "laptop/claude"
        await desk.press("comma")
        assert desk.toast == "This change wrote the line: nothing stood here before."
        await desk.press("less_than_sign")
        assert screen.version.by == "vps/hermes"


async def test_a_line_that_was_changed_is_walked_to_what_it_replaced(tree: Tree) -> None:
    async with looking_at(tree, line=11) as (desk, screen):
        line = screen.diff.line_at_cursor
        assert line is not None and line.text == "- Never book before 07:00"
        await desk.press("comma")
        assert screen.version is not None and screen.version.by == "laptop/claude"
        line = screen.diff.line_at_cursor
        assert line is not None and line.text == "- Never book before 06:30"


async def test_versions_are_filtered(tree: Tree) -> None:
    async with looking_at(tree) as (desk, screen):
        await desk.press("slash", *"scribe", "enter")
        assert len(screen.versions.list.rows) == 1
        await desk.press("escape")
        assert len(screen.versions.list.rows) == 6


def test_what_was_set_aside_is_compared_with_the_version_before_and_has_no_hunk_to_give_back(folder: Path) -> None:
    archive = folder / ".stversions"
    archive.mkdir()
    (archive / "a~20261101-080000.md").write_text("- one\n- two\n")
    (archive / "a~20261102-080000.md").write_text("- one\n- two\n- three\n")
    (folder / "a.md").write_text("- one\n")
    with Tree.open(folder) as tree:
        past = read_past(tree, "a.md")
        change = read_change(tree, past, past.versions[1], "before")
    assert change.model is not None
    assert [(hunk.start, hunk.put) for hunk in change.model.hunks] == [(2, (b"- three\n",))]
    assert not change.restorable


# Giving back


async def test_r_puts_back_the_hunk_under_the_cursor_and_u_takes_that_back(tree: Tree) -> None:
    before = on_disk(tree)
    async with looking_at(tree) as (desk, screen):
        await desk.press("r")
        assert "06:30" in on_disk(tree) and "07:00" not in on_disk(tree)
        assert desk.toast == f"Put hunk 1 back into {TRAVEL}."
        assert len(screen.versions.list.rows) == 7
        assert screen.version is not None and screen.version.by == "vps/hermes"
        await desk.press("u")
        assert on_disk(tree) == before


async def test_a_hunk_whose_place_is_gone_is_refused_and_nothing_is_written(tree: Tree) -> None:
    async with looking_at(tree) as (desk, _):
        await desk.press("j", "j", "j", "j")
        note = tree.text(TRAVEL)
        agent(tree, "vps/hermes").rewrite(TRAVEL, "# Everything new\n", base=note.revision)
        desk.app.tree_changed()
        await desk.settle()
        await desk.press("r")
        assert on_disk(tree) == "# Everything new\n" and desk.toast.startswith("The lines around it")


async def test_a_hunk_is_bound_to_the_note_that_was_shown(tree: Tree) -> None:
    async with looking_at(tree) as (desk, _):
        agent(tree, "vps/codex").append(TRAVEL, "- came in between")
        await desk.press("r")
        assert "07:00" in on_disk(tree) and desk.app.said is not None and desk.app.said.tone == "warn"


async def test_restoring_all_shows_what_would_change_and_w_writes_it(tree: Tree) -> None:
    before = on_disk(tree)
    async with looking_at(tree) as (desk, _):
        await desk.press("j", "R")
        assert isinstance(desk.screen, GivingBackScreen) and "Restoring would change" in desk.text
        assert on_disk(tree) == before
        await desk.press("w")
        assert isinstance(desk.screen, HistoryScreen) and "06:30" in on_disk(tree)
        assert desk.toast.startswith(f"Restored {TRAVEL}")
        await desk.press("u")
        assert on_disk(tree) == before


async def test_esc_leaves_the_restore_without_writing(tree: Tree) -> None:
    before = on_disk(tree)
    async with looking_at(tree) as (desk, _):
        await desk.press("j", "R", "escape")
        assert isinstance(desk.screen, HistoryScreen) and on_disk(tree) == before


async def test_a_deleted_note_is_given_back_whole(tree: Tree) -> None:
    before = on_disk(tree)
    tree.person().delete(TRAVEL)
    async with looking_at(tree) as (desk, _):
        assert "gone" in desk.rows[6] and "deleted it" in desk.rows[6]
        await desk.press("j", "R")
        assert "The note is gone now" in desk.text
        await desk.press("w")
        assert on_disk(tree) == before


async def test_p_pins_a_version_and_lets_it_go(tree: Tree) -> None:
    async with looking_at(tree) as (desk, _):
        await desk.press("j", "p")
        assert listed(desk)[1][-1] == "pinned" and desk.toast.startswith("Pinned the version of")
        await desk.press("p")
        assert listed(desk)[1][-1] == "bytes"


async def test_y_copies_how_the_version_is_named(tree: Tree) -> None:
    async with looking_at(tree) as (desk, screen):
        await desk.press("y")
        assert screen.version is not None and screen.version.revision is not None
        assert desk.app.clipboard == f"{TRAVEL}@{screen.version.revision[:8]}"


async def test_readonly_leaves_only_looking(tree: Tree) -> None:
    before = on_disk(tree)
    async with looking_at(tree, readonly=True) as (desk, _):
        await desk.press("j", "r", "p", "R")
        assert isinstance(desk.screen, HistoryScreen) and on_disk(tree) == before
        assert "Restore" not in desk.keys and "Pin" not in desk.keys


# Width and figures


async def test_where_it_is_narrow_enter_shows_the_change_and_esc_the_list(tree: Tree) -> None:
    async with looking_at(tree, size=NARROW) as (desk, screen):
        assert desk.rows[2].startswith(" Versions ━") and "enter Open" in desk.keys
        await desk.press("enter")
        assert desk.rows[2].startswith(" Change from the version before ━")
        await desk.press("[")
        assert screen.place == 1
        await desk.press("escape")
        assert desk.rows[2].startswith(" Versions ━")
        await desk.press("escape")
        assert not isinstance(desk.screen, HistoryScreen)


async def test_between_the_act_gives_way(tree: Tree) -> None:
    async with looking_at(tree, size=(100, 30)) as (desk, _):
        assert desk.rows[6][:43].strip(" ▌").split() == ["2", "min", "vps/hermes", "+3", "−2", "241", "bytes"]


def test_a_line_is_found_after_a_change_and_before_it() -> None:
    hunks = (Hunk(2, (b"c\n",), (b"x\n", b"y\n")), Hunk(5, (b"f\n", b"g\n"), ()))
    assert [line_after(hunks, line) for line in range(8)] == [0, 1, 2, 4, 5, 6, 6, 6]
    assert [line_before(hunks, line) for line in range(7)] == [0, 1, 2, 2, 3, 4, 7]


def test_sizes_that_do_not_fit_are_thinned_and_the_marked_one_stays() -> None:
    sizes = list(range(1000))
    drawn, column = thinned(sizes, 777, 40)
    assert len(drawn) == 40 and drawn[column] == 777 and drawn[0] == 0 and drawn[-1] == 999
    rows = size_rows(sizes, 777, "3 d ago", 44, Look(DARK, UNICODE))
    assert text_of(rows[1].pieces).index("^") == column + 2
