"""The base of a merge: proven by the records of both sides, or proposed and never trusted."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.memory.devices import Device, copy_name, set_aside, two_devices
from tests.sync.recorded import KEY, Recorded
from tests.sync.test_syncthing import XML

from memwarden import Tree
from memwarden.memory.ancestry import Step, common_ancestor
from memwarden.memory.conflicts import Base, Conflict, ConflictKind, Copy, held_open
from memwarden.memory.published import FOLDER
from memwarden.store.snapshots import revision_of
from memwarden.sync.blocks import blocks_hash
from memwarden.text.line_ends import bare
from memwarden.text.lines import split_lines
from memwarden.text.merge import Choice, Region, merge

NOTE = "projects/atlas.md"
LINES = [f"- fact {number}\n" for number in range(9)]
A0 = "".join(LINES)
Pair = tuple[Device, Device]


def with_lines(changes: dict[int, str]) -> str:
    return "".join(changes.get(number, line) for number, line in enumerate(LINES))


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with two_devices(tmp_path, {NOTE: A0}) as devices:
        yield devices


def test_records_of_both_devices_prove_the_fork_and_what_does_not_meet_merges_by_itself(pair: Pair) -> None:
    here, there = pair
    yours = there.edit(NOTE, with_lines({0: "- fact 0, theirs\n"}))
    theirs = here.edit(NOTE, with_lines({8: "- fact 8, ours\n"}))
    set_aside(there, here, NOTE)
    conflict = here.conflict(NOTE)
    base = conflict.base
    assert (base.verified, base.data, base.how) == (True, A0.encode(), "records lead from it to both sides")
    assert (conflict.data, conflict.copies[0].data) == (yours, theirs)
    merged = conflict.merge(conflict.copies[0])
    assert merged.open == ()
    assert merged.text().decode() == with_lines({0: "- fact 0, theirs\n", 8: "- fact 8, ours\n"})


def test_the_sides_are_named_after_who_wrote_them_and_never_after_the_device_in_the_copys_name(pair: Pair) -> None:
    here, there = pair
    there.tree.writer("vps/hermes").append(NOTE, "- from hermes")
    here.tree.writer("laptop/claude").append(NOTE, "- from claude")
    set_aside(there, here, NOTE)
    conflict = here.conflict(NOTE)
    assert (conflict.yours_by, conflict.copies[0].by, conflict.copies[0].device) == (
        "vps/hermes", "laptop/claude", "NJDDEFB",
    )  # fmt: skip
    here.write(copy_name(NOTE, "20261130-141640"), "- nobody knows\n")
    assert here.conflict(NOTE).copies[1].by == ""


def test_published_records_alone_prove_nothing_for_anybody_can_write_them(pair: Pair, tmp_path: Path) -> None:
    here, there = pair
    there.edit(NOTE, with_lines({0: "- one side\n"}))
    one = (there.root / NOTE).read_bytes()
    there.tree.person().undo()
    there.edit(NOTE, with_lines({8: "- other side\n"}))
    there.carry_records_to(here)
    here.write(NOTE, one)
    here.write(copy_name(NOTE), (there.root / NOTE).read_bytes())
    here.tree.rescan()
    conflict = here.conflict(NOTE)
    assert not conflict.base.verified
    assert there.tree.text_of(revision_of(A0.encode())) == A0.encode()


def test_two_edits_on_one_side_and_one_on_the_other_lose_no_line_whatever_base_is_proposed(pair: Pair) -> None:
    """A0→A1→A2 against A0→B1, each past memwarden: a merge from A1 would take A1's line away."""
    here, _ = pair
    a1, a2 = A0 + "- A1 added\n", A0 + "- A1 added\n- A2 added\n"
    b1 = with_lines({3: "- fact 3, as B1 has it\n"})
    for text, ago in ((a1, 300), (a2, 200)):
        here.write(NOTE, text, ago=ago)
        here.tree.rescan()
    here.write(NOTE, b1, ago=20)
    here.write(copy_name(NOTE), a2, ago=10)
    here.tree.rescan()
    conflict = here.conflict(NOTE)
    (copy,) = conflict.copies
    offered = here.tree.bases(conflict)
    assert {A0.encode(), a1.encode(), None} <= {base.data for base in offered}
    for base in (conflict.base, *offered):
        assert not base.verified
        merged = conflict.merge(copy, base=base)
        assert merged.open == tuple(
            index for index in merged.hunks if merged.regions[index].yours != merged.regions[index].theirs
        )
        shown = {line for region in merged.regions for line in (*region.yours, *region.theirs)}
        assert shown >= {b"- A1 added\n", b"- A2 added\n", b"- fact 3, as B1 has it\n", b"- fact 3\n"}
        both = merged.text(dict.fromkeys(merged.open, Choice.BOTH))
        assert {b"- A1 added\n", b"- A2 added\n", b"- fact 3, as B1 has it\n"} <= set(split_lines(both))


