"""Markdown of one line: what is styled, that nothing of the line is lost, and that long lines cost little."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden_tui.widgets.mdstyle import START, advance, style_line
from memwarden_tui.widgets.pieces import text_of


def styled(line: str, state: str = "") -> dict[str, str]:
    return dict(style_line(line, state)[0])


@given(st.text(alphabet="ab *_`[]()<>!#-~|\\:/.h1 ", max_size=60), st.sampled_from(["", START, "```", "---", "<!--"]))
def test_the_pieces_are_the_line(line: str, state: str) -> None:
    pieces, after = style_line(line, state)
    assert text_of(pieces) == line
    assert after == advance(line, state)
    assert all(text for text, _ in pieces)


def test_the_signs_of_a_heading_are_faint_and_its_text_is_bold() -> None:
    assert styled("## Seating") == {"## ": "faint", "Seating": "strong bold"}


@pytest.mark.parametrize("lead", ["- ", "* ", "12. ", "> ", "  - [x] ", "> - "])
def test_what_leads_a_line_is_muted(lead: str) -> None:
    assert styled(lead + "text") == {lead: "muted", "text": "text"}


def test_a_link_is_underlined_and_its_target_muted() -> None:
    found = styled("see [network](facts/home-network.md) now")
    assert found["network"] == "text underline"
    assert found["["] == found["](facts/home-network.md)"] == "muted"


def test_a_wiki_link_shows_its_alias() -> None:
    found = styled("[[people|the family]]")
    assert found["the family"] == "text underline"
    assert found["people"] == "muted"


@pytest.mark.parametrize(
    ("line", "inside", "style"),
    [
        ("a **b** c", "b", "text bold"),
        ("a *b* c", "b", "text italic"),
        ("a ~~b~~ c", "b", "text strike"),
        ("a `b` c", "b", "text strong"),
    ],
)
def test_emphasis_styles_what_it_holds_and_its_signs_are_faint(line: str, inside: str, style: str) -> None:
    found = styled(line)
    assert found[inside] == style
    assert "faint" in found.values()


@pytest.mark.parametrize(
    "line", ["snake_case_name", "2 * 3 * 4", r"\*not\*", "a ** b", "[x] (y)", "****", "<not a tag>"]
)
def test_what_only_looks_like_emphasis_stays_plain(line: str) -> None:
    assert set(styled(line).values()) <= {"text", "faint", "muted"}


def test_code_is_not_read_as_markdown_until_its_fence_closes() -> None:
    state = START
    seen = []
    for line in ["```sh", "# no heading", "~~~", "````", "# heading"]:
        pieces, state = style_line(line, state)
        seen.append(pieces[-1][1])
    assert seen == ["faint", "text", "text", "faint", "strong bold"]


def test_front_matter_is_read_only_at_the_start() -> None:
    assert style_line("---", START)[1] == "---"
    assert style_line("from: vps/hermes", "---")[0] == [("from:", "muted"), (" vps/hermes", "text")]
    assert style_line("---", "---")[1] == ""
    assert style_line("---", "")[1] == ""


def test_a_comment_may_run_over_lines() -> None:
    _, state = style_line("text <!-- hidden", "")
    assert style_line("still", state) == ([("still", "muted italic")], "<!--")
    assert style_line("end --> text", state)[1] == ""


@pytest.mark.parametrize("opener", ["`", "[", "**", "*a ", "<!--", "[[", "~~x", "_x ", "> ", "- "])
def test_a_line_of_nothing_but_openers_takes_no_square_of_time(opener: str) -> None:
    line = opener * (20_000 // len(opener))
    begun = time.process_time()
    assert text_of(style_line(line, "")[0]) == line
    assert time.process_time() - begun < 1.0
