"""What holds for every merge, beside the real `git merge-file`."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memwarden.text.lines import split_lines
from memwarden.text.merge import Choice, Merge, RegionKind, merge

MESSY = st.lists(
    st.sampled_from([b"a\n", b"- b\n", b"- c d e f\n", b"\n", b"# h\n", b"  - n\n", b"```\n", b"a\r\n", b"z"]),
    max_size=10,
).map(b"".join)
Draw = Callable[[st.SearchStrategy[int]], int]


@st.composite
def sides_of_one_note(draw: Draw, *, ended: bool = False) -> tuple[bytes, bytes, bytes]:
    """A base without two equal lines, and two sides of it with some edits, deletions, insertions and moves;
    `ended`: all with a last newline, without which git takes a line for another one."""
    numbers = count()
    base = [b"- line %d of a note\n" % next(numbers) for _ in range(draw(st.integers(0, 10)))]

    def changed() -> bytes:
        lines = list(base)
        for _ in range(draw(st.integers(0, 3))):
            place = draw(st.integers(0, len(lines)))
            match draw(st.integers(0, 3)):
                case 0:
                    lines[place:place] = [b"- new %d here\n" % next(numbers)]
                case 1:
                    lines[place : place + 2] = []
                case 2:
                    lines[place : place + 1] = [
                        line.replace(b"of", b"%d" % next(numbers)) for line in lines[place : place + 1]
                    ]
                case _:
                    moved, lines[place : place + 2] = lines[place : place + 2], []
                    target = draw(st.integers(0, len(lines)))
                    lines[target:target] = moved
        text = b"".join(lines)
        return text if ended or draw(st.integers(0, 5)) else text.removesuffix(b"\n")

    return b"".join(base), changed(), changed()


def everywhere(merged: Merge, choice: Choice) -> bytes:
    return merged.text(dict.fromkeys(merged.hunks, choice))


@given(MESSY, MESSY, MESSY, st.booleans())
def test_taking_one_side_everywhere_gives_exactly_its_bytes(
    base: bytes, yours: bytes, theirs: bytes, first: bool
) -> None:
    merged = merge(base, yours, theirs, yours_first=first)
    if merged.hunks:
        assert everywhere(merged, Choice.YOURS) == yours
        assert everywhere(merged, Choice.THEIRS) == theirs
        assert everywhere(merged, Choice.BASE) == base
    else:
        assert base == yours == theirs == merged.text()


@given(MESSY, MESSY)
def test_taking_one_side_everywhere_without_a_base_gives_exactly_its_bytes(yours: bytes, theirs: bytes) -> None:
    merged = merge(None, yours, theirs)
    assert merged.open == merged.hunks
    assert bool(merged.open) == (yours != theirs)
    if merged.open:
        assert everywhere(merged, Choice.YOURS) == yours
        assert everywhere(merged, Choice.THEIRS) == theirs


@given(MESSY, MESSY, MESSY)
def test_the_regions_cover_all_three_texts(base: bytes, yours: bytes, theirs: bytes) -> None:
    regions = merge(base, yours, theirs).regions
    assert b"".join(line for region in regions for line in region.base) == base
    assert b"".join(line for region in regions for line in region.yours) == yours
    assert b"".join(line for region in regions for line in region.theirs) == theirs
    place = 0
    for region in regions:
        assert region.base_start == place
        place += len(region.base)
        assert (region.merged is None) == (region.kind is RegionKind.CONFLICT)


@given(MESSY, MESSY)
def test_a_side_that_changed_nothing_yields_to_the_other(base: bytes, other: bytes) -> None:
    assert merge(base, base, other).text() == other
    assert merge(base, other, base).text() == other
    assert merge(base, other, other).text() == other


@given(sides_of_one_note() | st.tuples(MESSY, MESSY, MESSY))
def test_no_line_that_a_side_brought_in_is_lost_without_a_conflict(texts: tuple[bytes, bytes, bytes]) -> None:
    base, yours, theirs = texts
    merged = merge(base, yours, theirs)
    if merged.open:
        return
    by_words = [region for region in merged.regions if region.kind is RegionKind.WORDS]
    there = {line.strip() for line in split_lines(merged.text())}
    there.update(line.strip() for region in by_words for line in region.yours + region.theirs)
    known = {line.strip() for line in split_lines(base)}
    for side in (yours, theirs):
        assert {line.strip() for line in split_lines(side)} - known <= there


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(sides_of_one_note(ended=True))
def test_where_git_merges_too_the_bytes_are_the_same(tmp_path: Path, texts: tuple[bytes, bytes, bytes]) -> None:
    merged = merge(*texts)
    by_git = merged_by_git(tmp_path, *texts)
    if by_git is not None and not merged.open:
        assert merged.text() == by_git


def merged_by_git(folder: Path, base: bytes, yours: bytes, theirs: bytes) -> bytes | None:
    paths = [folder / "yours", folder / "base", folder / "theirs"]
    for path, data in zip(paths, (yours, base, theirs)):
        path.write_bytes(data)
    done = subprocess.run(["git", "merge-file", "-p", *map(str, paths)], capture_output=True)
    return done.stdout if done.returncode == 0 else None


@given(st.sets(st.integers(0, 30)), st.sets(st.integers(0, 30)))
def test_edits_of_different_lines_are_all_made(ours: set[int], others: set[int]) -> None:
    lines = [b"- line %d of a note\n" % number for number in range(31)]

    def with_edits(*edits: tuple[bytes, set[int]]) -> bytes:
        after = list(lines)
        for word, places in edits:
            for place in places:
                after[place] = after[place].replace(b"of", word)
        return b"".join(after)

    mine = ours - others
    merged = merge(b"".join(lines), with_edits((b"in", mine)), with_edits((b"on", others)))
    assert merged.text() == with_edits((b"in", mine), (b"on", others))


@given(sides_of_one_note() | st.tuples(MESSY, MESSY, MESSY))
def test_what_is_too_much_to_be_looked_at_closely_is_a_conflict_and_not_lost(texts: tuple[bytes, bytes, bytes]) -> None:
    base, yours, theirs = texts
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("memwarden.text.pieces.MOST_CHANGES", 1)
        patched.setattr("memwarden.text.pieces.MOST_LINES", 0)
        patched.setattr("memwarden.text.settle.MOST_TEXT", 0)
        rough = merge(base, yours, theirs)
    if rough.hunks:
        assert everywhere(rough, Choice.YOURS) == yours
        assert everywhere(rough, Choice.THEIRS) == theirs
    if not rough.open:
        known = set(split_lines(base))
        there = {line.strip() for line in split_lines(rough.text())}
        there.update(
            line.strip()
            for region in rough.regions
            if region.kind is RegionKind.WORDS
            for line in region.yours + region.theirs
        )
        new = {line.strip() for side in (yours, theirs) for line in split_lines(side) if line not in known}
        assert new - {line.strip() for line in known} <= there
