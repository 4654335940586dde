"""Help, palette, confirmation and prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.tui.stand_in import app_on, screen_text, settled

from memwarden_tui.screens.confirm import DEAF, ConfirmScreen
from memwarden_tui.screens.help import HelpScreen
from memwarden_tui.screens.palette import PaletteScreen
from memwarden_tui.screens.prompt import PromptScreen


class Clock:
    """Seconds that pass when a test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def shows(app: Any, text: str) -> bool:
    return any(text in row for row in screen_text(app))


async def test_the_help_shows_the_keys_of_the_view_and_of_everywhere() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        await settled(pilot)
        assert isinstance(app.screen, HelpScreen)
        for text in ("Keys in Review", "Restore what was removed", "1 to 5", "Signs", "author known", "Mouse:"):
            assert shows(app, text), text


async def test_the_help_filters_as_one_types_and_enter_runs_what_is_marked() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark", *"copy")
        await settled(pilot)
        assert shows(app, "Copy the path") and not shows(app, "Restore what")
        await pilot.press("enter")
        await settled(pilot)
        assert not isinstance(app.screen, HelpScreen) and app.screen.done == "copy"


async def test_the_help_filtered_to_nothing_runs_nothing() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark", *"zzz", "enter")
        await settled(pilot)
        assert isinstance(app.screen, HelpScreen) and shows(app, 'Nothing matches "zzz"')
        await pilot.press("escape")
        await settled(pilot)
        assert app.screen.done == ""


async def test_arrows_go_from_the_left_column_on_to_the_right_one() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark", *["down"] * 40)
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, HelpScreen), "the last line of the right column is the help itself"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 48), (60, 16)])
async def test_the_help_fits_every_screen(size: tuple[int, int]) -> None:
    app = app_on()
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        await settled(pilot)
        assert shows(app, "Keys in Review") and shows(app, "esc Close")


async def test_the_screen_below_an_overlay_turns_faint() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+p")
        await settled(pilot)
        first = app.screen._compositor.render_strips()[0]
        colours = {segment.style.color.name for segment in first if segment.style and segment.style.color}
        assert colours == {"#565c68"}


async def test_the_palette_holds_commands_without_a_key_and_runs_them() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+p", *"next theme", "enter")
        await settled(pilot)
        assert not isinstance(app.screen, PaletteScreen) and app.theme == "light"


async def asked(pilot: Any, screen: ConfirmScreen | PromptScreen, then: Callable[[], Any]) -> list[object]:
    """What the screen gave, after `then` was done to it."""
    given: list[object] = []
    await pilot.app.push_screen(screen, given.append)
    await pilot.pause()
    await then()
    await settled(pilot)
    return given


def question(clock: Clock, opened_by: str = "X") -> ConfirmScreen:
    return ConfirmScreen(
        "Revoke pi/aras?", ["Its key stops working."], yes="Revoke it", opened_by=opened_by, clock=clock
    )


async def test_a_confirmation_is_deaf_at_first() -> None:
    app, clock = app_on(), Clock()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert await asked(pilot, question(clock), lambda: pilot.press("y", "escape")) == []
        assert shows(app, "Its key stops working.")
        clock.now += DEAF
        await pilot.press("y")
        await settled(pilot)
        assert not isinstance(app.screen, ConfirmScreen)


@pytest.mark.parametrize("key", ["enter", "space", "X", "tab", "n", "Y", "left", "q", "1"])
async def test_only_its_own_key_says_yes(key: str) -> None:
    app, clock = app_on(), Clock()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        screen = question(clock)

        async def later() -> None:
            clock.now += 1
            await pilot.press(key)

        assert await asked(pilot, screen, later) == []
        assert app.screen is screen


@pytest.mark.parametrize(("opened_by", "key", "answer"), [("X", "y", True), ("y", "Y", True), ("X", "escape", False)])
async def test_yes_is_never_the_key_that_asked(opened_by: str, key: str, answer: bool) -> None:
    app, clock = app_on(), Clock()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)

        async def later() -> None:
            clock.now += 1
            await pilot.press(key)

        assert await asked(pilot, question(clock, opened_by), later) == [answer]


async def test_a_click_answers_too() -> None:
    app, clock = app_on(), Clock()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)

        async def later() -> None:
            await pilot.click("#yes")
            clock.now += 1
            await pilot.click("#yes")

        assert await asked(pilot, question(clock), later) == [True]


async def test_a_prompt_gives_its_line_and_no_empty_one() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        prompt = PromptScreen("Reject the proposal", "Why? desk/goose will read it.", act="Reject")
        assert await asked(pilot, prompt, lambda: pilot.press("enter", *" no q ", "enter")) == ["no q"]


async def test_a_prompt_left_by_esc_gives_nothing() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert await asked(pilot, PromptScreen("Why?"), lambda: pilot.press("a", "escape")) == [None]
        optional = PromptScreen("Why?", value="kept", optional=True)
        assert await asked(pilot, optional, lambda: pilot.press("ctrl+u", "enter")) == [""]
