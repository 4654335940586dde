"""Conflicts that are settled whole with one key: equal copies, deletions, files that are no text, folders."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.tui.at_work import NARROW, WIDE, Desk, at_work
from tests.tui.forks import BASE, COPY, INDEX, NOTE, THEIRS, left, note

from memwarden import Tree
from memwarden_tui.screens.conflictbulk import BulkScreen
from memwarden_tui.screens.conflictverbs import VerbsScreen

MakeTree = Callable[[dict[str, str | bytes]], Tree]


async def verbs(tree: Tree, desk: Desk) -> None:
    await desk.press("enter")
    assert isinstance(desk.screen, VerbsScreen)


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_an_equal_copy_goes_with_one_key(make_tree: MakeTree, size: tuple[int, int]) -> None:
    tree = make_tree({**INDEX, NOTE: BASE, COPY: BASE})
    async with at_work(tree, size) as desk:
        await verbs(tree, desk)
        assert "equal to the note" in desk.text and "Keep the note, the copy goes" in desk.text
        assert "Theirs" not in desk.keys
        await desk.press("o")
        assert left(tree.root) == [NOTE] and note(tree) == BASE
        await desk.press("u")
        assert left(tree.root) == [NOTE, COPY]


@pytest.mark.parametrize(("key", "text"), [("o", BASE), ("t", BASE + "- more\n")])
async def test_a_side_that_holds_the_other_is_chosen_whole(make_tree: MakeTree, key: str, text: str) -> None:
    tree = make_tree({**INDEX, NOTE: BASE, COPY: BASE + "- more\n"})
    async with at_work(tree) as desk:
        await verbs(tree, desk)
        assert "The copy holds everything that the note holds" in desk.text and "+  - more" in desk.text
        await desk.press(key)
        assert note(tree) == text and left(tree.root) == [NOTE]


@pytest.mark.parametrize(("key", "files"), [("K", [NOTE]), ("x", [])])
async def test_an_edit_against_a_deletion_is_kept_or_deleted(make_tree: MakeTree, key: str, files: list[str]) -> None:
    tree = make_tree({**INDEX, COPY: THEIRS})
    async with at_work(tree) as desk:
        await verbs(tree, desk)
        assert "its note is gone" in desk.text and "rollback plan" in desk.text
        await desk.press(key)
        assert left(tree.root) == files
        await desk.press("u")
        assert left(tree.root) == [COPY]


async def test_sides_that_are_no_text_are_never_merged_and_both_can_be_kept(make_tree: MakeTree) -> None:
    tree = make_tree({**INDEX, NOTE: b"\xff\xfe\x00yours", COPY: b"\xff\xfe\x00theirs"})
    async with at_work(tree) as desk:
        await verbs(tree, desk)
        assert "A side is not text" in desk.text
        await desk.press("b", *"atlas-two.md", "enter")
        assert left(tree.root) == ["atlas-two.md", NOTE]
        assert (tree.root / "atlas-two.md").read_bytes() == b"\xff\xfe\x00theirs"
        await desk.press("u", "enter", "t")
        assert (tree.root / NOTE).read_bytes() == b"\xff\xfe\x00theirs" and left(tree.root) == [NOTE]


async def test_a_copy_whose_note_is_a_folder_gets_a_name_of_its_own_or_goes(make_tree: MakeTree) -> None:
    tree = make_tree({"INDEX.md": "# M\n", f"{NOTE}/inner.md": "# Inner\n", COPY: THEIRS})
    async with at_work(tree) as desk:
        desk.screen.pane.list.do_first()
        await desk.settle()
        await verbs(tree, desk)
        assert "is a folder now" in desk.text and "Yours" not in desk.keys
        await desk.press("b", "enter")
        kept = [name for name in left(tree.root) if name != NOTE]
        assert len(kept) == 1 and ".sync-conflict-" not in kept[0] and note(tree, kept[0]) == THEIRS


async def test_all_copies_that_hold_nothing_new_go_as_one_act_after_a_list(make_tree: MakeTree) -> None:
    other = "other.sync-conflict-20260504-140200-ABCDEFG.md"
    tree = make_tree({**INDEX, NOTE: BASE, COPY: BASE, "other.md": "# O\n- a\n", other: "# O\n"})
    async with at_work(tree) as desk:
        await verbs(tree, desk)
        await desk.press("I")
        assert isinstance(desk.screen, BulkScreen) and "the copy is equal to the note" in desk.text
        await desk.press("space", "space", "w")
        assert left(tree.root) == [NOTE, "other.md"] and "2 conflicts resolved" in desk.toast
        await desk.press("u")
        assert left(tree.root) == [NOTE, COPY, "other.md", other]
