"""Trees of hundreds and of ten thousand notes open, and open again fast; lists, index and queue keep working."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.memory.big import fill

from memwarden import Origin, Replace, Tree

TIMES_A_PLAIN_WALK = 5
"""How much longer than walking and `stat`ing the same folders a second opening may take, on a noisy machine."""


def fastest(action: Callable[[], object], times: int = 3) -> float:
    """Seconds of the fastest of a few runs."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return min(taken)


def walked(root: Path) -> int:
    return sum(os.stat(os.path.join(folder, name)).st_size for folder, _, names in os.walk(root) for name in names)


@pytest.mark.parametrize("count", [300, 10_000])
def test_a_big_tree_opens_and_opens_again_about_as_fast_as_its_folders_are_walked(folder: Path, count: int) -> None:
    paths = fill(folder, count)
    with Tree.open(folder) as tree:
        assert set(tree.paths()) == {"INDEX.md", *paths}
        first = fastest(tree.index, times=1)
        graph = tree.index()
        assert fastest(tree.index) < first / 20
        assert (graph.hub, len(graph.sections), len(graph.orphans)) == ("INDEX.md", count // 100, 0)
        assert graph.dangling == ()
        assert tree.read(f"Note {count - 1}").path == paths[-1]
        assert len(tree.search(f'"Fact 3 of note {count - 1} "')) == 1
        assert [item.kind for item in tree.review()] in ([], ["health"])
        assert len(tree.activity(limit=20)) == 20

    def again() -> None:
        Tree.open(folder).close()

    assert fastest(again) <= TIMES_A_PLAIN_WALK * fastest(lambda: walked(folder)) + 0.05


def test_one_change_in_ten_thousand_notes_is_the_only_one_that_is_taken_in(folder: Path) -> None:
    paths = fill(folder, 10_000)
    with Tree.open(folder) as tree:
        (folder / paths[4711]).write_bytes(b"# Changed past us\n")
        (folder / paths[42]).unlink()
        (folder / paths[7]).rename(folder / "renamed.md")
        found = {record.note: record.what.value for record in tree.rescan()}
        assert found == {paths[4711]: "outside", paths[42]: "delete", paths[7]: "move", "renamed.md": "move"}
        assert tree.rescan() == ()
        assert fastest(tree.rescan) <= TIMES_A_PLAIN_WALK * fastest(lambda: walked(folder)) + 0.05
        hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
        hermes.edit(paths[9_999], [Replace("Fact 0", "Fact zero")])
        assert tree.rescan() == ()
        assert [line.by for line in tree.provenance(paths[9_999])].count("vps/hermes") == 1
