"""What changes on disk is taken in by itself while somebody looks."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import MakeTree

from memwarden import Record, Tree
from memwarden.memory.live import Live

Changes = queue.SimpleQueue[tuple[Record, ...]]


@pytest.fixture
def watched(make_tree: MakeTree) -> Iterator[tuple[Tree, Changes]]:
    tree = make_tree({"a.md": "one\n", "b.md": "two\n"})
    changes: Changes = queue.SimpleQueue()
    live = tree.watch(changes.put)
    yield tree, changes
    live.stop()


def next_records(changes: Changes) -> tuple[Record, ...]:
    while not (records := changes.get(timeout=10)):
        continue
    return records


def test_an_outside_save_becomes_a_record_with_the_text_before(watched: tuple[Tree, Changes], folder: Path) -> None:
    tree, changes = watched
    (folder / "a.md").write_text("one\nmore\n")
    (record,) = next_records(changes)
    assert (record.what, record.note) == ("outside", "a.md")
    assert tree.text_of(record.before or "") == b"one\n"


def test_a_note_that_is_emptied_by_the_shell_keeps_its_text(watched: tuple[Tree, Changes], folder: Path) -> None:
    tree, changes = watched
    (folder / "a.md").open("wb").close()
    (record,) = next_records(changes)
    assert tree.history("a.md").data(record.before or "") == b"one\n"


def test_a_rename_is_one_move_and_a_folder_that_goes_is_its_notes_gone(
    watched: tuple[Tree, Changes], folder: Path
) -> None:
    _, changes = watched
    (folder / "sub").mkdir()
    (folder / "a.md").rename(folder / "sub/c.md")
    assert [(record.what, record.note) for record in next_records(changes)] == [("move", "sub/c.md"), ("move", "a.md")]
    (folder / "sub/c.md").unlink()
    (folder / "sub").rmdir()
    assert [(record.what, record.note) for record in next_records(changes)] == [("delete", "sub/c.md")]


def test_an_editor_that_takes_the_note_away_and_puts_it_back_deletes_nothing(
    watched: tuple[Tree, Changes], folder: Path
) -> None:
    tree, changes = watched
    (folder / "a.md").unlink()
    (folder / "a.md").write_text("one, edited\n")
    assert [record.what for record in next_records(changes)] == ["outside"]
    assert [version.act for version in tree.history("a.md").versions()] == ["outside", "found"]


def test_reading_a_note_is_no_change(watched: tuple[Tree, Changes], folder: Path) -> None:
    tree, changes = watched
    (folder / "a.md").read_bytes()
    tree.read("a.md")
    (folder / "b.md").write_text("two\nmore\n")
    assert [record.note for record in next_records(changes)] == ["b.md"]
    assert changes.empty()


def test_what_changed_between_the_opening_and_the_watching_is_taken_in(make_tree: MakeTree, folder: Path) -> None:
    tree, changes = make_tree({"a.md": "one\n"}), Changes()
    (folder / "a.md").write_text("one\nmore\n")
    live = tree.watch(changes.put)
    try:
        assert [record.note for record in next_records(changes)] == ["a.md"]
    finally:
        live.stop()


def test_the_passing_file_of_a_program_that_saves_is_no_reason_to_look_at_the_whole_tree(
    make_tree: MakeTree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree, changes, looks = make_tree({"a.md": "one\n", "sub/b.md": "two\n"}), Changes(), list[str]()
    live, rescan = Live(tree, changes.put), tree.rescan
    monkeypatch.setattr(tree, "rescan", lambda: looks.append("everywhere") or rescan())
    (folder / "a.md").write_text("one\nmore\n")
    (folder / "data.json").write_text("{}")
    live._hinted(frozenset({"a.md", "a.md.tmp", "data.json"}))
    assert ([record.note for record in next_records(changes)], looks) == (["a.md"], [])
    (folder / "sub").rename(folder / "moved")
    live._hinted(frozenset({"sub", "moved"}))
    assert (sorted(record.note for record in next_records(changes)), looks) == (
        ["moved/b.md", "sub/b.md"],
        ["everywhere"],
    )
