"""The tree's clock: whatever is stamped takes its time from there, so that a story can be told in the past."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memwarden import Code, Flag, Origin, Refused, Tree
from memwarden.memory.late import LATE_FILES
from memwarden.store.records import What

SAID = "I sit by the window now"
THEN = datetime(2026, 2, 12, 9, 30, tzinfo=UTC)


class Wall:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.at = THEN

    def __call__(self) -> float:
        return self.at.timestamp()


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def tree(folder: Path, wall: Wall) -> Iterator[Tree]:
    (folder / "INDEX.md").write_text("# Index\n")
    with Tree.open(folder, clock=wall) as opened:
        yield opened


def test_records_mail_proposals_and_dated_lines_have_the_time_of_the_trees_clock(tree: Tree) -> None:
    hermes = tree.writer("vps/hermes")
    hermes.append("INDEX.md", "- aisle seats", dated=True)
    sent = hermes.send(tree.me, "Seats", "Aisle or window?")
    proposed = hermes.propose("INDEX.md", "append", "- quiet rooms\n")
    assert {record.time for record in tree.activity()} == {THEN}
    assert (sent.created, proposed.created) == (THEN, THEN)
    assert f"(added {tree.now():%Y-%m-%d})" in tree.text("INDEX.md").text
    assert tree.now() == THEN


def test_a_clock_that_goes_back_leaves_the_order_of_the_records(tree: Tree, wall: Wall) -> None:
    hermes = tree.writer("vps/hermes")
    first = hermes.append("INDEX.md", "- one")
    wall.at = THEN - timedelta(hours=1)
    second = hermes.append("INDEX.md", "- two")
    clocks = {record.id: record.clock for record in tree.activity()}
    assert clocks[first.record] < clocks[second.record]


def ahead_once(tree: Tree, wall: Wall) -> None:
    """A year ahead for one write, then right again: the order of records stays where the wall clock was."""
    wall.at = THEN + timedelta(days=365)
    tree.writer("vps/hermes", origin=Origin.DREAM).append("INDEX.md", "- ahead", source=SAID)
    wall.at = THEN


def test_a_clock_that_was_ahead_once_holds_nobody_for_notes_shrunk_hours_apart(
    tree: Tree, wall: Wall, folder: Path
) -> None:
    ahead_once(tree, wall)
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    for number in range(10):
        (folder / f"{number}.md").write_text("- a fact that is of some length\n" * 10)
        assert hermes.rewrite(f"{number}.md", "- gone\n", base=hermes.read(f"{number}.md").revision).flags
        wall.at += timedelta(hours=1)
    assert not tree.activity(what=What.HOLD)


def test_a_clock_that_was_ahead_once_makes_no_single_run_of_all_that_comes_after(tree: Tree, wall: Wall) -> None:
    ahead_once(tree, wall)
    dreaming = tree.writer("vps/hermes", origin=Origin.DREAM)
    for number in range(11):
        dreaming.append("INDEX.md", f"- dreamt {number}", source=SAID)
        wall.at += timedelta(hours=2)


def test_a_clock_that_was_ahead_once_makes_no_erosion_of_what_shrank_over_days(tree: Tree, wall: Wall) -> None:
    ahead_once(tree, wall)
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    lines = [f"- fact {number} of the day\n" for number in range(20)]
    hermes.create("facts.md", "".join(lines))
    for left in (14, 9, 6):
        wall.at += timedelta(days=2)
        seen = hermes.read("facts.md").revision
        assert Flag.EROSION not in hermes.rewrite("facts.md", "".join(lines[:left]), base=seen).flags


def test_a_hold_lapses_by_the_trees_clock(tree: Tree, wall: Wall) -> None:
    tree.person().hold("vps/hermes", 30)
    wall.at = THEN + timedelta(minutes=29)
    with pytest.raises(Refused) as refused:
        tree.writer("vps/hermes").append("INDEX.md", "- one")
    assert refused.value.code is Code.HELD
    wall.at = THEN + timedelta(minutes=31)
    assert tree.writer("vps/hermes").append("INDEX.md", "- one").revision


def test_many_writes_in_a_row_keep_few_files_open(tree: Tree) -> None:
    hermes = tree.writer("vps/hermes")
    before = len(os.listdir("/dev/fd"))
    for number in range(LATE_FILES + 40):
        hermes.append("INDEX.md", f"- line {number}")
    assert len(os.listdir("/dev/fd")) - before <= LATE_FILES + 8
