"""The sample tree: what waits in it, who wrote its lines, and that it is the same tree each time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memwarden import Code, Flag, Grade, Refused, Tree
from memwarden.interfaces.demo import atlas, lisbon, machines, people, travel
from memwarden.interfaces.demo.make import DemoReport, make_demo
from memwarden.interfaces.demo.stage import ME, ago

NOW = datetime(2026, 6, 17, 14, 6, 25, tzinfo=UTC)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Tree, DemoReport]]:
    """One demo for all tests that only look at it, in a state directory that outlives each of them."""
    place = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMWARDEN_STATE", str(place / "state"))
        patch.setenv("NESTWORK_HOST", "laptop")
        report = make_demo(place / "memory", now=NOW)
        with Tree.open(place / "memory", state=place / "state", clock=NOW.timestamp) as tree:
            yield tree, report


@pytest.fixture
def tree(made: tuple[Tree, DemoReport]) -> Tree:
    return made[0]


def test_the_queue_holds_one_of_each_kind_in_its_order(tree: Tree) -> None:
    assert [(item.kind.value, item.title) for item in tree.review()] == [
        ("conflict", "projects/atlas.md"),
        ("deletion", "projects/lisbon-move.md"),
        ("lost lines", "facts/people.md"),
        ("refused", "facts/home-network.md"),
        ("held", "pi/aras"),
        ("refused", "agent-rules.md"),
        ("refused", "facts/servers.md"),
        ("proposal", "agent-rules.md"),
        ("message", "Atlas launch: April or 18 March?"),
        ("proposal", "preferences/coding-style.md"),
        ("message", "Backup failed twice"),
        ("task", "Which hotel area in Lisbon?"),
        ("health", "3 findings"),
    ]


def test_the_conflict_has_an_ancestor_that_the_records_of_both_sides_prove(tree: Tree) -> None:
    conflict = tree.conflict(atlas.NOTE)
    assert conflict is not None
    (copy,) = conflict.copies
    assert (conflict.base.verified, conflict.yours_by, copy.by) == (True, "laptop/claude", "vps/codex")
    assert conflict.yours_at == NOW - timedelta(minutes=2)
    assert copy.written_at.astimezone(UTC) == NOW - timedelta(minutes=3)
    merge = conflict.merge(copy)
    alone, launch, questions = (merge.regions[index] for index in merge.hunks)
    assert (alone.kind.value, launch.kind.value, questions.kind.value) == ("yours", "conflict", "conflict")
    assert b"April with two regions" in launch.yours[0]
    assert b"March 18 with three regions" in launch.theirs[0]
    assert (len(questions.base), questions.yours, len(questions.theirs)) == (4, (), 4)


def test_every_line_of_travel_has_the_hand_that_wrote_it(tree: Tree) -> None:
    lines = tree.provenance(travel.NOTE)
    assert [line.by for line in lines] == [tree.me if who == ME else who for who in travel.AUTHORS]
    assert lines[-1].grade is Grade.UNKNOWN
    assert lines[8].at == NOW - timedelta(minutes=5)


def test_the_tidy_up_left_nine_of_fifty_lines_and_the_text_before_is_kept(tree: Tree) -> None:
    newest = tree.history(lisbon.NOTE).versions()[0]
    assert newest.before is not None
    before = tree.text_of(newest.before)
    assert before is not None
    assert len(before.splitlines()) == 50
    assert len(tree.text(lisbon.NOTE).lines) == 9
    assert newest.flags == (Flag.LARGE_DELETION, Flag.LOST_LINES)
    assert newest.record is not None
    assert set(newest.record.refs["lost"]) == {tree.me, "laptop/claude", "vps/hermes"}


def test_the_lost_lines_left_the_note_as_long_as_it_was(tree: Tree) -> None:
    newest, before = tree.history(people.PEOPLE).versions()[:2]
    assert newest.flags == (Flag.LOST_LINES,)
    assert abs(newest.size - before.size) <= before.size * 0.05


def test_a_secret_is_not_in_the_tree_nor_in_the_history(tree: Tree) -> None:
    (refusal,) = tree.activity(what="refused", note=machines.SERVERS)
    assert (refusal.by, refusal.refs["secret"], "revision" in refusal.refs) == ("desk/goose", True, False)
    stored = [path for place in (tree.root, tree.store.folder) for path in place.rglob("*") if path.is_file()]
    assert not any(b"ghp_" in path.read_bytes() for path in stored)


def test_what_came_by_sync_is_claimed_by_its_author_and_what_an_editor_saved_by_nobody(tree: Tree) -> None:
    carried = tree.history(machines.SERVERS).versions()[0]
    assert (carried.by, carried.grade, carried.via) == ("vps/codex", Grade.CLAIMED, "syncthing")
    saves = [record for record in tree.activity(what="outside") if record.via == "outside"]
    assert {record.note for record in saves} == {"facts/health.md", "projects/garden.md", "scratch.md"}
    assert {record.by for record in saves} == {""}


def test_the_index_leads_to_every_note_but_one(tree: Tree) -> None:
    index = tree.index()
    titles = [section.title for section in index.sections if not section.generated]
    assert titles == ["Projects", "Preferences", "Facts", "Agents"]
    assert index.orphans == ("scratch.md",)
    assert [entry.target for entry in index.dangling] == ["preferences/recipes.md"]


def test_the_mail_is_waiting_unread_answered_acknowledged_and_put_away(tree: Tree) -> None:
    threads = {thread.subject: thread for thread in tree.mailbox().threads()}
    hotel = threads["Which hotel area in Lisbon?"]
    assert (hotel.waiting, hotel.waiting_since) == (True, NOW - timedelta(days=3))
    assert [subject for subject, thread in threads.items() if thread.unread and not thread.waiting] == [
        "Atlas launch: April or 18 March?",
        "Backup failed twice",
    ]
    assert len(threads["people.md: which spelling?"].messages) == 3
    assert threads["Ask before booking?"].messages[0].acknowledged_by == (tree.me,)
    assert threads["Nightly check found nothing"].archived


def test_files_are_as_old_as_what_is_recorded_of_them(tree: Tree) -> None:
    for note, age in ((travel.NOTE, "5 min"), (atlas.NOTE, "2 min"), ("facts/health.md", "3 d 5 h")):
        assert os.stat(tree.root / note).st_mtime == pytest.approx((NOW - ago(age)).timestamp(), abs=0.01)
    assert all(record.time <= NOW for record in tree.activity(limit=-1))
    assert tree.rescan() == ()


def test_the_report_says_what_was_made(made: tuple[Tree, DemoReport]) -> None:
    tree, report = made
    assert (report.folder, report.notes) == (tree.root, 18)
    assert set(report.agents) == {"laptop/claude", "vps/hermes", "vps/codex", "desk/goose", "pi/aras"}
    assert report.writes > 120
    assert report.waiting == tuple((item.kind.value, item.title) for item in tree.review())
    assert report.lines[0] == f"{tree.root}: 18 notes, {report.writes} writes by 5 agents and you."


def test_made_twice_for_one_moment_it_is_the_same_tree(made: tuple[Tree, DemoReport], tmp_path: Path) -> None:
    tree, first = made
    again = make_demo(tmp_path / "again", now=NOW)
    assert (again.notes, again.writes, again.waiting) == (first.notes, first.writes, first.waiting)
    with Tree.open(again.folder, clock=NOW.timestamp) as other:
        shown = [
            [(item.id.partition(":")[0], item.detail, item.by, item.at) for item in one.review()]
            for one in (tree, other)
        ]
        assert shown[0] == shown[1]
        told = [
            [
                (record.at, record.by, record.what, record.after)
                for record in one.activity(limit=-1)
                if _is_note(record.note)
            ]
            for one in (tree, other)
        ]
        assert told[0] == told[1]


def test_a_folder_with_anything_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text("mine\n")
    with pytest.raises(Refused) as refused:
        make_demo(tmp_path, now=NOW)
    assert refused.value.code is Code.BAD_ARGUMENT
    assert [path.name for path in tmp_path.iterdir()] == ["mine.md"]


def test_a_demo_is_not_told_into_the_history_of_an_earlier_tree(tmp_path: Path) -> None:
    place = tmp_path / "memory"
    place.mkdir()
    Tree.open(place).close()
    with pytest.raises(Refused) as refused:
        make_demo(place, now=NOW)
    assert refused.value.code is Code.BAD_ARGUMENT


@pytest.mark.parametrize("wrong", ["", "3", "3 weeks", "soon", "3 min later"])
def test_an_age_that_is_none_is_an_error(wrong: str) -> None:
    assert ago("26 d 4 h") == timedelta(days=26, hours=4)
    with pytest.raises(ValueError):
        ago(wrong)


def _is_note(note: str) -> bool:
    """Mail and proposals have random names."""
    return bool(note) and "/outbox/" not in note and "/proposals/" not in note
