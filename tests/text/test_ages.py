"""How ages read: the unit, the rounding, and the six columns they must fit."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.text.ages import age

DAY = 86_400


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (12, "12 s"),
        (59.9, "59 s"),
        (60, "1 min"),
        (3 * 60 + 59, "3 min"),
        (2 * 3600, "2 h"),
        (DAY - 1, "23 h"),
        (4 * DAY, "4 d"),
        (7 * DAY, "1 wk"),
        (30 * DAY, "4 wk"),
        (31 * DAY, "1 mo"),
        (160 * DAY, "5 mo"),
        (365 * DAY, "11 mo"),
        (366 * DAY, "1 y"),
        (800 * DAY, "2 y"),
    ],
)
def test_an_age_is_rounded_down_to_its_largest_unit(seconds: float, shown: str) -> None:
    assert age(seconds) == shown


def test_a_time_ahead_of_the_clock_is_now() -> None:
    assert age(-5000) == "0 s"


def test_what_is_no_time_is_a_question_mark() -> None:
    assert age(math.nan) == "?"
    assert age(math.inf) == "9999 y"


@given(st.floats())
def test_an_age_never_takes_more_than_six_columns(seconds: float) -> None:
    assert len(age(seconds)) <= 6
