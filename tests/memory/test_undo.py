"""Undo and redo of a person's acts: whole, in order, after a restart, and never over what somebody wrote since."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Origin, Refused, Tree
from memwarden.store.records import What
from memwarden.sync.copies import make

NOTE = "# Travel\n\n" + "".join(f"- fact number {number} of many\n" for number in range(20))
INDEX = "# Index\n\n- [Travel](travel.md)\n"


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": INDEX, "travel.md": NOTE, "b.md": NOTE})


def test_the_activity_tells_an_undo_by_the_notes_it_changed_and_a_mark_by_itself(tree: Tree) -> None:
    me = tree.person()
    me.append("travel.md", "- mine")
    me.accept("health:x")
    me.undo()
    me.undo()
    assert [(record.what, record.note) for record in tree.activity(limit=4)] == [
        ("undo", "travel.md"), ("undo", ""), ("verdict", ""), ("append", "travel.md")
    ]  # fmt: skip


def test_the_activity_of_a_note_is_followed_through_the_names_it_had(tree: Tree) -> None:
    tree.writer("vps/hermes").append("travel.md", "- by hermes")
    tree.person().move("travel.md", "trips.md")
    tree.writer("pi/aras").create("travel.md", "another note\n", link=None)
    followed = [record.what for record in tree.activity(note="trips.md", follow=True)]
    assert followed == ["move", "append", "found"]
    assert [record.what for record in tree.activity(note="trips.md")] == ["move"]


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def burst(tree: Tree) -> None:
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    records = []
    for note in ("travel.md", "b.md"):
        written = hermes.rewrite(note, "# Gone\n", base=tree.text(note).revision)
        records.append(tree.record(written.record))
    tree.person().restore_burst([record for record in records if record])


def created(tree: Tree) -> None:
    tree.person().create("c.md", "# C\n", link="", description="about c")


def moved(tree: Tree) -> None:
    tree.person().move("travel.md", "trips/travel.md")


def resolved(tree: Tree) -> None:
    copy = make("b.md", datetime(2026, 11, 30, 14, 16, 39), "NJDDEFB")
    (tree.root / copy).write_text(NOTE + "- theirs\n")
    tree.rescan()
    (conflict,) = tree.conflicts()
    tree.person().resolve(conflict, (NOTE + "- theirs\n- mine\n").encode())


def deleted(tree: Tree) -> None:
    tree.person().delete("b.md")


@pytest.mark.parametrize("act", [burst, created, moved, resolved, deleted])
def test_an_act_of_several_files_is_undone_and_redone_whole_also_after_a_restart(
    tree: Tree, folder: Path, act: object
) -> None:
    assert callable(act)
    act(tree)
    after = files(folder)
    undone = tree.person().undo()
    before = files(folder)
    assert undone.summary and undone.notes and before != after
    with Tree.open(folder) as again:
        me = again.person()
        assert me.redo().act == undone.act
        assert files(folder) == after
        assert me.undo().act == undone.act
        assert files(folder) == before
        for note in ("travel.md", "b.md"):
            if (folder / note).exists():
                found = again.provenance(note)
                assert b"".join(line.line for line in found) == before[note]


def test_acts_are_undone_in_order_and_redone_in_order_until_something_new_is_done(tree: Tree, folder: Path) -> None:
    me = tree.person()
    states = [files(folder)]
    for number in range(4):
        me.append("travel.md", f"- {number}")
        states.append(files(folder))
    for state in states[-2::-1]:
        me.undo()
        assert files(folder) == state
    with refused(Code.NOTHING_TO_UNDO):
        me.undo()
    me.redo()
    me.redo()
    assert files(folder) == states[2]
    me.append("travel.md", "- new")
    with refused(Code.NOTHING_TO_UNDO):
        me.redo()
    me.undo()
    me.undo()
    assert files(folder) == states[1]


def test_an_undo_refuses_over_a_change_that_nobody_looked_at_yet(tree: Tree, folder: Path) -> None:
    me = tree.person()
    me.append("travel.md", "- by me")
    (folder / "travel.md").write_text("typed in an editor just now\n")
    with pytest.RaisesExc(Refused, check=lambda error: error.code is Code.MOVED_ON and "versions" in error.hint):
        me.undo()
    assert (folder / "travel.md").read_text() == "typed in an editor just now\n"


def test_one_note_that_moved_on_holds_up_the_whole_act(tree: Tree, folder: Path) -> None:
    created(tree)
    tree.writer("vps/hermes").append("c.md", "- since then")
    before = files(folder)
    with refused(Code.MOVED_ON):
        tree.person().undo()
    assert files(folder) == before


def test_an_undo_that_a_crash_cut_short_can_be_redone_and_undone(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files(folder)
    created(tree)
    after = files(folder)
    write = tree.gate.write
    writes: list[object] = []

    def dying(*arguments: object) -> object:
        if writes:
            raise KeyboardInterrupt
        writes.append(arguments)
        return write(*arguments)

    monkeypatch.setattr(tree.gate, "write", dying)
    with pytest.raises(KeyboardInterrupt):
        tree.person().undo()
    assert files(folder) not in (before, after)
    with Tree.open(folder) as again:
        again.person().redo()
        assert files(folder) == after
        again.person().undo()
        assert files(folder) == before


def test_thousands_of_acts_are_undone_quickly_and_in_order(tree: Tree, folder: Path) -> None:
    me = tree.person()
    before = files(folder)
    me.append("travel.md", "- first of all")
    with tree.store.locked():
        marks = [
            tree.ledger.draft(
                me.actor, What.VERDICT, hunks=(), refs={"item": f"x:{at}", "verdict": "later"}, parents=()
            )
            for at in range(3000)
        ]
        tree.ledger.keep(*marks)
        undone = [
            tree.ledger.draft(me.actor, What.UNDO, hunks=(), refs={"undoes": mark.act}, parents=())
            for mark in reversed(marks)
        ]
        tree.ledger.keep(*undone)
    start = time.perf_counter()
    me.redo()
    me.undo()
    assert me.undo().notes == ("travel.md",)
    assert time.perf_counter() - start < 1.5
    assert files(folder) == before
    me.redo()
    assert me.redo().summary == "x later"


def test_an_act_without_a_note_is_named_by_what_it_was_about(tree: Tree) -> None:
    me = tree.person()
    me.hold("vps/hermes", 30)
    assert me.undo().summary == "hold of vps/hermes"
    me.accept("lost-lines:0f", "accepted")
    assert me.undo().summary == "lost lines accepted"
    resolved(tree)
    assert me.undo().summary == "resolve of b.md"


STEP = st.sampled_from(["append", "rewrite", "move", "delete", "undo", "redo", "agent"])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEP, max_size=12))
def test_whatever_was_done_undoing_all_of_it_leads_back_or_says_why_not(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("memory")
    (folder / "a.md").write_text("- a\n")
    before = files(folder)
    with Tree.open(folder) as tree:
        for number, step in enumerate(steps):
            _do(tree, step, number)
        try:
            while True:
                tree.person().undo()
        except Refused as refusal:
            if refusal.code is Code.NOTHING_TO_UNDO and "agent" not in steps:
                assert files(folder) == before
            else:
                assert refusal.code in {Code.NOTHING_TO_UNDO, Code.MOVED_ON}


def _do(tree: Tree, step: str, number: int) -> None:
    me, note = tree.person(), next(iter(tree.paths()), "a.md")
    try:
        match step:
            case "append":
                me.append(note, f"- {number}")
            case "rewrite":
                me.rewrite(note, f"# {number}\n")
            case "move":
                me.move(note, f"moved-{number}.md")
            case "delete":
                me.delete(note)
            case "undo":
                me.undo()
            case "redo":
                me.redo()
            case _:
                tree.writer("vps/hermes").append(note, f"- by an agent {number}")
    except Refused:
        return
