"""Conflicts that two and three real Syncthings make, resolved with memwarden on one device and gone from all."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.sync.cluster import Cluster, Peer, files, running
from tests.sync.nests import wait_until

from memwarden import Tree
from memwarden.memory.conflicts import Conflict, ConflictKind
from memwarden.memory.missing import GRACE
from memwarden.store.snapshots import revision_of
from memwarden.text.merge import Choice

pytestmark = [
    pytest.mark.skipif(shutil.which("syncthing") is None, reason="the program syncthing is not installed"),
    pytest.mark.xdist_group("syncthing"),
]
LINES = [f"- fact {number}\n" for number in range(9)]
START = "".join(LINES).encode()


NOTES = ("edits.md", "log.md", "editors.md", "gone.md", "undo.md", "twice.md", "both.md")


class Hours:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.later = 0.0

    def __call__(self) -> float:
        return time.time() + self.later


class Trees:
    """The shared folder as memwarden sees it on each device, a store each."""

    def __init__(self, cluster: Cluster, place: Path, stack: ExitStack) -> None:
        self.cluster = cluster
        self.clock = Hours()
        self.trees = []
        around = stack.enter_context(pytest.MonkeyPatch.context())
        around.setenv("NESTWORK_HOST", "laptop")
        for peer in cluster:
            around.setenv("STHOMEDIR", str(peer.home))
            opened = Tree.open(peer.folder, state=place / f"state-{peer.name}", clock=self.clock)
            tree = stack.enter_context(opened)
            assert tree.carriers.syncthing is not None
            self.trees.append(tree)

    def __getitem__(self, place: int) -> Tree:
        return self.trees[place]

    def __iter__(self) -> Iterator[Tree]:
        return iter(self.trees)

    def start(self, *notes: str) -> None:
        """These notes on every device and in every store, then every device alone."""
        for note in notes:
            self.cluster[0].write(note, START)
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
        self.rescan()
        assert all(tree.conflict(note) is None for tree in self.trees)


@contextmanager
def trees_of(place: Path, *names: str) -> Iterator[Trees]:
    with running(place, names) as cluster, ExitStack() as stack:
        yield Trees(cluster, place, stack)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trees]:
    """Two devices that met once, after each had its own way with every note."""
    with trees_of(tmp_path_factory.mktemp("two"), "laptop", "attic") as trees:
        trees.start(*NOTES)
        laptop, attic = trees
        laptop.person().rewrite("edits.md", with_line(0, "- fact 0, laptop\n"))
        attic.writer("attic/hermes").append("edits.md", "- from the attic")
        laptop.person().append("log.md", "- first, on the laptop")
        attic.person().append("log.md", "- second, in the attic")
        attic.person().append("gone.md", "- kept")
        laptop.person().delete("gone.md")
        for place, (tree, peer) in enumerate(zip(trees, trees.cluster)):
            peer.write("editors.md", with_line(place * 8, f"- by an editor on {peer.name}\n").encode())
            peer.write("twice.md", f"side {place}\n".encode())
            tree.person().rewrite("undo.md", with_line(4, f"- side {place}\n"))
            tree.person().rewrite("both.md", with_line(place * 8, f"- side {place}\n"))
        trees.meet()
        yield trees


@pytest.fixture(scope="module")
def again(pair: Trees) -> Trees:
    """The two devices apart and together once more: the copy of one note edited on both, another resolved on both."""
    (name,) = pair.cluster[0].copies("twice.md")
    pair.cluster.apart()
    for place, (tree, peer) in enumerate(zip(pair, pair.cluster)):
        peer.write(name, edited_copy(peer))
        tree.rescan()
        conflict = tree.conflict("both.md")
        assert conflict is not None
        tree.person().resolve(conflict, conflict.merge(conflict.copies[0]).text() + b"- resolved %d\n" % place)
    pair.meet()
    return pair


@pytest.fixture(scope="module")
def trio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trees]:
    with trees_of(tmp_path_factory.mktemp("three"), "laptop", "attic", "vps") as trees:
        yield trees


def edited_copy(peer: Peer) -> bytes:
    return f"somebody edited the copy on {peer.name}\n".encode()


def with_line(number: int, line: str) -> str:
    return "".join(line if place == number else old for place, old in enumerate(LINES))


def test_both_edit_and_the_records_that_travel_along_prove_the_base_so_that_both_edits_stay(pair: Trees) -> None:
    tree, conflict = pair.loser("edits.md")
    (copy,) = conflict.copies
    assert (conflict.base.verified, conflict.base.data) == (True, START)
    assert {conflict.yours_by, copy.by} == {pair[0].me, "attic/hermes"}
    assert copy.device_name in {"laptop", "attic"}
    merged = conflict.merge(copy)
    assert merged.open == ()
    result = merged.text()
    assert result == with_line(0, "- fact 0, laptop\n").encode() + b"- from the attic\n"
    tree.person().resolve(conflict, result, taken="merged")
    pair.resolved("edits.md", result)


def test_both_append_and_the_union_has_both_once_in_the_order_of_time(pair: Trees) -> None:
    tree, conflict = pair.loser("log.md")
    merged = conflict.merge(conflict.copies[0])
    assert merged.open == ()
    assert merged.text() == START + b"- first, on the laptop\n- second, in the attic\n"
    tree.person().resolve(conflict, merged.text(), taken="union")
    pair.resolved("log.md", merged.text())


def test_both_edit_past_memwarden_and_nothing_merges_by_itself_although_a_base_is_proposed(pair: Trees) -> None:
    tree, conflict = pair.loser("editors.md")
    assert not conflict.base.verified
    merged = conflict.merge(conflict.copies[0])
    assert len(merged.open) == 2
    picked = merged.text(dict.fromkeys(merged.open, Choice.THEIRS))
    assert picked == conflict.copies[0].data
    tree.person().resolve(conflict, picked, taken="theirs")
    pair.resolved("editors.md", picked)


def test_an_edit_against_a_deletion_loses_no_text_whoever_wins(pair: Trees) -> None:
    edited = START + b"- kept\n"
    conflict = pair[1].conflict("gone.md")
    if conflict is None:
        assert [peer.read("gone.md") for peer in pair.cluster] == [edited, edited]
        return
    assert (conflict.kind, conflict.copies[0].data) == (ConflictKind.NOTE_MISSING, edited)
    pair[1].person().resolve(conflict, edited, taken="theirs")
    pair.resolved("gone.md", edited)


def test_undoing_a_resolution_gives_both_files_back_to_every_device(pair: Trees) -> None:
    note = "undo.md"
    before = [files(peer)[note] for peer in pair.cluster]
    tree, conflict = pair.loser(note)
    tree.person().resolve(conflict, conflict.copies[0].data, taken="theirs")
    pair.resolved(note, conflict.copies[0].data)
    tree.person().undo()
    wait_until(lambda: all(len(peer.copies(note)) == 1 for peer in pair.cluster), 30)
    wait_until(lambda: [files(peer).get(note) for peer in pair.cluster] == before, 30)
    pair.rescan()
    tree, conflict = pair.loser(note)
    tree.person().resolve(conflict, conflict.data, taken="yours")
    pair.resolved(note, conflict.data)


def test_a_copy_that_two_devices_edited_gets_no_copy_of_its_own_and_our_store_still_has_both_texts(
    again: Trees,
) -> None:
    (name,) = again.cluster[0].copies("twice.md")
    assert again.cluster[1].copies("twice.md") == [name]
    texts = [edited_copy(peer) for peer in again.cluster]
    assert all(any(tree.text_of(revision_of(text)) for tree in again) for text in texts)
    tree, conflict = again.loser("twice.md")
    tree.person().resolve(conflict, b"resolved\n")
    again.resolved("twice.md", b"resolved\n")


def test_resolved_differently_on_both_devices_is_one_new_conflict_and_then_none(again: Trees) -> None:
    tree, conflict = again.loser("both.md")
    assert len(conflict.copies) == 1
    assert not conflict.base.verified, "two ancestors, of which none is nearer"
    merged = conflict.merge(conflict.copies[0])
    assert merged.open
    result = merged.text(dict.fromkeys(merged.open, Choice.BOTH))
    assert {b"- resolved 0", b"- resolved 1", b"- side 0", b"- side 1"} <= set(result.split(b"\n"))
    tree.person().resolve(conflict, result)
    again.resolved("both.md", result)
    again.cluster.settle()
    assert not any(peer.copies("both.md") for peer in again.cluster)


def test_of_three_edits_that_meet_at_once_none_is_lost_even_where_syncthing_drops_one(trio: Trees) -> None:
    notes = ("three.md", "three-more.md")
    trio.start(*notes)
    edits = [with_line(place * 4, f"- fact of {peer.name}\n").encode() for place, peer in enumerate(trio.cluster)]
    for note in notes:
        for tree, edit in zip(trio, edits):
            tree.person().rewrite(note, edit.decode())
    trio.meet()
    trio.clock.later += GRACE.total_seconds() + 1
    for note in notes:
        assert all(any(tree.text_of(revision_of(edit)) for tree in trio) for edit in edits)
        found = [(tree, conflict) for tree in trio if (conflict := tree.conflict(note))]
        tree, conflict = max(found, key=lambda one: len(one[1].distinct))
        assert {conflict.data, *(copy.data for copy in conflict.copies)} == set(edits)
        merges = conflict.merges()
        while len(merges) < len(conflict.distinct):
            merges = conflict.merges([dict.fromkeys(merge.open, Choice.BOTH) for merge in merges])
        result = merges[-1].text(dict.fromkeys(merges[-1].open, Choice.BOTH))
        assert {f"- fact of {peer.name}".encode() for peer in trio.cluster} <= set(result.split(b"\n"))
        tree.person().resolve(conflict, result, taken="merged")
        trio.resolved(note, result)


def test_a_resolution_on_one_of_three_devices_reaches_the_other_two(trio: Trees) -> None:
    note = "passive.md"
    trio.start(note)
    for place in range(2):
        trio[place].person().rewrite(note, with_line(place * 8, f"- side {place}\n"))
    trio.meet()
    passive = trio[2].conflict(note)
    assert passive is not None
    assert not passive.base.verified, "published records alone, on a device that wrote neither side"
    active = trio[0].conflict(note)
    assert active is not None
    assert active.base.verified
    result = active.merge(active.copies[0]).text()
    trio[0].person().resolve(active, result, taken="merged")
    trio.resolved(note, result)
