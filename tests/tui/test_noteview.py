"""A note with its authors beside it: the gutter's runs, the cursor, what is new, markdown, and hostile names."""

from __future__ import annotations

import time

from tests.tui.drawn import HOSTILE, OneView, colour, ground, is_harmless, rows, style_of
from textual.strip import Strip

from memwarden_tui.palettes import DARK
from memwarden_tui.widgets.gutter import Face, LineMark
from memwarden_tui.widgets.noteview import NoteView

YOU = Face("you", "person")
CLAUDE = Face("laptop/claude", "agent5")
HERMES = Face("vps/hermes", "agent2")
LINES = ["# Travel", "", "Ask when two rules disagree about a trip.", "", "## Times", "- Never before 07:00", "- Ana"]
MARKS = [
    *[LineMark(YOU, when="12 Feb 2026")] * 3,
    LineMark(HERMES, when="3 min ago", new=True),
    *[LineMark(HERMES, when="3 min ago", new=True)] * 2,
    LineMark(Face("unknown"), sure=False, when="no record"),
]


def cell(strip: Strip, column: int) -> str:
    return strip.crop(column, column + 1).text


async def test_text_is_no_wider_than_can_be_read_and_raw_text_is_as_wide_as_the_pane() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(220, 8)) as pilot:
        view.show_note(["word " * 36], [])
        await pilot.pause()
        assert [len(row.rstrip()) for row in rows(view)[:2]] == [18 + 89, 18 + 89]
        view.raw = True
        await pilot.pause()
        assert len(rows(view)[0].rstrip()) == 18 + 179


async def test_a_run_shows_its_name_then_its_date_and_its_bar_on_every_row() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(46, 12)) as pilot:
        view.show_note(LINES, MARKS, cursor=5)
        view.focus()
        await pilot.pause()
        drawn = rows(view)
        assert drawn == [
            "▎you              # Travel",
            "▎12 Feb 2026",
            "▎                 Ask when two rules disagree",
            "▎                 about a trip.",
            "▎",
            "▎vps/hermes     • ## Times",
            "▎3 min ago     ▌• - Never before 07:00",
            "┊unknown          - Ana",
            "",
            "",
            "",
            "",
        ]
        assert style_of(view, "you").bold and colour(style_of(view, "you")) == DARK.accent
        assert colour(style_of(view, "vps/hermes")) == DARK.agents[2]
        assert colour(style_of(view, "3 min ago")) == DARK.muted
        assert colour(style_of(view, "unknown")) == DARK.muted


async def test_a_blank_line_belongs_to_the_run_above_it_and_parts_it_from_the_next() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(45, 6)) as pilot:
        marks = [LineMark(YOU, when="4 mo ago"), LineMark(CLAUDE), LineMark(CLAUDE, when="1 d ago")]
        view.show_note(["one", "", "two"], marks)
        await pilot.pause()
        assert [row[:14].rstrip() for row in rows(view)[:3]] == ["▎you", "▎", "▎laptop/claude"]


async def test_the_date_takes_the_second_row_of_a_wrapped_line() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(30, 5)) as pilot:
        view.show_note(["word " * 6], [LineMark(HERMES, when="3 min ago")])
        await pilot.pause()
        assert [row[:11].rstrip() for row in rows(view)[:4]] == ["▎vps/hermes", "▎3 min ago", "▎", ""]


async def test_long_names_are_cut_in_their_middle() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(45, 3)) as pilot:
        view.show_note(["x"], [LineMark(Face("laptop/claude-a7k2", "agent5"))])
        await pilot.pause()
        assert rows(view)[0].startswith("▎laptop…e-a7k2 ")


async def test_the_cursors_row_is_lit_from_its_bar_to_the_edge_but_not_in_the_gutter() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(45, 6)) as pilot:
        view.show_note(LINES, MARKS)
        view.focus()
        await pilot.pause()
        strip = view.render_line(0)
        assert cell(strip, 15) == "▌"
        assert ground(style_of(view, "▎", 0)) == DARK.bg
        assert {ground(style) for _, style, _ in strip.crop(15) if style} == {DARK.sel}


async def test_without_the_gutter_the_text_begins_in_the_third_column() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(45, 12)) as pilot:
        view.show_note(LINES, MARKS, cursor=5)
        view.show_gutter = False
        await pilot.pause()
        assert rows(view)[0] == "   # Travel"
        view.show_gutter = True
        assert rows(view)[0].startswith("▎you")


async def test_the_gutter_stays_while_the_text_is_shifted() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(40, 4)) as pilot:
        view.show_note(["0123456789" * 5, "short"], [LineMark(YOU)] * 2)
        view.focus()
        await pilot.press("W", "right")
        await pilot.pause()
        assert rows(view)[0].startswith("▎you           ▌  …9012345")


async def test_markup_is_faint_headings_bold_and_raw_shows_neither() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(60, 6)) as pilot:
        view.show_note(["x", "## Times", "see [home](facts/home.md)", "```", "# code", "```"])
        await pilot.pause()
        assert colour(style_of(view, "## ")) == DARK.faint
        assert style_of(view, "Times").bold and colour(style_of(view, "Times")) == DARK.strong
        assert style_of(view, "home").underline
        assert colour(style_of(view, "](facts/home.md)")) == DARK.muted
        assert not style_of(view, "# code").bold
        view.raw = True
        await pilot.pause()
        assert not style_of(view, "## Times").bold


async def test_hostile_notes_and_names_are_shown_and_never_obeyed() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(70, 20)) as pilot:
        marks = [LineMark(Face(line, "agent1")) for line in HOSTILE]
        view.show_note(HOSTILE, marks)
        await pilot.pause()
        drawn = "\n".join(rows(view))
        assert is_harmless(drawn.replace("\n", ""))
        assert "[/foo] [@click=app.quit]x[/]" in drawn
        assert colour(style_of(view, "\\x1b", 0)) == DARK.warn or "\\x1b" in drawn
        assert all(not style.meta for row in range(20) for _, style, _ in view.render_line(row) if style)


async def test_hidden_characters_are_coloured_as_a_warning_inside_markdown_too() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(60, 4)) as pilot:
        view.show_note(["x", "## Plan \u202e now"])
        await pilot.pause()
        assert colour(style_of(view, "<U+202E>")) == DARK.warn
        assert colour(style_of(view, " now")) == DARK.strong


async def test_a_note_of_a_megabyte_is_on_the_screen_in_a_fifth_of_a_second() -> None:
    view = NoteView()
    async with OneView(view).run_test(size=(80, 40)) as pilot:
        lines = [f"- {index} aisle seats preferred on all night trains and" for index in range(20_000)]
        marks = [LineMark((YOU, CLAUDE, HERMES)[index // 9 % 3]) for index in range(20_000)]
        await pilot.pause()
        begun = time.perf_counter()
        view.show_note(lines, marks)
        rows(view)
        assert time.perf_counter() - begun < 1
