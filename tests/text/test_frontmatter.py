"""Front matter: what is a block and what is body, values that stay text, and damage that is reported."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.text.frontmatter import front_matter


def test_a_block_gives_its_values_as_they_are_written() -> None:
    front = front_matter('---\nanswer: NO\nversion: 1.10\ncode: 0123\nempty:\nquoted: "a: b"\n---\nbody\n')
    assert front is not None
    assert front.fields == {"answer": "NO", "version": "1.10", "code": "0123", "empty": "", "quoted": '"a: b"'}
    assert front.plain("quoted") == "a: b"
    assert front.plain("absent") == ""
    assert (front.body_line, front.malformed, front.awkward) == (8, None, None)


@pytest.mark.parametrize("text", ["\ufeff---\na: 1\n---\nbody", "---\r\na: 1\r\n---\r\nbody", "---  \na: 1\n...\nbody"])
def test_a_bom_crlf_and_other_ends_are_still_a_block(text: str) -> None:
    front = front_matter(text)
    assert front is not None
    assert front.fields == {"a": "1"}
    assert front.body_line == 4


@pytest.mark.parametrize(
    "text",
    [
        "---\nplain sentence\n---\nbody",
        "---\n\n---\n",
        "---\n---\n",
        "---\nTwo words: and a sentence\n---\nbody",
        "\n---\na: 1\n---\n",
        "----\na: 1\n----\n",
        "text\n---\na: 1\n---\n",
        "---\nStatus: ok\n\nA long paragraph\nof prose\n---\nmore",
        "---",
        "",
    ],
)
def test_what_stands_between_thematic_breaks_is_body(text: str) -> None:
    assert front_matter(text) is None


def test_a_block_that_is_never_closed_drops_nothing() -> None:
    front = front_matter("---\ntitle: x\n\nbody goes on\n")
    assert front is not None
    assert (front.body_line, front.malformed) == (1, 1)
    assert front.fields == {"title": "x"}


def test_a_stray_line_is_reported_and_the_rest_still_read() -> None:
    front = front_matter("---\na: 1\ngarbage here\n- item\nb: 2\nc: 3\n---\nbody")
    assert front is not None
    assert front.malformed == 3
    assert front.fields == {"a": "1", "b": "2", "c": "3"}


def test_a_key_that_stands_twice_counts_once() -> None:
    front = front_matter("---\nto: vps/hermes\nto: all\n---\n")
    assert front is not None
    assert front.fields == {"to": "vps/hermes"}
    assert front.malformed == 3


@pytest.mark.parametrize(
    "line",
    ["title: L2 (Split: Core)", "key: `C:\\agent`", "title: *Italic*", "list:\n- [[wiki]]x", 't: "a" b', "t: - x"],
)
def test_values_that_other_programs_cannot_read_are_pointed_at_and_kept(line: str) -> None:
    front = front_matter(f"---\n{line}\nok: 1\n---\nbody")
    assert front is not None
    assert front.malformed is None
    assert front.awkward == 2 + line.count("\n")
    key, _, value = line.partition(":")
    assert front.fields[key] == value.strip()
    assert front.fields["ok"] == "1"


def test_lists_nested_values_and_long_texts_belong_to_their_key() -> None:
    front = front_matter(
        "---\ntags:\n  - a\n  - b\nmetadata:\n  type: user\nlong: >\n  one\n  two\nkept: |\n  one\n  two\n---\n"
    )
    assert front is not None
    assert front.malformed is None
    assert front.fields == {"tags": "- a\n- b", "metadata": "type: user", "long": "one two", "kept": "one\ntwo"}


@given(st.text(alphabet="-:ab \n\r\t#'\"[]{}>|\ufeff"))
def test_nothing_makes_it_raise_and_the_body_never_starts_past_the_end(text: str) -> None:
    front = front_matter("---\n" + text)
    if front is not None:
        assert 1 <= front.body_line <= ("---\n" + text).count("\n") + 2
