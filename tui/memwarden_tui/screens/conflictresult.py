"""The result of a conflict, as a difference against the note as it is, before it is written."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual.widget import Widget

from memwarden_tui.glyphs import look
from memwarden_tui.keys import BACK
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.conflictwork import Work
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.rule import Pane


class ResultScreen(ViewScreen[DiffModel]):
    """Only looks: `esc` leads back to the hunks."""

    CRUMB = "Result"
    PREPARES = True
    TITLE_OF_KEYS = "Result"
    KEYS = (BACK,)

    def __init__(self, work: Work) -> None:
        """`work` has nothing open."""
        super().__init__()
        self._note = work.conflict.note
        self._before, self._after = work.conflict.data or b"", work.result()

    def compose_body(self) -> Iterable[Widget]:
        self.diff = DiffView(id="result-lines")
        self.pane = Pane("Yours, and the result", self.diff, id="result")
        yield self.pane

    def fetch(self) -> DiffModel:
        return DiffModel.build(self._before, self._after)

    def fill(self, data: DiffModel) -> None:
        if self.is_filled:
            return
        self.breadcrumb.path = safe(self._note)
        self.breadcrumb.right = Text("not written yet", look(self).tokens.muted)
        self.pane.rule.right = f"+{data.added} {look(self).glyphs.minus}{data.removed}"
        self.diff.show_diff(data)
        if not data.hunks:
            self.pane.rule.right = "the result is yours, unchanged"
