"""A time in which nobody watched is told, and what changed in it is marked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.hours import HOUR, Hours

from memwarden import Tree
from memwarden.memory.looks import Gap, gaps, when_unwatched


@pytest.fixture
def wall() -> Hours:
    return Hours()


@pytest.fixture
def tree(folder: Path, wall: Hours) -> Iterator[Tree]:
    (folder / "a.md").write_text("one\n")
    (folder / "b.md").write_text("two\n")
    with Tree.open(folder, clock=wall) as opened:
        yield opened


def test_what_changed_after_hours_without_a_look_is_marked_with_the_last_one(tree: Tree, wall: Hours) -> None:
    left = tree.now()
    wall.now += HOUR
    (tree.root / "a.md").write_text("other\n")
    (tree.root / "c.md").write_text("new\n")
    changed = tree.rescan()
    assert {record.note: when_unwatched(record) for record in changed} == {"a.md": left, "c.md": left}
    assert gaps(tree, left) == (Gap(left, tree.now(), 2),)
    assert gaps(tree, tree.now() + timedelta(seconds=1)) == ()


def test_a_tree_that_is_looked_at_every_minute_is_never_unwatched(tree: Tree, wall: Hours) -> None:
    for minute in range(10):
        wall.now += 60
        (tree.root / "a.md").write_text(f"{minute}\n")
        assert [when_unwatched(record) for record in tree.rescan()] == [None]
    assert gaps(tree, tree.now() - timedelta(hours=1)) == ()


def test_hours_in_which_nothing_changed_are_not_told(tree: Tree, wall: Hours) -> None:
    wall.now += HOUR
    assert tree.rescan() == ()
    assert gaps(tree, tree.now() - timedelta(days=1)) == ()


def test_a_write_that_finds_the_note_changed_meanwhile_marks_that_change_and_not_itself(
    tree: Tree, wall: Hours
) -> None:
    left = tree.now()
    wall.now += HOUR
    (tree.root / "a.md").write_text("one\nfrom an editor\n")
    tree.writer("vps/hermes").append("a.md", "mine\n")
    mine, found = tree.activity(note="a.md", limit=2)
    assert (when_unwatched(found), when_unwatched(mine)) == (left, None)


def test_what_lay_in_the_tree_before_it_was_first_opened_is_not_marked(tree: Tree) -> None:
    assert [when_unwatched(record) for record in tree.activity()] == [None, None]
