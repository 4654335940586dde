"""What is held back from the terminal changes nothing of what it shows, and saves most of what would be sent."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import split_graphemes

from memwarden_tui.canvas import Canvas
from memwarden_tui.pens import PLAIN, Pen, blank, change, taken

WIDTH, HEIGHT = 24, 4
PENS = ("", "1", "31", "1;31;44", "38;2;1;2;3", "3;38;2;1;2;3;48;2;9;9;9", "4;90", "7", "48;5;17", "38;5;200;101")


class Terminal:
    """As much of one as the app needs: places, pens, and text that is one or two columns wide."""

    def __init__(self) -> None:
        self.cells = {(row, column): (" ", PLAIN) for row in range(1, HEIGHT + 1) for column in range(1, WIDTH + 1)}
        self.row, self.column, self.pen = 1, 1, PLAIN

    def take(self, data: str) -> None:
        for token in re.finditer(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|\x1b\[\?\d+[hl]|([^\x1b]+)", data):
            row, column, pen, text = token.groups()
            if row:
                self.row, self.column = int(row), int(column)
            elif pen is not None:
                self.pen = taken(self.pen, pen)
            elif text:
                self._write(text)

    def _write(self, text: str) -> None:
        for start, end, width in split_graphemes(text)[0]:
            if text[start:end] == "\n":
                self.row += 1
                continue
            for offset in range(width):
                self._break(self.row, self.column + offset)
            self._set(self.column, text[start:end])
            if width == 2:
                self._set(self.column + 1, "")
            self.column += width

    def _set(self, column: int, text: str) -> None:
        self.cells[self.row, column] = (text, self.pen if text.strip() or not text else blank(self.pen))

    def _break(self, row: int, column: int) -> None:
        """Half of a wide character takes the other half with it."""
        here = self.cells.get((row, column), (" ", PLAIN))[0]
        after = self.cells.get((row, column + 1), (" ", PLAIN))[0]
        if here == "" and column > 1:
            self.cells[row, column - 1] = (" ", PLAIN)
        if here and after == "":
            self.cells[row, column + 1] = (" ", PLAIN)


def segment(text: str, pen: str) -> str:
    """As Rich writes one."""
    return f"\x1b[{pen}m{text}\x1b[0m" if pen else text


TEXTS = st.text(alphabet=st.sampled_from("ab  ─漢é"), min_size=1, max_size=6)
PIECES = st.tuples(
    st.integers(1, HEIGHT), st.integers(1, 8), st.lists(st.tuples(TEXTS, st.sampled_from(PENS)), min_size=1, max_size=2)
)
FRAMES = st.lists(st.lists(PIECES, min_size=1, max_size=4), min_size=1, max_size=5)


@given(FRAMES)
def test_the_terminal_shows_what_it_would_show_if_all_was_sent(
    frames: list[list[tuple[int, int, list[tuple[str, str]]]]],
) -> None:
    told, spared, canvas = Terminal(), Terminal(), Canvas()
    for frame in frames:
        data = "".join(
            f"\x1b[{row};{column}H" + "".join(segment(text, pen) for text, pen in pieces)
            for row, column, pieces in frame
        )
        told.take(data)
        spared.take(canvas.paint(data))
        assert spared.cells == told.cells
        assert (spared.row, spared.column) == (told.row, told.column)


def test_what_is_shown_already_is_not_sent_again() -> None:
    canvas, frame = Canvas(), "\x1b[1;1H\x1b[1;38;2;9;9;9mTitle\x1b[0m\n\x1b[2;1Htext"
    assert "Title" in canvas.paint(frame)
    assert canvas.paint(frame) == ""
    assert canvas.paint(frame.replace("text", "next")) == "\x1b[2;1Hnext"
    canvas.forget()
    assert "Title" in canvas.paint(frame)


def test_a_colour_that_stays_is_not_told_again() -> None:
    sent = Canvas().paint(
        "\x1b[1;1H\x1b[31;44mred\x1b[0m\x1b[1;31;44mbold\x1b[0m\x1b[44m   \x1b[0m\x1b[32;44mgreen\x1b[0m"
    )
    assert sent == "\x1b[1;1H\x1b[0;31;44mred\x1b[1mbold   \x1b[0;32;44mgreen\x1b[0m"


def test_all_columns_round_a_character_of_doubtful_width_are_sent_and_each_into_its_place() -> None:
    canvas, thumb = Canvas(), "\U0001f44d\U0001f3fd"
    for first in "ax":
        sent = canvas.paint(f"\x1b[1;1H{first}{thumb} b").replace("\x1b[0m", "")
        assert sent == f"\x1b[1;1H   \x1b[1;1H{first}{thumb}\x1b[1;4H b"
    assert canvas.paint(f"\x1b[1;1Hx{thumb} b") == ""


def test_modes_and_titles_pass_and_what_wipes_the_screen_is_remembered() -> None:
    canvas, frame = Canvas(), "\x1b[1;1Htext"
    canvas.paint(frame)
    for harmless in ("\x1b[?2026h", "\x1b]2;title\x07", "\x1b[22;2t", "\x1b[>1u", "\x1b[?25l"):
        assert canvas.paint(harmless + frame) == harmless
    for wiping in ("\x1b[?1049h", "\x1b[2J", "\x1bc", "\x1b[6n"):
        assert canvas.paint(wiping + frame).endswith("text")


def test_a_pen_is_reset_only_where_something_must_go() -> None:
    bold, red = Pen(frozenset({"1"}), "31"), Pen(frozenset(), "31")
    assert change(bold, red, on_blanks=False) == ("\x1b[0;31m", red)
    assert change(red, bold, on_blanks=False) == ("\x1b[1m", bold)
    assert change(bold, PLAIN, on_blanks=True) == ("", bold)
    assert change(Pen(bold.flags, "31", "44"), PLAIN, on_blanks=True) == ("\x1b[49m", bold)
    assert change(None, PLAIN, on_blanks=True) == ("\x1b[0m", PLAIN)
    assert change(red, PLAIN, on_blanks=False) == ("\x1b[0m", PLAIN)
    assert change(red, red, on_blanks=False) == ("", red)
