"""What a terminal shows by now, so that only what changes is sent to it: a key costs few bytes over a slow link."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import split_graphemes

from memwarden_tui.pens import PLAIN, Pen, blank, change, taken

_TOKEN = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H"
    r"|\x1b\[(?P<pen>[\d;]*)m"
    r"|(?P<other>\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P_^][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~]))"
    r"|(?P<text>[^\x1b]+|\x1b)"
)
_HARMLESS = re.compile(r"\x1b(?:\[\?(?!1049|1047|47\b)[\d;]*[hl$p]|\][^\x07\x1b]*(?:\x07|\x1b\\)|\[[<>=]?[\d;]*[ut])")
"""Modes, titles and questions: what moves no cursor and wipes nothing."""
_DOUBTFUL = re.compile("[\u0900-\u0dff\u200c\u200d\u20e3\ufe0f\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]")
"""Of emoji that are put together, and of scripts whose letters join, each terminal has its own opinion: it may leave
columns of them as they were, or write over those that follow.
"""

Cell = tuple[str, Pen]
_UNKNOWN: Cell = ("\0", PLAIN)
Place = tuple[int, int]


class Canvas:
    """Every frame of the app passes through `paint`. Rows and columns count from 1, as terminals count them."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell]] = {}
        self._there: Place | None = None
        self._pen: Pen | None = None

    def forget(self) -> None:
        """The terminal may show anything: its size changed, or another program wrote to it."""
        self._rows.clear()
        self._there = self._pen = None

    def paint(self, data: str) -> str:
        """What has to be sent instead of `data` for the terminal to look as if all of it was."""
        out: list[str] = []
        here, pen = self._there, PLAIN
        for token in _TOKEN.finditer(data):
            kind = token.lastgroup
            if kind == "column":
                here = int(token["row"]), int(token["column"])
            elif kind == "pen":
                pen = taken(pen, token["pen"])
            elif kind == "text":
                here = self._write(token[0], here, pen, out)
            else:
                here = self._pass_on(token[0], here, out)
        self._rest(here, out)
        return "".join(out)

    def _rest(self, here: Place | None, out: list[str]) -> None:
        """Leave the cursor where the app left it, in no colour."""
        if here is not None and here != self._there:
            self._go(here, out)
        if out and self._pen != PLAIN:
            self._take(PLAIN, out, on_blanks=False)

    def _pass_on(self, sequence: str, here: Place | None, out: list[str]) -> Place | None:
        out.append(sequence)
        if _HARMLESS.fullmatch(sequence):
            return here
        self.forget()
        return None

    def _write(self, text: str, here: Place | None, pen: Pen, out: list[str]) -> Place | None:
        """Lines of one pen from a place on, where it is known; the place after them."""
        if here is None:
            self._take(pen, out, on_blanks=False)
            out.append(text)
            return None
        row, column = here
        for number, line in enumerate(text.split("\n")):
            row += 1 if number else 0
            for run in _runs(line):
                column += self._put(run, row, column, pen, out)
        return row, column

    def _put(self, line: str, row: int, column: int, pen: Pen, out: list[str]) -> int:
        """The columns that it takes."""
        cells = _cells(line, pen)
        shown = self._rows.setdefault(row, [])
        start, end = column - 1, column - 1 + len(cells)
        if len(shown) < end:
            shown.extend([_UNKNOWN] * (end - len(shown)))
        if shown[start:end] != cells:
            self._spoil(shown, start, end)
            shown[start:end] = cells
            if self._there != (row, column):
                self._go((row, column), out)
            self._take(pen, out, on_blanks=line.isspace())
            if _is_doubtful(line):
                out.append(" " * len(cells))
                self._go((row, column), out)
                shown[end:] = [_UNKNOWN] * (len(shown) - end)
            out.append(line)
            # Terminals do not agree on how wide other characters are.
            self._there = (row, column + len(cells)) if line.isascii() else None
        return len(cells)

    def _spoil(self, shown: list[Cell], start: int, end: int) -> None:
        """A wide character of which one half is written over loses the other."""
        if start and not shown[start][0]:
            shown[start - 1] = _UNKNOWN
        if end < len(shown) and not shown[end][0]:
            shown[end] = _UNKNOWN

    def _go(self, place: Place, out: list[str]) -> None:
        out.append(f"\x1b[{place[0]};{place[1]}H")
        self._there = place

    def _take(self, pen: Pen, out: list[str], *, on_blanks: bool) -> None:
        sequence, self._pen = change(self._pen, pen, on_blanks=on_blanks)
        out.append(sequence)


def _is_doubtful(text: str) -> bool:
    return not text.isascii() and _DOUBTFUL.search(text) is not None


def _runs(line: str) -> Iterator[str]:
    """The line, so parted that what follows a character of doubtful width is put into its own column."""
    begun = 0
    for _, end, _ in split_graphemes(line)[0] if _is_doubtful(line) else ():
        if _is_doubtful(line[begun:end]):
            yield line[begun:end]
            begun = end
    if line[begun:]:
        yield line[begun:]


def _cells(line: str, pen: Pen) -> list[Cell]:
    """One for each column; a wide character is followed by empty ones."""
    if line.isspace():
        return [(" ", blank(pen))] * len(line)
    if line.isascii():
        return [(char, pen) for char in line]
    spans, _ = split_graphemes(line)
    cells: list[Cell] = []
    for start, end, width in spans:
        cells += [(line[start:end], pen), *[("", pen)] * (width - 1)]
    return cells
