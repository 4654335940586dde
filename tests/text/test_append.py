"""What an append does to the end of a note, byte by byte."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.text.append import dated, joined

DAY = date(2026, 5, 17)
PIECES = st.sampled_from([b"a", b"bc", b"#", b"-", b"--", b"=", b"|", b" ", b"\t", b"\n", b"\r\n", b"```"])
NOTES = st.lists(PIECES, max_size=40).map(b"".join)


def test_an_append_to_a_note_without_a_last_newline_completes_it() -> None:
    assert joined(b"- one", b"- two") == b"- one\n- two\n"


def test_plain_bullets_get_no_blank_line() -> None:
    assert joined(b"- one\n", b"- two\n- three\n") == b"- one\n- two\n- three\n"


@pytest.mark.parametrize("block", [b"## New\n", b"---\n\n## New\n", b"===\n", b"#\n", b"  ### In a bit\n"])
def test_a_heading_or_a_rule_is_set_off_by_a_blank_line(block: bytes) -> None:
    assert joined(b"last line", block) == b"last line\n\n" + block


def test_a_rule_never_makes_a_heading_of_the_line_above() -> None:
    assert joined(b"last line", b"---\n\n## New") == b"last line\n\n---\n\n## New\n"


def test_a_heading_written_by_underlining_is_set_off_too() -> None:
    assert joined(b"last\n", b"Title\n=====\n") == b"last\n\nTitle\n=====\n"
    assert joined(b"- a\n", b"- b\n---\n") == b"- a\n- b\n---\n"


def test_no_second_blank_line_is_added() -> None:
    assert joined(b"text\n\n", b"# New\n") == b"text\n\n# New\n"
    assert joined(b"text\n  \n", b"# New\n") == b"text\n  \n# New\n"
    assert joined(b"text\n", b"\n# New\n") == b"text\n\n# New\n"


def test_a_tag_is_no_heading() -> None:
    assert joined(b"text\n", b"#tag\n") == b"text\n#tag\n"


@pytest.mark.parametrize("empty", [b"", b"\xef\xbb\xbf"])
def test_an_empty_note_gets_just_the_block(empty: bytes) -> None:
    assert joined(empty, b"# New") == empty + b"# New\n"


def test_an_empty_block_changes_nothing() -> None:
    assert joined(b"no newline", b"") == b"no newline"


def test_the_block_takes_the_line_ends_of_the_note() -> None:
    assert joined(b"a\r\nb", b"## c\nd\n") == b"a\r\nb\r\n\r\n## c\r\nd\r\n"
    assert joined(b"a\nb\n", b"c\r\nd\r\n") == b"a\nb\nc\nd\n"
    assert joined(b"one line", b"c\r\n") == b"one line\r\nc\r\n"


def test_bytes_that_are_not_utf8_stay_as_they_are() -> None:
    assert joined(b"caf\xe9\n", b"na\xefve") == b"caf\xe9\nna\xefve\n"


@given(NOTES, NOTES)
def test_what_was_there_stays_and_the_block_is_all_there(before: bytes, block: bytes) -> None:
    after = joined(before, block)
    assert after.startswith(before)
    if block:
        assert after.endswith(b"\n")
        plain = block.replace(b"\r\n", b"\n").removesuffix(b"\n") + b"\n"
        assert after.replace(b"\r\n", b"\n").endswith(plain)


@given(NOTES, NOTES)
def test_at_most_two_line_ends_come_between(before: bytes, block: bytes) -> None:
    grown = len(joined(before, block).replace(b"\r\n", b"\n")) - len((before + block).replace(b"\r\n", b"\n"))
    assert grown <= 3


def test_a_dated_bullet_says_when_it_was_added() -> None:
    assert dated(b"- Aisle seats", DAY) == b"- Aisle seats (added 2026-05-17)"
    assert dated(b"- Aisle seats\r\n", DAY) == b"- Aisle seats (added 2026-05-17)\r\n"


def test_each_item_of_a_list_bears_the_date() -> None:
    assert dated(b"- a\n  1. b\n", DAY) == b"- a (added 2026-05-17)\n  1. b (added 2026-05-17)\n"


def test_a_paragraph_bears_the_date_at_its_end() -> None:
    assert dated(b"Sam flies\noften.  \n", DAY) == b"Sam flies\noften. (added 2026-05-17)\n"


@pytest.mark.parametrize(
    "block",
    [
        b"- a (added 2020-01-01)\n",
        b"## Heading\n",
        b"| a | b |\n",
        b"```\ncode\n```\n",
        b"---\n",
        b"",
        b"\n \n",
    ],
)
def test_what_cannot_bear_a_date_or_has_one_stays(block: bytes) -> None:
    assert dated(block, DAY) == block


@given(NOTES)
def test_dating_twice_is_dating_once(block: bytes) -> None:
    once = dated(block, DAY)
    assert dated(once, DAY) == once
