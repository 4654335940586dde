"""Shows a difference: number, sign and text, changed words marked, unchanged stretches folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from memwarden.text.visible import visible
from memwarden.text.words import Span, mark_words
from memwarden_tui.commands import Command
from memwarden_tui.widgets import gutter
from memwarden_tui.widgets.diffmodel import DiffLine, DiffModel, Kind
from memwarden_tui.widgets.gutter import Gutter, LineMark
from memwarden_tui.widgets.lineview import LIMIT, LineView
from memwarden_tui.widgets.mdstyle import style_line
from memwarden_tui.widgets.pieces import Mark, Piece, merge_marks

NUMBER = 2
"""The fewest digits that there is room for."""
_FILLS = {Kind.CUT: "rembg", Kind.PUT: "addbg"}
_WORDS = {Kind.CUT: "on remmark", Kind.PUT: "on addmark"}


def word_marks(text: str, spans: Sequence[Span], style: str) -> list[Mark]:
    """Marks on changed words, without the blanks round them."""
    marks: list[Mark] = []
    for start, end in spans:
        part = text[start:end]
        left, right = len(part) - len(part.lstrip()), len(part.rstrip())
        if left < right:
            marks.append((start + left, start + right, style))
    return marks


def _is_on_fold(view: DiffView) -> bool:
    return view.line_at_cursor is not None and view.line_at_cursor.kind is Kind.FOLD


class DiffView(LineView):
    """Shows a `DiffModel` that was built elsewhere. The bar marks the hunk that the cursor is in.

    Bar at 0, number ending at 4, sign at 6, text at 9, all further right from 100 lines on; with authors the gutter's
    15, the bar, sign at 17, text at 20, no numbers.
    """

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("next_hunk", "n", "Next hunk", "Next hunk", together="Next, previous hunk", footer=3),
        Command("previous_hunk", "N", "Previous", "Previous hunk", joins="next_hunk"),
        Command(
            "unfold",
            "enter",
            "Unfold",
            "Show the unchanged lines",
            show=_is_on_fold,
            unless="No lines are folded under the cursor.",
        ),
    )

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._model = DiffModel((), (), ())
        self._numbers: Literal["before", "after"] = "after"
        self._authors: Sequence[LineMark] = ()
        self._gutter: Gutter | None = None
        self._went = False
        self._left_out: frozenset[int] = frozenset()
        self._digits = NUMBER

    def show_diff(
        self,
        model: DiffModel,
        *,
        authors: Sequence[LineMark] = (),
        numbers: Literal["before", "after"] = "after",
    ) -> None:
        """`authors`: one per line of the text before, for the gutter; `numbers`: of which text in context."""
        self._authors, self._numbers, self._went = authors, numbers, False
        self._left_out = frozenset()
        self._digits = max(NUMBER, len(str(max((max(line.before, line.after) for line in model.lines), default=0))))
        self._take(model)
        self.show([line.text for line in model.lines], cursor=model.starts[0] if model.starts else 0)

    @property
    def model(self) -> DiffModel:
        return self._model

    @property
    def left_out(self) -> frozenset[int]:
        """Hunks that are shown as not taken."""
        return self._left_out

    def leave_out(self, hunks: frozenset[int]) -> None:
        self._left_out = hunks
        self.repaint()

    @property
    def line_at_cursor(self) -> DiffLine | None:
        return self._model.lines[self.cursor] if self.cursor < len(self._model.lines) else None

    @property
    def hunk_at_cursor(self) -> int | None:
        line = self.line_at_cursor
        return line.hunk if line and line.hunk >= 0 else None

    def go_to_hunk(self, hunk: int) -> None:
        """Put the cursor on a hunk's first line, and as much of the hunk into view as there is room for."""
        first, last = self._model.extent(hunk)
        self._went = True
        self.cursor = first
        self.reveal(first, last)
        self.repaint()

    def do_next_hunk(self) -> None:
        self._step_hunk([start for start in self._model.starts if start > self.cursor][:1])

    def do_previous_hunk(self) -> None:
        now = self.hunk_at_cursor
        before = self.cursor if now is None else self._model.starts[now]
        self._step_hunk([start for start in self._model.starts if start < before][-1:])

    def _step_hunk(self, starts: Sequence[int]) -> None:
        if starts:
            self.go_to_hunk(self._model.lines[starts[0]].hunk)
        elif self.hunk_at_cursor is not None:
            self.go_to_hunk(self.hunk_at_cursor)

    def do_unfold(self) -> None:
        self._take(self._model.unfold(self.cursor))
        self._lines = [line.text for line in self._model.lines]
        self.renew()

    def _take(self, model: DiffModel) -> None:
        self._model = model
        if not self._authors:
            self._gutter = None
            return
        marks = [self._authors[line.before - 1] if line.kind is Kind.CUT else None for line in model.lines]
        self._gutter = Gutter(marks, [line.text for line in model.lines])

    # How a line looks

    @property
    def lead_width(self) -> int:
        return (gutter.WIDTH + 1 if self._gutter else self._digits + 3) + 4

    def fill(self, item: int) -> str:
        line = self._model.lines[item]
        return "bg" if line.hunk in self._left_out else _FILLS.get(line.kind, "bg")

    def styled(self, item: int, text: str) -> list[Piece]:
        kind = self._model.lines[item].kind
        if kind is Kind.FOLD:
            return [(text, "muted")]
        if self._model.lines[item].hunk in self._left_out:
            return [(text, "muted strike" if kind is Kind.PUT else "muted")]
        pieces, _ = style_line(text)
        if kind is Kind.SAME or text.lstrip().startswith("#"):
            weight = "text bold" if kind is not Kind.SAME else "text"
            return [(part, "muted" if style == "muted" else weight) for part, style in pieces]
        return [(part, "muted" if style == "muted" else "text") for part, style in pieces]

    def marks(self, item: int, text: str) -> list[Mark]:
        line = self._model.lines[item]
        found = super().marks(item, text)
        if line.pair is None or line.hunk in self._left_out:
            return found
        pair = visible(line.pair[:LIMIT])
        spans = mark_words(text, pair)[0] if line.kind is Kind.CUT else mark_words(pair, text)[1]
        return merge_marks(found, word_marks(text, spans, _WORDS[line.kind]))

    def lead(self, item: int, row: int) -> list[Piece]:
        line = self._model.lines[item]
        sign: Piece = (" ", "")
        if line.hunk in self._left_out:
            sign = ("x", "muted") if row == 0 else sign
        elif row == 0 and line.kind is Kind.CUT:
            sign = (self.look.glyphs.minus, "danger bold")
        elif row == 0 and line.kind is Kind.PUT:
            sign = (self.look.glyphs.plus, "ok bold")
        return [*self._margin(item, row, line), (" ", ""), sign, ("  ", "")]

    def _margin(self, item: int, row: int, line: DiffLine) -> list[Piece]:
        if self._gutter:
            start = self._gutter.start(item)
            above = 0 if item == start else min(2, self._heights.top(item) - self._heights.top(start))
            return [*self._gutter.pieces(item, above + row, self.look.glyphs), self._bar(item)]
        number = line.before if line.kind is Kind.CUT or self._numbers == "before" else line.after
        if row or line.kind is Kind.FOLD:
            return [self._bar(item), (" " * (self._digits + 2), "on bg")]
        here = item == self.cursor and self.has_focus
        number = number or line.after
        return [self._bar(item), (f" {number:>{self._digits}} ", "strong on bg" if here else "faint on bg")]

    def _bar(self, item: int) -> Piece:
        hunk = None if self._gutter else self.hunk_at_cursor
        current = item == self.cursor or (hunk is not None and self._model.lines[item].hunk == hunk)
        if current and self.has_focus:
            return (self.look.glyphs.bar, "accent on bg")
        if current and self._went and hunk is not None:
            return (self.look.glyphs.dim_bar, "faint on bg")
        return (" ", "on bg")

    def watch_cursor(self, old: int, cursor: int) -> None:
        super().watch_cursor(old, cursor)
        self.repaint()