def test_without_proof_the_newest_version_older_than_both_sides_is_proposed_and_said_to_be_no_proof(pair: Pair) -> None:
    here, _ = pair
    here.write(NOTE, "yours\n")
    here.write(copy_name(NOTE), "theirs\n")
    for name in (NOTE, copy_name(NOTE)):
        os.utime(here.root / name, (time.time() + 60, time.time() + 60))
    here.tree.rescan()
    base = here.conflict(NOTE).base
    assert (base.data, base.verified) == (A0.encode(), False)
    assert "no proof" in base.how


def test_archived_versions_are_offered_as_older_ones_and_never_as_ancestors(pair: Pair) -> None:
    here, _ = pair
    here.write(NOTE, "yours\n")
    here.write(copy_name(NOTE), "theirs\n")
    here.write(".stversions/projects/atlas~20261129-100000.md", "archived\n")
    here.write(".stversions/projects/atlas.md", "trash can\n", ago=90_000)
    here.write(".stversions/projects/atlas-2~20261129-100000.md", "another note\n")
    here.write(f".stversions/{copy_name(NOTE)}", "an archived copy\n")
    here.tree.rescan()
    conflict = here.conflict(NOTE)
    assert len(conflict.copies) == 1
    offered = {base.data: base for base in here.tree.bases(conflict)}
    assert {b"archived\n", b"trash can\n"} <= offered.keys()
    assert not {b"another note\n", b"an archived copy\n"} & offered.keys()
    assert not any(base.verified for base in offered.values())
    assert "Syncthing archived" in offered[b"archived\n"].how


