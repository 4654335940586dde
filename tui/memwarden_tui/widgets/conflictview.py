"""Shows the hunks of a merge in their context: base above both sides, the choice in its place."""

from __future__ import annotations

from textual.message import Message

from memwarden.text.visible import spans, visible
from memwarden.text.words import mark_words
from memwarden_tui.widgets import wrap
from memwarden_tui.widgets.conflictentry import Entry, Plan, Side
from memwarden_tui.widgets.conflictmodel import ConflictModel
from memwarden_tui.widgets.conflictrows import entries
from memwarden_tui.widgets.diffview import word_marks
from memwarden_tui.widgets.lineview import LIMIT
from memwarden_tui.widgets.mdstyle import style_line
from memwarden_tui.widgets.pieces import Band, Mark, Piece, merge_marks, overlay, width_of
from memwarden_tui.widgets.rowview import RowView

NARROW = 90
"""Columns of the pane under which an author stands on a row of its own."""


class ConflictView(RowView):
    """Renders a `ConflictModel`; whoever changes the model calls `renew_model` afterwards.

    The text column is 15 columns from the left, 14 in a narrow pane.
    """

    class Selected(Message):
        """A hunk was clicked and is the active one now."""

        def __init__(self, view: ConflictView, region: int) -> None:
            super().__init__()
            self.view, self.region = view, region

        @property
        def control(self) -> ConflictView:
            return self.view

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._model: ConflictModel | None = None
        self._sides: tuple[Side, Side] | None = None
        self._entries: list[Entry] = []

    def show_conflict(self, model: ConflictModel, yours: Side, theirs: Side) -> None:
        self._model, self._sides = model, (yours, theirs)
        self.prepare()
        self.renew(place=(0, 0))
        self._reveal_active()

    def renew_model(self) -> None:
        """Show what the model says now, with its active hunk in view."""
        self.prepare()
        self.renew()
        self._reveal_active()

    def go_to(self, region: int) -> None:
        """Bring a hunk to the top of the pane, with two lines of what stands before it, none of them cut."""
        places = [place for place, entry in enumerate(self._entries) if entry.region == region]
        if places and self.laid_width:
            row = max(0, self._heights.top(places[0]) - 3)
            first, inside = self._heights.at(row) or (0, 0)
            self.scroll_rows(self._heights.top(first + 1) if inside else row)

    @property
    def plan(self) -> Plan:
        return Plan(self.size.width, self.size.width < NARROW, self.app.size.height < 30)

    def prepare(self) -> bool:
        if self._model and self._sides:
            self._entries = entries(self._model, *self._sides, self.plan, self.look.glyphs)
        return True

    def _reveal_active(self) -> None:
        active = self._model.active if self._model else None
        places = [place for place, entry in enumerate(self._entries) if entry.region == active]
        if places:
            self.reveal(places[0], places[-1])

    def clicked(self, item: int) -> None:
        region = self._entries[item].region
        if self._model and region in self._model.merge.hunks and region != self._model.active:
            self._model.select(region)
            self.renew_model()
            self.post_message(self.Selected(self, region))

    # Rows

    def count(self) -> int:
        return len(self._entries)

    def measure(self, item: int) -> int:
        entry = self._entries[item]
        if entry.head or not entry.margin:
            return 1
        return wrap.count(self._text(entry), self._room(entry)) + bool(entry.below)

    def rows(self, item: int) -> list[Band]:
        entry = self._entries[item]
        if entry.head or not entry.margin:
            return [Band((*self._bar(entry, ()), (" ", ""), *entry.head), entry.fill)]
        text = self._text(entry)
        pieces = overlay(self._styled(entry, text), _marks(entry, text))
        laid = wrap.layout(pieces, text, self._room(entry))
        bands = [self._band(entry, number, row) for number, row in enumerate(laid)]
        if entry.below:
            indent = (" " * (self.plan.column - 1), "")
            bands.append(Band((*self._bar(entry, ()), indent, *entry.below), entry.fill))
        return bands

    def _text(self, entry: Entry) -> str:
        if len(entry.text) <= LIMIT:
            return visible(entry.text)
        rest = len(entry.text) - LIMIT
        return f"{visible(entry.text[:LIMIT])} {self.look.glyphs.cut} {rest:,} more characters"

    def _room(self, entry: Entry) -> int:
        beside = entry.beside + 2 if entry.beside else 0
        return max(8, self.laid_width - 2 - self.plan.column - beside)

    def _styled(self, entry: Entry, text: str) -> list[Piece]:
        if entry.style != "text":
            return [(text, entry.style)]
        return [(part, "muted" if style == "muted" else "text") for part, style in style_line(text)[0]]

    def _band(self, entry: Entry, number: int, row: list[Piece]) -> Band:
        column = self.plan.column
        closed = entry.fill in ("addbg", "rembg")
        ground = "surface" if entry.active else "bg"
        margin = entry.margin
        if number:
            blank: Piece = (" " * (column - 1), f"on {ground}" if closed else "")
            margin = (blank, (" ", ""))
        pieces = [*self._bar(entry, margin), *row]
        end = self.laid_width - 2
        if number == 0 and entry.right:
            gap = max(1, end - width_of(pieces) - width_of(entry.right))
            pieces += [(" " * gap, ""), *entry.right]
        if closed:
            pieces += [(" " * max(0, end + 1 - width_of(pieces)), ""), (" ", f"on {ground}")]
        return Band(tuple(pieces), entry.fill)

    def _bar(self, entry: Entry, margin: tuple[Piece, ...]) -> list[Piece]:
        """The margin with the active hunk's bar in its first column."""
        if not entry.active:
            return list(margin) or [(" ", "")]
        bar: Piece = (self.look.glyphs.bar, "accent on surface")
        if not margin:
            return [bar]
        (first, style), *rest = margin
        return [bar, (first[1:], style), *rest]


def _marks(entry: Entry, text: str) -> list[Mark]:
    """Changed words against every line that an entry is compared with, hidden characters before them."""
    hidden: list[Mark] = [(start, end, "warn") for start, end in spans(entry.text[:LIMIT])]
    words = [word_marks(text, mark_words(text, visible(other[:LIMIT]))[0], entry.mark) for other in entry.against]
    return merge_marks(hidden, *words)
