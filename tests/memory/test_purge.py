"""Taking a leaked text out for good: nothing in the store holds it, and everything else is as it was."""

from __future__ import annotations

import gzip
import os
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Origin, Refused, Tree, What
from memwarden.store import journal
from memwarden.store.masking import MARK

SECRET = "hunter2-Sesame!ö"
NOTE = "travel.md"


@pytest.fixture
def tree(make_tree: MakeTree, folder: Path) -> Tree:
    """A secret that landed past the gate, was built upon, moved along, and taken out of the note again."""
    made = make_tree({"INDEX.md": "# Index\n\n- [Travel](travel.md)\n", NOTE: "# Travel\n\n- Aisle seats\n"})
    hermes = made.writer("vps/hermes", origin=Origin.CHAT)
    hermes.append(NOTE, "- Likes trains", why="asked")
    (folder / NOTE).write_text((folder / NOTE).read_text() + f"- The safe opens with {SECRET}\n")
    made.rescan()
    hermes.append(NOTE, "- Reads on trains")
    made.person().move(NOTE, "trips.md")
    now = made.read("trips.md")
    made.person().rewrite("trips.md", now.text.replace(f"- The safe opens with {SECRET}\n", ""), why=f"had {SECRET}")
    hermes.append("trips.md", "- Window seats")
    return made


def everything(tree: Tree) -> dict[str, bytes]:
    """All bytes of the store, packed ones unpacked."""
    return {str(file): unpacked(file) for file in tree.store.folder.rglob("*") if file.is_file()}


def unpacked(file: Path) -> bytes:
    data = file.read_bytes()
    if file.suffix == ".gz":
        return gzip.decompress(data)
    return zlib.decompress(data) if "snapshots" in file.parts else data


def holding(tree: Tree, text: str = SECRET) -> list[str]:
    return [name for name, data in everything(tree).items() if text.encode() in data]


def test_a_dry_run_says_what_holds_it_and_changes_nothing(tree: Tree) -> None:
    before = everything(tree)
    found = tree.person().purge(SECRET.encode())
    assert (found.notes, found.left, found.dry_run) == ((), (), True)
    assert found.versions == 2 and found.records >= 2 and holding(tree)
    assert {name for name in before if not name.endswith(("sqlite3", "-wal", "-shm"))} <= set(everything(tree))


def test_afterwards_no_file_of_the_store_holds_it(tree: Tree) -> None:
    tree.search("safe opens")
    tree.provenance("trips.md")
    found = tree.person().purge(SECRET.encode(), dry_run=False, why="leaked by a shell")
    assert found.left == () and holding(tree) == []


def test_every_version_can_still_be_read_but_for_the_text_itself(tree: Tree) -> None:
    before = [tree.text_of(version.revision or "") for version in tree.history("trips.md").versions()]
    acts = [(version.by, version.act, version.at) for version in tree.history("trips.md").versions()]
    tree.person().purge(SECRET.encode(), dry_run=False)
    after = [tree.text_of(version.revision or "") for version in tree.history("trips.md").versions()]
    assert after == [None if text is None else text.replace(SECRET.encode(), MARK) for text in before]
    assert [(version.by, version.act, version.at) for version in tree.history("trips.md").versions()] == acts
    assert any(text and MARK in text for text in after)


def test_who_wrote_which_line_stays(tree: Tree, folder: Path) -> None:
    before = [(line.line, line.by, line.record) for line in tree.provenance("trips.md")]
    tree.person().purge(SECRET.encode(), dry_run=False)
    assert [(line.line, line.by, line.record) for line in tree.provenance("trips.md")] == before
    with Tree.open(folder) as again:
        assert [(line.line, line.by, line.record) for line in again.provenance("trips.md")] == before


def test_a_note_that_holds_it_now_has_a_mark_there_and_is_written_through_the_gate(tree: Tree, folder: Path) -> None:
    (folder / "keys.md").write_text(f"# Keys\r\n\r\n- {SECRET} twice {SECRET}\r\n- \xe9\r\n", "latin-1")
    secret = SECRET.encode("latin-1")
    found = tree.person().purge(secret, dry_run=False)
    assert found.notes == ("keys.md",) and found.left == ()
    assert (folder / "keys.md").read_bytes() == b"# Keys\r\n\r\n- [purged] twice [purged]\r\n- \xe9\r\n"
    assert tree.text_of(tree.text("keys.md").revision) == (folder / "keys.md").read_bytes()
    assert not any(secret in data for data in everything(tree).values())


