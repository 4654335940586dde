"""Compare: the note against what was set aside for it, followed while both change on disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tui.at_work import Desk, at_work
from tests.tui.remembered import TRAVEL, remembered

from memwarden import Tree
from memwarden_tui.screens.choose import ChooseScreen
from memwarden_tui.screens.compare import CompareScreen, Side, against_copy

ATLAS = "projects/atlas.md"
COPY = "projects/atlas.sync-conflict-20260102-140300-ABCDEFG.md"
OTHER = "projects/atlas.sync-conflict-20260103-140300-HIJKLMN.md"


@pytest.fixture
def tree(folder: Path) -> Tree:
    tree = remembered(folder)[0]
    (tree.root / COPY).write_text("# Atlas\n\nLaunch is planned for APRIL with two regions.\n")
    tree.rescan()
    return tree


async def shown(desk: Desk, screen: CompareScreen) -> CompareScreen:
    await desk.app.push_screen(screen)
    await desk.settle()
    return screen


async def of_copy(desk: Desk) -> CompareScreen:
    return await shown(desk, CompareScreen(ATLAS, Side("the note", path=ATLAS), Side("its copy", path=COPY)))


async def test_both_texts_are_shown_with_what_differs(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await of_copy(desk)
        assert desk.rows[2].rstrip().endswith("from the note to its copy") and "+1 −1" in desk.rows[4]
        assert "March" in desk.text and "APRIL" in desk.text


async def test_x_swaps_the_sides(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await of_copy(desk)
        await desk.press("x")
        assert desk.rows[2].rstrip().endswith("from its copy to the note")
        assert b"March" in screen.diff.model.hunks[0].put[0]


async def test_a_side_that_changes_on_disk_is_shown_as_it_is_now(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await of_copy(desk)
        (tree.root / ATLAS).write_text("# Atlas\n\nLaunch is planned for APRIL with two regions.\n")
        tree.rescan()
        desk.app.tree_changed()
        await desk.settle()
        assert "The two texts are the same." in desk.text


async def test_two_versions_are_compared_by_their_revisions(tree: Tree) -> None:
    newest, *_, oldest = tree.history(TRAVEL).versions()
    async with at_work(tree) as desk:
        sides = Side("then", revision=oldest.revision or ""), Side("now", revision=newest.revision or "")
        screen = await shown(desk, CompareScreen(TRAVEL, *sides))
        assert screen.diff.model.hunks and "from then to now" in desk.rows[2]
        await desk.press("n", "N", "escape")
        assert desk.screen is not screen


async def test_with_several_copies_the_person_chooses(tree: Tree) -> None:
    (tree.root / OTHER).write_text("# Atlas\n\nLaunch is planned for MAY with two regions.\n")
    tree.rescan()
    async with at_work(tree) as desk:
        desk.app.run_worker(against_copy(desk.app, ATLAS), group="commands")
        await desk.settle()
        assert isinstance(desk.screen, ChooseScreen)
        await desk.press(*"HIJ", "enter")
        assert isinstance(desk.screen, CompareScreen) and "MAY" in desk.text
