"""Line hunks: exact both ways, readable, and quick on the worst input."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.text.diff import Hunk, HunkMismatch, apply, diff, diff_bytes, invert
from memwarden.text.lines import split_lines

LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"# c\n", b"  d\n", b"e"]), max_size=24)
CHANCE = random.Random(7)


@given(LINES, LINES)
def test_hunks_lead_to_the_text_after_and_back(before: list[bytes], after: list[bytes]) -> None:
    hunks = diff(before, after)
    assert apply(before, hunks) == after
    assert apply(after, invert(hunks)) == before
    assert invert(invert(hunks)) == hunks


@given(LINES, LINES)
def test_between_two_hunks_lies_a_common_line(before: list[bytes], after: list[bytes]) -> None:
    hunks = diff(before, after)
    for one, other in pairwise(hunks):
        assert one.start + len(one.cut) < other.start
    assert all(hunk.cut != hunk.put for hunk in hunks)


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_two_byte_strings_differ_reversibly(before: bytes, after: bytes) -> None:
    hunks = diff_bytes(before, after)
    assert b"".join(apply(split_lines(before), hunks)) == after


def test_one_changed_line_is_one_small_hunk() -> None:
    assert diff_bytes(b"a\nb\nc\n", b"a\nB\nc\n") == (Hunk(1, (b"b\n",), (b"B\n",)),)


def test_equal_texts_have_no_hunks() -> None:
    assert diff_bytes(b"a\nb", b"a\nb") == ()


def test_an_added_item_is_whole_and_does_not_begin_with_the_tail_of_the_one_before() -> None:
    before = b"- a\n  more\n- z\n"
    after = b"- a\n  more\n- b\n  more\n- z\n"
    assert diff_bytes(before, after) == (Hunk(2, (), (b"- b\n", b"  more\n")),)


def test_an_added_section_begins_with_its_heading() -> None:
    before = b"## A\n\ntext\n\n## C\n\ntext\n"
    after = b"## A\n\ntext\n\n## B\n\ntext\n\n## C\n\ntext\n"
    assert diff_bytes(before, after)[0].put == (b"## B\n", b"\n", b"text\n", b"\n")


def test_a_doubled_last_line_is_an_added_last_line() -> None:
    assert diff_bytes(b"a\n", b"a\na\n") == (Hunk(1, (), (b"a\n",)),)


def test_a_deleted_section_begins_with_its_heading() -> None:
    before = b"## A\n\ntext\n\n## B\n\ntext\n\n## C\n\ntext\n"
    after = b"## A\n\ntext\n\n## C\n\ntext\n"
    assert diff_bytes(before, after)[0].cut == (b"## B\n", b"\n", b"text\n", b"\n")


@pytest.mark.parametrize(
    "hunk",
    [Hunk(0, (b"x\n",), ()), Hunk(5, (b"a\n",), ()), Hunk(3, (), (b"late\n",)), Hunk(-1, (b"b\n",), ())],
)
def test_a_hunk_of_another_text_is_refused(hunk: Hunk) -> None:
    with pytest.raises(HunkMismatch):
        apply([b"a\n", b"b\n"], [hunk])


def test_hunks_out_of_order_are_refused() -> None:
    with pytest.raises(HunkMismatch):
        apply([b"a\n", b"b\n"], [Hunk(1, (b"b\n",), ()), Hunk(0, (b"a\n",), ())])


def scattered(lines: list[bytes], count: int, new: Callable[[int], bytes]) -> list[bytes]:
    after = list(lines)
    for number in range(count):
        after.insert(CHANCE.randrange(len(after)), new(number))
    return after


def half_blank() -> list[bytes]:
    return [b"\n" if CHANCE.random() < 0.5 else b"line %d\n" % CHANCE.randrange(300) for _ in range(2_000)]


def numbered(word: bytes, count: int) -> list[bytes]:
    return [b"%s %d\n" % (word, number) for number in range(count)]


HALF_BLANK = half_blank()
WORST = {
    "all alike, with new lines": ([b"same\n"] * 2_000, scattered([b"same\n"] * 2_000, 400, lambda n: b"%d\n" % n)),
    "half blank": (HALF_BLANK, scattered(HALF_BLANK, 143, lambda n: b"new %d\n" % n)),
    "half blank, shuffled": (HALF_BLANK, CHANCE.sample(HALF_BLANK, 2_000)),
    "all new": (numbered(b"old", 2_000), numbered(b"new", 2_000)),
    "turned around": (numbered(b"line", 2_000), numbered(b"line", 2_000)[::-1]),
    "two letters": (CHANCE.choices([b"a\n", b"b\n"], k=2_000), CHANCE.choices([b"a\n", b"b\n"], k=2_000)),
}


def quickest(before: list[bytes], after: list[bytes]) -> float:
    times = []
    for _ in range(3):
        begun = time.process_time()
        diff(before, after)
        times.append(time.process_time() - begun)
    return min(times)


@pytest.mark.parametrize("case", WORST)
def test_the_worst_two_thousand_lines_are_compared_at_once(case: str) -> None:
    before, after = WORST[case]
    assert apply(before, diff(before, after)) == after
    assert quickest(before, after) <= 0.15


def test_lines_added_among_alike_ones_are_the_only_ones_called_changed() -> None:
    before, after = WORST["all alike, with new lines"]
    assert sum(len(hunk.cut) + len(hunk.put) for hunk in diff(before, after)) == 400


def test_a_hundred_thousand_short_lines_stay_bounded_and_honest() -> None:
    before = CHANCE.choices(numbered(b"x", 10), k=100_000)
    after = CHANCE.choices(numbered(b"x", 10), k=100_000)
    begun = time.process_time()
    hunks = diff(before, after)
    assert time.process_time() - begun < 3
    assert apply(before, hunks) == after


@given(st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"# h\n"])), st.lists(st.sampled_from([b"a\n", b"b\n", b"\n"])))
def test_lines_added_at_the_end_are_told_as_any_other_change_is(before: list[bytes], added: list[bytes]) -> None:
    assert diff_bytes(b"".join(before), b"".join(before + added)) == diff(before, before + added)
    assert diff_bytes(b"".join(before + added), b"".join(before)) == diff(before + added, before)
