"""Conflicts of every shape: more than one copy in one view, verbs for what has no hunks, bulk, and its undo."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.devices import copy_name
from tests.memory.refusals import refused
from tests.memory.test_no_rights import WITHOUT_PRIVILEGES

from memwarden import Code, Refused, Tree
from memwarden.memory.conflicts import Conflict, ConflictKind, Source
from memwarden.memory.tally import said, tally
from memwarden.store.snapshots import revision_of
from memwarden.text.merge import Choice, merge

COPY = copy_name("a.md")
SECOND = copy_name("a.md", "20261130-150000")
MARKED = b"# Note\n\n<<<<<<< HEAD\n- ours\n||||||| base\n- old\n=======\n- theirs\n>>>>>>> update vps/hermes\n- last\n"


def conflict_of(tree: Tree, note: str = "a.md") -> Conflict:
    found = tree.conflict(note)
    assert found is not None
    return found


def texts(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_copies_are_merged_one_after_the_other_and_the_result_of_one_is_yours_in_the_next(make_tree: MakeTree) -> None:
    tree = make_tree({"a.md": "yours\nkept\n", COPY: "first\nkept\n", SECOND: "second\nkept\n"})
    conflict = conflict_of(tree)
    assert len(conflict.merges()) == 1
    first = conflict.merges()[0]
    assert len(conflict.merges([dict.fromkeys(first.open, Choice.BOTH)])) == 2
    second = conflict.merges([dict.fromkeys(first.open, Choice.BOTH)])[1]
    result = second.text(dict.fromkeys(second.open, Choice.BOTH))
    assert result == b"yours\nfirst\nsecond\nkept\n"
    tree.person().resolve(conflict, result)
    assert (tree.bytes_of("a.md"), tree.conflicts()) == (result, ())


@pytest.mark.parametrize("side", [Choice.YOURS, Choice.THEIRS])
def test_one_side_for_every_copy_gives_that_sides_bytes(make_tree: MakeTree, side: Choice) -> None:
    tree = make_tree({"a.md": b"yours\r\nkept\r\n", COPY: b"first\nkept", SECOND: b"\nsecond\nkept\n"})
    conflict = conflict_of(tree)
    choices = [dict.fromkeys(merge.hunks, side) for merge in conflict.merges()]
    while len(choices) < 2:
        choices = [dict.fromkeys(merge.hunks, side) for merge in conflict.merges(choices)]
    result = conflict.merges(choices)[-1].text(choices[-1])
    assert result == (conflict.data if side is Choice.YOURS else conflict.copies[-1].data)


def test_what_both_appended_is_kept_in_the_order_of_time(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "# Log\n\n- start\n"})
    me = tree.person()
    me.append("a.md", "- theirs, earlier")
    theirs = (folder / "a.md").read_bytes()
    me.undo()
    me.append("a.md", "- yours, later")
    for name, data, at in ((COPY, theirs, 1_790_000_000), ("a.md", tree.bytes_of("a.md") or b"", 1_790_000_900)):
        (folder / name).write_bytes(data)
        os.utime(folder / name, (at, at))
    conflict = conflict_of(tree)
    assert conflict.base.verified
    merged = conflict.merge(conflict.copies[0])
    assert merged.open == ()
    assert merged.text() == b"# Log\n\n- start\n- theirs, earlier\n- yours, later\n"


def test_the_record_says_what_was_chosen_and_what_merged_by_itself_next_to_the_other_side() -> None:
    base = b"".join(b"- fact %d\n" % number for number in range(9))
    yours = base.replace(b"fact 1", b"fact one").replace(b"fact 5", b"fact five").replace(b"fact 8", b"fact eight")
    theirs = base.replace(b"fact 2", b"fact two").replace(b"fact 5", b"fact V")
    merged = merge(base, yours, theirs)
    (clash,) = merged.open
    assert said([tally(merged, {clash: Choice.YOURS})]) == (
        "1 yours, 3 merged by themselves, 2 of them next to a change of the other side"
    )
    assert said([tally(merged, {clash: b"- mine\n"}), tally(merged, dict.fromkeys(merged.hunks, Choice.BOTH))]) == (
        "4 both, 1 by hand, 3 merged by themselves, 2 of them next to a change of the other side"
    )
    assert said([]) == ""


def test_keeping_both_writes_theirs_beside_yours_under_a_name_that_every_system_takes(
    make_tree: MakeTree, folder: Path
) -> None:
    tree = make_tree({"a.md": b"caf\xe9\n", COPY: b"\0\xff"})
    me = tree.person()
    conflict = conflict_of(tree)
    assert conflict.kind is ConflictKind.UNDECODABLE
    written = me.keep_both(conflict, conflict.copies[0])
    assert texts(folder) == {"a.md": b"caf\xe9\n", "a-theirs-20261130-141639.md": b"\0\xff"}
    assert written.note == "a-theirs-20261130-141639.md"
    assert tree.conflicts() == ()
    me.undo()
    assert texts(folder) == {"a.md": b"caf\xe9\n", COPY: b"\0\xff"}
    me.keep_both(conflict_of(tree), conflict.copies[0], to="notes/other.md")
    assert (folder / "notes/other.md").read_bytes() == b"\0\xff"


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ('q: a?"b".md', "q- a--b--theirs-20261130-141639.md"),
        ("README", "README-theirs-20261130-141639"),
        (".hidden", "hidden-theirs-20261130-141639"),
        ("deep/data.json", "deep/data-theirs-20261130-141639.json"),
        (f"{'ü' * 100}.md", f"{'ü' * 93}-theirs-20261130-141639.md"),
    ],
)
def test_the_name_made_for_a_second_version_is_portable(
    make_tree: MakeTree, folder: Path, note: str, kept: str
) -> None:
    tree = make_tree({note: "yours\n", copy_name(note): "theirs\n"})
    conflict = conflict_of(tree, note)
    assert tree.person().keep_both(conflict, conflict.copies[0]).note == kept
    assert texts(folder) == {note: b"yours\n", kept: b"theirs\n"}


def test_a_name_that_is_taken_is_not_written_over(make_tree: MakeTree, folder: Path) -> None:
    taken = "a-theirs-20261130-141639.md"
    tree = make_tree({"a.md": "yours\n", COPY: "theirs\n", taken: "mine\n"})
    conflict = conflict_of(tree)
    with refused(Code.ALREADY_PRESENT):
        tree.person().keep_both(conflict, conflict.copies[0], to=taken)
    with refused(Code.BAD_NAME):
        tree.person().keep_both(conflict, conflict.copies[0], to="a:b.md")
    tree.person().keep_both(conflict, conflict.copies[0])
    assert (folder / "a-theirs-20261130-141639-2.md").read_bytes() == b"theirs\n"
    assert (folder / taken).read_bytes() == b"mine\n"


def test_a_copy_whose_note_is_a_folder_or_unknown_can_be_kept_under_a_name_of_its_own(
    make_tree: MakeTree, folder: Path
) -> None:
    tree = make_tree({"a.md/inner.md": "x\n", COPY: "theirs\n", "b.sync-conflict-someday.md": "whose?\n"})
    for note in ("a.md", "b.sync-conflict-someday.md"):
        conflict = conflict_of(tree, note)
        tree.person().keep_both(conflict, conflict.copies[0], to=f"kept/{note[:1]}.md")
    assert texts(folder) == {"a.md/inner.md": b"x\n", "kept/a.md": b"theirs\n", "kept/b.md": b"whose?\n"}


def test_equal_copies_go_in_one_act_after_a_preview_and_one_undo_brings_them_back(
    make_tree: MakeTree, folder: Path
) -> None:
    before: dict[str, str | bytes] = {
        **{f"{name}.md": "same\n" for name in "xyz"}, **{copy_name(f"{name}.md"): "same\n" for name in "xyz"},
        "a.md": "1\n2\n", COPY: "1\n", "b.md": "", copy_name("b.md"): "all that is left\n",
        "c.md": "one\n", copy_name("c.md"): "other\n",
    }  # fmt: skip
    tree = make_tree(before)
    me = tree.person()
    assert [settling.conflict.note for settling in tree.identical()] == ["x.md", "y.md", "z.md"]
    preview = tree.identical(contained=True)
    assert [(settling.conflict.note, settling.taken) for settling in preview] == [
        ("a.md", "yours"), ("b.md", "theirs"), ("x.md", "yours"), ("y.md", "yours"), ("z.md", "yours"),
    ]  # fmt: skip
    assert preview[0].copies == (COPY,)
    assert preview[1].why == "the copy begins with all of the note"
    assert len(me.resolve_all_identical(preview)) == 5
    assert [conflict.note for conflict in tree.conflicts()] == ["c.md"]
    assert (folder / "b.md").read_bytes() == b"all that is left\n"
    me.undo()
    assert texts(folder) == {name: str(text).encode() for name, text in before.items()}


def test_sides_that_undo_puts_back_are_as_old_as_their_texts(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "yours\n", COPY: "theirs\n"})
    tree.rescan()
    os.utime(folder / COPY, (1_790_000_000, 1_790_000_000))
    conflict = conflict_of(tree)
    assert conflict.copies[0].written_at.timestamp() == 1_790_000_000
    tree.person().resolve(conflict, b"merged\n")
    tree.person().undo()
    (copy,) = conflict_of(tree).copies
    assert copy.at and copy.written_at == copy.at.astimezone()
    found = tree.history("a.md").versions()[-1]
    assert (conflict_of(tree).yours_at, conflict_of(tree).yours_by) == (found.at, "")


def test_a_copy_is_as_old_as_the_records_say_of_its_text(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "base\n"})
    me = tree.person()
    me.append("a.md", "- theirs")
    theirs = tree.bytes_of("a.md") or b""
    (written,) = [version.at for version in tree.history("a.md").versions() if version.act == "append"]
    me.undo()
    (folder / COPY).write_bytes(theirs)
    os.utime(folder / COPY, (1_790_000_000, 1_790_000_000))
    assert conflict_of(tree).copies[0].written_at == written


def test_a_bulk_act_does_nothing_where_one_of_its_notes_changed_since_the_preview(
    make_tree: MakeTree, folder: Path
) -> None:
    tree = make_tree({name: "same\n" for note in ("a.md", "b.md") for name in (note, copy_name(note))})
    preview = tree.identical()
    (folder / "b.md").write_bytes(b"moved on\n")
    with refused(Code.CHANGED_SINCE_SHOWN):
        tree.person().resolve_all_identical(preview)
    assert len(texts(folder)) == 4


def test_copies_that_add_different_things_are_no_bulk_act(make_tree: MakeTree) -> None:
    tree = make_tree({"a.md": "1\n", COPY: "1\n2\n", SECOND: "1\n3\n"})
    assert conflict_of(tree).kind is ConflictKind.CONTAINED
    assert tree.identical(contained=True) == ()


def test_a_conflict_that_another_device_resolved_meanwhile_says_so(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "yours\n", COPY: "theirs\n"})
    conflict = conflict_of(tree)
    (folder / COPY).unlink()
    with pytest.raises(Refused, match="resolved elsewhere") as caught:
        tree.person().resolve(conflict, b"mine\n")
    assert (caught.value.code, caught.value.details) == (Code.CHANGED_SINCE_SHOWN, {"gone": True})
    assert [item for item in tree.review() if item.kind == "conflict"] == []


def test_a_copy_that_came_since_the_conflict_was_shown_stays_and_waits(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "yours\n", COPY: "theirs\n"})
    conflict = conflict_of(tree)
    (folder / SECOND).write_bytes(b"later\n")
    tree.person().resolve(conflict, b"both\n")
    left = conflict_of(tree)
    assert (left.data, [copy.path for copy in left.copies]) == (b"both\n", [SECOND])


def test_what_lies_in_the_folders_of_git_and_syncthing_is_no_conflict(make_tree: MakeTree, folder: Path) -> None:
    hidden = [f"{name}/{COPY}" for name in (".git", ".stversions", ".stfolder", "deep/.stversions")]
    tree = make_tree({"a.md": "x\n", **dict.fromkeys(hidden, "theirs\n"), f".obsidian/{COPY}": "theirs\n"})
    assert [conflict.note for conflict in tree.conflicts()] == [".obsidian/a.md"]
    assert all(tree.conflict(path) is None for path in hidden)


def test_markers_that_were_left_in_a_note_are_two_sides_again(make_tree: MakeTree, folder: Path) -> None:
    fenced = b"```\n" + MARKED + b"```\n"
    tree = make_tree({"a.md": MARKED, "quoted.md": fenced, "setext.md": "Title\n=======\n\n>>>>>>> deep\n"})
    (conflict,) = tree.conflicts()
    assert (conflict.kind, conflict.by_hunks, conflict.copies[0].source) == (
        ConflictKind.MARKERS, True, Source.MARKERS,
    )  # fmt: skip
    assert conflict.data == b"# Note\n\n- ours\n- last\n"
    assert conflict.copies[0].data == b"# Note\n\n- theirs\n- last\n"
    assert (conflict.base.data, conflict.base.verified) == (b"# Note\n\n- old\n- last\n", False)
    assert (conflict.yours_label, conflict.copies[0].label) == ("HEAD", "update vps/hermes")
    merged = conflict.merge(conflict.copies[0])
    assert [merged.regions[index].base for index in merged.open] == [(b"- old\n",)]
    hermes = tree.writer("vps/hermes")
    for attempt in (lambda: hermes.append("a.md", "- x"), lambda: hermes.read("a.md")):
        with refused(Code.CONFLICT_PENDING):
            attempt()
    with refused(Code.MARKERS):
        tree.person().resolve(conflict, MARKED)
    tree.person().resolve(conflict, merged.text(dict.fromkeys(merged.open, Choice.THEIRS)))
    assert (tree.bytes_of("a.md"), tree.conflicts()) == (conflict.copies[0].data, ())
    tree.person().undo()
    assert conflict_of(tree).kind is ConflictKind.MARKERS


def test_copies_are_never_notes_and_two_folders_with_one_name_are_two_conflicts(make_tree: MakeTree) -> None:
    deep = copy_name("deep/INDEX.md")
    files = {"INDEX.md": "# Memory\n\n- [A](a.md)\n", "a.md": "yours\n", "deep/INDEX.md": "# Deep\n"}
    copies = {copy_name("INDEX.md"): "# Memory\n\nzebra\n", COPY: "zebra\n", deep: "# Deep zebra\n"}
    tree = make_tree({**files, **copies})
    assert [conflict.note for conflict in tree.conflicts()] == ["INDEX.md", "a.md", "deep/INDEX.md"]
    assert tree.paths() == tuple(sorted(files))
    assert tree.index().orphans == ()
    assert not [hit for hit in tree.search("zebra") if hit.note in copies]
    me = tree.person()
    me.resolve(conflict_of(tree, "deep/INDEX.md"), b"# Deep\n", taken="yours")
    assert [conflict.note for conflict in tree.conflicts()] == ["INDEX.md", "a.md"]


def test_a_resolution_leaves_no_file_of_its_own_in_the_tree(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "yours\n", COPY: "theirs\n"})
    tree.person().resolve(conflict_of(tree), b"both\n")
    tree.person().undo()
    tree.person().redo()
    assert [path.name for path in folder.rglob("*")] == ["a.md"]


def test_the_decision_is_written_down_with_what_was_merged_and_both_texts_stay(make_tree: MakeTree) -> None:
    tree = make_tree({"a.md": "yours\n", COPY: "theirs\n"})
    tree.person().resolve(conflict_of(tree), b"yours\ntheirs\n", taken="both")
    record = tree.activity(note="a.md", limit=1)[0]
    assert (record.what, record.refs["taken"], record.refs["merged"]) == ("resolve", "both", [revision_of(b"theirs\n")])
    assert record.refs["copies"] == [COPY]
    assert all(tree.text_of(revision_of(data)) == data for data in (b"yours\n", b"theirs\n"))
    assert json.dumps(dict(record.refs))


def test_a_copy_whose_note_is_a_pipe_now_is_said_to_have_no_place_and_never_waits_for_it(
    make_tree: MakeTree, folder: Path
) -> None:
    os.mkfifo(folder / "a.md")
    tree = make_tree({COPY: "theirs\n"})
    conflict = conflict_of(tree)
    assert (conflict.kind, conflict.has_place) == (ConflictKind.NOTE_UNREADABLE, False)
    with refused(Code.NOT_A_NOTE):
        tree.person().resolve(conflict, b"theirs\n")
    (item,) = [item for item in tree.review() if item.kind == "conflict"]
    assert item.detail == "the note's name is no file to read"
    tree.person().keep_both(conflict, conflict.copies[0], to="b.md")
    assert ((folder / "b.md").read_bytes(), tree.conflicts()) == (b"theirs\n", ())


UNREADABLE = """
with Tree.open(sys.argv[1]) as tree:
    (conflict,) = tree.conflicts()
    assert "cannot be read" in conflict.copies[0].problem, conflict
    assert not conflict.by_hunks
    try:
        tree.person().resolve(conflict, b"yours")
    except Refused as refusal:
        assert refusal.code is Code.NO_ITEM, refusal
    else:
        raise AssertionError("it was resolved")
    assert os.path.exists(os.path.join(sys.argv[1], conflict.copies[0].path))
"""


def test_a_copy_that_cannot_be_read_is_listed_with_the_reason_and_never_taken_away(folder: Path) -> None:
    (folder / "a.md").write_bytes(b"yours\n")
    (folder / COPY).write_bytes(b"theirs\n")
    (folder / COPY).chmod(0)
    child = [sys.executable, "-c", WITHOUT_PRIVILEGES + UNREADABLE, str(folder)]
    done = subprocess.run(child, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_note_in_which_markers_appear_after_it_was_known_to_have_none_is_found(
    make_tree: MakeTree, folder: Path
) -> None:
    names = [f"{number}.md" for number in range(60)]
    tree = make_tree(dict.fromkeys(names, "quiet\n"))
    assert tree.conflicts() == ()
    with Tree.open(folder) as again:
        assert again.conflicts() == ()
        (folder / "7.md").write_bytes(MARKED)
        assert [conflict.note for conflict in again.conflicts()] == ["7.md"]
    assert [conflict.note for conflict in tree.conflicts()] == ["7.md"]
    (folder / "7.md").write_bytes(b"quiet\n")
    assert tree.conflicts() == ()
