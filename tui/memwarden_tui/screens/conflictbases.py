"""Pick another base: the versions that may be the common ancestor of both sides, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from memwarden.memory.conflicts import Base
from memwarden_tui.faces import YOU
from memwarden_tui.fit import columns, fit_end
from memwarden_tui.glyphs import look
from memwarden_tui.safe import safe
from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.widgets.empty import empty_text
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Drawing, Row
from memwarden_tui.widgets.rule import Rule
from memwarden_tui.wording import clock, size

_PICKED = "a version that a person picked, "
"""What the core says of one once it is picked; here they are offered."""


@dataclass(frozen=True, slots=True)
class BaseRow(Row):
    id: str
    base: Base
    when: str
    how: str
    here: bool
    height = 2

    def lines(self, draw: Drawing) -> Sequence[Text]:
        tokens, base = draw.tokens, self.base
        word, tone = ("verified", tokens.ok) if base.verified else ("not proven", tokens.warn)
        if base.data is None:
            word, tone = "", tokens.muted
        kept = size(len(base.data)) if base.data is not None else ""
        name = self.when or (base.revision or "no base")[:8]
        first = Text.assemble(
            " ", (columns(name, 20), draw.title), (columns(word, 12), tone),
            (columns(kept, 10, right=True), tokens.muted),
            ("   used now" if self.here else "", tokens.accent),
        )  # fmt: skip
        return [first, Text(f" {fit_end(self.how, draw.width - 2, draw.glyphs.cut)}", tokens.muted)]


def said_of(base: Base, me: str) -> str:
    """How it came to be, in safe text."""
    how, by, who = base.how.removeprefix(_PICKED).rpartition(" by ")
    return safe(f"{how}{by}{YOU if by and who == me else who}")


class BasesScreen(Overlay[Base]):
    """Gives the base that was picked; enter picks what is marked."""

    def __init__(self, bases: Sequence[Base], current: str | None, now: datetime, me: str) -> None:
        super().__init__()
        self._bases, self._current, self._now, self._me = bases, current, now, me
        self.listed = ListView()

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Rule("Another base", f"{len(self._bases)}", id="title")
            yield self.listed
            says = "Only from a verified base do changes of one side merge by themselves."
            yield Static(empty_text(look(self), says), id="ways", markup=False)
            yield Static(empty_text(look(self), "{enter} Take it   {esc} Leave it as it is"), markup=False)

    def on_mount(self) -> None:
        self.query_one(Rule).active = True
        self.listed.show([self._row(base) for base in self._bases])
        self.listed.go_to(self._current or "none")
        self.listed.focus()

    def _row(self, base: Base) -> BaseRow:
        when = clock(base.at, self._now) if base.at else ""
        return BaseRow(base.revision or "none", base, when, said_of(base, self._me), base.revision == self._current)

    @on(ListView.Opened)
    def _picked(self, event: ListView.Opened) -> None:
        if isinstance(event.row, BaseRow):
            self.dismiss(event.row.base)
