"""`?`: every key that works here and now, filtered as one types; enter runs what is marked."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from memwarden_tui.commands import EVERYWHERE, Offer
from memwarden_tui.fit import columns
from memwarden_tui.glyphs import Look, look
from memwarden_tui.screens.offerlist import OfferRow, grouped, offers_below, one_by_one, sections
from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Row
from memwarden_tui.widgets.rule import Rule

_MOUSE = "Mouse: click, wheel and double click do what enter, j k and open do."
_CHROME = 8
_WIDE = 104
_BESIDE = 9
"""Columns between two lists and round them."""
_SIGNS = 6


class HelpScreen(Overlay[Offer]):
    """Two columns, the view's keys and those of everywhere; one list of single commands while filtered."""

    def __init__(self, place: str) -> None:
        """`place` is the name of the screen below."""
        super().__init__()
        self._place = place
        self._left = ListView(shy=True, id="left")
        self._right = ListView(shy=True, id="right")

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Rule(f"Keys in {self._place}" if self._place else "Keys", id="title")
            yield Field(">", "type a word, enter runs what is marked")
            with Horizontal(id="columns"):
                yield self._left
                yield self._right
            yield Static(id="signs", markup=False)
            yield Static(id="ways", markup=False)

    def on_mount(self) -> None:
        self._offers = offers_below(self)
        rule = self.query_one(Rule)
        rule.active = True
        rule.right = f"{sum(1 for one in self._offers if one.command.key)} keys"
        self.query_one("#signs", Static).update(signs(look(self)))
        self.query_one("#ways", Static).update(_ways(look(self)))
        self._left.can_focus = self._right.can_focus = False
        self.query_one(Field).start()
        self._fill("")

    def on_resize(self) -> None:
        self._fill(self.query_one(Field).value)

    def _fill(self, text: str) -> None:
        groups = grouped(self._offers)
        here = sorted((title for title in groups if title != EVERYWHERE), key=lambda title: title != self._place)
        left, right = sections(groups, here), sections(groups, [EVERYWHERE])
        width = _width(left) + _width(right) + _BESIDE
        beside = not text and width <= self.app.size.width
        if text:
            left = list(one_by_one(self._offers))
        elif not beside:
            left = sections(groups, [*here, EVERYWHERE])
        self._show(self._left, left, text)
        self._show(self._right, right if beside else [], "")
        self._right.display = beside
        self._right.styles.width = _width(right)
        self.query_one("#panel").styles.width = max(_WIDE, width if beside else 0)
        if text:
            self._left.do_first()
        else:
            self._fit()
        self._light(self._left)

    def _show(self, target: ListView, rows: Sequence[Row], text: str) -> None:
        target.show(rows)
        target.needle = text

    def _fit(self) -> None:
        """Lists as high as their rows, signs only where they leave room; a filter changes neither."""
        room = self.app.size.height - 2 - _CHROME
        lines = max(self._left.virtual_size.height, self._right.virtual_size.height, 1)
        roomy = room >= lines + _SIGNS
        self.query_one("#signs").display = roomy
        height = min(lines, room - (_SIGNS if roomy else 0))
        self.query_one("#columns").styles.height = max(1, height)

    def _light(self, target: ListView) -> None:
        self._left.lit, self._right.lit = target is self._left, target is self._right

    @property
    def _lit(self) -> ListView:
        return self._right if self._right.lit else self._left

    @on(Field.Changed)
    def _filter(self, event: Field.Changed) -> None:
        self._fill(event.value)

    @on(Field.Moved)
    def _move(self, event: Field.Moved) -> None:
        """Down past the end of the left column goes on at the top of the right one, and back."""
        before, current = self._lit.cursor, self._lit
        current.step(event.step)
        if current.cursor == before and self._right.display:
            other = self._right if event.step > 0 else self._left
            if other is not current:
                self._light(other)

    @on(Field.Submitted)
    def _run(self) -> None:
        if isinstance(row := self._lit.row, OfferRow):
            self.dismiss(row.offer)

    @on(ListView.Opened)
    def _opened(self, event: ListView.Opened) -> None:
        if isinstance(event.row, OfferRow):
            self.dismiss(event.row.offer)

    @on(ListView.Highlighted)
    def _highlighted(self, event: ListView.Highlighted) -> None:
        if event.list_view.has_focus or event.list_view.app.mouse_over is event.list_view:
            self._light(event.list_view)

    @on(Field.Left)
    def _leave(self) -> None:
        self.do_close()


def _width(rows: Sequence[Row]) -> int:
    return max((row.width for row in rows if isinstance(row, OfferRow)), default=0)


def signs(shown: Look) -> Text:
    """What the signs of all views mean."""
    tokens, glyphs = shown.tokens, shown.glyphs
    legend = (
        (glyphs.known, tokens.agents[5], "author known"),
        (glyphs.unsure, tokens.muted, "author inferred or unknown"),
        (glyphs.new, tokens.accent, "new since you last looked"),
        (glyphs.bar, tokens.accent, "where you are"),
        (f"{glyphs.plus} {glyphs.minus} {glyphs.base}", f"bold {tokens.strong}", "put, removed, base"),
        (glyphs.heavy, tokens.accent, "the pane that has the keys"),
    )
    text = Text.assemble(("Signs", f"bold {tokens.muted}"))
    for index, (sign, style, says) in enumerate(legend):
        text.append("   " if index % 2 else "\n  ")
        text.append(columns(sign, 12), style).append(columns(says, 32), tokens.text)
    return text


def _ways(shown: Look) -> Text:
    tokens = shown.tokens
    key = f"bold {tokens.accent}"
    return Text.assemble(
        (f"{_MOUSE}\n", tokens.muted),
        ("enter", key),
        (" Run it   ", tokens.muted),
        ("esc", key),
        (" Close", tokens.muted),
    )
