"""A conflict that is left, changes on disk or is resolved elsewhere: no choice is lost and nothing written over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.tui.at_work import at_work
from tests.tui.forks import COPY, NOTE, OPEN, THEIRS, YOURS, forked, left, note, opened, put

from memwarden import Tree
from memwarden.text.merge import Choice
from memwarden_tui.screens.conflict import ConflictScreen
from memwarden_tui.screens.review import ReviewScreen

MakeTree = Callable[[dict[str, str | bytes]], Tree]


@pytest.fixture
def tree(folder: Path, tmp_path: Path) -> Iterator[Tree]:
    with forked(folder, tmp_path / "elsewhere") as made:
        yield made


async def test_choices_are_kept_when_it_is_left_and_over_a_restart(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("t", "escape", "enter")
        assert f"1 done   {OPEN - 1} open" in desk.rows[4]
        await desk.press("q")
    async with at_work(tree) as desk:
        screen = await opened(desk)
        assert f"1 done   {OPEN - 1} open" in desk.rows[4]
        assert set(screen.work.model.choices.values()) == {Choice.THEIRS}


async def test_a_choice_is_written_down_at_once_so_that_a_program_that_is_killed_loses_none(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("o", "e")
        desk.screen.area.text = "- Ana owns the rollback\n"
        await desk.press("ctrl+s")
        killed = tree.load_ui()
        await desk.press("u", "u", "q")
    tree.save_ui(killed)
    async with at_work(tree) as desk:
        screen = await opened(desk)
        assert set(screen.work.model.choices.values()) == {Choice.YOURS, b"- Ana owns the rollback\n"}
        assert "changed on disk" not in desk.text
        await desk.press("w")
        assert "April" in note(tree) and "Ana owns" in note(tree)
        assert tree.load_ui()["screens"]["ConflictScreen"]["kept"] == {}


async def test_a_side_that_changed_while_nobody_looked_is_marked_and_only_choices_that_fit_are_taken_up(
    tree: Tree,
) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("o", "t", "q")
    put(tree.root, COPY, THEIRS.replace("May", "June"))
    tree.rescan()
    async with at_work(tree) as desk:
        screen = await opened(desk)
        assert "Theirs changed on disk since you chose: 1 choice fits no more." in desk.text
        assert list(screen.work.model.choices.values()) == [Choice.THEIRS]


async def test_a_side_that_changes_on_disk_is_marked_and_never_written_over(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await opened(desk)
        await desk.press("o", "o")
        put(tree.root, NOTE, YOURS.replace("40k", "90k"))
        tree.rescan()
        desk.app.tree_changed()
        await desk.settle()
        assert "yours changed on disk   r looks again" in desk.rows[2]
        await desk.press("w")
        assert "90k" in note(tree) and left(tree.root) == [NOTE, COPY]
        await desk.press("r")
        assert f"{OPEN} done   2 open" in desk.rows[4] and screen.work.model.choices
        await desk.press("o", "o", "w")
        assert "90k" in note(tree) and "April" in note(tree) and left(tree.root) == [NOTE]


async def test_a_change_that_nobody_noticed_is_refused_at_the_write(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("O")
        put(tree.root, COPY, THEIRS.replace("May", "June"))
        await desk.press("w")
        assert isinstance(desk.screen, ConflictScreen) and left(tree.root) == [NOTE, COPY]
        assert "theirs changed on disk" in desk.rows[2]


async def test_a_conflict_resolved_elsewhere_closes_and_says_so(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        (tree.root / COPY).unlink()
        tree.rescan()
        desk.app.tree_changed()
        await desk.settle()
        assert isinstance(desk.screen, ReviewScreen) and f"{NOTE} was resolved elsewhere." in desk.toast


async def test_after_the_write_the_next_conflict_comes(tree: Tree) -> None:
    put(tree.root, "other.md", "# Other\n\n- one\n")
    put(tree.root, "other.sync-conflict-20260504-140200-ABCDEFG.md", "# Other\n\n- two\n")
    tree.rescan()
    async with at_work(tree) as desk:
        desk.screen.pane.list.go_to(f"conflict:{NOTE}")
        await desk.settle()
        await opened(desk)
        await desk.press("O", "w")
        assert isinstance(desk.screen, ConflictScreen) and "other.md" in desk.rows[2]
        await desk.press("u")
        assert left(tree.root)[:2] == [NOTE, COPY]


async def test_h_leads_to_the_history_of_the_note_and_esc_back_to_the_choices(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await opened(desk)
        await desk.press("o", "h")
        assert desk.screen.CRUMB == "History" and NOTE in desk.rows[2]
        await desk.press("escape")
        assert desk.screen is screen and "1 done" in desk.text
