"""How files looked: the list of all, rows of their own, and lists that are not whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden import Tree
from memwarden.store.cache import Shadow
from memwarden.store.files import Stamp, settle
from memwarden.store.sightings import Sightings, dump_list, load_list

names = st.text(st.characters(exclude_characters="\0"), min_size=1)
stamps = st.builds(Stamp, *[st.integers(1, 2**62)] * 4)


@given(st.dictionaries(names, stamps))
def test_a_list_comes_back_as_it_was_whatever_the_names(kept: dict[str, Stamp]) -> None:
    assert load_list(dump_list(kept)) == kept


@given(st.binary())
def test_what_is_no_list_is_none_and_never_a_fault(data: bytes) -> None:
    found = load_list(data)
    assert found is None or isinstance(found, dict)


def test_a_row_of_its_own_goes_before_the_list() -> None:
    old, new = Stamp(1, 1, 1, 1), Stamp(2, 2, 2, 2)
    rows = [
        ("changed", Shadow("r", "h", 1, new)),
        ("gone", Shadow(None, "h", 1, old)),
        ("fresh", Shadow("r", "h", 1, Stamp())),
    ]
    seen = Sightings({"same": old, "changed": old, "gone": old, "fresh": old}, rows)
    assert seen.known == {"same": old, "changed": new}
    assert seen.there == {"same", "changed", "fresh"}


def test_a_lost_list_costs_only_reading_and_no_deletion_is_missed(tmp_path: Path) -> None:
    root = tmp_path / "memory"
    root.mkdir()
    for number in range(100):
        file = root / f"{number}.md"
        file.write_text(f"# {number}\n")
        os.utime(file, (1, 1))
    with Tree.open(root) as tree:
        tree.rescan()
        with tree.store.locked():
            tree.store.derive("sightings", "", "", b"spoiled")
        (root / "7.md").unlink()
        assert [(record.what, record.note) for record in tree.rescan()] == [("delete", "7.md")]
        assert tree.rescan() == ()


def test_a_folder_that_went_and_came_back_with_its_old_stamps_is_seen_both_times(tmp_path: Path) -> None:
    root = tmp_path / "memory"
    (root / "sub").mkdir(parents=True)
    for number in range(100):
        (root / f"sub/{number}.md").write_text(f"# {number}\n")
    with Tree.open(root) as tree:
        tree.rescan()
        (root / "sub").rename(tmp_path / "away")
        assert {record.what for record in tree.rescan()} == {"delete"}
        assert tree.paths() == ()
        (tmp_path / "away").rename(root / "sub")
        assert len(tree.rescan()) == 100
        assert tree.rescan() == ()


@pytest.mark.parametrize("count", [1, 400])
def test_many_files_that_are_gone_are_waited_for_together(
    tmp_path: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    assert set(settle({tmp_path / str(number): None for number in range(count)}).values()) == {None}
    assert len(slept) == 1
