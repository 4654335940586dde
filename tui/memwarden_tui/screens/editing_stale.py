"""The note was changed while it was edited: what came in between, and what becomes of both."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from memwarden_tui.commands import Command
from memwarden_tui.glyphs import look
from memwarden_tui.safe import safe
from memwarden_tui.screens.confirm import DEAF
from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.empty import empty_text
from memwarden_tui.widgets.rule import Rule


def _merges(screen: StaleScreen) -> bool:
    return screen.is_clean


class StaleScreen(Overlay[str]):
    """Gives `merge` or `edit`, None where the edit is to be dropped. It ignores keys for its first 400 ms."""

    KEYS = (
        Command("merge", "m", "Merge", "Put both changes into the note", footer=1, show=_merges),
        Command("edit", "e", "Keep editing", "Edit on, from the note as it is now", footer=2),
        Command("close", "x", "Drop my edit", "Leave the note as it is now", footer=3),
    )
    AUTO_FOCUS = "DiffView"

    def __init__(
        self, note: str, between: DiffModel, by: str, *, is_clean: bool, clock: Callable[[], float] = monotonic
    ) -> None:
        """`between` leads from what was edited to what the note is now; `is_clean`: it does not touch the edit."""
        super().__init__()
        self.is_clean = is_clean
        self._note = safe(note)
        self._between = between
        self._by = safe(by)
        self._clock = clock
        self._opened = clock()
        self.view = DiffView()

    def compose(self) -> ComposeResult:
        said = "The two changes do not touch each other." if self.is_clean else "Both changed the same lines."
        by = f" by {self._by}" if self._by else ""
        with Vertical(id="panel"):
            yield Rule(f"{self._note} was changed while you edited it", id="title")
            yield Static(Text(f"Nothing was written. This came in between{by}. {said}"), id="says", markup=False)
            yield self.view
            yield Static(self._ways(), id="ways", markup=False)

    def _ways(self) -> Text:
        merge = "{m} Merge both   {e} Keep editing" if self.is_clean else "{e} Edit with both sides in the text"
        return empty_text(look(self), f"{merge}   {{x}} Drop my edit")

    def on_mount(self) -> None:
        self._opened = self._clock()
        rule = self.query_one(Rule)
        rule.active, rule.right = True, f"+{self._between.added} {look(self).glyphs.minus}{self._between.removed}"
        self.view.show_diff(self._between)

    @property
    def _is_deaf(self) -> bool:
        return self._clock() - self._opened < DEAF

    def do_merge(self) -> None:
        if not self._is_deaf:
            self.dismiss("merge")

    def do_edit(self) -> None:
        if not self._is_deaf:
            self.dismiss("edit")

    def do_close(self) -> None:
        if not self._is_deaf:
            self.dismiss(None)
