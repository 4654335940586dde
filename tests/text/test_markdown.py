"""The headings of a note."""

from __future__ import annotations

import pytest

from memwarden.text.markdown import Heading, outline


def test_headings_come_with_level_title_and_line() -> None:
    text = "# One\n\nTwo\n===\n\n> ## Three [x](y.md) `z` ##\n\n- # Four\n"
    assert outline(text).headings == (
        Heading(1, "One", 1),
        Heading(1, "Two", 3),
        Heading(2, "Three x z", 6),
        Heading(1, "Four", 8),
    )


@pytest.mark.parametrize("text", ["#hashtag", "```\n# x\n```", "    # x", "<!--\n# x\n-->", "---\ntitle: x\n---\n", ""])
def test_what_only_looks_like_a_heading_is_none(text: str) -> None:
    assert outline(text).headings == ()


def test_lines_are_counted_behind_front_matter_crlf_and_a_bom() -> None:
    text = "\ufeff---\r\na: 1\r\n---\r\n# One\r\n"
    assert outline(text).headings == (Heading(1, "One", 4),)


def test_a_text_too_long_to_parse_is_read_line_by_line() -> None:
    text = "# Title\n```\n# code\n```\n" + "x" * 3_000_000 + "\n## End ##\n[a](b.md)\n"
    assert outline(text).headings == (Heading(1, "Title", 1), Heading(2, "End", 6))
    assert [link.line for link in outline(text).links] == [7]
