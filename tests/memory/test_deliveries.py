"""One delivery by Syncthing brings what several others wrote: each line is whose the published ranges say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.memory.devices import Device, set_aside, take_over, two_devices

from memwarden import Grade, Origin, Replace
from memwarden.memory.carried import Misfit, chain, put_by
from memwarden.memory.published import FOLDER
from memwarden.store.records import Origin as Started
from memwarden.store.records import Record, What
from memwarden.text.diff import diff

NOTE = "travel.md"
TEXT = "# Travel\n\n- Aisle seats\n"
Pair = tuple[Device, Device]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with two_devices(tmp_path, {NOTE: TEXT}) as devices:
        yield devices


def told(device: Device, note: str = NOTE) -> list[tuple[str, Grade]]:
    return [(line.by, line.grade) for line in device.tree.provenance(note)]


def two_wrote(there: Device) -> None:
    there.tree.writer("vps/hermes").append(NOTE, "- No trains before nine\n- Never the last row\n")
    there.tree.writer("pi/aras", origin=Origin.CHAT).edit(NOTE, [Replace("before nine", "before ten")])


def records_of(device: Device) -> list[Path]:
    return sorted((device.root / FOLDER).glob("*/*.jsonl"))


def arrive(device: Device, store: str, line: bytes) -> None:
    file = device.root / FOLDER / store / "000001.jsonl"
    file.parent.mkdir(parents=True)
    file.write_bytes(line)


def test_lines_of_two_writers_that_came_at_once_are_told_apart(pair: Pair) -> None:
    here, there = pair
    two_wrote(there)
    take_over(there, here, NOTE)
    unknown = ("", Grade.UNKNOWN)
    assert told(here) == [
        unknown, unknown, unknown, ("pi/aras", Grade.CLAIMED), ("vps/hermes", Grade.CLAIMED)
    ]  # fmt: skip
    assert {line.record for line in here.tree.provenance(NOTE)[3:]} == {here.tree.history(NOTE).versions()[0].id}


def test_records_that_come_later_than_the_text_tell_them_apart_too(pair: Pair) -> None:
    here, there = pair
    two_wrote(there)
    (here.root / NOTE).write_bytes((there.root / NOTE).read_bytes())
    here.tree.rescan()
    assert [by for by, _ in told(here)] == [""] * 5
    newest, found = here.tree.history(NOTE).versions()
    assert (newest.pending, found.pending) == (True, False)
    there.carry_records_to(here)
    assert [by for by, _ in told(here)[3:]] == ["pi/aras", "vps/hermes"]
    assert not here.tree.history(NOTE).versions()[0].pending
    here.tree.writer("laptop/codex").append(NOTE, "- here")
    assert [by for by, _ in told(here)[3:]] == ["pi/aras", "vps/hermes", "laptop/codex"]


def test_what_no_record_explains_stays_unknown_until_one_does(pair: Pair) -> None:
    here, there = pair
    two_wrote(there)
    first, second = records_of(there)[0].read_bytes().splitlines(keepends=True)
    (here.root / NOTE).write_bytes((there.root / NOTE).read_bytes())
    here.tree.rescan()
    arrive(here, "later", second)
    assert [by for by, _ in told(here)[3:]] == ["pi/aras", ""]
    arrive(here, "earlier", first)
    assert [by for by, _ in told(here)[3:]] == ["pi/aras", "vps/hermes"]


def test_a_note_seen_first_with_the_work_of_several_in_it_is_theirs_line_by_line(pair: Pair) -> None:
    here, there = pair
    there.tree.writer("vps/hermes").create("new.md", "# New\n\n- by hermes\n", link=None)
    there.tree.writer("pi/aras").append("new.md", "- by aras\n")
    there.tree.person().move("new.md", "trips.md")
    take_over(there, here, "trips.md")
    assert [by for by, _ in told(here, "trips.md")] == ["vps/hermes"] * 3 + ["pi/aras"]


def test_of_equal_lines_each_writer_has_as_many_as_they_wrote(pair: Pair) -> None:
    here, there = pair
    there.tree.writer("vps/hermes").append(NOTE, "## Done\n- yes\n")
    there.tree.writer("pi/aras", origin=Origin.CHAT).edit(NOTE, [Replace("## Done\n", "## Done\n- yes\n")])
    take_over(there, here, NOTE)
    assert sorted(by for by, _ in told(here)[3:]) == ["pi/aras", *["vps/hermes"] * 3]


def test_lines_of_a_proposal_confirmed_elsewhere_are_the_proposers(pair: Pair) -> None:
    here, there = pair
    there.tree.writer("vps/hermes").propose(NOTE, "append", "- From a proposal\n")
    there.tree.person().confirm(there.tree.proposals()[0])
    take_over(there, here, NOTE)
    last = here.tree.provenance(NOTE)[-1]
    assert (last.by, last.confirmed_by, last.grade) == ("vps/hermes", there.tree.me, Grade.CLAIMED)


def test_a_text_restored_elsewhere_gives_its_lines_back_here_too(pair: Pair) -> None:
    here, there = pair
    two_wrote(there)
    take_over(there, here, NOTE)
    before = told(here)
    full = there.tree.text(NOTE).revision
    there.tree.writer("vps/codex", origin=Origin.CHAT).rewrite(NOTE, "# Travel\n", base=full)
    take_over(there, here, NOTE)
    there.tree.person().restore(NOTE, full)
    take_over(there, here, NOTE)
    assert told(here) == before
    with here.tree.store.locked():
        provenance = here.tree.provenance_of
        assert provenance._replayed(here.tree.store.states(NOTE)) == provenance.sources(NOTE)


def test_a_conflict_resolved_elsewhere_keeps_the_authors_of_both_sides_here(pair: Pair) -> None:
    here, there = pair
    here.tree.writer("laptop/codex").append(NOTE, "- by codex")
    there.tree.writer("vps/hermes").append(NOTE, "- by hermes")
    set_aside(here, there, NOTE)
    conflict = there.conflict(NOTE)
    there.tree.person().resolve(conflict, (there.root / NOTE).read_bytes() + b"- by hermes\n- typed while resolving\n")
    take_over(there, here, NOTE)
    assert [by for by, _ in told(here)[3:]] == ["laptop/codex", "vps/hermes", there.tree.me]


def test_what_was_put_back_and_moved_elsewhere_is_still_its_authors_here(pair: Pair) -> None:
    here, there = pair
    two_wrote(there)
    base = there.tree.text(NOTE).revision
    codex = there.tree.writer("vps/codex", origin=Origin.CHAT)
    cut = codex.rewrite(NOTE, "# Travel\n- Never the last row\n", base=base)
    there.tree.person().restore_lost(NOTE, cut.record, "pi/aras")
    first, *rest = (there.root / NOTE).read_bytes().splitlines(keepends=True)
    there.tree.person().rewrite(NOTE, b"".join([first, *reversed(rest)]))
    take_over(there, here, NOTE)
    assert [by for by, _ in told(here)] == [line.by for line in there.tree.provenance(NOTE)]
    assert {by for by, _ in told(here)} == {"", "vps/hermes", "pi/aras"}


@pytest.mark.parametrize(
    "ranges", [[[0, 0, 99]], [[2, 1, 1], [0, 0, 1]], [[0, 10**12, 5]], "no", [[None]], [[-1, 0, 1]]]
)
def test_ranges_that_do_not_fit_are_nobodys_word(pair: Pair, ranges: object) -> None:
    here, there = pair
    two_wrote(there)
    (file,) = records_of(there)
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    lines[-1]["refs"]["ranges"] = ranges
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    take_over(there, here, NOTE)
    assert [by for by, _ in told(here)[3:]] == ["pi/aras", "pi/aras"]


TEXTS = st.lists(st.lists(st.integers(0, 5), max_size=6), min_size=2, max_size=8)


def write(number: int, before: list[int], after: list[int]) -> Record:
    hunks = diff([b"%d\n" % one for one in before], [b"%d\n" % one for one in after])
    ranges = [[hunk.start, len(hunk.cut), len(hunk.put)] for hunk in hunks]
    return Record(
        f"r{number}", "", f"{number:03}", "2026-11-30T12:00:00+00:00", "s", What.EDIT, by="vps/hermes",
        origin=Started.AGENT, before=f"t{number - 1}", after=f"t{number}", refs={"ranges": ranges},
    )  # fmt: skip


@given(TEXTS)
def test_ranges_carry_every_line_as_the_hunks_themselves_would(texts: list[list[int]]) -> None:
    writes = [write(number, *pair) for number, pair in enumerate(pairwise(texts), 1)]
    wrote: list[Record | None] = [None] * len(texts[0])
    for one in writes:
        for start, cut, put in reversed(one.refs["ranges"]):
            wrote[start : start + cut] = [one] * put
    back = list(chain(writes, "t0", f"t{len(writes)}"))
    assert back == writes[::-1]
    found = put_by(back, len(texts[-1]), len(texts[0]))
    assert [put and put[0] for put in found] == wrote
    with pytest.raises(Misfit):
        put_by(back, len(texts[-1]), len(texts[0]) + 1)
