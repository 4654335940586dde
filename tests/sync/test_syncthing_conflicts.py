"""Conflicts that two and three real Syncthings make, resolved with memwarden on one device and gone from all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.sync.cluster import Cluster, files, running
from tests.sync.nests import wait_until

from memwarden import Tree
from memwarden.memory.conflicts import Conflict, ConflictKind
from memwarden.store.snapshots import revision_of
from memwarden.text.merge import Choice

pytestmark = [
    pytest.mark.skipif(shutil.which("syncthing") is None, reason="the program syncthing is not installed"),
    pytest.mark.xdist_group("syncthing"),
]
LINES = [f"- fact {number}\n" for number in range(9)]
START = "".join(LINES).encode()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running(tmp_path_factory.mktemp("two"), ["laptop", "attic"]) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running(tmp_path_factory.mktemp("three"), ["laptop", "attic", "vps"]) as cluster:
        yield cluster


class Trees:
    """The shared folder as memwarden sees it on each device, a store each."""

    def __init__(self, cluster: Cluster, place: Path, monkeypatch: pytest.MonkeyPatch, stack: ExitStack) -> None:
        self.cluster = cluster
        self.trees = []
        for peer in cluster:
            monkeypatch.setenv("STHOMEDIR", str(peer.home))
            tree = stack.enter_context(Tree.open(peer.folder, state=place / f"state-{peer.name}"))
            assert tree.carriers.syncthing is not None
            self.trees.append(tree)

    def __getitem__(self, place: int) -> Tree:
        return self.trees[place]

    def start(self, note: str, text: bytes = START) -> None:
        """This note on every device and in every store, then every device alone."""
        self.cluster[0].write(note, text)
        self.cluster.settle()
        self.rescan()
        self.cluster.apart()

    def meet(self) -> None:
        self.cluster.together()
        self.cluster.settle()
        self.rescan()

    def rescan(self) -> None:
        for tree in self.trees:
            tree.rescan()

    def loser(self, note: str) -> tuple[Tree, Conflict]:
        """Any device's view of the conflict: every device has the copy."""
        for tree in self.trees:
            conflict = tree.conflict(note)
            assert conflict is not None, note
        return self.trees[-1], conflict

    def resolved(self, note: str, data: bytes | None) -> None:
        """Every device holds this and no copy, after memwarden told Syncthing and nobody else did."""
        wait_until(lambda: all(peer.read(note) == data and not peer.copies(note) for peer in self.cluster), 30)
        self.cluster.settle()
        self.rescan()
        assert all(peer.read(note) == data and not peer.copies(note) for peer in self.cluster)
        assert all(tree.conflict(note) is None for tree in self.trees)


@pytest.fixture
def pair(two: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Trees]:
    with ExitStack() as stack:
        yield Trees(two, tmp_path, monkeypatch, stack)


@pytest.fixture
def trio(three: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Trees]:
    with ExitStack() as stack:
        yield Trees(three, tmp_path, monkeypatch, stack)


def with_line(number: int, line: str) -> str:
    return "".join(line if place == number else old for place, old in enumerate(LINES))


def test_both_edit_and_the_records_that_travel_along_prove_the_base_so_that_both_edits_stay(pair: Trees) -> None:
    note = "edits.md"
    pair.start(note)
    pair[0].person().rewrite(note, with_line(0, "- fact 0, laptop\n"))
    pair[1].writer("attic/hermes").append(note, "- from the attic")
    pair.meet()
    tree, conflict = pair.loser(note)
    (copy,) = conflict.copies
    assert (conflict.base.verified, conflict.base.data) == (True, START)
    assert {conflict.yours_by, copy.by} == {pair[0].me, "attic/hermes"}
    assert copy.device_name in {"laptop", "attic"}
    merged = conflict.merge(copy)
    assert merged.open == ()
    result = merged.text()
    assert result == with_line(0, "- fact 0, laptop\n").encode() + b"- from the attic\n"
    tree.person().resolve(conflict, result, taken="merged")
    pair.resolved(note, result)


def test_both_append_and_the_union_has_both_once_in_the_order_of_time(pair: Trees) -> None:
    note = "log.md"
    pair.start(note)
    pair[0].person().append(note, "- first, on the laptop")
    pair[1].person().append(note, "- second, in the attic")
    pair.meet()
    tree, conflict = pair.loser(note)
    merged = conflict.merge(conflict.copies[0])
    assert merged.open == ()
    assert merged.text() == START + b"- first, on the laptop\n- second, in the attic\n"
    tree.person().resolve(conflict, merged.text(), taken="union")
    pair.resolved(note, merged.text())


def test_both_edit_past_memwarden_and_nothing_merges_by_itself_although_a_base_is_proposed(pair: Trees) -> None:
    note = "editors.md"
    pair.start(note)
    for place, peer in enumerate(pair.cluster):
        peer.write(note, with_line(place * 8, f"- by an editor on {peer.name}\n").encode())
    pair.meet()
    tree, conflict = pair.loser(note)
    assert not conflict.base.verified
    merged = conflict.merge(conflict.copies[0])
    assert len(merged.open) == 2
    picked = merged.text(dict.fromkeys(merged.open, Choice.THEIRS))
    assert picked == conflict.copies[0].data
    tree.person().resolve(conflict, picked, taken="theirs")
    pair.resolved(note, picked)


