"""The author gutter: a bar in the author's colour, then the name and the date of a run of lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memwarden.text.visible import visible
from memwarden_tui.fit import columns, fit_middle
from memwarden_tui.glyphs import Glyphs
from memwarden_tui.widgets.pieces import Piece

WIDTH = 15
NAME = 13


@dataclass(frozen=True, slots=True)
class Face:
    """How an author is shown: `style` is `person`, `agent0` to `agent7`, or `muted` for nobody known."""

    name: str
    style: str = "muted"

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", visible(self.name))


class LineMark(NamedTuple):
    """Who wrote a line; `sure` when that is proven or claimed, `new` since the person last looked."""

    face: Face
    sure: bool = True
    when: str = ""
    new: bool = False


class Gutter:
    """The runs of lines by one author; a blank line belongs to the run above it and never starts one.

    A line without a mark has no author to show: it ends a run and its columns stay blank.
    """

    def __init__(self, marks: Sequence[LineMark | None], lines: Sequence[str]) -> None:
        self._marks = marks
        self._blank = [not line.strip() for line in lines]
        self._starts: list[int] = []
        start = 0
        for index, mark in enumerate(marks[: len(lines)]):
            if not _same(mark, marks[start]) and not (self._blank[index] and mark and marks[start]):
                start = index
            self._starts.append(start)

    def is_new(self, line: int) -> bool:
        mark = self._marks[line] if line < len(self._marks) else None
        return mark is not None and mark.new and not self._blank[line]

    def start(self, line: int) -> int:
        """The first line of the run that a line belongs to."""
        return self._starts[line] if line < len(self._starts) else line

    def pieces(self, line: int, row: int, glyphs: Glyphs) -> list[Piece]:
        """The 15 columns before a row; `row` counts from the first row of the line's run."""
        mark = self._marks[self._starts[line]] if line < len(self._starts) else None
        if mark is None:
            return [(" " * WIDTH, "on bg")]
        bar, style = (glyphs.known, mark.face.style) if mark.sure else (glyphs.unsure, "muted")
        label, tone = ("", "muted")
        if row == 0:
            label, tone = fit_middle(mark.face.name, NAME, glyphs.cut), style
        elif row == 1 and not self._parts(line):
            label = mark.when
        return [(bar, f"{style} on bg"), (columns(label, NAME) + " ", f"{tone} on bg")]

    def _parts(self, line: int) -> bool:
        """Whether a line is the blank one between two runs: it stays empty, to keep them apart."""
        return self._blank[line] and line + 1 < len(self._starts) and self._starts[line + 1] == line + 1


def _same(one: LineMark | None, other: LineMark | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.face == other.face and one.sure == other.sure
