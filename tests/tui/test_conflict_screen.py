"""The conflict screen on real trees: hunks and copies are chosen, bases picked, and the note written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.tui.at_work import NARROW, at_work
from tests.tui.forks import BASE, COPY, INDEX, NOTE, OPEN, SECOND, THEIRS, YOURS, forked, left, note, opened, put

from memwarden import Tree
from memwarden.memory.conflicts import Base, ConflictKind
from memwarden.text.merge import Choice
from memwarden_tui.screens.conflict import ConflictScreen
from memwarden_tui.screens.conflictbases import BasesScreen, said_of
from memwarden_tui.screens.conflictresult import ResultScreen
from memwarden_tui.screens.review import ReviewScreen

MakeTree = Callable[[dict[str, str | bytes]], Tree]


@pytest.fixture
def tree(folder: Path, tmp_path: Path) -> Iterator[Tree]:
    with forked(folder, tmp_path / "elsewhere") as made:
        yield made


async def test_the_screen_shows_the_base_the_counts_and_both_sides(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        assert f"Review › Conflict › {NOTE}" in desk.rows[2] and "verified" in desk.rows[2]
        assert f"0 done   {OPEN} open" in desk.rows[4] and "w writes at 0 open" in desk.rows[4]
        assert "s = base     - Launch is planned for March" in desk.text
        assert "o + yours    - Launch is planned for April" in desk.text and "laptop/claude" in desk.text
        assert "t + theirs   - Launch is planned for May" in desk.text and "vps/codex" in desk.text
        assert "only yours changed" in desk.text and "o Yours   t Theirs   b Both" in desk.keys


async def test_the_device_in_a_copys_name_stands_with_yours_which_won_there_and_never_with_the_copy(
    make_tree: MakeTree,
) -> None:
    tree = make_tree({**INDEX, NOTE: YOURS, COPY: THEIRS})
    os.utime(tree.root / NOTE, (1_770_000_000, 1_770_000_000))
    for changed, shown in ((False, True), (True, False)):
        if changed:
            put(tree.root, NOTE, YOURS.replace("40k", "41k"))
        async with at_work(tree) as desk:
            await opened(desk)
            rows = [row for row in desk.rows if "o + yours" in row or "t + theirs" in row]
            assert [("from ABCDEFG" in row) for row in rows[:2]] == [shown, False]
            assert "unknown" in rows[1]


async def test_at_eighty_columns_the_authors_stand_under_the_sides(tree: Tree) -> None:
    async with at_work(tree, NARROW) as desk:
        await opened(desk)
        assert desk.rows[1].startswith(f" Review › {NOTE}") and "base verified" in desk.rows[1]
        theirs = next(at for at, row in enumerate(desk.rows) if "t + theirs" in row)
        assert "vps/codex" in desk.rows[theirs + 1]


@pytest.mark.parametrize(("key", "line"), [("o", "April"), ("t", "May"), ("s", "March")])
async def test_a_side_is_taken_and_the_next_open_hunk_is_next(tree: Tree, key: str, line: str) -> None:
    async with at_work(tree) as desk:
        screen = await opened(desk)
        await desk.press(key)
        assert f"1 done   {OPEN - 1} open" in desk.rows[4]
        assert f"planned for {line}" in next(row for row in desk.rows if "hunk 1 done" in row)
        assert screen.work.model.active == screen.work.model.open[0]
        await desk.press("t", "w")
        assert f"planned for {line}" in note(tree)


@pytest.mark.parametrize(("key", "first", "second"), [("b", "April", "May"), ("B", "May", "April")])
async def test_both_sides_are_kept_in_either_order(tree: Tree, key: str, first: str, second: str) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press(key, "o", "w")
        text = note(tree)
        assert text.index(f"for {first}") < text.index(f"for {second}")


async def test_u_takes_the_last_choice_back_and_n_and_p_go_to_open_hunks(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await opened(desk)
        first, second = screen.work.model.conflicts
        await desk.press("n")
        assert screen.work.model.active == second
        await desk.press("p")
        assert screen.work.model.active == first
        await desk.press("o", "u")
        assert f"{OPEN} open" in desk.rows[4] and screen.work.model.active == first
        await desk.press("u")
        assert "No choice was made here yet." in desk.toast and "u Undo" not in desk.keys


async def test_capital_n_and_p_also_reach_hunks_that_are_done_or_merged(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await opened(desk)
        hunks = screen.work.model.merge.hunks
        await desk.press("P", "P")
        assert screen.work.model.active == hunks[0] and "Merged" in desk.text
        await desk.press("t")
        assert screen.work.model.choices[hunks[0]] is Choice.THEIRS
        await desk.press("N")
        assert screen.work.model.active != hunks[0]


@pytest.mark.parametrize(("key", "text"), [("O", YOURS), ("T", THEIRS)])
async def test_the_whole_file_of_one_side_is_that_file(tree: Tree, key: str, text: str) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press(key)
        assert "0 open" in desk.rows[4] and "w writes the note, the copy goes, u undoes both" in desk.rows[4]
        await desk.press("w")
        assert note(tree) == text and left(tree.root) == [NOTE]


async def test_w_does_nothing_while_a_hunk_is_open(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("o", "w")
        assert "1 hunk still open." in desk.toast and left(tree.root) == [NOTE, COPY]


async def test_w_writes_the_note_takes_the_copy_away_and_one_u_brings_both_back(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("o", "t", "w")
        assert isinstance(desk.screen, ReviewScreen) and tree.conflicts() == ()
        assert f"Wrote {NOTE}, the copy is gone." in desk.toast
        text = note(tree)
        assert "April" in text and "rollback plan" in text and "40k" in text and "for now" in text
        await desk.press("u")
        assert note(tree) == YOURS and note(tree, COPY) == THEIRS
        (again,) = tree.conflicts()
        assert again.kind is ConflictKind.EDITS and again.base.verified and again.open_hunks == OPEN


async def test_e_edits_a_hunk_and_no_later_side_replaces_the_edit(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    async with at_work(tree) as desk:
        screen = await opened(desk)
        await desk.press("e")
        desk.screen.area.text = "- Launch is planned for summer\n"
        await desk.press("ctrl+s")
        assert "edited by hand" in desk.text
        await desk.press("p", "P", "N", "O")
        assert screen.work.model.result().decode().count("summer") == 1
        screen.work.model.select(screen.work.model.conflicts[0])
        await desk.press("o")
        assert "edited by hand; u takes the edit back" in desk.toast
        await desk.press("w")
        assert "planned for summer\n" in note(tree) and "April" not in note(tree)


async def test_v_shows_the_result_before_it_is_written(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("v")
        assert isinstance(desk.screen, ConflictScreen) and "still open" in desk.toast
        await desk.press("T", "v")
        assert isinstance(desk.screen, ResultScreen) and "not written yet" in desk.text
        assert "+  - Launch is planned for May" in desk.text
        await desk.press("escape")
        assert isinstance(desk.screen, ConflictScreen)


async def test_a_click_chooses_the_hunk_that_keys_act_on(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await opened(desk)
        row = next(at for at, text in enumerate(desk.rows) if f"Hunk {OPEN} of {OPEN}" in text)
        await desk.pilot.click(offset=(10, row))
        await desk.press("t")
        assert screen.work.model.choices == {screen.work.model.conflicts[1]: Choice.THEIRS}


async def test_from_a_base_that_is_not_proven_nothing_merges_by_itself(make_tree: MakeTree) -> None:
    tree = make_tree({**INDEX, NOTE: BASE})
    tree.person().rewrite(NOTE, YOURS)
    put(tree.root, COPY, THEIRS)
    async with at_work(tree) as desk:
        screen = await opened(desk)
        assert "proposed" in desk.rows[2] or "no base" in desk.rows[2]
        assert all(screen.work.model.merge.regions[hunk].merged is None for hunk in screen.work.model.merge.hunks)


async def test_another_base_is_picked_from_the_versions(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await opened(desk)
        await desk.press("S")
        assert isinstance(desk.screen, BasesScreen) and "used now" in desk.text and "verified" in desk.text
        await desk.press("G", "enter")
        assert isinstance(desk.screen, ConflictScreen) and "no base" in desk.rows[2]
        assert screen.work.model.open_count > OPEN and "s Base" not in desk.keys
        await desk.press("S", "escape")
        assert isinstance(desk.screen, ConflictScreen)


async def test_copies_are_merged_one_after_the_other(tree: Tree) -> None:
    put(tree.root, SECOND, BASE.replace("Mondays", "Fridays"))
    tree.rescan()
    async with at_work(tree) as desk:
        screen = await opened(desk)
        assert "copy 1 of 2   0 done" in desk.rows[4]
        await desk.press("]")
        assert screen.work.at == 0 and "still open" in desk.toast
        await desk.press("o", "t")
        assert "w goes on to the next copy" in desk.rows[4]
        await desk.press("w")
        assert "copy 2 of 2" in desk.rows[4]
        await desk.press("[")
        assert "copy 1 of 2" in desk.rows[4] and "0 open" in desk.rows[4]
        await desk.press("]")
        while screen.work.model.open:
            region = screen.work.model.merge.regions[screen.work.model.active]
            await desk.press("t" if any(b"Fridays" in line for line in region.theirs) else "o")
        assert "2 copies go" in desk.rows[4]
        await desk.press("w")
        assert left(tree.root) == [NOTE] and "Fridays" in note(tree) and "rollback plan" in note(tree)
        await desk.press("u")
        assert left(tree.root) == [NOTE, COPY, SECOND]


async def test_markers_left_in_a_note_are_hunks_again(make_tree: MakeTree) -> None:
    marked = "# A\n\n<<<<<<< HEAD\n- mine\n=======\n- other\n>>>>>>> branch\n\n- end\n"
    tree = make_tree({**INDEX, NOTE: marked})
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("t", "w")
        assert note(tree) == "# A\n\n- other\n\n- end\n"
        await desk.press("u")
        assert note(tree) == marked


async def test_a_readonly_screen_looks_but_does_not_write(tree: Tree) -> None:
    async with at_work(tree, readonly=True) as desk:
        await opened(desk)
        await desk.press("O", "w")
        assert "w Write" not in desk.keys and left(tree.root) == [NOTE, COPY]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("a version that a person picked, edit by vm/root", "edit by you"),
        ("a version that a person picked, edit by vps/hermes", "edit by vps/hermes"),
        ("records lead from it to both sides", "records lead from it to both sides"),
    ],
)
def test_a_base_that_is_offered_says_how_it_came_to_be(how: str, said: str) -> None:
    assert said_of(Base("r", how), "vm/root") == said
