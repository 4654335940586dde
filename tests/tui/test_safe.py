"""Nothing of a note reaches the terminal as a control sequence, as markup or as an action."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from tests.tui.stand_in import StandIn, app_on, screen_text, settled
from textual.color import Color
from textual.widgets import Static

from memwarden_tui.safe import ControlFilter, clean, safe

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f\ud800-\udfff]")
HOSTILE = (
    "\x1b]52;c;bWVtd2FyZGVu\x07",
    "\x1b]0;title\x07",
    "\x1b[2J\x1b[31m",
    "\x9b31m",
    "a\u202eb\u2066c",
    "tab\there",
    "line\rover",
    "\udce9latin",
    "[/foo]",
    "[@click=app.quit]x[/]",
    "[bold red]x",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_safe_text_holds_no_control_character(text: str) -> None:
    assert not CONTROL.search(safe(text))


@pytest.mark.parametrize("text", HOSTILE)
def test_the_filter_keeps_the_width_that_was_counted(text: str) -> None:
    assert not CONTROL.search(clean(text))
    assert cell_len(clean(text)) == cell_len(text)


def test_the_filter_leaves_clean_segments_alone() -> None:
    segments = [Segment("Größe 日本 👩‍🚀")]
    assert ControlFilter().apply(segments, Color(0, 0, 0)) is segments


async def test_hostile_rows_are_shown_visibly_and_do_nothing() -> None:
    tree = StandIn([("task", "accent", text, text, "1 h") for text in HOSTILE])
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        drawn = "\n".join(screen_text(app))
        assert not CONTROL.search(drawn.replace("\n", ""))
        assert "\\x1b]52" in drawn and "[/foo]" in drawn and "[@click=app.quit]x[/]" in drawn
        await pilot.click("#queue-list", offset=(20, 3))
        assert app.is_running


async def test_a_widget_that_forgets_to_make_text_safe_is_caught_by_the_filter() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await app.screen.mount(Static("\x1b]0;title\x07 and \x9b31m", markup=False), before="#body")
        await pilot.pause()
        assert not CONTROL.search("".join(screen_text(app)))


async def test_the_name_of_a_tree_cannot_leave_the_title_of_the_terminal() -> None:
    tree = StandIn()
    tree.name = "~/a\x07\x1b[31m"
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert not CONTROL.search(app.title)
