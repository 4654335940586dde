"""Exact carrying of a change over somebody else's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.text.ends import common_ends, common_head, common_tail
from memwarden.text.merge import merge
from memwarden.text.splice import carry

SHORT = st.binary(max_size=40)
NOTES = st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"c\n"]), max_size=8).map(b"".join)


@given(SHORT, SHORT)
def test_common_ends_never_overlap(one: bytes, other: bytes) -> None:
    head = common_head(one, other)
    tail = common_tail(one, other, head)
    assert one[:head] == other[:head]
    assert one[len(one) - tail :] == other[len(other) - tail :]
    assert head + tail <= min(len(one), len(other))
    assert common_ends(one, other) == (head, tail)
    assert common_ends(one + other, one + other + other) == (len(one + other), 0)


def test_a_change_is_carried_over_lines_added_above() -> None:
    base = b"".join(b"- bullet %d: x\n" % number for number in range(201))
    for number in range(201):
        mine = base.replace(b"bullet %d:" % number, b"BULLET %d:" % number)
        current = b"- new\n- new too\n\n" + base
        assert carry(base, mine, current) == b"- new\n- new too\n\n" + mine


def test_several_changes_are_carried_between_each_other() -> None:
    assert carry(b"a\nb\nc\nd\ne\n", b"A\nb\nc\nd\nE\n", b"a\nb\nC\nd\ne\n") == b"A\nb\nC\nd\nE\n"


def test_beside_a_line_replaced_by_one_line_every_place_is_certain() -> None:
    assert carry(b"a\nb\n", b"A\nb\n", b"a\nB\n") == b"A\nB\n"
    assert carry(b"a\n", b"a\nx\n", b"A\n") == b"A\nx\n"
    assert carry(b"a\nb\n", b"b\n", b"a\nB\n") == b"B\n"


@pytest.mark.parametrize(
    ("base", "mine", "current"),
    [
        (b"a\n", b"A\n", b"AA\n"),
        (b"a\n", b"a\nx\n", b"a\ny\n"),
        (b"a\n", b"A\nx\n", b"a\ny\n"),
        (b"a\nb\n", b"b\n", b"a\nx\nb\n"),
        (b"a\nb\nc\n", b"", b"a\nB\nc\n"),
    ],
)
def test_changes_that_overlap_or_touch_are_not_carried(base: bytes, mine: bytes, current: bytes) -> None:
    assert carry(base, mine, current) is None


def test_an_insertion_that_fits_at_several_places_is_not_carried_past_a_change_among_them() -> None:
    base = b"- a\n- b\n- b\n- z\n"
    mine = b"- a\n- b\n- b\n- b\n- z\n"
    assert carry(base, mine, b"- a\n- B\n- b\n- z\n") is None
    assert carry(base, mine, b"- A\n- b\n- b\n- z\n") == b"- A\n- b\n- b\n- b\n- z\n"


def test_the_same_change_made_twice_is_made_once() -> None:
    assert carry(b"a\n", b"b\n", b"b\n") == b"b\n"


@given(NOTES, NOTES)
def test_nothing_in_between_carries_trivially(base: bytes, other: bytes) -> None:
    assert carry(base, other, base) == other
    assert carry(base, base, other) == other


@given(NOTES, NOTES, NOTES)
def test_what_is_carried_is_what_both_orders_and_a_merge_without_conflict_give(
    base: bytes, mine: bytes, current: bytes
) -> None:
    carried = carry(base, mine, current)
    assert carried == carry(base, current, mine)
    merged = merge(base, mine, current)
    if carried is not None and not merged.open:
        assert carried == merged.text()
