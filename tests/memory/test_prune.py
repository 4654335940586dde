"""Giving up old texts: what stays can be read, who wrote what is still known, and nothing goes by accident."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.memory.refusals import refused

from memwarden import Code, Flag, Origin, Tree
from memwarden.memory.gone import gone_notes
from memwarden.store.journal import Journal

LONG = "# Travel\n\n" + "".join(f"- fact number {number} of many\n" for number in range(40))
DAY = 86_400.0
CHAT = Origin.CHAT


class Wall:
    def __init__(self) -> None:
        self.now = time.time() - 400 * DAY

    def __call__(self) -> float:
        return self.now

    def days(self, count: float) -> None:
        self.now += count * DAY


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def open_tree(folder: Path, wall: Wall) -> Callable[[], Tree]:
    return lambda: Tree.open(folder, clock=wall)


@pytest.fixture
def tree(folder: Path, wall: Wall, open_tree: Callable[[], Tree]) -> Tree:
    """Ten old versions by two agents, then a year, then two more."""
    (folder / "a.md").write_text(LONG)
    made = open_tree()
    for number in range(10):
        wall.days(1)
        made.writer(("vps/hermes", "pi/aras")[number % 2]).append("a.md", f"- old {number}", key=f"run-{number}")
    wall.days(365)
    made.writer("vps/hermes").append("a.md", "- new one")
    wall.days(1)
    made.writer("pi/aras").append("a.md", "- new two")
    return made


def texts(tree: Tree, note: str = "a.md") -> list[bytes]:
    history = tree.history(note)
    return [history.data(version.revision) for version in history.versions() if version.revision]


def test_a_dry_run_says_what_would_go_and_takes_nothing(tree: Tree) -> None:
    before = texts(tree)
    told = tree.person().prune(timedelta(days=100))
    assert (told.versions, told.notes, told.dry_run) == (10, 1, True) and told.size > 0
    assert texts(tree) == before


def test_what_stays_can_be_read_and_every_line_still_has_its_author(tree: Tree, open_tree: Callable[[], Tree]) -> None:
    kept, authors = texts(tree)[:3], tree.provenance("a.md")
    done = tree.person().prune(timedelta(days=100), dry_run=False)
    assert done.versions == 10
    with open_tree() as anew:
        for now in (tree, anew):
            assert texts(now) == kept
            assert now.provenance("a.md") == authors
            with now.store.locked():
                assert now.store.count("thin = 1") == 11
        anew.store._cache.forget()
        with open_tree() as rebuilt:
            assert rebuilt.provenance("a.md") == authors and texts(rebuilt) == kept


def test_the_text_is_gone_from_the_disk(tree: Tree) -> None:
    tree.person().prune(timedelta(days=100), dry_run=False)
    folder = tree.store.folder / "journal"
    held = b"".join(file.read_bytes() for file in folder.iterdir())
    assert b"fact number 7" not in held and b'"old 3' not in held and b"- new two" in held


def test_writing_goes_on_and_old_keys_still_answer(tree: Tree, folder: Path) -> None:
    tree.person().prune(timedelta(days=100), dry_run=False)
    before = tree.text("a.md").revision
    assert tree.writer("pi/aras").append("a.md", "- old 3", key="run-3").replayed
    assert tree.text("a.md").revision == before
    tree.writer("pi/aras").append("a.md", "- newest")
    tree.person().undo() if tree.history("a.md").versions()[0].by == tree.me else None
    assert [line.by for line in tree.provenance("a.md")][-3:] == ["vps/hermes", "pi/aras", "pi/aras"]


def test_pinned_versions_and_texts_before_a_large_deletion_stay(tree: Tree, folder: Path, wall: Wall) -> None:
    (folder / "b.md").write_text(LONG)
    tree.rescan()
    hermes = tree.writer("vps/hermes", origin=CHAT)
    lost = hermes.rewrite("b.md", "# Gone\n", base=tree.text("b.md").revision)
    assert Flag.LARGE_DELETION in lost.flags
    for number in range(3):
        tree.writer("pi/aras").append("b.md", f"- {number}")
    pinned = tree.history("b.md").versions()[1].revision or ""
    tree.person().pin("b.md", pinned)
    wall.days(380)
    told = tree.person().prune(timedelta(days=100), dry_run=False)
    assert (told.pinned, told.deletions) == (1, 1)
    left = texts(tree, "b.md")
    assert len(left) == 3 and LONG.encode() in left and tree.history("b.md").data(pinned) in left
    tree.person().restore("b.md", tree.history("b.md").versions()[-1].id)
    assert (folder / "b.md").read_text() == LONG


def test_large_deletions_go_last_when_they_are_asked_for(tree: Tree, folder: Path, wall: Wall) -> None:
    hermes = tree.writer("vps/hermes", origin=CHAT)
    full = tree.text("a.md").revision
    hermes.rewrite("a.md", "# Gone\n", base=full)
    wall.days(200)
    tree.person().prune(timedelta(days=100), dry_run=False)
    assert len(texts(tree)) == 2
    told = tree.person().prune(timedelta(days=100), dry_run=False, deletions=True)
    assert told.versions == 1
    assert texts(tree) == [b"# Gone\n"]
    with refused(Code.NO_VERSION):
        tree.person().restore("a.md", full)


def test_the_newest_version_of_a_note_never_goes(tree: Tree, wall: Wall) -> None:
    wall.days(1000)
    now = tree.text("a.md").data
    tree.person().prune(timedelta(days=1), dry_run=False)
    assert texts(tree) == [now]
    assert [line.by for line in tree.provenance("a.md")][-2:] == ["vps/hermes", "pi/aras"]
    assert tree.person().prune(timedelta(days=1), dry_run=False).versions == 0


def test_an_undo_of_what_was_pruned_is_refused_and_writes_nothing(tree: Tree, folder: Path, wall: Wall) -> None:
    tree.person().append("a.md", "- by me")
    wall.days(200)
    tree.person().prune(timedelta(days=100), dry_run=False)
    before = (folder / "a.md").read_bytes()
    with refused(Code.NO_VERSION):
        tree.person().undo()
    assert (folder / "a.md").read_bytes() == before


def test_another_process_that_lives_on_sees_the_same(tree: Tree, open_tree: Callable[[], Tree]) -> None:
    with open_tree() as other:
        assert len(texts(other)) == 13
        tree.person().prune(timedelta(days=100), dry_run=False)
        assert texts(other) == texts(tree) and len(texts(tree)) == 3
        other.writer("vps/hermes").append("a.md", "- from the other process")
    assert len(texts(tree)) == 4


@pytest.mark.parametrize("step", ["before the first segment", "between two segments"])
def test_a_crash_while_pruning_loses_no_text_that_was_to_stay(
    tree: Tree, open_tree: Callable[[], Tree], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    kept, authors = texts(tree)[:3], tree.provenance("a.md")
    monkeypatch.setattr("memwarden.store.journal.SEGMENT_BYTES", 1500)
    rewrite = Journal.rewrite
    rewritten: list[int] = []

    def dying(journal: Journal, segment: int, change: Any) -> None:
        if rewritten or step.startswith("before"):
            raise KeyboardInterrupt
        rewritten.append(segment)
        rewrite(journal, segment, change)

    _in_small_segments(tree)
    monkeypatch.setattr(Journal, "rewrite", dying)
    with pytest.raises(KeyboardInterrupt):
        tree.person().prune(timedelta(days=100), dry_run=False)
    monkeypatch.setattr(Journal, "rewrite", rewrite)
    with open_tree() as again:
        assert texts(again)[:3] == kept and again.provenance("a.md") == authors
        again.person().prune(timedelta(days=100), dry_run=False)
        assert texts(again) == kept and again.provenance("a.md") == authors


def _in_small_segments(tree: Tree) -> None:
    """Cut the one segment of the journal into several, sealed but for the last."""
    folder = tree.store.folder / "journal"
    lines = (folder / "000001.jsonl").read_bytes().splitlines(keepends=True)
    parts = [b"".join(lines[at : at + 4]) for at in range(0, len(lines), 4)]
    (folder / "000001.jsonl").unlink()
    for number, part in enumerate(parts[:-1], 1):
        (folder / f"{number:06d}.jsonl.gz").write_bytes(gzip.compress(part))
    (folder / f"{len(parts):06d}.jsonl").write_bytes(parts[-1])
    with tree.store.locked():
        tree.store._cache.forget()
    with tree.store.locked():
        assert tree.store.count("1 = 1") == len(lines)


def test_full_segments_are_packed_when_a_tree_is_closed(
    tree: Tree, open_tree: Callable[[], Tree], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memwarden.store.journal.SEGMENT_BYTES", 1000)
    for number in range(8):
        tree.writer("vps/hermes").append("a.md", f"- {number} " + "x" * 400)
    before, figures = texts(tree), tree.store_figures()
    tree.close()
    names = sorted(file.name for file in (tree.store.folder / "journal").iterdir())
    assert names[0] == "000001.jsonl.gz" and [name for name in names if name.endswith(".jsonl")] == names[-1:]
    with open_tree() as again:
        assert texts(again) == before
        assert again.store_figures().journal_bytes < figures.journal_bytes


def test_a_gone_note_whose_text_was_given_up_is_not_offered_any_more(tree: Tree, wall: Wall) -> None:
    tree.person().delete("a.md")
    assert [gone.note for gone in gone_notes(tree)] == ["a.md"]
    wall.days(200)
    tree.person().prune(timedelta(days=100), dry_run=False, deletions=True)
    assert not gone_notes(tree)
