"""A look at the whole tree lets others write in between, and takes everything in once for what it is all the same."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.conftest import MakeTree

from memwarden import Tree
from memwarden.memory import rescan
from memwarden.memory.lying import Lying
from memwarden.memory.notes import Found, NoteKind
from memwarden.memory.renamed import joined
from memwarden.store.files import Stamp

Between = Callable[[Callable[[], object]], None]


@pytest.fixture
def other(folder: Path) -> Iterator[Callable[[], Tree]]:
    """Another program that has the tree open: it would wait for ever for a lock that is not let go of."""
    opened: list[Tree] = []

    def open_it() -> Tree:
        opened.append(Tree.open(folder))
        return opened[-1]

    yield open_it
    for tree in opened:
        tree.close()


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch) -> Between:
    """Do this whenever a look has let go of the lock: here after every single note."""

    def set_up(act: Callable[[], object]) -> None:
        clock = SimpleNamespace(sleep=lambda _: act(), monotonic=time.monotonic, time_ns=time.time_ns)
        monkeypatch.setattr(rescan, "time", clock)
        monkeypatch.setattr(rescan, "SLICE_SECONDS", 0)

    return set_up


def kinds(tree: Tree, note: str) -> list[str]:
    return [record.what.value for record in tree.activity(note=note)][::-1]


def taken_in(tree: Tree, note: str) -> bool:
    return kinds(tree, note)[-1:] not in ([], ["found"])


def change(folder: Path, names: list[str]) -> None:
    for name in names:
        (folder / name).write_text(f"# {name}\ntyped\n")


NAMES = [f"{number}.md" for number in range(8)]
TEXTS: dict[str, str | bytes] = {name: f"# {name}\n" for name in (*NAMES, "log.md")}


def test_others_write_between_two_notes_that_a_look_takes_in(
    make_tree: MakeTree, folder: Path, other: Callable[[], Tree], between: Between
) -> None:
    tree, hermes = make_tree(TEXTS), other().writer("vps/hermes")
    change(folder, NAMES)
    turns = iter(range(100))
    between(lambda: hermes.append("log.md", f"- {next(turns)}"))
    assert {record.note for record in tree.rescan()} == set(NAMES)
    done = next(turns)
    assert done >= len(NAMES)
    assert (folder / "log.md").read_text().split("\n- ")[1:] == [*map(str, range(done - 1)), f"{done - 1}\n"]
    assert kinds(tree, "log.md") == ["found", *["append"] * done]
    assert [kinds(tree, name) for name in NAMES] == [["found", "outside"]] * len(NAMES)
    assert tree.rescan() == ()


@pytest.mark.parametrize("late", [False, True])
def test_a_note_that_another_writes_to_after_it_was_read_is_neither_doubled_nor_mistaken(
    make_tree: MakeTree, folder: Path, other: Callable[[], Tree], between: Between, late: bool
) -> None:
    tree, hermes = make_tree(TEXTS), other().writer("vps/hermes")
    change(folder, NAMES)
    between(lambda: taken_in(tree, "0.md") == late and hermes.append("7.md", "- mine", key="once"))
    tree.rescan()
    assert (folder / "7.md").read_text() == "# 7.md\ntyped\n- mine\n"
    assert kinds(tree, "7.md") == ["found", "outside", "append"]
    assert [line.by for line in tree.provenance("7.md")] == ["", "", "vps/hermes"]
    assert tree.rescan() == ()


def test_a_renamed_folder_stays_whole_when_another_writes_to_it_meanwhile(
    make_tree: MakeTree, folder: Path, other: Callable[[], Tree], between: Between
) -> None:
    names = NAMES[:3]
    tree, hermes = make_tree({f"old/{name}": "# Alike\n" for name in names}), other().writer("vps/hermes")
    (folder / "old").rename(folder / "new")
    between(lambda: taken_in(tree, "new/0.md") and hermes.append("new/2.md", "- mine", key="once"))
    tree.rescan()
    for name in names:
        came = ["move", "append"] if name == "2.md" else ["move"]
        assert (kinds(tree, f"old/{name}"), kinds(tree, f"new/{name}")) == (["found", "move"], came)
    assert tree.store.names("new/2.md") == ("new/2.md", "old/2.md")


def test_a_note_that_is_back_before_its_deletion_is_kept_was_not_deleted(
    make_tree: MakeTree, folder: Path, between: Between
) -> None:
    tree = make_tree(TEXTS)
    change(folder, NAMES[:4])
    (folder / "7.md").unlink()

    def put_back() -> None:
        if taken_in(tree, "0.md"):
            (folder / "7.md").write_text("# 7.md\n")

    between(put_back)
    tree.rescan()
    assert kinds(tree, "7.md") == ["found"]


def test_a_first_look_that_was_broken_off_goes_on_as_the_first(folder: Path, between: Between) -> None:
    for name, text in TEXTS.items():
        (folder / name).write_bytes(str(text).encode())
    turns = iter([None] * 12)
    between(lambda: next(turns))
    with pytest.raises(StopIteration):
        Tree.open(folder)
    between(lambda: None)
    with Tree.open(folder) as tree:
        assert [kinds(tree, name) for name in TEXTS] == [["found"]] * len(TEXTS)


def test_how_files_look_that_another_saw_meanwhile_is_not_forgotten(
    make_tree: MakeTree, folder: Path, other: Callable[[], Tree], between: Between
) -> None:
    tree, second = make_tree(TEXTS), other()
    made = [f"made-{number}.md" for number in range(80)]

    def make_many() -> None:
        if not (folder / made[0]).exists():
            between(lambda: None)
            change(folder, made)
            second.rescan()

    change(folder, [f"mine-{number}.md" for number in range(80)])
    between(make_many)
    tree.rescan()
    (folder / made[7]).unlink()
    assert [(record.what, record.note) for record in tree.rescan()] == [("delete", made[7])]
    assert tree.rescan() == ()


def test_what_was_seen_during_a_longer_walk_is_not_taken_back_by_it(folder: Path) -> None:
    (folder / "a.md").write_text("a\n")
    lying = Lying(folder)
    way = lying.begin()
    (folder / "b.md").write_text("b\n")
    lying.forget({"b.md"})
    assert {found.path for found in lying.found()} == {"a.md", "b.md"}
    lying.walked(way, {}, [Found("a.md", NoteKind.NOTE, Stamp())])
    assert {found.path for found in lying.found()} == {"a.md", "b.md"}


def test_of_notes_alike_the_one_moved_whose_path_ends_alike() -> None:
    gone = {"old/a/memory.md": "same", "old/b/memory.md": "same", "c.md": "other"}
    assert joined({"new/b/memory.md": "same", "d.md": "other"}, gone) == {
        "new/b/memory.md": "old/b/memory.md", "d.md": "c.md",
    }  # fmt: skip


def walks_with(monkeypatch: pytest.MonkeyPatch, act: Callable[[list[Found]], object]) -> None:
    """Do this after the first walk, with what it found."""
    walk, done = rescan.walk, list[bool]()

    def walked(*arguments: Any) -> Iterator[Found]:
        found = list(walk(*arguments))
        if not done:
            done.append(True)
            act(found)
        return iter(found)

    monkeypatch.setattr(rescan, "walk", walked)


def test_a_note_that_moves_behind_the_back_of_a_walk_has_moved(
    make_tree: MakeTree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = make_tree(TEXTS)
    walks_with(monkeypatch, lambda _: (folder / "1.md").rename(folder / "new.md"))
    os.utime(folder / "1.md", (1, 1))
    assert {record.what.value for record in tree.rescan()} == {"move"}


@pytest.mark.parametrize("leaves", ["before the walk", "after it"])
def test_a_note_that_is_found_under_two_names_has_moved_once(
    make_tree: MakeTree, folder: Path, monkeypatch: pytest.MonkeyPatch, leaves: str
) -> None:
    tree = make_tree({"7.md": "# 7\n"})
    with tree.store.locked():
        while "7.md" not in tree.store.sightings().known:
            tree.rescan()
    (folder / "copy.md").write_text("# 7\n")
    (folder / "new.md").write_text("# 7\n")
    if leaves == "before the walk":
        (folder / "7.md").unlink()
    walks_with(monkeypatch, lambda _: (folder / "7.md").unlink(missing_ok=True))
    told = [(record.what.value, record.note) for record in tree.rescan()]
    assert told == [("move", "copy.md"), ("move", "7.md"), ("create", "new.md")]
    assert tree.rescan() == ()


def test_what_another_writes_through_its_gate_after_it_was_read_is_not_waited_for(
    make_tree: MakeTree, folder: Path, other: Callable[[], Tree], monkeypatch: pytest.MonkeyPatch
) -> None:
    tree, hermes, read = make_tree(TEXTS), other().writer("vps/hermes"), rescan.read_if_possible
    hermes.append("log.md", "- one")

    def overtaken(path: Path) -> bytes | None:
        data = read(path)
        if path.name == "log.md":
            hermes.append("log.md", "- two")
        return data

    waited: list[Path] = []
    monkeypatch.setattr(rescan, "read_if_possible", overtaken)
    monkeypatch.setattr(rescan, "settle", lambda files: waited.extend(files) or {})
    assert (tree.rescan(), waited) == ((), [])
    assert kinds(tree, "log.md") == ["found", "append", "append"]
