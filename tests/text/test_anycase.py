"""Folded text: whatever a search in any case finds is found in it, for every character there is."""

from __future__ import annotations

import re
import sys

from memwarden.text.anycase import fold

EVERY = [chr(code) for code in range(sys.maxunicode + 1)]
CASED = "".join(one for one in EVERY if one != one.lower() or one != one.upper() or one != one.casefold())


def test_characters_that_match_in_any_case_are_the_same_folded() -> None:
    for one in CASED:
        matching = re.compile(re.escape(one), re.IGNORECASE).findall(CASED)
        assert one in matching
        assert {fold(other) for other in matching} == {fold(one)}


def test_blanks_and_line_ends_stay_and_nothing_becomes_one_or_vanishes() -> None:
    for one in EVERY:
        folded = fold(one)
        assert folded and (folded == one if one.isspace() else not any(map(str.isspace, folded)))


def test_a_text_is_folded_letter_by_letter() -> None:
    text = "ΣΊΣΥΦΟΣ Σ Straße İstanbul ıŞIK ﬁn \udce9\0 e\u0301 É"
    assert fold(text) == "".join(map(fold, text))
