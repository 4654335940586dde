"""Colours: the contrasts that the look promises, and which theme and signs a terminal gets."""

from __future__ import annotations

import pytest
from rich.style import Style
from tests.tui.stand_in import app_on, screen_text, settled

from memwarden.errors import Refused
from memwarden_tui.glyphs import ASCII, UNICODE, choose_glyphs
from memwarden_tui.palettes import ANSI, CONTRAST, CONTRAST_LIGHT, DARK, LIGHT, PLAIN, THEMES, Tokens
from memwarden_tui.theme import choose_theme

READ = ("text", "strong", "muted", "accent", "ok", "warn", "danger")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("tokens", "ratios"),
    [
        (DARK, {"text": 12.7, "muted": 5.7, "faint": 2.7, "accent": 7.3}),
        (LIGHT, {"text": 14.5, "muted": 5.0, "faint": 2.3, "accent": 5.6}),
    ],
)
def test_the_contrasts_are_those_of_the_look(tokens: Tokens, ratios: dict[str, float]) -> None:
    found = {name: round(contrast(getattr(tokens, name), tokens.bg), 1) for name in ratios}
    assert found == ratios


@pytest.mark.parametrize("tokens", [DARK, LIGHT])
def test_everything_that_is_read_has_a_contrast_of_four_and_a_half(tokens: Tokens) -> None:
    for name in READ:
        for ground in (tokens.bg, tokens.surface):
            assert contrast(getattr(tokens, name), ground) >= 4.5, (name, ground)


@pytest.mark.parametrize(("tokens", "on_ground", "on_cursor"), [(DARK, 6.1, 4.4), (LIGHT, 4.6, 3.7)])
def test_every_agent_is_readable_on_the_ground_and_under_the_cursor(
    tokens: Tokens, on_ground: float, on_cursor: float
) -> None:
    assert min(round(contrast(hue, tokens.bg), 1) for hue in tokens.agents) >= on_ground
    assert min(round(contrast(hue, tokens.sel), 1) for hue in tokens.agents) >= on_cursor
    assert len(set(tokens.agents)) == 8


@pytest.mark.parametrize("tokens", [DARK, LIGHT, CONTRAST, CONTRAST_LIGHT])
def test_text_is_readable_on_the_backgrounds_of_differences(tokens: Tokens) -> None:
    for ground in (tokens.addbg, tokens.rembg, tokens.sel, tokens.seloff, tokens.panel):
        assert contrast(tokens.text, ground) >= 7
    for ground in (tokens.addmark, tokens.remmark):
        assert contrast(tokens.strong, ground) >= 7


@pytest.mark.parametrize("tokens", [CONTRAST, CONTRAST_LIGHT])
def test_high_contrast_means_seven_to_one(tokens: Tokens) -> None:
    for name in READ:
        assert contrast(getattr(tokens, name), tokens.bg) >= 7, name
    assert min(contrast(hue, tokens.bg) for hue in tokens.agents) >= 7
    assert contrast(tokens.faint, tokens.bg) >= 4.5
    assert contrast(tokens.rule, tokens.bg) >= 3


@pytest.mark.parametrize("tokens", [DARK, LIGHT])
def test_muted_text_becomes_text_under_the_cursor(tokens: Tokens) -> None:
    under = tokens.selected(Style(color=tokens.muted, italic=True), focused=True)
    assert (under.color.name, under.bgcolor.name, under.italic) == (tokens.text, tokens.sel, True)
    kept = tokens.selected(Style(color=tokens.danger), focused=True)
    assert kept.color.name == tokens.danger


def test_without_backgrounds_the_cursor_is_reversed_and_marked_words_are_underlined() -> None:
    under = ANSI.selected(Style(color="red", bold=True), focused=True)
    assert under.reverse and under.bold and under.color is None
    assert ANSI.selected(Style(color="red"), focused=False).underline
    assert PLAIN.mark(PLAIN.addmark).underline and PLAIN.mark(PLAIN.addmark).bold


def test_a_person_is_bold_accent_an_agent_its_hue_and_nobody_muted() -> None:
    assert DARK.author(None, person=True) == Style(color=DARK.accent, bold=True)
    assert DARK.author(2) == Style(color="#de8338")
    assert DARK.author(None) == Style(color=DARK.muted)


@pytest.mark.parametrize(
    ("wanted", "env", "colours", "chosen"),
    [
        ("", {}, "truecolor", "dark"),
        ("", {"COLORFGBG": "0;15"}, "256", "light"),
        ("", {"COLORFGBG": "15;0"}, "256", "dark"),
        ("", {}, "standard", "ansi"),
        ("", {}, None, "ansi"),
        ("contrast", {"MEMWARDEN_THEME": "light"}, "truecolor", "contrast"),
        ("", {"MEMWARDEN_THEME": "light"}, "truecolor", "light"),
        ("light", {"NO_COLOR": "1"}, "truecolor", "plain"),
    ],
)
def test_the_theme_fits_what_is_asked_and_what_the_terminal_shows(
    wanted: str, env: dict[str, str], colours: str | None, chosen: str
) -> None:
    assert choose_theme(wanted, env, colours) == chosen


def test_a_theme_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refused) as refused:
        choose_theme("solarized", {}, "truecolor")
    assert all(name in refused.value.hint for name in THEMES)


def test_ascii_is_chosen_by_option_environment_or_encoding() -> None:
    assert choose_glyphs(False, {}, "UTF-8") is UNICODE
    assert choose_glyphs(False, {"MEMWARDEN_ASCII": "0"}, "utf8") is UNICODE
    assert choose_glyphs(True, {}, "utf-8") is ASCII
    assert choose_glyphs(False, {"MEMWARDEN_ASCII": "1"}, "utf-8") is ASCII
    assert choose_glyphs(False, {}, "ISO-8859-1") is ASCII


def test_the_ascii_signs_are_ascii() -> None:
    assert all(getattr(ASCII, name).isascii() for name in ASCII.__slots__)


@pytest.mark.parametrize("name", THEMES)
async def test_the_app_wears_every_theme(name: str) -> None:
    app = app_on(theme=name)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert any("projects/atlas.md" in row for row in screen_text(app))
        await pilot.press("question_mark")
        assert any("Keys in Review" in row for row in screen_text(app))


async def test_no_colour_leaves_no_colour_not_even_a_grey(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_on(theme=PLAIN.name)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        strips = app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        assert all(style.color is None or style.color.is_default for style in styles)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)
        assert any(style.reverse for style in styles)