@pytest.fixture
def answering(pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    """A Syncthing 2.1.3, as recorded, that carries the first device's tree."""
    server = Recorded("2.1.3")
    home = tmp_path / "syncthing"
    home.mkdir()
    said = {"path": pair[0].root, "devices": "", "names": '<device id="NJDDEFB-AAAAAAA" name="attic"/>', "tls": "false"}
    (home / "config.xml").write_text(XML.format(**said, paused="false", address=server.address, key=KEY))
    monkeypatch.setenv("STHOMEDIR", str(home))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def test_syncthings_hash_of_what_the_winner_was_made_from_names_a_version_that_we_hold(
    pair: Pair, answering: Recorded, tmp_path: Path
) -> None:
    here, _ = pair
    a1 = (A0 + "- A1\n").encode()
    for text in (a1, b"yours\n"):
        here.write(NOTE, text)
        here.tree.rescan()
    here.write(copy_name(NOTE), "theirs\n")
    answer = {"local": {"name": NOTE, "previousBlocksHash": blocks_hash(a1)}, "global": {}}
    answering.instead["/rest/db/file"] = (200, json.dumps(answer).encode())
    with Tree.open(here.root, state=tmp_path / "state-a") as tree:
        conflict = tree.conflict(NOTE)
        assert conflict is not None
        assert conflict.copies[0].device_name == "attic"
        named = next(base for base in tree.bases(conflict) if "Syncthing says" in base.how)
        assert (named.data, named.verified) == (a1, False)
        assert conflict.merge(conflict.copies[0], base=named).open
        answering.instead["/rest/db/file"] = (500, b"no")
        assert not [base for base in tree.bases(conflict) if "Syncthing says" in base.how]


def test_a_version_that_a_person_picks_is_shown_as_the_base_and_still_decides_nothing(pair: Pair) -> None:
    here, there = pair
    there.edit(NOTE, with_lines({0: "- theirs\n"}))
    here.edit(NOTE, with_lines({8: "- ours\n"}))
    set_aside(there, here, NOTE)
    conflict = here.conflict(NOTE)
    offered = here.tree.bases(conflict)
    assert (offered[0].verified, offered[-1]) == (True, Base())
    picked = Base(offered[0].revision, "picked", data=offered[0].data)
    merged = conflict.merge(conflict.copies[0], base=picked)
    assert len(merged.open) == 2
    assert merged.based
    assert merged.regions[merged.open[0]].base == (b"- fact 0\n",)
    assert merged.text(dict.fromkeys(merged.open, Choice.BASE)) == A0.encode()


def test_a_copy_that_the_note_was_made_from_is_proposed_to_be_dropped(pair: Pair) -> None:
    here, _ = pair
    here.edit(NOTE, with_lines({0: "- newer\n"}))
    here.write(copy_name(NOTE), A0)
    here.tree.rescan()
    conflict = here.conflict(NOTE)
    assert (conflict.kind, conflict.copies[0].contained) == (ConflictKind.CONTAINED, "ancestor")
    (settling,) = here.tree.identical(contained=True)
    assert (settling.taken, settling.data) == ("yours", conflict.data)
    assert here.tree.identical() == ()


def test_a_text_that_merely_lay_here_before_is_no_ancestor(pair: Pair) -> None:
    """Yours was replaced by Syncthing and set aside: it is an older text of the note, and all that is left of it."""
    here, _ = pair
    here.write(NOTE, "mine, by an editor\n")
    here.tree.rescan()
    here.write(NOTE, "theirs, by Syncthing\n")
    here.write(copy_name(NOTE), "mine, by an editor\n")
    here.tree.rescan()
    conflict = here.conflict(NOTE)
    assert (conflict.kind, conflict.copies[0].contained) == (ConflictKind.EDITS, "")
    assert len(conflict.merge(conflict.copies[0]).open) == 1


def test_what_was_merged_once_is_an_ancestor_of_what_follows(pair: Pair) -> None:
    here, there = pair
    there.edit(NOTE, with_lines({0: "- theirs\n"}))
    here.edit(NOTE, with_lines({8: "- ours\n"}))
    set_aside(there, here, NOTE)
    conflict = here.conflict(NOTE)
    here.tree.person().resolve(conflict, conflict.merge(conflict.copies[0]).text(), taken="merged")
    there.edit(NOTE, with_lines({0: "- theirs, once more\n"}))
    there.carry_records_to(here)
    here.write(copy_name(NOTE), (there.root / NOTE).read_bytes())
    here.tree.rescan()
    later = here.conflict(NOTE)
    assert (later.base.verified, later.base.data) == (True, with_lines({0: "- theirs\n"}).encode())
    assert later.merge(later.copies[0]).text().decode() == with_lines({0: "- theirs, once more\n", 8: "- ours\n"})


def test_torn_and_forged_lines_of_published_records_are_passed_over(pair: Pair) -> None:
    here, there = pair
    there.edit(NOTE, "theirs\n")
    there.carry_records_to(here)
    (file,) = (here.root / FOLDER).glob("*/*.jsonl")
    whole = file.read_bytes()
    assert b"theirs" not in whole
    raw = json.loads(whole)
    for forged in (
        {**raw, "at": "yesterday"}, {**raw, "refs": ["x"]}, {**raw, "by": 7}, {**raw, "note": {"a": 1}},
        {**raw, "refs": {"merged": 5}}, {**raw, "refs": {"from": 5}}, {**raw, "before": []}, {**raw, "after": [1]},
        {**raw, "at": "2026-11-30T10:00:00"}, {**raw, "clock": "soon"}, {**raw, "parents": [5]}, {**raw, "size": "x"},
    ):  # fmt: skip
        file.write_bytes(whole + json.dumps(forged).encode() + b"\n" + b"[]\n{}\n\xff\n" + whole[:40])
        assert [record.after for record in here.tree.published.of(NOTE)] == [raw["after"]]
    file.write_bytes(whole[:40])
    assert here.tree.published.of(NOTE) == []
    file.write_bytes(whole + whole)
    assert len(here.tree.published.of(NOTE)) == 2


def test_half_a_line_that_a_crash_left_in_our_own_records_spoils_only_itself(pair: Pair) -> None:
    here, there = pair
    here.edit(NOTE, "one\n")
    (file,) = (here.root / FOLDER).glob("*/*.jsonl")
    file.write_bytes(file.read_bytes() + b'{"v":1,"id":"torn')
    here.edit(NOTE, "two\n")
    here.carry_records_to(there)
    assert [record.after for record in there.tree.published.of(NOTE)] == [
        revision_of(b"one\n"), revision_of(b"two\n"),
    ]  # fmt: skip


def test_a_long_history_does_not_make_a_conflict_slow_to_look_at(tmp_path: Path) -> None:
    with two_devices(tmp_path, {NOTE: A0}) as (here, _):
        for number in range(150):
            here.edit(NOTE, with_lines({number % 9: f"- edit {number}\n"}))
        here.write(copy_name(NOTE), with_lines({4: "- theirs\n"}))
        here.tree.rescan()
        begun = time.process_time()
        here.conflict(NOTE)
        assert time.process_time() - begun < 0.5


REVISIONS = st.sampled_from("abcdef")
STEPS = st.lists(st.builds(Step, REVISIONS, REVISIONS, st.booleans()), max_size=8)


@given(REVISIONS, REVISIONS, STEPS)
def test_an_ancestor_leads_to_both_sides_and_our_own_records_lead_to_one_of_them(
    one: str, other: str, steps: list[Step]
) -> None:
    found = common_ancestor(one, other, steps)
    if found is None:
        return
    behind = [reached(side, steps) for side in (one, other)]
    assert all(found in revisions for revisions in behind)
    assert any(found != side and found in reached(side, [step for step in steps if step.own]) for side in (one, other))


def test_two_ancestors_of_which_none_is_nearer_prove_nothing() -> None:
    steps = [Step("x", "m"), Step("y", "m"), Step("x", "n"), Step("y", "n")]
    assert common_ancestor("m", "n", steps) is None
    assert common_ancestor("m", "n", [*steps, Step("x", "y")]) == "y"


def reached(revision: str, steps: list[Step]) -> set[str]:
    found = {revision}
    while more := {step.before for step in steps if step.after in found} - found:
        found |= more
    return found


MESSY = st.lists(
    st.sampled_from([b"a\n", b"- b\n", b"- c d e f\n", b"\n", b"# h\n", b"```\n", b"a\r\n", b"z"]), max_size=8
).map(b"".join)


@given(MESSY, MESSY, MESSY, st.booleans())
def test_taking_one_side_everywhere_gives_its_bytes_from_a_proven_and_from_a_picked_base(
    base: bytes, yours: bytes, theirs: bytes, verified: bool
) -> None:
    at = datetime(2026, 11, 30, tzinfo=UTC)
    copy = Copy("c", theirs, "c", None, "", len(theirs), at, base=Base("b", "", verified, data=base))
    conflict = Conflict("n", ConflictKind.EDITS, yours, "y", (copy,))
    merged = conflict.merge(copy)
    for choice, side in ((Choice.YOURS, yours), (Choice.THEIRS, theirs)):
        if merged.hunks:
            assert merged.text(dict.fromkeys(merged.hunks, choice)) == side
    if not verified:
        assert not [index for index in merged.hunks if index not in merged.open and differs(merged.regions[index])]
        assert held_open(merge(base, yours, theirs)) == merged


def differs(region: Region) -> bool:
    """By more than line ends, which are evened out whatever the base."""
    return [bare(line) for line in region.yours] != [bare(line) for line in region.theirs]
