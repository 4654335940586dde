"""What a thing of the queue is about, beside the queue: facts, and below them the text, lines or hunk themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.widget import Widget

from memwarden.text.merge import Merge
from memwarden_tui.glyphs import look
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.conflictentry import Side
from memwarden_tui.widgets.conflictmodel import ConflictModel
from memwarden_tui.widgets.conflictview import ConflictView
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.facts import Line, fact_rows, packed_rows
from memwarden_tui.widgets.gutter import LineMark
from memwarden_tui.widgets.lineview import LineView
from memwarden_tui.widgets.noteview import NoteView
from memwarden_tui.widgets.paint import text_in
from memwarden_tui.widgets.pieces import Piece
from memwarden_tui.widgets.rowview import RowView
from memwarden_tui.widgets.rule import Pane, Rule
from memwarden_tui.wording import many


class DiffBody(NamedTuple):
    """`authors` one per line of the text before, for a gutter instead of numbers."""

    model: DiffModel
    authors: tuple[LineMark, ...] = ()


class TextBody(NamedTuple):
    lines: tuple[str, ...]
    marks: tuple[LineMark, ...] = ()


class HunkBody(NamedTuple):
    """A merge, looked at from its first open hunk on."""

    merge: Merge
    yours: Side
    theirs: Side


Body = DiffBody | TextBody | HunkBody


@dataclass(frozen=True, slots=True)
class Preview:
    """`title` and `heading` hold safe text; the heading's rule is left out where there are no facts above it."""

    title: str
    right: tuple[Piece, ...] = ()
    facts: tuple[Line, ...] = ()
    heading: str = ""
    count: str = ""
    body: Body | None = None


class ReadingView(NoteView):
    """A note without a cursor for as long as the keys are elsewhere."""

    def fill(self, item: int) -> str:
        return super().fill(item) if self.has_focus else "bg"

    def lead(self, item: int, row: int) -> list[Piece]:
        pieces = super().lead(item, row)
        if item == self.current and not self.has_focus:
            pieces[-2] = (" ", "")
        return pieces


class MoreLine(Widget):
    """How many lines lie below what is seen, counted as it is drawn."""

    DEFAULT_CSS = "MoreLine { height: 1; width: 1fr; padding-left: 20; }"

    def __init__(self, below: Callable[[], int]) -> None:
        super().__init__()
        self._below = below

    def render(self) -> Text:
        below = self._below()
        return Text(many(below, "more line") if below else "", look(self).tokens.muted)


class PreviewPane(Pane):
    """`packed` shows a few rows and takes no focus. What is read stays in place while the same body is shown."""

    DEFAULT_CSS = """
    PreviewPane {
        #facts { margin-bottom: 1; }
        RowView { display: none; }
        RowView.-shown { display: block; }
        &.-packed MoreLine { display: none; }
        &.-packed RowView { margin-left: 2; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        self.facts, self.more = BandsView(id="facts"), MoreLine(lambda: self.view.below if self.view else 0)
        self.heading = Rule(classes="-second")
        self.views: tuple[RowView, ...] = (DiffView(), ReadingView(), ConflictView())
        self._preview = Preview("")
        self._packed = False
        self._settled: HunkBody | None = None
        super().__init__("", id=id)

    def compose(self) -> ComposeResult:
        yield self.rule
        yield self.facts
        yield self.heading
        yield from self.views
        yield self.more

    def on_mount(self) -> None:
        for view in self.views:
            for what in ("scroll_y", "virtual_size"):
                self.watch(view, what, self._tell_more, init=False)

    @property
    def preview(self) -> Preview:
        return self._preview

    @property
    def view(self) -> RowView | None:
        """The view that shows the body."""
        return next((view for view in self.views if view.has_class("-shown")), None)

    def pack(self, packed: bool) -> None:
        if packed != self._packed:
            self._packed = packed
            self.set_class(packed, "-packed")
            self._show_facts()
            self._show_body(self._preview.body)
        for view in self.views:
            view.can_focus = not packed

    def show(self, preview: Preview) -> None:
        was, self._preview = self._preview, preview
        self.rule.title, self.rule.right = _title(preview, self), _text(preview.right, self)
        self._show_facts()
        if preview.title != was.title or type(preview.body) is not type(was.body):
            self._show_body(preview.body)
        elif preview.body != was.body:
            self._show_in_place(preview.body)

    def _show_facts(self) -> None:
        facts, packed = self._preview.facts, self._packed
        self.facts.display = bool(facts)
        self.facts.show(lambda width, shown: (packed_rows if packed else fact_rows)(facts, width, shown))
        self.heading.title, self.heading.right = self._preview.heading, self._preview.count
        self.heading.display = bool(self._preview.heading) and not packed

    def _show_body(self, body: Body | None) -> None:
        diff, note, hunks = self.views
        shown: RowView | None = None
        if isinstance(body, DiffBody) and isinstance(diff, DiffView):
            shown = diff
            diff.wrapped = not self._packed
            diff.show_diff(body.model, authors=body.authors)
        elif isinstance(body, TextBody) and isinstance(note, NoteView):
            shown = note
            note.show_gutter = bool(body.marks)
            note.show_note(body.lines, body.marks)
        elif isinstance(body, HunkBody) and isinstance(hunks, ConflictView):
            shown = hunks
            hunks.show_conflict(_at_rest(body.merge), body.yours, body.theirs)
        had_keys = any(view.has_focus for view in self.views)
        for view in self.views:
            view.set_class(view is shown, "-shown")
        if had_keys and shown is not None:
            shown.focus()
        self.call_after_refresh(self._settle)

    def _show_in_place(self, body: Body | None) -> None:
        """What is read stays where it is: ages or a few lines are other ones now."""
        row, cursor = (self.view.scroll_offset.y, self._cursor) if self.view else (0, 0)
        self._show_body(body)
        if isinstance(self.view, LineView):
            self.view.cursor = cursor
        if self.view is not None:
            self.view.scroll_rows(row)

    @property
    def _cursor(self) -> int:
        return self.view.cursor if isinstance(self.view, LineView) else 0

    def _settle(self) -> None:
        body = self._preview.body
        if isinstance(self.view, ConflictView) and isinstance(body, HunkBody) and body is not self._settled:
            self._settled = body
            self.view.go_to((*body.merge.open, *body.merge.hunks)[0])
        self._tell_more()

    @on(RowView.Laid)
    def _tell_more(self) -> None:
        self.more.refresh()


def _at_rest(merge: Merge) -> ConflictModel:
    """All hunks open to the eye and none to the keys."""
    model = ConflictModel(merge)
    model.active = None
    return model


def _title(preview: Preview, pane: PreviewPane) -> str | Text:
    return Text(preview.title, look(pane).tokens.text)


def _text(pieces: Sequence[Piece], pane: PreviewPane) -> Text:
    return text_in(look(pane).tokens, pieces)
