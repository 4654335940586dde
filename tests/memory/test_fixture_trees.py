"""The trees that real Syncthings left behind: opened, listed, resolved both ways, and undone, byte for byte."""

from __future__ import annotations

import json
import os
import shutil
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Tree
from memwarden.memory.conflicts import Conflict, ConflictKind

TREES = Path(__file__).parents[1] / "fixtures/syncthing"
SIDES = [
    pytest.param(case, side, id=f"{case.name}/{side}")
    for case in sorted(path.parent for path in TREES.glob("*/meta.json"))
    for side in json.loads((case / "meta.json").read_bytes())["sides"]
]
COPY = "sync-conflict-20261130-141639-NJDDEFB"


@dataclass(frozen=True)
class Real:
    """A fixture's tree, copied, with what the recording knows of it: the copies of each note."""

    root: Path
    known: dict[str, list[str]]


@pytest.fixture
def real(case: Path, side: str, tmp_path: Path) -> Real:
    root = tmp_path / "memory"
    files = json.loads((case / "meta.json").read_bytes())["sides"][side]["files"]
    if (case / side).is_dir():
        shutil.copytree(case / side, root)
    else:
        root.mkdir()
    known: dict[str, list[str]] = {}
    for path, said in sorted(files.items()):
        if (file := root / path).exists():
            os.utime(file, (said["mtime"], said["mtime"]))
        if "conflict" in said and not path.startswith(".stversions/"):
            named = said["conflict"]
            note = (Path(path).parent / (named["stem"] + (named["ext"] or ""))).as_posix()
            known.setdefault(note, []).append(path)
    return Real(root, known)


