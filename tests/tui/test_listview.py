"""The list: its cursor, its filter, and what happens when its rows change under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from rich.text import Text
from tests.tui.stand_in import screen_text
from textual import events
from textual.app import App, ComposeResult

from memwarden_tui.glyphs import UNICODE, Look
from memwarden_tui.palettes import DARK
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Drawing, Heading, Places, Row, filtered


@dataclass(frozen=True, slots=True)
class Plain(Row):
    id: str
    height: int = 1

    def lines(self, draw: Drawing) -> Sequence[Text]:
        return [Text(f" {self.id}"), *[Text(" more")] * (self.height - 1)]


class ListApp(App[None]):
    def __init__(self, rows: Sequence[Row], **options: Any) -> None:
        super().__init__()
        self.rows = rows
        self.options = options
        self.highlighted: list[str] = []
        self.opened: list[str] = []

    def compose(self) -> ComposeResult:
        yield ListView(**self.options)

    def on_mount(self) -> None:
        self.list.show(self.rows)

    @property
    def list(self) -> ListView:
        return self.query_one(ListView)

    def on_list_view_highlighted(self, event: ListView.Highlighted) -> None:
        self.highlighted.append(event.row.id if event.row else "")

    def on_list_view_opened(self, event: ListView.Opened) -> None:
        self.opened.append(event.row.id)


def wheel(over: ListView) -> events.MouseScrollDown:
    return events.MouseScrollDown(over, 3, 3, 0, 1, 0, False, False, False)


def numbered(count: int, height: int = 1) -> list[Row]:
    return [Plain(f"row {number}", height) for number in range(count)]


def current(app: ListApp) -> str:
    return app.list.row.id if app.list.row else ""


async def test_the_keys_of_every_list_move_the_cursor() -> None:
    app = ListApp(numbered(100))
    async with app.run_test(size=(40, 20)) as pilot:
        for keys, expected in (
            (("j",), "row 1"),
            (("down", "j"), "row 3"),
            (("k", "up"), "row 1"),
            (("G",), "row 99"),
            (("j",), "row 99"),
            (("g",), "row 0"),
            (("k",), "row 0"),
            (("ctrl+d",), "row 10"),
            (("ctrl+u",), "row 0"),
        ):
            await pilot.press(*keys)
            assert current(app) == expected


async def test_enter_and_a_double_click_open_and_a_click_only_marks() -> None:
    app = ListApp(numbered(5))
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.press("j", "enter")
        assert app.opened == ["row 1"]
        await pilot.click(ListView, offset=(4, 3))
        assert current(app) == "row 3" and app.opened == ["row 1"]
        await pilot.double_click(ListView, offset=(4, 2))
        assert app.opened == ["row 1", "row 2"]


async def test_the_wheel_scrolls_and_leaves_the_cursor() -> None:
    app = ListApp(numbered(100))
    async with app.run_test(size=(40, 20)) as pilot:
        app.list.post_message(wheel(app.list))
        await pilot.pause()
        assert app.list.scroll_offset.y > 0 and current(app) == "row 0"


async def test_headings_are_passed_over_and_come_into_view_with_their_row() -> None:
    rows = [Heading("First", space=False), *numbered(30), Heading("Second"), Plain("last")]
    app = ListApp(rows)
    async with app.run_test(size=(40, 10)) as pilot:
        assert current(app) == "row 0"
        await pilot.press("G")
        assert current(app) == "last"
        await pilot.press("k")
        assert current(app) == "row 29"
        await pilot.press("g")
        assert app.list.scroll_offset.y == 0
        assert "First" in screen_text(app)[0]


async def test_the_cursor_stays_on_its_row_and_the_row_where_it_is_on_the_screen() -> None:
    app = ListApp(numbered(100))
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.press("G", *["k"] * 30)
        line = next(at for at, row in enumerate(screen_text(app)) if "row 69" in row)
        app.list.show([Plain("new a"), Plain("new b"), *numbered(100)])
        await pilot.pause()
        assert current(app) == "row 69"
        assert "row 69" in screen_text(app)[line]


async def test_a_row_that_vanishes_hands_the_cursor_to_the_one_in_its_place() -> None:
    app = ListApp(numbered(10))
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.press("j", "j")
        app.list.show([row for row in numbered(10) if row.id != "row 2"])
        await pilot.pause()
        assert current(app) == "row 3"
        assert app.highlighted[-1] == "row 3"
        app.list.show(numbered(2))
        await pilot.pause()
        assert current(app) == "row 1"
        app.list.show([])
        await pilot.pause()
        assert current(app) == "" and app.highlighted[-1] == ""


async def test_rows_that_stay_post_no_message() -> None:
    app = ListApp(numbered(10))
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.pause()
        said = list(app.highlighted)
        app.list.show(numbered(10))
        await pilot.pause()
        assert app.highlighted == said


async def test_a_filter_keeps_what_holds_every_word_and_says_when_nothing_does() -> None:
    app = ListApp(numbered(50), empty="Nothing here. {n} makes one.")
    async with app.run_test(size=(40, 20)) as pilot:
        app.list.needle = "ROW 4"
        await pilot.pause()
        assert [row.id for row in app.list.rows][:2] == ["row 4", "row 14"]
        app.list.needle = "zebra"
        await pilot.pause()
        assert 'Nothing matches "zebra". esc clears it.' in screen_text(app)[0]
        app.list.needle = ""
        app.list.show([])
        await pilot.pause()
        assert "Nothing here. n makes one." in screen_text(app)[0]


async def test_blank_lines_part_rows_only_while_all_of_them_fit() -> None:
    app = ListApp(numbered(5, height=2), spacious=True)
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.pause()
        assert "row 1" in screen_text(app)[3]
        app.list.show(numbered(9, height=2))
        await pilot.pause()
        assert "row 1" in screen_text(app)[2]


async def test_fifty_thousand_rows_show_and_scroll_without_a_freeze() -> None:
    rows = numbered(50_000, height=2)
    app = ListApp([])
    async with app.run_test(size=(40, 20)) as pilot:
        began = perf_counter()
        app.list.show(rows)
        await pilot.pause()
        await pilot.press("G")
        await pilot.press("k", "k", "ctrl+u", "g")
        assert perf_counter() - began < 2
        await pilot.press("G")
        assert current(app) == "row 49999"
        assert any("row 49999" in row for row in screen_text(app))


async def test_a_resize_keeps_the_cursor_in_view() -> None:
    app = ListApp(numbered(100))
    async with app.run_test(size=(40, 30)) as pilot:
        await pilot.press(*["j"] * 25)
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        assert any("row 25" in row for row in screen_text(app))


async def test_the_cursor_is_a_bar_and_a_background_and_is_dim_without_focus() -> None:
    app = ListApp(numbered(3))
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.pause()
        strip = app.list.render_line(0)
        assert strip.text.startswith("▌") and strip.cell_length == 40
        assert all(segment.style.bgcolor.name == DARK.sel for segment in strip)
        app.set_focus(None)
        await pilot.pause()
        assert all(segment.style.bgcolor.name == DARK.seloff for segment in app.list.render_line(0))


def test_places_know_which_row_is_on_a_line() -> None:
    places = Places([Plain("a"), Plain("b", 2), Plain("c", 3)], 1)
    assert places.total == 8
    assert [places.at(line) for line in range(8)] == [
        (0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2),
    ]  # fmt: skip
    assert (places.find("c"), places.find("z")) == (2, -1)


def test_a_cursor_finds_no_place_among_headings_alone() -> None:
    places = Places([Heading("a"), Heading("b")], 0)
    assert places.nearest(0) == -1
    assert places.step(-1, 1) == -1


def test_a_filter_leaves_headings_out() -> None:
    rows = [Heading("row"), *numbered(2)]
    words = [row.words for row in rows]
    assert filtered(rows, words, "") is rows
    assert [row.id for row in filtered(rows, words, "row")] == ["row 0", "row 1"]


def test_a_heading_with_space_has_a_blank_line_and_its_count_at_the_right() -> None:
    blank, line = Heading("Not in INDEX", "1").lines(Drawing(30, Look(DARK, UNICODE)))
    assert blank.plain == "" and line.plain.startswith("Not in INDEX") and line.plain.endswith("1")


async def test_a_filter_folds_the_words_of_each_row_once_however_much_is_typed() -> None:
    asked: list[str] = []

    class Asked(Plain):
        @property
        def words(self) -> str:
            asked.append(self.id)
            return self.id

    app = ListApp([Asked(f"row {number}") for number in range(30)])
    async with app.run_test(size=(40, 20)):
        for needle in ("r", "ro", "row 2", "", "row 29"):
            app.list.needle = needle
        assert [row.id for row in app.list.rows] == ["row 29"] and len(asked) == 30


async def test_a_step_draws_again_the_two_rows_that_it_is_about() -> None:
    drawn: list[str] = []

    class Drawn(Plain):
        def lines(self, draw: Drawing) -> Sequence[Text]:
            drawn.append(self.id)
            return Plain.lines(self, draw)

    app = ListApp([Drawn(f"row {number}") for number in range(30)])
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.pause()
        drawn.clear()
        await pilot.press("j")
        assert sorted(drawn) == ["row 0", "row 1"]
        assert screen_text(app)[1].startswith("▌")