def test_writing_goes_on_as_before(tree: Tree) -> None:
    tree.person().purge(SECRET.encode(), dry_run=False)
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    hermes.append("trips.md", "- Night trains", key="k")
    assert hermes.append("trips.md", "- Night trains", key="k").replayed
    mine = tree.person().append("trips.md", "- Mine")
    tree.person().undo()
    assert "- Mine" not in tree.text("trips.md").text and mine.revision


def test_it_is_on_record_without_the_text_and_undo_brings_nothing_back(tree: Tree, folder: Path) -> None:
    (folder / NOTE).write_text(f"# Keys\n\n- {SECRET}\n")
    tree.person().purge(SECRET.encode(), dry_run=False, why="leaked by a shell")
    (record,) = tree.activity(what=What.PURGE)
    assert record.by == tree.me and record.why == "leaked by a shell"
    assert record.refs == {"notes": 1, "versions": 3, "records": record.refs["records"]}
    with suppress(Refused):
        tree.person().undo()
    assert holding(tree) == [] and (folder / NOTE).read_text() == "# Keys\n\n- [purged]\n"


def test_a_key_of_several_lines_goes_with_each_of_them(tree: Tree, folder: Path) -> None:
    key = "-----BEGIN KEY-----\nabcdefgh0123\nijklmnop4567\n-----END KEY-----\n"
    (folder / "keys.md").write_text(f"# Keys\n\n{key}\n- after\n")
    tree.rescan()
    tree.person().purge(key.encode(), dry_run=False)
    assert not holding(tree, "abcdefgh0123") and not holding(tree, "ijklmnop4567")
    assert (folder / "keys.md").read_text() == "# Keys\n\n" + "[purged]\n" * 4 + "\n- after\n"


def test_sealed_parts_of_the_journal_and_refused_texts_are_reached(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with refused(Code.ORIGIN, Code.POLICY):
        tree.writer("pi/aras").rewrite("trips.md", f"# {SECRET}\n", base=tree.text("trips.md").revision)
    monkeypatch.setattr(journal, "SEGMENT_BYTES", 1000)
    for number in range(10):
        tree.writer("vps/hermes").append("trips.md", f"- Fact {number} that is long enough to fill a segment")
    tree.close()
    with Tree.open(folder) as again:
        assert any(name.endswith(".gz") for name in holding(again))
        again.person().purge(SECRET.encode(), dry_run=False)
        assert holding(again) == []
        assert again.text("trips.md").text.count("Fact") == 10
        assert all(again.text_of(version.revision or "") for version in again.history("trips.md").versions())


def test_a_conflict_copy_is_left_to_the_person_and_named(tree: Tree, folder: Path) -> None:
    copy = "trips.sync-conflict-20261130-135612-NWBPK22.md"
    (folder / copy).write_text(f"- {SECRET}\n")
    found = tree.person().purge(SECRET.encode(), dry_run=False)
    assert found.left == (copy,) and holding(tree) == []


def test_what_is_out_of_reach_is_said(tree: Tree, folder: Path) -> None:
    assert len(tree.person().purge(SECRET.encode()).beyond) == 1
    os.mkdir(folder / ".stfolder")
    os.mkdir(folder / ".stversions")
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    said = " ".join(tree.person().purge(SECRET.encode()).beyond)
    assert all(word in said for word in ("git filter-repo", ".stversions", "Other machines", "worthless"))


def test_a_text_that_may_stand_anywhere_and_a_reason_that_says_it_are_refused(tree: Tree) -> None:
    for text, why in ((b"abc\n\n", ""), (SECRET.encode(), f"it was {SECRET}"), (b"  \n", "")):
        with refused(Code.BAD_ARGUMENT):
            tree.person().purge(text, why=why)
