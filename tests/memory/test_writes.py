"""What a writer's verbs do to the bytes of a note, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import MakeTree

from memwarden import (
    Code,
    Delete,
    Flag,
    Grade,
    InsertAfter,
    InsertBefore,
    Origin,
    Refused,
    Replace,
    Tree,
)
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change, Gate, Written
from memwarden.memory.writer import Writer
from memwarden.store.records import What

NOTE = "# Travel\n\n- Aisle seats\n- Never the last row\n"


def refused(code: Code) -> pytest.RaisesExc[Refused]:
    return pytest.RaisesExc(Refused, check=lambda error: error.code is code)


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n\n- [Travel](travel.md)\n", "travel.md": NOTE})


def test_an_append_goes_to_the_end_and_says_who_wrote_it(tree: Tree, folder: Path) -> None:
    hermes = tree.writer("vps/hermes")
    written = hermes.append("travel.md", "- No flights on 24 December", why="asked by Sam")
    assert (folder / "travel.md").read_text() == NOTE + "- No flights on 24 December\n"
    note = tree.read("travel.md")
    assert (note.revision, note.by, note.grade) == (written.revision, "vps/hermes", Grade.CLAIMED)
    assert [line.by for line in tree.provenance("travel.md")] == ["", "", "", "", "vps/hermes"]


def test_a_key_gives_the_first_answer_back_also_after_a_restart(tree: Tree, folder: Path) -> None:
    first = tree.writer("vps/hermes").append("travel.md", "- x", key="run-1")
    with Tree.open(folder) as again:
        second = again.writer("vps/hermes").append("travel.md", "- x", key="run-1")
        assert (second.replayed, second.revision, second.record) == (True, first.revision, first.record)
        with refused(Code.KEY_REUSED):
            again.writer("vps/hermes").append("travel.md", "- y", key="run-1")
        assert not again.writer("pi/aras").append("travel.md", "- x", key="run-1").replayed
    assert (folder / "travel.md").read_text().count("- x\n") == 2


def test_edits_are_anchored_exactly_once_in_what_the_earlier_ones_left(tree: Tree, folder: Path) -> None:
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    chat.edit(
        "travel.md",
        [Replace("Aisle", "Window"), InsertAfter("Window seats", ", always"), InsertBefore("# Travel", "<!-- -->\n")],
    )
    assert (folder / "travel.md").read_text() == "<!-- -->\n# Travel\n\n- Window seats, always\n- Never the last row\n"
    chat.edit("travel.md", [Delete("- Never the last row\n")])
    assert "last row" not in (folder / "travel.md").read_text()


def test_an_anchor_that_is_missing_or_not_unique_refuses_the_whole_call(tree: Tree, folder: Path) -> None:
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    with pytest.raises(Refused) as missing:
        chat.edit("travel.md", [Replace("Aisle", "Window"), Replace("- Aisle seats ", "- x")])
    assert missing.value.code is Code.ANCHOR_MISSING
    with pytest.raises(Refused) as several:
        chat.edit("travel.md", [Delete("- ")])
    assert several.value.code is Code.ANCHOR_AMBIGUOUS
    assert several.value.details["lines"] == [3, 4]
    assert (folder / "travel.md").read_text() == NOTE


def test_a_rewrite_on_an_old_base_is_refused_with_what_came_in_between(tree: Tree, folder: Path) -> None:
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    base = chat.read("travel.md").revision
    tree.writer("pi/aras").append("travel.md", "- Quiet rooms")
    with pytest.raises(Refused) as stale:
        chat.rewrite("travel.md", "# Travel\n", base=base)
    assert stale.value.code is Code.STALE
    assert stale.value.details["between"] == [{"line": 5, "cut": [], "put": ["- Quiet rooms"]}]
    assert (folder / "travel.md").read_text() == NOTE + "- Quiet rooms\n"
    with refused(Code.BASE_REQUIRED):
        chat.rewrite("travel.md", "# Travel\n")


def test_a_rewrite_is_carried_over_a_change_elsewhere_but_never_over_the_same_lines(tree: Tree, folder: Path) -> None:
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    base = chat.read("travel.md").revision
    tree.writer("pi/aras").append("travel.md", "- Quiet rooms")
    chat.rewrite("travel.md", NOTE.replace("Aisle", "Window"), base=base, on_change="merge")
    assert (folder / "travel.md").read_text() == NOTE.replace("Aisle", "Window") + "- Quiet rooms\n"
    with refused(Code.STALE):
        chat.rewrite("travel.md", NOTE.replace("Aisle", "Middle"), base=base, on_change="merge")


def test_touching_a_note_does_not_make_its_revision_stale(tree: Tree, folder: Path) -> None:
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    base = chat.read("travel.md").revision
    (folder / "travel.md").touch()
    assert chat.rewrite("travel.md", "# Travel\n\n- Window\n", base=base).revision


def test_line_ends_and_bytes_that_are_not_utf8_stay_where_nothing_changed(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": b"a\r\nb\r\nc\r\n", "l.md": b"caf\xe9\nx\n", "bom.md": b"\xef\xbb\xbfa\nb\n"})
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    chat.edit("a.md", [Replace("b", "B\nBB")])
    chat.append("a.md", "d\ne")
    chat.edit("l.md", [Replace("x", "y")])
    chat.edit("bom.md", [Replace("b", "B")])
    assert (folder / "a.md").read_bytes() == b"a\r\nB\r\nBB\r\nc\r\nd\r\ne\r\n"
    assert (folder / "l.md").read_bytes() == b"caf\xe9\ny\n"
    assert (folder / "bom.md").read_bytes() == b"\xef\xbb\xbfa\nB\n"


def test_a_new_note_is_linked_in_its_section_and_both_are_one_act(tree: Tree, folder: Path) -> None:
    written = tree.writer("vps/hermes").create("food.md", "# Food\n", link="Preferences", description="what Sam eats")
    assert (folder / "INDEX.md").read_text() == (
        "# Index\n\n- [Travel](travel.md)\n\n## Preferences\n\n- [Food](food.md) what Sam eats\n"
    )
    assert {record.note for record in tree.activity() if record.act == written.act} == {"food.md", "INDEX.md"}


def test_a_note_that_is_there_is_adopted_and_never_overwritten(tree: Tree, folder: Path) -> None:
    written = tree.writer("vps/hermes").create("travel.md", "# Something else\n")
    assert written.revision == tree.read("travel.md").revision
    assert (folder / "travel.md").read_text() == NOTE


@pytest.mark.parametrize(
    "name", ["con.md", "a:b.md", "a./b.md", ".hidden/a.md", "a\x1b.md", "x" * 218 + ".md", "a.txt", "-/ /a.md"]
)
def test_a_name_that_not_every_machine_can_hold_is_refused(tree: Tree, name: str) -> None:
    with refused(Code.BAD_NAME):
        tree.writer("vps/hermes").create(name, "# x\n")


@pytest.mark.parametrize(
    "write",
    [
        lambda agent: agent.append("INDEX.md", "\ud800"),
        lambda agent: agent.edit("INDEX.md", [Replace("#", "\ud800")]),
        lambda agent: agent.append("\ud800.md", "text"),
        lambda agent: agent.propose("INDEX.md", "append", "\ud800"),
    ],
    ids=["append", "edit", "name", "propose"],
)
def test_half_a_character_which_json_can_hold_and_no_file_is_refused(
    tree: Tree, write: Callable[[Writer], object]
) -> None:
    with pytest.raises(Refused):
        write(tree.writer("vps/hermes", origin=Origin.CHAT))


def test_a_twin_in_case_or_normalisation_is_refused(make_tree: MakeTree) -> None:
    tree = make_tree({"café.md": "x\n"})
    with refused(Code.TWIN):
        tree.writer("vps/hermes").create("cafe\u0301.md", "y\n")
    with refused(Code.TWIN):
        tree.writer("vps/hermes").create("Café.md", "y\n")


def test_a_symlink_leads_to_no_name_that_could_not_be_given(tree: Tree, folder: Path) -> None:
    (folder / ".git").mkdir()
    for link, target in (("git", ".git"), ("here", "."), ("plain.md", "plain.txt")):
        (folder / link).symlink_to(target)
    hermes = tree.writer("vps/hermes")
    for name in ("git/x.md", "plain.md"):
        with refused(Code.BAD_NAME):
            hermes.create(name, "# x\n")
    with refused(Code.TWIN):
        hermes.create("here/Travel.md", "# x\n")
    assert hermes.create("here/trains.md", "# x\n").note == "trains.md"


def test_a_note_whose_line_in_the_index_may_not_be_is_not_made(tree: Tree, folder: Path) -> None:
    with refused(Code.CHECKS):
        tree.writer("vps/hermes").create("new.md", "# New\n", link="", description="hid\u200bden")
    assert not (folder / "new.md").exists()


def test_a_large_deletion_is_flagged_and_the_text_before_comes_back(make_tree: MakeTree, folder: Path) -> None:
    long = "".join(f"- fact number {number} of many\n" for number in range(40))
    tree = make_tree({"facts.md": long})
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    base = chat.read("facts.md").revision
    written = chat.rewrite("facts.md", "- tidy\n", base=base, why="tidy up")
    assert Flag.LARGE_DELETION in written.flags
    (item,) = [item for item in tree.review() if item.kind == "deletion"]
    assert (item.note, item.by) == ("facts.md", "vps/hermes")
    me = tree.person()
    me.restore("facts.md", base, base=written.revision, item=item.id)
    assert (folder / "facts.md").read_text() == long
    assert [item for item in tree.review() if item.kind == "deletion"] == []
    assert me.undo().summary == "restore of facts.md"
    assert (folder / "facts.md").read_text() == "- tidy\n"
    assert [item.kind for item in tree.review() if item.kind == "deletion"] == ["deletion"]


def test_ten_emptied_notes_within_a_minute_hold_the_writer_and_a_person_releases_it(make_tree: MakeTree) -> None:
    tree = make_tree({f"n{number}.md": "".join(f"- fact {line}\n" for line in range(40)) for number in range(11)})
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    for number in range(10):
        chat.rewrite(f"n{number}.md", "- gone\n", base=tree.text(f"n{number}.md").revision)
    with refused(Code.HELD):
        chat.append("n10.md", "- more")
    with Tree.open(tree.root) as again, refused(Code.HELD):
        again.writer("vps/hermes").append("n10.md", "- more")
    tree.writer("pi/aras").append("n10.md", "- mine")
    tree.person().release("vps/hermes")
    chat.append("n10.md", "- more")


def test_an_outside_overwrite_is_recorded_with_the_text_before(tree: Tree, folder: Path) -> None:
    (folder / "travel.md").write_text("# Travel\n")
    (change,) = tree.rescan()
    assert (change.what, change.by, change.grade, change.note) == ("outside", "", Grade.UNKNOWN, "travel.md")
    assert tree.history("travel.md").data(change.before or "") == NOTE.encode()


def test_an_outside_change_just_before_a_guarded_write_is_a_version_of_its_own(tree: Tree, folder: Path) -> None:
    (folder / "travel.md").write_text(NOTE + "- typed by hand\n")
    tree.writer("vps/hermes").append("travel.md", "- by hermes")
    assert [version.act for version in tree.history("travel.md").versions()] == ["append", "outside", "found"]
    assert [line.by for line in tree.provenance("travel.md")][-2:] == ["", "vps/hermes"]


def test_a_note_renamed_outside_keeps_its_history_and_its_authors(tree: Tree, folder: Path) -> None:
    tree.writer("vps/hermes").append("travel.md", "- by hermes")
    (folder / "trips").mkdir()
    (folder / "travel.md").rename(folder / "trips/travel.md")
    tree.rescan()
    assert tree.provenance("trips/travel.md")[-1].by == "vps/hermes"
    assert [v.act for v in tree.history("trips/travel.md").versions()] == ["move", "append", "found"]


def test_a_note_deleted_outside_can_be_restored(tree: Tree, folder: Path) -> None:
    (folder / "travel.md").unlink()
    (change,) = tree.rescan()
    assert change.what == "delete"
    tree.person().restore("travel.md", change.before or "")
    assert (folder / "travel.md").read_text() == NOTE


def test_a_move_takes_links_and_history_along(tree: Tree, folder: Path) -> None:
    me = tree.person()
    me.move("travel.md", "preferences/travel.md")
    assert (folder / "INDEX.md").read_text() == "# Index\n\n- [Travel](preferences/travel.md)\n"
    assert len(tree.history("preferences/travel.md").versions()) == 2
    me.undo()
    assert (folder / "travel.md").read_text() == NOTE
    assert not (folder / "preferences/travel.md").exists()
    assert (folder / "INDEX.md").read_text() == "# Index\n\n- [Travel](travel.md)\n"
    me.redo()
    assert (folder / "preferences/travel.md").read_text() == NOTE


def test_a_move_of_a_note_that_is_saved_meanwhile_leaves_everything_where_it_was(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def saved_first(gate: Gate, actor: Actor, change: Change) -> Written:
        if change.note == "travel.md":
            (folder / "travel.md").write_text(f"{NOTE}- Saved meanwhile\n")
        return write(gate, actor, change)

    write = Gate.write
    monkeypatch.setattr(Gate, "write", saved_first)
    with refused(Code.STALE):
        tree.person().move("travel.md", "trains.md")
    assert not (folder / "trains.md").exists()
    assert (folder / "travel.md").read_text().endswith("- Saved meanwhile\n")
    assert not tree.activity(what=What.MOVE)
    with refused(Code.NOTHING_TO_UNDO):
        tree.person().undo()


def test_a_move_overwrites_nothing_that_comes_under_the_new_name_meanwhile(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken_first(gate: Gate, actor: Actor, change: Change) -> Written:
        (folder / "trains.md").write_text("another's\n")
        return write(gate, actor, change)

    write = Gate.write
    monkeypatch.setattr(Gate, "write", taken_first)
    with refused(Code.BAD_ARGUMENT):
        tree.person().move("travel.md", "trains.md")
    assert (folder / "trains.md").read_text() == "another's\n"
    assert (folder / "travel.md").read_text() == NOTE


def test_looking_at_a_tree_writes_nothing_into_it(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "x\n"})
    before = sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*"))
    tree.review(), tree.index(), tree.notes(), tree.provenance("a.md"), tree.agents()
    assert sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*")) == before
    assert tree.history("a.md").data(tree.read("a.md").revision) == b"x\n"


def test_undo_refuses_when_the_note_moved_on_and_writes_nothing(tree: Tree, folder: Path) -> None:
    me = tree.person()
    me.append("travel.md", "- mine")
    tree.writer("vps/hermes").append("travel.md", "- after")
    with refused(Code.MOVED_ON):
        me.undo()
    assert (folder / "travel.md").read_text() == NOTE + "- mine\n- after\n"


def test_a_rewrite_of_a_note_with_mixed_line_ends_changes_only_what_it_changes(
    make_tree: MakeTree, folder: Path
) -> None:
    tree = make_tree({"mixed.md": b"a\r\nb\nc\r\n"})
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    chat.rewrite("mixed.md", b"a\r\nB\nc\r\n", base=chat.read("mixed.md").revision)
    assert (folder / "mixed.md").read_bytes() == b"a\r\nB\nc\r\n"
