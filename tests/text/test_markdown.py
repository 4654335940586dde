"""Headings and the lines that are code."""

from __future__ import annotations

import pytest

from memwarden.text.markdown import Heading, fences, headings, outline


def test_headings_come_with_level_title_and_line() -> None:
    text = "# One\n\nTwo\n===\n\n> ## Three [x](y.md) `z` ##\n\n- # Four\n"
    assert headings(text) == (
        Heading(1, "One", 1),
        Heading(1, "Two", 3),
        Heading(2, "Three x z", 6),
        Heading(1, "Four", 8),
    )


@pytest.mark.parametrize("text", ["#hashtag", "```\n# x\n```", "    # x", "<!--\n# x\n-->", "---\ntitle: x\n---\n", ""])
def test_what_only_looks_like_a_heading_is_none(text: str) -> None:
    assert headings(text) == ()


def test_lines_are_counted_behind_front_matter_crlf_and_a_bom() -> None:
    text = "\ufeff---\r\na: 1\r\n---\r\n# One\r\n"
    assert headings(text) == (Heading(1, "One", 4),)


def test_code_is_fences_indented_blocks_and_comments() -> None:
    text = "a\n```\nb\n```\nc\n\n    d\n\ne\n<!-- f\ng -->\nh\n- i\n\n  ~~~\n  j\n"
    assert fences(text) == {2, 3, 4, 7, 10, 11, 15, 16}
    assert fences("no code at all") == frozenset()


def test_the_outline_knows_the_heading_above_a_line() -> None:
    found = outline("x\n\n# A\n\n[l](m.md)\n\n# B\n")
    assert found.heading_at(1) is None
    head = found.heading_at(found.links[0].line)
    assert head is not None and head.title == "A"


def test_a_text_too_long_to_parse_is_read_line_by_line() -> None:
    text = "# Title\n```\n# code\n```\n" + "x" * 3_000_000 + "\n## End ##\n[a](b.md)\n"
    assert headings(text) == (Heading(1, "Title", 1), Heading(2, "End", 6))
    assert fences(text) == {2, 3, 4}
    assert [link.line for link in outline(text).links] == [7]
