"""Lines on the screen: wrapping, widths, the cursor, resizing, long texts, search, and text that means harm."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from tests.tui.drawn import HOSTILE, OneView, colour, fits, ground, is_harmless, rows, style_of
from textual import events, on

from memwarden_tui.palettes import DARK
from memwarden_tui.widgets import wrap
from memwarden_tui.widgets.heights import Heights
from memwarden_tui.widgets.lineview import LIMIT, LineView
from memwarden_tui.widgets.pieces import divide, merge_marks, overlay, text_of, window

WIDTHS = "ab -x1.  中文、😀e\u0301\u0915\u093f☁\ufe0f👩\u200d🚀"


class Listening(OneView):
    @on(LineView.CursorMoved)
    @on(LineView.Opened)
    def hear(self, event: LineView.CursorMoved | LineView.Opened) -> None:
        self.heard.append(event)


@given(st.text(alphabet=WIDTHS, max_size=80), st.integers(4, 30))
def test_every_row_fits_and_no_character_but_a_blank_is_lost(text: str, width: int) -> None:
    ranges = wrap.breaks(text, width)
    indent = wrap.hang(text, width)
    for number, (start, end) in enumerate(ranges):
        assert fits(text[start:end], width - (indent if number else 0))
    kept = "".join(text[start:end] for start, end in ranges)
    assert kept.replace(" ", "") == text.replace(" ", "")
    assert len(ranges) == wrap.count(text, width)


def test_lines_break_at_words_and_hang_under_their_text() -> None:
    text = "- Aisle seats preferred on all flights"
    assert [text[a:b] for a, b in wrap.breaks(text, 16)] == ["- Aisle seats", "preferred on", "all flights"]
    assert [text_of(row) for row in wrap.layout([(text, "")], text, 16)][1] == "  preferred on"
    assert wrap.hang("  12. [x] text", 40) == 10
    assert wrap.hang("> > quoted", 40) == 4
    assert wrap.hang("plain", 40) == 0


def test_a_word_longer_than_the_row_is_broken() -> None:
    assert wrap.breaks("x" * 25, 10) == [(0, 10), (10, 20), (20, 25)]


def test_chinese_breaks_between_characters_but_never_before_a_stop() -> None:
    text = "记忆属于几个代理人。"
    assert [text[a:b] for a, b in wrap.breaks(text, 18)] == ["记忆属于几个代理", "人。"]


def test_a_character_wider_than_the_row_has_a_row_of_its_own() -> None:
    assert wrap.breaks("# 日本", 1) == [(0, 1), (2, 3), (3, 4)]


def test_marks_lie_over_pieces_and_the_first_named_wins() -> None:
    marks = merge_marks([(2, 4, "found")], [(0, 3, "warn"), (5, 6, "warn")])
    assert marks == [(0, 2, "warn"), (2, 4, "found"), (5, 6, "warn")]
    laid = overlay([("abc", "x"), ("defg", "y")], marks)
    assert laid == [("ab", "x warn"), ("c", "x found"), ("d", "y found"), ("e", "y"), ("f", "y warn"), ("g", "y")]


def test_pieces_are_divided_where_ranges_leave_gaps() -> None:
    assert divide([("abc", "x"), ("def", "y")], [(0, 2), (3, 6)]) == [[("ab", "x")], [("def", "y")]]


@given(st.text(alphabet=WIDTHS, min_size=1, max_size=60), st.integers(0, 40), st.integers(8, 20))
def test_a_window_over_a_line_fits_wherever_it_begins(text: str, shift: int, width: int) -> None:
    assert fits(text_of(window([(text, "text")], shift, width, "…")), width)


def test_a_window_marks_what_goes_on() -> None:
    assert text_of(window([("abcdefghij", "")], 0, 6, "…")) == "abcde…"
    assert text_of(window([("abcdefghij", "")], 4, 6, "…")) == "…fghij"
    assert text_of(window([("abcdefghij", "")], 2, 5, "…")) == "…def…"


def test_heights_are_exact_where_measured_and_find_every_row() -> None:
    heights = Heights(1000, lambda item: item % 3 + 1)
    assert heights.total == 1000
    assert heights.at(0) == (0, 0)
    assert heights.at(3) == (2, 0)
    assert heights.at(5) == (2, 2)
    heights.advance(5)
    assert heights.complete
    assert heights.at(heights.total - 1) == (999, 0)
    assert heights.at(heights.total) is None
    assert heights.top(3) == 6


async def test_hostile_text_is_shown_and_never_obeyed() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(60, 20)) as pilot:
        view.show(HOSTILE)
        await pilot.pause()
        drawn = rows(view)
        assert all(is_harmless(row) for row in drawn)
        assert drawn[0].startswith("\\x1b]52;c;cm0gLXJm\\x07 writes")
        assert "<U+202E>" in drawn[3]
        assert "[/foo] [@click=app.quit]x[/] [red]r[/red]" in drawn[5]
        assert all(not style.meta for row in range(20) for _, style, _ in view.render_line(row) if style)
        assert colour(style_of(view, "<U+202E>")) == DARK.warn


async def test_wide_characters_take_two_columns_each() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(12, 12)) as pilot:
        view.show(["中文中文中文中文", "😀😀😀😀😀😀😀", "e\u0301e\u0301 x", "👩\u200d🚀 ☁\ufe0f"])
        await pilot.pause()
        assert rows(view)[:4] == ["中文中文中", "文中文", "😀😀😀😀😀", "😀😀"]


async def test_the_cursor_moves_by_lines_and_says_so() -> None:
    view = LineView()
    app = Listening(view)
    async with app.run_test(size=(20, 10)) as pilot:
        view.focus()
        view.show([f"line {index} and more than fits" for index in range(50)])
        await pilot.press("j", "j", "k", "down")
        assert view.cursor == 2
        await pilot.press("G")
        assert view.cursor == 49
        assert rows(view)[-1] == "than fits"
        await pilot.press("g")
        assert (view.cursor, view.scroll_offset.y) == (0, 0)
        await pilot.press("ctrl+d")
        assert view.cursor == 2
        await pilot.press("ctrl+u", "k")
        assert view.cursor == 0
        lines = [event.line for event in app.heard if isinstance(event, LineView.CursorMoved)]
        assert lines == [0, 1, 2, 1, 2, 49, 0, 2, 0]


async def test_the_cursors_line_is_lit_as_the_focus_says() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(30, 5)) as pilot:
        view.show(["one", "two"])
        view.focus()
        await pilot.pause()
        assert ground(style_of(view, "one")) == DARK.sel
        assert ground(style_of(view, "two")) == DARK.bg
        pilot.app.set_focus(None)
        await pilot.pause()
        assert ground(style_of(view, "one")) == DARK.seloff


async def test_a_click_puts_the_cursor_and_a_double_click_opens() -> None:
    view = LineView()
    app = Listening(view)
    async with app.run_test(size=(30, 6)) as pilot:
        view.show(["one", "two", "three"])
        await pilot.click(LineView, offset=(2, 1))
        assert view.cursor == 1
        await pilot.click(LineView, offset=(2, 2), times=2)
        opened = [event.item for event in app.heard if isinstance(event, LineView.Opened)]
        assert opened == [2]
        await pilot.click(LineView, offset=(2, 5))
        assert view.cursor == 2


async def test_the_wheel_scrolls_and_leaves_the_cursor_where_it_is() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(30, 6)) as pilot:
        view.show([str(index) for index in range(100)])
        await pilot.pause()
        wheel = events.MouseScrollDown(view, 1, 1, 0, 0, 0, False, False, False)
        view.post_message(wheel)
        await pilot.pause()
        await pilot.wait_for_animation()
        assert view.scroll_offset.y > 0
        assert view.cursor == 0


async def test_the_line_at_the_top_stays_there_when_the_width_changes() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(40, 10)) as pilot:
        view.show([f"{index} " + "word " * (index % 17) for index in range(400)])
        view.cursor = 201
        view.scroll_rows(view._heights.top(200))
        await pilot.pause()
        assert rows(view)[0].startswith("200 ")
        for width in (25, 90, 40):
            await pilot.resize_terminal(width, 10)
            await pilot.pause()
            assert rows(view)[0].startswith("200 ")


async def test_the_cursor_stays_in_sight_when_the_pane_shrinks() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(40, 30)) as pilot:
        view.show(["word " * 12] * 30)
        view.cursor = 8
        await pilot.resize_terminal(12, 8)
        await pilot.pause()
        top = view._heights.top(8)
        assert view.scroll_offset.y <= top < view.scroll_offset.y + 8


async def test_without_wrapping_a_line_takes_one_row_and_is_shifted() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(20, 6)) as pilot:
        view.focus()
        view.show(["0123456789" * 5, "short"])
        await pilot.press("W")
        assert rows(view)[:2] == ["012345678901234567…", "short"]
        await pilot.press("right")
        assert rows(view)[0] == "…90123456789012345…"
        await pilot.press(*["right"] * 10)
        assert rows(view)[0].endswith("789")
        await pilot.press(*["left"] * 10)
        assert rows(view)[0] == "012345678901234567…"
        await pilot.press("W")
        assert rows(view)[0] == "0123456789012345678"


async def test_a_line_of_five_megabytes_is_cut_with_a_count() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(80, 30)) as pilot:
        begun = time.perf_counter()
        view.show(["word " * 1_000_000, "next"])
        rows(view)
        assert time.perf_counter() - begun < 2
        view.do_last()
        await pilot.pause()
        assert rows(view)[-2].endswith(f"{5_000_000 - LIMIT:,} more characters")


async def test_a_line_taller_than_the_pane_is_walked_through_row_by_row() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(20, 5)) as pilot:
        view.focus()
        view.show(["word " * 40, "next"])
        await pilot.press("j")
        assert (view.cursor, view.scroll_offset.y) == (0, 1)
        await pilot.press(*["j"] * 30)
        assert view.cursor == 1


async def test_two_hundred_thousand_lines_open_at_once_and_reach_their_end() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(60, 30)) as pilot:
        begun = time.perf_counter()
        view.show([f"line {index}" for index in range(200_000)])
        assert rows(view)[0] == "line 0"
        assert time.perf_counter() - begun < 2
        view.do_last()
        await pilot.pause()
        assert rows(view)[-1] == "line 199999"


async def test_a_search_marks_what_it_finds_and_goes_round() -> None:
    view = LineView()
    async with OneView(view).run_test(size=(30, 10)) as pilot:
        view.show(["Alpha", "beta", "gamma ALPHA", "[/foo]"])
        assert view.search("alpha") == 2
        await pilot.pause()
        assert style_of(view, "ALPHA").underline
        assert view.next_match() and view.cursor == 2
        assert view.next_match() and view.cursor == 0
        assert view.next_match(-1) and view.cursor == 2
        assert view.search("[/") == 1
        assert view.search("") == 0
        assert not view.next_match()


async def test_a_view_filled_before_it_is_on_the_screen_shows_its_cursor() -> None:
    view = LineView()
    view.show([str(index) for index in range(100)], cursor=90)
    async with OneView(view).run_test(size=(20, 10)) as pilot:
        await pilot.pause()
        assert "90" in rows(view)


@pytest.mark.parametrize("keys", [["j"], ["G"], ["ctrl+d"], ["ctrl+u"], ["k"], ["W"], ["g"]])
async def test_an_empty_view_takes_every_key(keys: list[str]) -> None:
    view = LineView()
    async with OneView(view).run_test(size=(20, 5)) as pilot:
        view.focus()
        view.show([])
        await pilot.press(*keys)
        assert rows(view) == [""] * 5
        assert cell_len(view.render_line(0).text) == 20