def test_an_edit_against_a_deletion_loses_no_text_whoever_wins(pair: Trees) -> None:
    note = "gone.md"
    pair.start(note)
    pair[1].person().append(note, "- kept")
    edited = pair.cluster[1].read(note)
    pair[0].person().delete(note)
    pair.meet()
    for tree in pair.trees:
        tree.rescan()
    conflict = pair[1].conflict(note)
    if conflict is None:
        assert [peer.read(note) for peer in pair.cluster] == [edited, edited]
        return
    assert (conflict.kind, conflict.copies[0].data) == (ConflictKind.NOTE_MISSING, edited)
    pair[1].person().resolve(conflict, edited, taken="theirs")
    pair.resolved(note, edited)


def test_a_copy_that_two_devices_edited_gets_no_copy_of_its_own_and_our_store_still_has_both_texts(pair: Trees) -> None:
    note = "twice.md"
    pair.start(note)
    for place, peer in enumerate(pair.cluster):
        peer.write(note, f"side {place}\n".encode())
    pair.meet()
    (name,) = pair.cluster[0].copies(note)
    pair.cluster.apart()
    for place, peer in enumerate(pair.cluster):
        peer.write(name, f"somebody edited the copy on {peer.name}\n".encode())
        pair[place].rescan()
    pair.meet()
    assert pair.cluster[0].copies(note) == [name]
    texts = [f"somebody edited the copy on {peer.name}\n".encode() for peer in pair.cluster]
    assert all(any(tree.text_of(revision_of(text)) for tree in pair.trees) for text in texts)
    tree, conflict = pair.loser(note)
    tree.person().resolve(conflict, b"resolved\n")
    pair.resolved(note, b"resolved\n")


def test_resolved_differently_on_both_devices_is_one_new_conflict_and_then_none(pair: Trees) -> None:
    note = "both.md"
    pair.start(note)
    for place, tree in enumerate(pair.trees):
        tree.person().rewrite(note, with_line(place * 8, f"- side {place}\n"))
    pair.meet()
    pair.cluster.apart()
    for place, tree in enumerate(pair.trees):
        conflict = tree.conflict(note)
        assert conflict is not None
        tree.person().resolve(conflict, conflict.merge(conflict.copies[0]).text() + b"- resolved %d\n" % place)
    pair.meet()
    tree, conflict = pair.loser(note)
    assert len(conflict.copies) == 1
    assert not conflict.base.verified, "two ancestors, of which none is nearer"
    merged = conflict.merge(conflict.copies[0])
    assert merged.open
    result = merged.text(dict.fromkeys(merged.open, Choice.BOTH))
    assert {b"- resolved 0", b"- resolved 1", b"- side 0", b"- side 1"} <= set(result.split(b"\n"))
    tree.person().resolve(conflict, result)
    pair.resolved(note, result)


def test_undoing_a_resolution_gives_both_files_back_to_every_device(pair: Trees) -> None:
    note = "undo.md"
    pair.start(note)
    for place, tree in enumerate(pair.trees):
        tree.person().rewrite(note, with_line(4, f"- side {place}\n"))
    pair.meet()
    before = [files(peer)[note] for peer in pair.cluster]
    tree, conflict = pair.loser(note)
    tree.person().resolve(conflict, conflict.copies[0].data, taken="theirs")
    pair.resolved(note, conflict.copies[0].data)
    tree.person().undo()
    wait_until(lambda: all(len(peer.copies(note)) == 1 for peer in pair.cluster), 30)
    pair.cluster.settle()
    assert [files(peer)[note] for peer in pair.cluster] == before
    pair.rescan()
    tree, conflict = pair.loser(note)
    tree.person().resolve(conflict, conflict.data, taken="yours")
    pair.resolved(note, conflict.data)


def test_of_three_edits_that_meet_at_once_none_is_lost_even_where_syncthing_drops_one(trio: Trees) -> None:
    for note in ("three.md", "three-more.md"):
        trio.start(note)
        edits = [with_line(place * 4, f"- fact of {peer.name}\n") for place, peer in enumerate(trio.cluster)]
        for tree, edit in zip(trio.trees, edits):
            tree.person().rewrite(note, edit)
        trio.meet()
        for edit in edits:
            assert any(tree.text_of(revision_of(edit.encode())) for tree in trio.trees)
        tree, conflict = trio.loser(note)
        there = {conflict.data, *(copy.data for copy in conflict.copies)}
        assert there <= {edit.encode() for edit in edits}
        merges = conflict.merges()
        while len(merges) < len(conflict.distinct):
            merges = conflict.merges([dict.fromkeys(merge.open, Choice.BOTH) for merge in merges])
        result = merges[-1].text(dict.fromkeys(merges[-1].open, Choice.BOTH))
        facts = {line for side in there if side for line in side.split(b"\n") if b"fact of" in line}
        assert facts <= set(result.split(b"\n"))
        tree.person().resolve(conflict, result, taken="merged")
        trio.resolved(note, result)


def test_a_resolution_on_one_of_three_devices_reaches_the_other_two(trio: Trees) -> None:
    note = "passive.md"
    trio.start(note)
    for place in range(2):
        trio[place].person().rewrite(note, with_line(place * 8, f"- side {place}\n"))
    trio.meet()
    passive = trio[2]
    conflict = passive.conflict(note)
    assert conflict is not None
    assert not conflict.base.verified, "published records alone, on a device that wrote neither side"
    active = trio[0].conflict(note)
    assert active is not None
    assert active.base.verified
    result = active.merge(active.copies[0]).text()
    trio[0].person().resolve(active, result, taken="merged")
    trio.resolved(note, result)
