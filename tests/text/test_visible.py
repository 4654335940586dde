"""Untrusted text on a terminal: nothing obeyed, nothing unseen, nothing needed taken away."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.text.visible import hidden_at, spans, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", "\\x1b[2J"),
        ("\x1b]52;c;aGk=\x07", "\\x1b]52;c;aGk=\\x07"),
        ("a\x9b31m", "a<U+009B>31m"),
        ("del\x7f", "del\\x7f"),
        ("nul\x00", "nul\\x00"),
        ("line\r", "line\\r"),
        ("two\nlines", "two\\nlines"),
        ("caf\udce9", "caf\\xe9"),
        ("\ud800", "<U+D800>"),
        ("pay\u202etxt.exe", "pay<U+202E>txt.exe"),
        ("zero\u200bwidth", "zero<U+200B>width"),
        ("soft\u00adhyphen", "soft<U+00AD>hyphen"),
        ("in\ufeffside", "in<U+FEFF>side"),
        ("\ufffe\U0001ffff", "<U+FFFE><U+1FFFF>"),
        ("tag\U000e0041", "tag<U+E0041>"),
        ("a\u2028b", "a<U+2028>b"),
        ("a\ufe0f", "a<U+FE0F>"),
        ("x\u200dy", "x<U+200D>y"),
        ("👍\ufe0f\ufe0f", "👍\ufe0f<U+FE0F>"),
        ("\u2060\u200d\u2060", "<U+2060><U+200D><U+2060>"),
        ("\u3164", "<U+3164>"),
    ],
)
def test_what_nobody_sees_or_a_terminal_obeys_becomes_a_glyph(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain ASCII, [/markup] and \\x1b as written",
        "Ünïcödé – “quoted” · 日本語 e\u0301",
        "family 👨‍👩‍👧‍👦 flag 🏳️‍🌈 heart ❤️ keycap 1️⃣ skin 👩🏽‍💻 couple 👨🏻‍❤️‍💋‍👨🏿",
        "England 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می‌خواهم",
        "ന്‍ക്‍ഷ",
        "葛\U000e0100城",
        "text style ☺︎",
    ],
)
def test_scripts_and_emoji_keep_what_they_need(text: str) -> None:
    assert visible(text) == text
    assert hidden_at(text) == ()


@pytest.mark.parametrize(
    ("text", "shown"), [("\ta", "    a"), ("ab\tc", "ab  c"), ("abcd\te", "abcd    e"), ("\x1b\ta", "\\x1b    a")]
)
def test_tabs_are_expanded_to_the_next_stop_of_what_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_glyph_can_be_told_from_the_same_text_written_out() -> None:
    text = "\\x1b and \x1b\tend\u202e"
    shown = visible(text)
    assert shown.count("\\x1b") == 2
    assert [shown[start:end] for start, end in spans(text)] == ["\\x1b", "<U+202E>"]
    assert spans("\\x1b") == []


@given(st.text(alphabet=st.characters(codec=None, exclude_categories=())))
def test_the_visible_form_of_anything_holds_no_control_character(text: str) -> None:
    shown = visible(text)
    assert not any(unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in shown)
    assert not any(char in shown for char in "\u200b\u2060\ufeff\u00ad\u202e\u2066")
    assert visible(shown) == shown
    assert all(0 <= start < end <= len(shown) for start, end in spans(text))
