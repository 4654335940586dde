"""An edit that a sync replaced without a copy: it is said that it may be missing, and it can be merged back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.memory.devices import Device, copy_name, set_aside, take_over, two_devices

from memwarden.memory.conflicts import Conflict, ConflictKind, Source
from memwarden.memory.missing import GRACE
from memwarden.text.merge import Choice

NOTE = "projects/atlas.md"
LINES = [f"- fact {number}\n" for number in range(9)]
START = "".join(LINES)


class Hours:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.later = 0.0

    def __call__(self) -> float:
        return time.time() + self.later

    def pass_by(self) -> None:
        self.later += GRACE.total_seconds() + 1


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def pair(tmp_path: Path, hours: Hours) -> Iterator[tuple[Device, Device]]:
    with two_devices(tmp_path, {NOTE: START, "INDEX.md": "# Memory\n"}, clock=hours) as devices:
        yield devices


Pair = tuple[Device, Device]


def with_line(number: int, line: str) -> str:
    return "".join(line if place == number else old for place, old in enumerate(LINES))


def missing(device: Device) -> list[Conflict]:
    return [conflict for conflict in device.tree.conflicts() if conflict.kind is ConflictKind.EDIT_MISSING]


def lose(pair: Pair, hours: Hours) -> Conflict:
    """The first device's edit gives way to the second's, and nothing is set aside."""
    here, there = pair
    here.edit(NOTE, with_line(0, "- mine, and nowhere now\n"))
    there.edit(NOTE, with_line(8, "- theirs\n"))
    take_over(there, here, NOTE)
    hours.pass_by()
    (conflict,) = missing(here)
    return conflict


def test_an_edit_that_gave_way_without_a_copy_is_said_to_be_missing_and_merges_back(pair: Pair, hours: Hours) -> None:
    here, _ = pair
    conflict = lose(pair, hours)
    (copy,) = conflict.copies
    assert (copy.source, copy.data, copy.by) == (
        Source.STORE, with_line(0, "- mine, and nowhere now\n").encode(), here.tree.me,
    )  # fmt: skip
    assert (conflict.base.verified, conflict.base.data) == (True, START.encode())
    (item,) = [item for item in here.tree.review() if item.kind == "conflict"]
    assert (item.note, item.detail) == (NOTE, "an edit may be missing")
    merged = conflict.merge(copy)
    assert merged.open == ()
    here.tree.person().resolve(conflict, merged.text(), taken="merged")
    assert missing(here) == []
    assert (here.root / NOTE).read_bytes() == with_line(0, "- mine, and nowhere now\n").replace(
        "- fact 8\n", "- theirs\n"
    ).encode()
    here.tree.person().undo()
    assert len(missing(here)) == 1


def test_taking_it_whole_and_undoing_that_asks_again(pair: Pair, hours: Hours) -> None:
    here, _ = pair
    conflict = lose(pair, hours)
    here.tree.person().resolve(conflict, conflict.copies[0].data, taken="theirs")
    assert missing(here) == []
    here.tree.person().undo()
    assert [one.copies for one in missing(here)] == [conflict.copies]


def test_it_stops_no_agent_and_no_reader(pair: Pair, hours: Hours) -> None:
    lose(pair, hours)
    hermes = pair[0].tree.writer("vps/hermes")
    hermes.append(NOTE, "- more")
    assert hermes.read(NOTE).data.endswith(b"- more\n")
    assert len(missing(pair[0])) == 1


def test_leaving_the_note_as_it_is_ends_it_here_and_where_the_records_come(pair: Pair, hours: Hours) -> None:
    here, there = pair
    conflict = lose(pair, hours)
    here.tree.person().resolve(conflict, conflict.data, taken="yours")
    assert missing(here) == []
    here.carry_records_to(there)
    assert missing(there) == []
    here.tree.person().undo()
    assert len(missing(here)) == 1


def test_a_copy_that_comes_a_moment_later_is_an_ordinary_conflict(pair: Pair, hours: Hours) -> None:
    here, there = pair
    mine = here.edit(NOTE, with_line(0, "- mine\n"))
    there.edit(NOTE, with_line(8, "- theirs\n"))
    take_over(there, here, NOTE)
    assert missing(here) == []
    here.write(copy_name(NOTE), mine)
    here.tree.rescan()
    hours.pass_by()
    (conflict,) = here.tree.conflicts()
    assert (conflict.kind, [copy.source for copy in conflict.copies]) == (ConflictKind.EDITS, [Source.FILE])
    (here.root / copy_name(NOTE)).unlink()
    here.tree.rescan()
    assert here.tree.conflicts() == (), "somebody who saw the copy took it away"


def test_beside_the_copy_of_another_edit_it_is_one_more_side_of_the_same_conflict(pair: Pair, hours: Hours) -> None:
    """Three devices met at once: both copies had one name, and Syncthing kept the other one."""
    here, there = pair
    mine = here.edit(NOTE, with_line(0, "- mine\n"))
    there.edit(NOTE, with_line(8, "- theirs\n"))
    here.write(copy_name(NOTE), with_line(4, "- of the third\n"))
    take_over(there, here, NOTE)
    hours.pass_by()
    (conflict,) = here.tree.conflicts()
    assert conflict.kind is ConflictKind.EDITS
    assert [(copy.source, copy.data) for copy in conflict.distinct] == [
        (Source.FILE, with_line(4, "- of the third\n").encode()), (Source.STORE, mine),
    ]  # fmt: skip
    merges = conflict.merges()
    choices = [dict.fromkeys(merges[0].open, Choice.BOTH)]
    result = conflict.merges(choices)[-1].text()
    here.tree.person().resolve(conflict, result)
    assert {b"- mine", b"- theirs", b"- of the third"} <= set((here.root / NOTE).read_bytes().split(b"\n"))
    assert here.tree.conflicts() == ()


def test_an_edit_that_the_other_device_built_on_is_not_missing(pair: Pair, hours: Hours) -> None:
    here, there = pair
    here.edit(NOTE, with_line(0, "- mine\n"))
    take_over(here, there, NOTE)
    there.edit(NOTE, START)
    there.tree.person().undo()
    there.edit(NOTE, with_line(0, "- mine, corrected\n"))
    take_over(there, here, NOTE)
    hours.pass_by()
    assert missing(here) == missing(there) == []


def test_an_edit_that_its_writer_took_back_is_not_missing(pair: Pair, hours: Hours) -> None:
    here, there = pair
    here.edit(NOTE, with_line(0, "- mine\n"))
    take_over(here, there, NOTE)
    here.tree.person().undo()
    here.edit(NOTE, with_line(1, "- better\n"))
    take_over(here, there, NOTE)
    hours.pass_by()
    assert missing(here) == missing(there) == []


def test_what_an_editor_wrote_here_is_said_to_be_missing_too_but_nothing_of_it_merges_by_itself(
    pair: Pair, hours: Hours
) -> None:
    here, there = pair
    here.write(NOTE, with_line(0, "- mine, by an editor\n"))
    here.tree.rescan()
    there.edit(NOTE, with_line(8, "- theirs\n"))
    take_over(there, here, NOTE)
    hours.pass_by()
    (conflict,) = missing(here)
    assert not conflict.base.verified
    assert len(conflict.merge(conflict.copies[0]).open) == 2


def test_a_change_that_nobody_explains_accuses_nobody(pair: Pair, hours: Hours) -> None:
    here, there = pair
    here.edit(NOTE, with_line(0, "- mine\n"))
    there.edit(NOTE, with_line(8, "- theirs\n"))
    there.carry_records_to(here)
    here.write(NOTE, with_line(8, "- by an editor, here or there\n"))
    here.tree.rescan()
    hours.pass_by()
    assert here.tree.conflicts() == ()


def test_set_aside_and_resolved_by_hand_on_the_other_device_leaves_nothing_to_say(pair: Pair, hours: Hours) -> None:
    here, there = pair
    here.edit(NOTE, with_line(0, "- mine\n"))
    there.edit(NOTE, with_line(8, "- theirs\n"))
    set_aside(there, here, NOTE)
    conflict = here.conflict(NOTE)
    here.tree.person().resolve(conflict, conflict.data, taken="yours")
    here.carry_records_to(there)
    hours.pass_by()
    assert missing(here) == missing(there) == []
