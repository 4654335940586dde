"""Every line keeps its author until somebody really changes it."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.text.authorship import carry, carry_into
from memwarden.text.diff import Hunk, diff
from memwarden.text.lines import split_lines

LINES = st.lists(st.sampled_from([b"a\n", b"  a\n", b"b\n", b"\n", b" \n", b"c d\n", b"e"]), max_size=16)


def authors_after(before: bytes, after: bytes, authors: str, earlier: Mapping[bytes, str] | None = None) -> str:
    """One letter for each line; whoever makes the change is `z`."""
    lines = split_lines(before)
    return "".join(carry(authors, lines, diff(lines, split_lines(after)), "z", earlier=earlier))


@given(LINES, LINES)
def test_every_line_has_exactly_one_author(before: list[bytes], after: list[bytes]) -> None:
    authors = list(range(len(before)))
    carried = carry(authors, before, diff(before, after), -1)
    assert len(carried) == len(after)
    assert set(carried) <= {-1, *authors}


@given(LINES, LINES)
def test_an_author_is_kept_only_by_lines_with_text_of_that_author(before: list[bytes], after: list[bytes]) -> None:
    carried = carry([line.strip() for line in before], before, diff(before, after), b"?")
    for author, line in zip(carried, after):
        if line.strip() and author != b"?":
            assert set(line.split()) & set(author.split())


@given(LINES, LINES)
def test_lines_outside_the_hunks_keep_their_authors(before: list[bytes], after: list[bytes]) -> None:
    hunks = diff(before, after)
    carried = carry(list(range(len(before))), before, hunks, -1)
    place = shift = 0
    for hunk in hunks:
        assert carried[place + shift : hunk.start + shift] == list(range(place, hunk.start))
        place, shift = hunk.start + len(hunk.cut), shift + len(hunk.put) - len(hunk.cut)
    assert carried[place + shift :] == list(range(place, len(before)))


def test_only_the_changed_line_becomes_the_writers() -> None:
    assert authors_after(b"a\nb\nc\n", b"a\nB\nc\n", "xyx") == "xzx"


def test_completing_the_last_newline_changes_no_author() -> None:
    assert authors_after(b"a\nb", b"a\nb\nc\n", "xy") == "xyz"


def test_blanks_and_line_ends_change_no_author() -> None:
    assert authors_after(b"a\n  b\nc  d\n", b"a\r\nb  \r\nc d\r\n", "xyw") == "xyw"


def test_lines_that_are_only_wrapped_anew_change_no_author() -> None:
    assert authors_after(b"one two\nthree four\n", b"one two three\nfour\n", "xy") == "xy"
    assert authors_after(b"one\ntwo\n", b"one two\n", "xy") == "x"


def test_a_block_moved_within_a_change_keeps_its_authors() -> None:
    before, after = b"m1\n\nm2\na\nb\nc\nd\n", b"a\nb\nc\nm1\n\nm2\nd\n"
    assert authors_after(before, after, "xxyabcd") == "abcxxyd"


def test_a_line_put_twice_but_cut_once_has_one_old_author() -> None:
    assert sorted(authors_after(b"m\na\nb\nc\n", b"a\nm\nb\nm\nc\n", "mabc")) == sorted("mzabc")


def test_equal_lines_moved_together_keep_their_own_authors_in_order() -> None:
    before, after = b"- x\n- x\na\nb\nc\nd\n", b"a\nb\nc\nd\n- x\n- x\n"
    assert authors_after(before, after, "pqabcd") == "abcdpq"


def test_a_blank_line_is_no_moved_line() -> None:
    assert authors_after(b"\na\nb\nc\n", b"a\nb\nnew\n\nc\n", "xabc") == "abzzc"


def test_restored_lines_go_back_to_whoever_wrote_them() -> None:
    earlier = {b"old one": "o", b"old two": "p"}
    assert authors_after(b"a\n", b"a\nold one\n\n  old two\nnew\n", "x", earlier) == "xoopz"


def test_authors_of_another_text_are_refused() -> None:
    with pytest.raises(ValueError, match="1 authors for 2 lines"):
        carry("x", [b"a\n", b"b\n"], (), "z")


def many_changes() -> list[tuple[Hunk, ...]]:
    chance, length = random.Random(3), 2_000
    made: list[tuple[Hunk, ...]] = []
    for _ in range(10_000):
        start, kind = chance.randrange(length - 1), chance.random()
        cut, put = ((), (b"new\n",)) if kind < 0.3 else ((b"old\n",), (b"other\n",) if kind > 0.5 else ())
        made.append((Hunk(start, cut, put),))
        length += len(put) - len(cut)
    return made


def test_ten_thousand_changes_are_replayed_in_a_few_milliseconds() -> None:
    changes = many_changes()
    times = []
    for _ in range(5):
        authors = ["x"] * 2_000
        begun = time.process_time()
        for hunks in changes:
            carry_into(authors, hunks, "y")
        times.append(time.process_time() - begun)
    assert min(times) < 0.1


def test_lines_put_in_at_fifty_thousand_places_do_not_cost_their_square() -> None:
    before = [b"%d\n" % number for number in range(50_000)]
    hunks = [Hunk(place, (), (b"new\n",)) for place in range(50_000)]
    begun = time.process_time()
    assert carry("x" * 50_000, before, hunks, "y") == ["y", "x"] * 50_000
    assert time.process_time() - begun < 0.4
