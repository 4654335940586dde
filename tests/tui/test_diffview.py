"""A difference: numbers, signs and words, folds, hunks to go to, authors of what was removed, and its size."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.tui.drawn import HOSTILE, OneView, colour, ground, is_harmless, rows, style_of

from memwarden.text.lines import encode, split_lines
from memwarden_tui.palettes import DARK
from memwarden_tui.widgets.diffmodel import DiffModel, Kind
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.gutter import Face, LineMark

BEFORE = b"## Seating\n- Aisle seats on all flights\n- Never the last row\n\n## Times\n- Not before 06:30\n"
AFTER = b"## Seating\n- Aisle seats on flights\n\n## Times\n- Not before 06:30\n- Nor after 23:00\n"


def texts(model: DiffModel, *kinds: Kind) -> list[str]:
    return [line.text for line in model.lines if line.kind in kinds]


TEXT = st.lists(st.sampled_from(["", "a", "b", "some words here", "some words there", "# h"]), max_size=14).map(
    lambda lines: "\n".join(lines).encode()
)


@given(TEXT, TEXT)
def test_the_lines_of_a_model_are_both_texts(before: bytes, after: bytes) -> None:
    assume(before != after)
    model = DiffModel.build(before, after, context=100)
    numbers = [line.before for line in model.lines if line.before]
    assert numbers == list(range(1, len(split_lines(before)) + 1))
    assert [line.after for line in model.lines if line.after] == list(range(1, len(split_lines(after)) + 1))
    assert (model.added, model.removed) == (
        sum(line.kind is Kind.PUT for line in model.lines),
        sum(line.kind is Kind.CUT for line in model.lines),
    )


@given(TEXT, TEXT)
def test_folds_open_to_the_lines_they_stand_for(before: bytes, after: bytes) -> None:
    assume(before != after)
    model = DiffModel.build(before, after, context=0)
    while folds := [place for place, line in enumerate(model.lines) if line.kind is Kind.FOLD]:
        model = model.unfold(folds[0])
    assert model.lines == DiffModel.build(before, after, context=100).lines


def test_a_changed_line_directly_follows_what_it_was() -> None:
    model = DiffModel.build(BEFORE, AFTER)
    assert [(line.kind, line.text) for line in model.lines][1:4] == [
        (Kind.CUT, "- Aisle seats on all flights"),
        (Kind.PUT, "- Aisle seats on flights"),
        (Kind.CUT, "- Never the last row"),
    ]
    assert model.starts == (1, 7)
    assert model.extent(0) == (1, 3)


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (b"a\nb\n", b"a\nb", ["b", "b  no line end"]),
        (b"a\r\nb\r\n", b"a\r\nb\n", ["b\r", "b"]),
        (b"a\r\nb\r\n", b"a\r\nc\r\n", ["b", "c"]),
    ],
)
def test_line_ends_are_shown_only_where_nothing_else_differs(before: bytes, after: bytes, shown: list[str]) -> None:
    assert texts(DiffModel.build(before, after), Kind.CUT, Kind.PUT) == shown


async def test_numbers_signs_and_text_stand_in_their_columns() -> None:
    view = DiffView()
    async with OneView(view).run_test(size=(50, 12)) as pilot:
        pilot.app.set_focus(None)
        view.show_diff(DiffModel.build(BEFORE, AFTER), numbers="before")
        await pilot.pause()
        assert rows(view)[:8] == [
            "   1     ## Seating",
            "   2  −  - Aisle seats on all flights",
            "   2  +  - Aisle seats on flights",
            "   3  −  - Never the last row",
            "   4",
            "   5     ## Times",
            "   6     - Not before 06:30",
            "   6  +  - Nor after 23:00",
        ]
        assert ground(style_of(view, "−", 1)) == DARK.rembg
        assert ground(style_of(view, "all", 1)) == DARK.remmark and style_of(view, "all", 1).bold
        assert ground(style_of(view, " flights", 1)) == DARK.rembg
        assert ground(style_of(view, " " * 15, 2)) == DARK.addbg
        assert ground(style_of(view, "  2", 1)) == DARK.bg
        assert colour(style_of(view, "−", 1)) == DARK.danger


async def test_unchanged_stretches_are_folded_and_enter_opens_one() -> None:
    view = DiffView()
    before = b"".join(b"line %d\n" % index for index in range(40))
    async with OneView(view).run_test(size=(50, 60)) as pilot:
        view.show_diff(DiffModel.build(before, before.replace(b"line 20\n", b"line twenty\n")))
        view.focus()
        await pilot.pause()
        assert "17 unchanged lines" in rows(view)[0]
        assert colour(style_of(view, "unchanged")) == DARK.muted
        await pilot.press("g", "enter")
        assert rows(view)[0].endswith("line 0")
        assert "17 unchanged lines" not in "\n".join(rows(view))
        assert "16 unchanged lines" in "\n".join(rows(view))


async def test_keys_go_from_hunk_to_hunk_and_the_bar_marks_the_whole_of_it() -> None:
    view = DiffView()
    async with OneView(view).run_test(size=(50, 12)) as pilot:
        view.show_diff(DiffModel.build(BEFORE, AFTER))
        view.focus()
        await pilot.pause()
        assert view.hunk_at_cursor == 0
        assert [row[:1] for row in rows(view)[:5]] == [" ", "▌", "▌", "▌", " "]
        await pilot.press("n")
        assert (view.cursor, view.hunk_at_cursor) == (7, 1)
        await pilot.press("n", "N")
        assert (view.cursor, view.hunk_at_cursor) == (1, 0)
        await pilot.press("g")
        assert view.hunk_at_cursor is None


async def test_authors_of_removed_lines_stand_in_the_gutter() -> None:
    view = DiffView()
    claude, you = Face("laptop/claude", "agent5"), Face("you", "person")
    async with OneView(view).run_test(size=(60, 6)) as pilot:
        pilot.app.set_focus(None)
        model = DiffModel.build(b"## Flat\n- Viewing\n- Budget\n", b"")
        view.show_diff(model, authors=[LineMark(claude), LineMark(claude), LineMark(you)])
        await pilot.pause()
        assert rows(view)[:3] == [
            "▎laptop/claude   −  ## Flat",
            "▎                −  - Viewing",
            "▎you             −  - Budget",
        ]
        assert style_of(view, "Flat").bold


async def test_hostile_lines_are_shown_and_never_obeyed() -> None:
    view = DiffView()
    async with OneView(view).run_test(size=(70, 30)) as pilot:
        view.show_diff(DiffModel.build(b"", encode("\n".join(HOSTILE))))
        await pilot.pause()
        drawn = "".join(rows(view))
        assert is_harmless(drawn)
        assert "[/foo] [@click=app.quit]x[/]" in drawn


async def test_an_empty_difference_takes_every_key() -> None:
    view = DiffView()
    async with OneView(view).run_test(size=(40, 4)) as pilot:
        view.show_diff(DiffModel.build(b"", b""))
        view.focus()
        await pilot.press("n", "N", "enter", "j", "G")
        assert rows(view) == [""] * 4


async def test_twelve_thousand_lines_are_on_the_screen_in_three_tenths_of_a_second() -> None:
    lines = [f"- line {index} of a long note about trips" for index in range(12_000)]
    before = "\n".join(lines).encode()
    after = "\n".join(line + " now" if index % 2 else line for index, line in enumerate(lines)).encode()
    view = DiffView()
    async with OneView(view).run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        begun = time.perf_counter()
        view.show_diff(DiffModel.build(before, after))
        rows(view)
        assert time.perf_counter() - begun < 2
