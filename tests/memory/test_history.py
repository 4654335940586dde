"""The versions of a note, finding one, giving it back, and walking along a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Flag, Origin, Replace, Tree
from memwarden.memory.gone import gone_notes
from memwarden.memory.history import SHORTEST
from memwarden.store.snapshots import revision_of

LONG = "# Travel\n\n" + "".join(f"- fact number {number} of many\n" for number in range(40))
CHAT = Origin.CHAT


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n", "travel.md": LONG, "b.md": LONG, "c.md": LONG})


def empty(tree: Tree, note: str, who: str = "vps/hermes") -> str:
    now = tree.text(note)
    return tree.writer(who, origin=CHAT).rewrite(note, "# Gone\n", base=now.revision).record


def test_a_version_says_who_when_how_why_and_whose_lines_it_took(tree: Tree) -> None:
    tree.writer("pi/aras").append("travel.md", "- one\n- two\n- three\n- four")
    tree.writer("vps/hermes", origin=CHAT).rewrite("travel.md", LONG, base=tree.text("travel.md").revision, why="tidy")
    version = tree.history("travel.md").versions()[0]
    assert (version.by, version.act, version.why, version.added, version.removed) == (
        "vps/hermes", "rewrite", "tidy", 0, 4
    )  # fmt: skip
    assert version.lost == {"pi/aras": 4} and Flag.LOST_LINES in version.flags
    assert version.record is not None and version.record.id == version.id
    assert [one.act for one in tree.history("travel.md").versions()] == ["rewrite", "append", "found"]


def test_lines_that_a_person_took_are_counted_when_somebody_asks(tree: Tree) -> None:
    tree.writer("pi/aras").append("travel.md", "- one\n- two")
    tree.person().rewrite("travel.md", LONG)
    version = tree.history("travel.md").versions()[0]
    assert version.lost == {} and tree.history("travel.md").lost(version) == {"pi/aras": 2}


def test_a_version_is_found_by_the_beginning_of_its_revision_or_its_record(tree: Tree) -> None:
    history = tree.history("travel.md")
    written = tree.writer("pi/aras").append("travel.md", "- one")
    assert history.find((written.revision or "")[:8]).id == written.record
    assert history.find(written.record[:10]).revision == written.revision
    with refused(Code.NO_VERSION):
        history.find("ffffffffffff")
    with refused(Code.NO_VERSION):
        history.find((written.revision or "")[:1])


def test_the_beginning_of_two_versions_names_neither(tree: Tree) -> None:
    texts: dict[str, str] = {}
    for number in range(10_000):
        text = f"# {number}\n"
        first = texts.setdefault(revision_of(text.encode())[:SHORTEST], text)
        if first != text:
            break
    tree.person().rewrite("travel.md", first)
    tree.person().rewrite("travel.md", text)
    with refused(Code.AMBIGUOUS):
        tree.history("travel.md").find(revision_of(text.encode())[:SHORTEST])


def test_a_pinned_version_says_so_until_it_is_let_go(tree: Tree) -> None:
    me, revision = tree.person(), tree.text("travel.md").revision
    me.pin("travel.md", revision[:12])
    assert tree.history("travel.md").versions()[0].pinned
    me.pin("travel.md", revision, pinned=False)
    assert not tree.history("travel.md").versions()[0].pinned


def test_history_goes_on_under_the_names_that_a_note_had(tree: Tree) -> None:
    tree.writer("pi/aras").append("travel.md", "- one")
    tree.person().move("travel.md", "trips/travel.md")
    versions = tree.history("trips/travel.md").versions()
    assert [(version.act, version.note) for version in versions] == [
        ("move", "trips/travel.md"), ("append", "travel.md"), ("found", "travel.md")
    ]  # fmt: skip
    assert (versions[0].added, versions[0].removed) == (0, 0)


def test_a_restore_is_bound_to_the_text_that_was_shown(tree: Tree, folder: Path) -> None:
    shown = tree.text("travel.md").revision
    empty(tree, "travel.md")
    with refused(Code.STALE):
        tree.person().restore("travel.md", shown, base=shown)
    now = tree.text("travel.md").revision
    assert tree.person().restore("travel.md", shown[:8], base=now).revision == shown
    assert (folder / "travel.md").read_text() == LONG


def test_one_authors_lost_lines_come_back_and_nothing_else(tree: Tree, folder: Path) -> None:
    tree.writer("pi/aras").append("travel.md", "- of aras, one\n- of aras, two")
    tree.writer("pi/other").append("travel.md", "- of the other")
    tree.writer("pi/aras").append("travel.md", "- of aras, three")
    cut = tree.writer("vps/hermes", origin=CHAT).rewrite(
        "travel.md", LONG + "- by hermes instead of all\n", base=tree.text("travel.md").revision
    )
    tree.person().restore_lost("travel.md", cut.record, "pi/aras")
    assert (folder / "travel.md").read_text().removeprefix(LONG) == (
        "- of aras, one\n- of aras, two\n- of aras, three\n- by hermes instead of all\n"
    )
    assert [line.by for line in tree.provenance("travel.md")][-4:] == [*["pi/aras"] * 3, "vps/hermes"]
    with refused(Code.NO_ITEM):
        tree.person().restore_lost("travel.md", cut.record, "vps/nobody")


def test_a_deleted_note_is_listed_as_gone_and_comes_back(tree: Tree, folder: Path) -> None:
    tree.person().delete("b.md")
    (folder / "c.md").rename(folder / "d.md")
    tree.rescan()
    (gone,) = gone_notes(tree)
    assert (gone.note, gone.by) == ("b.md", tree.me)
    tree.person().restore("b.md", gone.revision)
    assert (folder / "b.md").read_text() == LONG and not gone_notes(tree)


def test_a_whole_burst_is_restored_as_one_act_and_undone_as_one(tree: Tree, folder: Path) -> None:
    for note in ("travel.md", "b.md", "c.md"):
        empty(tree, note)
    tree.person().delete("c.md")
    (item,) = [item for item in tree.review() if item.kind == "deletion"]
    records = [*item.records, *tree.activity(note="c.md", what="delete")]
    done = tree.person().restore_burst(records, item=item.id)
    assert len({written.act for written in done}) == 1
    assert [(folder / note).read_text() for note in ("travel.md", "b.md", "c.md")] == [LONG] * 3
    assert not [item for item in tree.review() if item.kind == "deletion"]
    assert tree.person().undo().notes == ("travel.md", "b.md", "c.md")
    assert (folder / "b.md").read_text() == "# Gone\n" and not (folder / "c.md").exists()


def test_a_burst_is_not_restored_in_part_when_one_note_moved_on(tree: Tree, folder: Path) -> None:
    records = [record for note in ("travel.md", "b.md") if (record := tree.record(empty(tree, note)))]
    tree.writer("pi/aras").append("b.md", "- since then")
    with refused(Code.MOVED_ON):
        tree.person().restore_burst(records)
    assert (folder / "travel.md").read_text() == "# Gone\n"
    shown = {"b.md": tree.text("b.md").revision}
    tree.person().restore_burst(records, bases=shown)
    assert (folder / "b.md").read_text() == (folder / "travel.md").read_text() == LONG


def test_a_line_is_walked_back_to_the_version_that_brought_it_and_on_to_what_stood_there(tree: Tree) -> None:
    aras = tree.writer("pi/aras", origin=CHAT)
    first = aras.edit("travel.md", [Replace("fact number 3 of", "fact number three of")])
    aras.edit("travel.md", [Replace("# Travel\n", "# Travel\n\nAn introduction.\n")])
    last = aras.edit("travel.md", [Replace("number three of many", "number three of a few")])
    aras.append("travel.md", "- more")
    origin = tree.line_origin("travel.md", None, 8)
    assert (origin.version.id, origin.before, origin.line_before) == (last.record, origin.version.before, 8)
    origin = tree.line_origin("travel.md", origin.before, origin.line_before)
    assert (origin.version.id, origin.line, origin.line_before) == (first.record, 6, 6)
    origin = tree.line_origin("travel.md", origin.before, origin.line_before)
    assert (origin.version.act, origin.before, origin.line_before) == ("found", None, 0)
    with refused(Code.NO_VERSION):
        tree.line_origin("travel.md", "0" * 64, 1)


def test_walking_back_goes_through_changes_of_blanks_moves_and_another_name(tree: Tree) -> None:
    aras = tree.writer("pi/aras", origin=CHAT)
    wrote = aras.append("travel.md", "- the line")
    now = tree.text("travel.md")
    tree.person().rewrite("travel.md", now.text.replace("- the line", "-  the line"))
    lines = tree.text("travel.md").text.splitlines(keepends=True)
    tree.person().rewrite("travel.md", "".join([lines[0], lines[-1], *lines[1:-1]]))
    tree.person().move("travel.md", "t.md")
    origin = tree.line_origin("t.md", None, 2)
    assert (origin.version.id, origin.line) == (wrote.record, 43)


def test_figures_of_the_store_count_versions_and_bytes(tree: Tree) -> None:
    before = tree.store_figures()
    tree.writer("pi/aras").append("travel.md", "- one")
    now = tree.store_figures()
    assert (now.versions - before.versions, now.notes) == (1, 4)
    assert now.total_bytes > now.journal_bytes > before.journal_bytes > 0
