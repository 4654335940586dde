"""Where text is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from memwarden_tui.fit import columns, fit_end, fit_middle, fit_path, spread

CUTS = ("…", "..")


@given(st.text(max_size=40), st.integers(0, 30), st.sampled_from(CUTS))
def test_cut_text_never_takes_more_columns_than_there_are(text: str, width: int, cut: str) -> None:
    for fit in (fit_end, fit_middle, fit_path):
        assert cell_len(fit(text, width, cut)) <= width


def test_no_accent_loses_its_letter_where_text_is_cut() -> None:
    assert fit_middle("cafe\u0301 re\u0301sume\u0301", 4) == "ca\u2026e\u0301"


@given(st.text(max_size=20), st.sampled_from(CUTS))
def test_text_that_fits_is_left_alone(text: str, cut: str) -> None:
    for fit in (fit_end, fit_middle, fit_path):
        assert fit(text, cell_len(text), cut) == text


@pytest.mark.parametrize(
    ("path", "width", "shown"),
    [
        ("preferences/coding-style.md", 24, "prefere…/coding-style.md"),
        ("preferences/coding-style.md", 25, "preferen…/coding-style.md"),
        ("a/b.md", 6, "a/b.md"),
        ("folder/a-very-long-file-name.md", 12, "a-very…me.md"),
    ],
)
def test_the_folder_of_a_path_gives_way_before_its_file_name(path: str, width: int, shown: str) -> None:
    assert fit_path(path, width) == shown


def test_wide_characters_count_two_columns() -> None:
    assert fit_end("日本語メモ", 5) == "日本…"
    assert columns("日本", 6) == "日本  "
    assert columns("日本", 6, right=True) == "  日本"


def test_what_stands_right_ends_at_the_edge() -> None:
    assert spread(Text("left"), Text("right"), 12).plain == "left   right"
    assert spread(Text("a long left text"), Text("right"), 12).plain == "a long right"
