"""The inspector's sections, and the words of styles in every theme."""

from __future__ import annotations

import pytest
from tests.tui.drawn import HOSTILE, OneView, colour, is_harmless, rows, style_of

from memwarden_tui.glyphs import ASCII, Look
from memwarden_tui.palettes import ANSI, DARK, PLAIN, THEMES, Tokens
from memwarden_tui.widgets.gutter import Face
from memwarden_tui.widgets.inspection import Inspection, LinkLine, ThisLine, VersionLine
from memwarden_tui.widgets.inspector import InspectorView
from memwarden_tui.widgets.inspectorrows import inspection_rows
from memwarden_tui.widgets.paint import paint
from memwarden_tui.widgets.pieces import text_of, width_of

YOU, HERMES = Face("you", "person"), Face("vps/hermes", "agent2")
WHOLE = Inspection(
    line=ThisLine(HERMES, "proven", "today 14:03:22", "MCP", "Sam asked in chat", "before: 06:30, by you"),
    authors=[(YOU, 5), (HERMES, 4), (Face("unknown"), 1)],
    sizes=[1, 2, 4, 8],
    size="1.9 KB",
    version_count=41,
    versions=[VersionLine("3 min", HERMES, "+3 −1"), VersionLine("26 d", YOU, "+2")],
    links=[LinkLine("from", "INDEX.md", "Preferences"), LinkLine("to", "projects/lisbon-move.md")],
)


async def test_every_section_stands_in_its_columns() -> None:
    view = InspectorView()
    async with OneView(view).run_test(size=(27, 24)) as pilot:
        view.inspect(WHOLE)
        await pilot.pause()
        assert rows(view)[:20] == [
            "vps/hermes           proven",
            "today 14:03:22          MCP",
            '"Sam asked in chat"',
            "before: 06:30, by you",
            "",
            "Authors ───────────── lines",
            "you           ━━━━━━━━━━  5",
            "vps/hermes    ━━━━━━━━    4",
            "unknown       ━━          1",
            "",
            "Versions ─────────────── 41",
            "▁▂▄▇                 1.9 KB",
            "3 min  vps/hermes     +3 −1",
            " 26 d  you               +2",
            "",
            "Links ─────────────────────",
            "from INDEX.md   Preferences",
            "to   projec…/lisbon-move.md",
            "",
            "",
        ]
        assert colour(style_of(view, "proven")) == DARK.ok
        assert style_of(view, "Sam asked").italic


@pytest.mark.parametrize("width", [1, 2, 10, 15, 27, 40, 200])
def test_rows_fit_at_any_width_in_ascii_too(width: int) -> None:
    for band in inspection_rows(WHOLE, width, Look(DARK, ASCII)):
        assert width_of(band.pieces) <= max(width, 27)


def test_sections_without_content_are_left_out() -> None:
    assert inspection_rows(Inspection(), 27, Look(DARK, ASCII)) == []
    bands = inspection_rows(Inspection(links=[LinkLine("to", "a.md")]), 27, Look(DARK, ASCII))
    assert [text_of(band.pieces).split()[0] for band in bands] == ["Links", "to"]


async def test_hostile_reasons_and_paths_are_shown_and_never_obeyed() -> None:
    view = InspectorView()
    async with OneView(view).run_test(size=(30, 60)) as pilot:
        links = [LinkLine("to", text, text) for text in HOSTILE]
        faces = [(Face(text), 1) for text in HOSTILE]
        view.inspect(
            Inspection(ThisLine(Face(HOSTILE[0]), "claimed", why=HOSTILE[3], before=HOSTILE[5]), faces, links=links)
        )
        await pilot.pause()
        assert is_harmless("".join(rows(view)))


@pytest.mark.parametrize("tokens", THEMES.values(), ids=lambda tokens: tokens.name)
def test_every_word_of_a_style_has_a_meaning_in_every_theme(tokens: Tokens) -> None:
    words = "text strong muted faint rule accent ok warn danger person found agent0 agent7 bold italic underline strike"
    for word in words.split():
        for fill in ("bg", "surface", "addbg", "rembg", "sel", "seloff"):
            assert paint(tokens, word, fill).bgcolor is not None or tokens.ansi


def test_where_there_are_no_backgrounds_marked_words_and_the_cursor_still_show() -> None:
    for tokens in (ANSI, PLAIN):
        assert paint(tokens, "text on addmark").underline
        assert paint(tokens, "text", "sel").reverse


def test_muted_text_is_lifted_on_the_cursors_row() -> None:
    assert colour(paint(DARK, "muted", "sel")) == DARK.text
    assert colour(paint(DARK, "muted", "seloff")) == DARK.muted
