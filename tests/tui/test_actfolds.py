"""One act is one row of Activity: what it wrote beside, what an undo took back, what the first look found."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.hours import HOUR, Hours
from tests.tui.at_work import at_work

from memwarden import Tree
from memwarden_tui import wording
from memwarden_tui.screens import journal
from memwarden_tui.screens.actfolds import folded
from memwarden_tui.screens.activitylog import Log
from memwarden_tui.screens.activityrows import DoingRow
from memwarden_tui.screens.doings import Doing
from memwarden_tui.screens.journal import Wanted

NOTES: dict[str, str | bytes] = {
    "INDEX.md": "# Index\n\n- [a](a.md)\n",
    "a.md": "# A\n\none\n",
    "agents/vps/hermes/memory.md": "# Mine\n",
}


def acts(tree: Tree) -> list[Doing]:
    return folded(journal.newest(tree, Wanted(), "").doings)


def notes(doing: Doing) -> set[str]:
    return {part.note for part in doing.parts}


def test_a_new_note_and_its_line_in_the_index_are_one_row(make_tree: MakeTree) -> None:
    tree = make_tree(NOTES)
    tree.person().create("b.md", "# B\n\ntwo\n", link="")
    newest = acts(tree)[0]
    assert (newest.act, newest.note, notes(newest)) == ("create", "b.md", {"b.md", "INDEX.md"})
    assert newest.added == 4


def test_an_undo_is_one_row_that_says_what_it_took_back(make_tree: MakeTree) -> None:
    tree = make_tree(NOTES)
    person = tree.person()
    person.create("b.md", "# B\n", link="")
    person.undo()
    undone, created = acts(tree)[:2]
    assert (undone.act, undone.says, undone.whole) == ("undo", "create of b.md and 1 more", True)
    assert notes(undone) == {"b.md", "INDEX.md"} and created.act == "create"
    person.redo()
    assert acts(tree)[0].says == "create of b.md and 1 more" and acts(tree)[0].act == "redo"


def test_an_undo_of_what_wrote_no_note_says_it_too(make_tree: MakeTree) -> None:
    tree = make_tree(NOTES)
    tree.person().hold("vps/hermes", 5)
    tree.person().undo()
    assert acts(tree)[0].says == "hold of vps/hermes" and not acts(tree)[0].parts


def test_what_the_first_look_found_is_one_row(make_tree: MakeTree) -> None:
    (found,) = acts(make_tree(NOTES))
    assert found.says == "3 notes that were here before" and notes(found) == set(NOTES)
    assert (found.note, found.by, found.added) == ("", "", 7)


def test_a_single_note_that_was_found_is_named(make_tree: MakeTree) -> None:
    (found,) = acts(make_tree({"INDEX.md": "# Index\n"}))
    assert found.note == "INDEX.md" and not found.also


def test_two_writes_of_one_agent_are_two_rows(make_tree: MakeTree) -> None:
    tree = make_tree(NOTES)
    for text in ("- x", "- y"):
        tree.writer("vps/hermes").append("a.md", text)
    assert [one.act for one in acts(tree)[:3]] == ["append", "append", "found"]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_an_act_that_lies_on_two_pages_is_one_row(make_tree: MakeTree, size: int) -> None:
    tree = make_tree(NOTES)
    person = tree.person()
    person.create("b.md", "# B\n", link="")
    person.undo()
    person.create("c.md", "# C\n", link="")
    log, wanted = Log(), Wanted()
    log.take(journal.older(tree, wanted, "", size=size), tree.now)
    while not log.done:
        page = journal.older(tree, wanted, log.last, size=size)
        log.take_older(page, log.older(page, tree.now))
    told = [row.doing for row in log.rows if isinstance(row, DoingRow)]
    assert [(one.act, len(one.parts)) for one in told] == [("create", 2), ("undo", 2), ("create", 2), ("found", 3)]
    assert len([row for row in log.rows if not isinstance(row, DoingRow)]) == 1


def test_the_rest_of_an_act_that_comes_as_news_joins_its_row(make_tree: MakeTree) -> None:
    tree = make_tree(NOTES)
    log = Log()
    log.take(journal.newest(tree, Wanted(), ""), tree.now)
    tree.person().create("b.md", "# B\n", link="")
    whole = journal.newest(tree, Wanted(), log.first)
    late, early = (whole._replace(doings=(one,)) for one in whole.doings)
    log.take(early, tree.now)
    log.take(late, tree.now)
    told = [row.doing for row in log.rows if isinstance(row, DoingRow)]
    assert [(one.act, len(one.parts)) for one in told] == [("create", 2), ("found", 3)]
    assert log.new == 1


def test_a_time_in_which_nobody_watched_is_told_as_one(folder: Path) -> None:
    (folder / "a.md").write_text("one\n")
    wall = Hours()
    with Tree.open(folder, clock=wall) as tree:
        left = wording.clock(tree.now(), tree.now())
        wall.now += HOUR
        (folder / "a.md").write_text("two\n")
        tree.rescan()
        log = Log()
        log.take(journal.newest(tree, Wanted(), ""), tree.now)
    told = next(row for row in log.rows if isinstance(row, DoingRow))
    assert (told.who.name, told.says) == ("nobody", f"from {left}, 1 note changed")
    assert (told.doing.flag, told.doing.tone) == ("unwatched", "warn")


async def test_enter_on_an_act_of_several_notes_asks_which(make_tree: MakeTree) -> None:
    tree = make_tree(NOTES)
    tree.person().create("b.md", "# B\n", link="")
    async with at_work(tree) as desk:
        await desk.press("5")
        assert "b.md, 1 more" in desk.text and "first look" in desk.text
        await desk.press("enter", *"index", "enter")
        assert desk.screen.CRUMB == "History" and desk.screen.breadcrumb.path == "INDEX.md"
