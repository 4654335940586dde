"""Changed words of a line, and the lines that belong together."""

from __future__ import annotations

import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memwarden.text.words import Span, mark_words, pair_lines, tokens


def marked(before: str, after: str) -> tuple[list[str], list[str]]:
    ours, others = mark_words(before, after)
    return [before[span.start : span.end] for span in ours], [after[span.start : span.end] for span in others]


def without(text: str, spans: list[Span]) -> str:
    kept, done = "", 0
    for span in spans:
        kept, done = kept + text[done : span.start], span.end
    return kept + text[done:]


@given(st.text(), st.text())
def test_what_is_not_marked_is_common_to_both_lines(before: str, after: str) -> None:
    ours, others = mark_words(before, after)
    for spans in (ours, others):
        assert all(span.start < span.end for span in spans)
        assert all(one.end < other.start for one, other in pairwise(spans))
    kept, other_kept = without(before, ours), without(after, others)
    assert "".join(kept.split()) == "".join(other_kept.split())


@given(st.text())
def test_tokens_joined_are_the_text(text: str) -> None:
    assert "".join(tokens(text)) == text


def test_only_the_changed_words_are_marked() -> None:
    assert marked("- seats: aisle, row 4", "- seats: window, row 5") == (["aisle", "4"], ["window", "5"])


def test_neighbouring_changed_words_are_one_stretch() -> None:
    assert marked("he likes green tea", "he likes black coffee") == (["green tea"], ["black coffee"])


def test_an_added_word_marks_nothing_in_the_line_before() -> None:
    assert marked("likes tea", "likes green tea") == ([], ["green "])


def test_chinese_is_marked_by_character() -> None:
    assert marked("我喜歡紅茶", "我喜歡綠茶") == (["紅"], ["綠"])


def test_a_letter_keeps_its_accent_and_an_emoji_its_parts() -> None:
    assert marked("cafe\u0301 x", "cafe\u0300 x") == (["cafe\u0301"], ["cafe\u0300"])
    assert marked("by \U0001f469\u200d\U0001f4bb now", "by \U0001f469\u200d\U0001f52c now")[0] == [
        "\U0001f469\u200d\U0001f4bb"
    ]


def test_five_megabytes_on_one_line_do_not_hang() -> None:
    before = "word " * 1_000_000
    after = before[:2_000_000] + "other " + before[2_000_000:-1] + "!"
    begun = time.process_time()
    ours, others = mark_words(before, after)
    assert time.process_time() - begun < 0.6
    assert len(ours) == len(others) == 1
    assert without(before, ours) == without(after, others)


def test_a_small_change_in_a_long_line_marks_whole_words_only() -> None:
    before = "word " * 10_000 + "aisle seat" + " word" * 10_000
    assert marked(before, before.replace("aisle", "angle")) == (["aisle"], ["angle"])


def test_alike_lines_are_paired_past_new_ones() -> None:
    cut = [b"- likes tea and milk\n", b"- lives in Bern\n"]
    put = [b"- a new fact\n", b"- likes tea and sugar\n", b"- lives in Basel\n"]
    assert pair_lines(cut, put) == ((0, 1), (1, 2))


def test_lines_without_anything_in_common_are_not_paired() -> None:
    assert pair_lines([b"- tea\n"], [b"# Heading here\n"]) == ()
    assert pair_lines([], [b"x\n"]) == ()


def test_a_big_hunk_is_paired_line_by_line_and_quickly() -> None:
    cut = [b"- fact %d about tea\n" % number for number in range(5_000)]
    put = [line.replace(b"tea", b"milk") for line in cut]
    begun = time.process_time()
    assert len(pair_lines(cut, put)) == 5_000
    assert time.process_time() - begun < 1.5


def test_lines_of_many_words_are_paired_without_reading_each_fifty_times() -> None:
    cut = [b"old %d " % number + b"alpha beta gamma " * 500 for number in range(50)]
    put = [b"new %d " % number + b"delta epsilon zeta " * 500 for number in range(50)]
    begun = time.process_time()
    assert pair_lines(cut, put) == ()
    assert time.process_time() - begun < 0.5
