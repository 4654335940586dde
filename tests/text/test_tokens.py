"""The token estimate: a CJK character is one, four others are one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.text.tokens import tokens


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("a", 1),
        ("abcd", 1),
        ("abcde", 2),
        ("日本語", 3),
        ("日本語 ok", 4),
        ("한국", 2),
        ("\u1100\uff21\U00020000", 3),
        ("é" * 8, 2),
        ("👍" * 4, 1),
        ("\udce9" * 4, 1),
    ],
)
def test_tokens_are_estimated_as_the_contract_says(text: str, count: int) -> None:
    assert tokens(text) == count


@pytest.mark.parametrize("char", ["\u10ff", "\u1200", "\u2e7f", "\u3200", "\u4dc0", "\ua000", "\ud7b0", "\ufff0"])
def test_characters_beside_the_ranges_count_a_quarter(char: str) -> None:
    assert tokens(char * 4) == 1


@given(st.text(), st.text())
def test_a_longer_text_never_costs_less(first: str, second: str) -> None:
    assert max(tokens(first), tokens(second)) <= tokens(first + second) <= tokens(first) + tokens(second)