def contents(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its bytes and its time, folders with theirs."""
    return {
        path.relative_to(root).as_posix(): (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in sorted(root.rglob("*"))
    }


def texts(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("case", "side"), SIDES)
def test_a_real_tree_opens_and_lists_its_conflicts_with_their_notes_and_is_left_as_it_was(real: Real) -> None:
    before = contents(real.root)
    with Tree.open(real.root) as tree:
        found = tree.conflicts()
        assert {conflict.note: [copy.path for copy in conflict.copies] for conflict in found} == real.known
        assert {item.note for item in tree.review() if item.kind == "conflict"} == set(real.known)
        for conflict in found:
            assert not conflict.base.verified
            assert all(conflict.merge(copy).open for copy in conflict.distinct if not copy.contained)
            assert all(tree.text_of(copy.revision) == copy.data for copy in conflict.copies)
            assert all(copy.by == "" and copy.device and copy.at for copy in conflict.copies)
        tree.notes(), tree.index(), tree.health(), tree.agents(), tree.check()
    assert contents(real.root) == before


@pytest.mark.parametrize("take", ["yours", "theirs"])
@pytest.mark.parametrize(("case", "side"), SIDES)
def test_every_real_conflict_is_resolved_either_way_and_undo_brings_back_both_files(real: Real, take: str) -> None:
    before = texts(real.root)
    with Tree.open(real.root) as tree:
        me = tree.person()
        for conflict in tree.conflicts():
            theirs = conflict.copies[-1].data
            wanted = conflict.data if take == "yours" else theirs
            me.resolve(conflict, wanted, taken=take)
            held = tree.bytes_of(conflict.note)
            assert held == wanted
            assert not any((real.root / copy.path).exists() for copy in conflict.copies)
            assert tree.conflict(conflict.note) is None
        assert tree.conflicts() == ()
        for _ in real.known:
            me.undo()
        assert texts(real.root) == before
        for _ in real.known:
            me.redo()
        assert tree.conflicts() == ()
    with Tree.open(real.root) as again:
        assert again.conflicts() == ()
        for _ in real.known:
            again.person().undo()
        assert texts(real.root) == before


def conflict_of(tree: Tree, note: str) -> Conflict:
    found = tree.conflict(note)
    assert found is not None
    return found


def test_copies_that_say_the_same_as_their_note_are_named_so_and_one_decision_ends_them(
    make_tree: MakeTree, folder: Path
) -> None:
    names = [f"a.sync-conflict-20261130-14163{digit}-NJDDEFB.md" for digit in range(2)]
    tree = make_tree({"a.md": "same\n", **dict.fromkeys(names, "same\n")})
    conflict = conflict_of(tree, "a.md")
    assert (conflict.kind, len(conflict.copies), len(conflict.distinct)) == (ConflictKind.IDENTICAL, 2, 1)
    assert conflict.copies[1].same_as == names[0]
    tree.person().resolve(conflict, conflict.data)
    assert os.listdir(folder) == ["a.md"]
    tree.person().undo()
    assert sorted(os.listdir(folder)) == ["a.md", *names]


def test_a_copy_that_the_note_contains_is_told_from_one_that_contains_the_note(make_tree: MakeTree) -> None:
    tree = make_tree({"a.md": "1\n2\n", f"a.{COPY}.md": "1\n", "b.md": "1\n", f"b.{COPY}.md": "1\n2\n"})
    assert [(found.kind, found.copies[0].contained) for found in tree.conflicts()] == [
        (ConflictKind.CONTAINED, "in-note"),
        (ConflictKind.CONTAINED, "has-note"),
    ]


def test_a_copy_without_its_note_becomes_the_note_or_goes_and_either_is_undone(
    make_tree: MakeTree, folder: Path
) -> None:
    tree = make_tree({f"a.{COPY}.md": "all that is left\n"})
    me = tree.person()
    conflict = conflict_of(tree, "a.md")
    assert (conflict.kind, conflict.data, conflict.revision) == (ConflictKind.NOTE_MISSING, None, None)
    me.resolve(conflict, conflict.copies[0].data, taken="theirs")
    assert texts(folder) == {"a.md": b"all that is left\n"}
    me.undo()
    me.resolve(conflict_of(tree, "a.md"), None, taken="yours")
    assert texts(folder) == {}
    me.undo()
    assert texts(folder) == {f"a.{COPY}.md": b"all that is left\n"}


def test_a_copy_whose_note_is_a_folder_now_is_said_to_be_so_and_never_written_over_it(
    make_tree: MakeTree, folder: Path
) -> None:
    tree = make_tree({"a.md/inner.md": "x\n", f"a.{COPY}.md": "theirs\n"})
    conflict = conflict_of(tree, "a.md")
    assert conflict.kind is ConflictKind.NOTE_IS_DIRECTORY
    with refused(Code.NOT_A_NOTE):
        tree.person().resolve(conflict, conflict.copies[0].data)
    assert texts(folder) == {"a.md/inner.md": b"x\n", f"a.{COPY}.md": b"theirs\n"}
    tree.person().resolve(conflict, None)
    assert (texts(folder), tree.conflicts()) == ({"a.md/inner.md": b"x\n"}, ())
    tree.person().undo()
    assert texts(folder) == {"a.md/inner.md": b"x\n", f"a.{COPY}.md": b"theirs\n"}


def test_a_copy_whose_name_does_not_tell_its_note_is_listed_with_the_reason_and_only_taken_away(
    make_tree: MakeTree, folder: Path
) -> None:
    path = "a.sync-conflict-someday.md"
    tree = make_tree({"a.md": "yours\n", path: "theirs\n"})
    conflict = conflict_of(tree, path)
    assert (conflict.kind, conflict.note) == (ConflictKind.UNNAMED, path)
    assert "no time stamp" in conflict.copies[0].problem
    with refused(Code.NOT_A_NOTE):
        tree.person().resolve(conflict, b"theirs\n")
    tree.person().resolve(conflict, None)
    assert os.listdir(folder) == ["a.md"]
    tree.person().undo()
    tree.person().move(path, "b.md")
    assert texts(folder) == {"a.md": b"yours\n", "b.md": b"theirs\n"}


def test_copies_of_files_without_extension_hidden_ones_and_other_kinds_are_listed_and_resolved(
    make_tree: MakeTree, folder: Path
) -> None:
    notes = {"README": f"README.{COPY}", ".hidden.md": f".hidden.{COPY}.md", "a.b.md": f"a.b.{COPY}.md"}
    notes |= {"data.json": f"data.{COPY}.json", ".obsidian/app.json": f".obsidian/app.{COPY}.json"}
    before: dict[str, str | bytes] = {**dict.fromkeys(notes, "yours\n"), **dict.fromkeys(notes.values(), "theirs\n")}
    tree = make_tree(before)
    assert {found.note: found.copies[0].path for found in tree.conflicts()} == notes
    for note in notes:
        tree.person().resolve(conflict_of(tree, note), b"theirs\n", taken="theirs")
    assert texts(folder) == dict.fromkeys(notes, b"theirs\n")
    for _ in notes:
        tree.person().undo()
    assert texts(folder) == {path: str(text).encode() for path, text in before.items()}


def test_a_name_in_decomposed_letters_keeps_its_spelling(make_tree: MakeTree, folder: Path) -> None:
    note = unicodedata.normalize("NFD", "café.md")
    tree = make_tree({note: "yours\n", f"{note[:-3]}.{COPY}.md": "theirs\n"})
    conflict = conflict_of(tree, note)
    tree.person().resolve(conflict, b"theirs\n")
    assert os.listdir(folder) == [note]


def test_a_side_that_is_no_text_is_kept_or_taken_whole(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": b"caf\xe9\n", f"a.{COPY}.md": b"\0\xff"})
    conflict = conflict_of(tree, "a.md")
    assert (conflict.kind, conflict.open_hunks) == (ConflictKind.UNDECODABLE, 1)
    tree.person().resolve(conflict, conflict.copies[0].data)
    assert (folder / "a.md").read_bytes() == b"\0\xff"
    tree.person().undo()
    assert (folder / "a.md").read_bytes() == b"caf\xe9\n"


def test_a_conflict_that_changed_since_it_was_shown_is_not_resolved(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "yours\n", f"a.{COPY}.md": "theirs\n"})
    conflict = conflict_of(tree, "a.md")
    for changed in ("a.md", f"a.{COPY}.md"):
        (folder / changed).write_bytes(b"moved on\n")
        with refused(Code.CHANGED_SINCE_SHOWN, Code.STALE):
            tree.person().resolve(conflict, b"merged\n")
        conflict = conflict_of(tree, "a.md")
    assert set(texts(folder).values()) == {b"moved on\n"}


def test_an_ancestor_that_records_prove_for_both_sides_lets_the_untouched_hunks_merge(
    make_tree: MakeTree, folder: Path
) -> None:
    lines = [f"line {number}\n" for number in range(9)]
    tree = make_tree({"a.md": "".join(lines)})
    me = tree.person()
    ancestor = tree.text("a.md").revision
    me.rewrite("a.md", "".join(["theirs\n", *lines[1:]]))
    theirs = (folder / "a.md").read_bytes()
    me.undo()
    me.rewrite("a.md", "".join([*lines[:-1], "yours\n"]))
    (folder / f"a.{COPY}.md").write_bytes(theirs)
    tree.rescan()
    conflict = conflict_of(tree, "a.md")
    assert (conflict.base.verified, conflict.base.revision) == (True, ancestor)
    merged = conflict.merge(conflict.copies[0])
    assert merged.open == ()
    assert merged.text({}).decode() == "".join(["theirs\n", *lines[1:-1], "yours\n"])


def test_resolving_one_of_two_copies_leaves_the_other_waiting(make_tree: MakeTree, folder: Path) -> None:
    names = [f"a.sync-conflict-20261130-14163{digit}-NJDDEFB.md" for digit in range(2)]
    tree = make_tree({"a.md": "yours\n", names[0]: "one\n", names[1]: "two\n"})
    me = tree.person()
    me.resolve(conflict_of(tree, "a.md"), b"yours one\n", copies=[names[0]])
    assert [copy.path for copy in conflict_of(tree, "a.md").copies] == [names[1]]
    with refused(Code.NO_ITEM):
        me.resolve(conflict_of(tree, "a.md"), b"x\n", copies=[])
    me.undo()
    assert texts(folder) == {"a.md": b"yours\n", names[0]: b"one\n", names[1]: b"two\n"}


def test_markers_that_are_left_over_are_refused_and_quoted_ones_are_not(make_tree: MakeTree, folder: Path) -> None:
    marked = b"<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"
    tree = make_tree({"a.md": "yours\n", f"a.{COPY}.md": "theirs\n"})
    with refused(Code.MARKERS):
        tree.person().resolve(conflict_of(tree, "a.md"), marked)
    tree.person().resolve(conflict_of(tree, "a.md"), b"```\n" + marked + b"```\n")
    assert (folder / "a.md").read_bytes() == b"```\n" + marked + b"```\n"
