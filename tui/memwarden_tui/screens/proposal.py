"""Proposal: what an agent wants changed, against the note as it is now, with what speaks for it and against it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from time import monotonic
from typing import Any

from rich.text import Text
from textual import on
from textual.widget import Widget

from memwarden.memory.outlook import outlook_with
from memwarden_tui.glyphs import look
from memwarden_tui.safe import safe
from memwarden_tui.screens.proposalanswers import Answering
from memwarden_tui.screens.proposalsheet import Sheet, sheet_of
from memwarden_tui.screens.proposaltaking import Taking
from memwarden_tui.screens.proposalwords import answers, checks, sources, who, why
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.column import Column
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.facts import Line, fact_rows
from memwarden_tui.widgets.paint import text_in
from memwarden_tui.widgets.rowview import RowView
from memwarden_tui.widgets.rule import Pane, Rule

ACTS = {
    "append": "proposes", "rewrite": "proposes", "create": "proposes a note", "delete": "proposes to delete the note",
}  # fmt: skip


class ProposalScreen(Answering):
    """The difference and what was checked; beside them, or below, why, on which quotes, by whom."""

    CRUMB = "Proposal"
    PREPARES = True
    TITLE_OF_KEYS = "Proposal"
    FETCHING = "Comparing the proposal with the note"
    AUTO_FOCUS = "DiffView"

    def __init__(self, path: str) -> None:
        """`path` of the proposal's file."""
        super().__init__()
        self._path = path

    def address(self) -> dict[str, Any]:
        return {} if self.is_over else {"screen": "proposal", "path": self._path}

    # What is shown

    def compose_body(self) -> Iterable[Widget]:
        self.diff = DiffView(id="change")
        self.checks = BandsView(id="checks")
        self.pane = Pane("", self.diff, Rule("Checks", id="checks-rule"), self.checks, id="proposal")
        yield self.pane
        with Column(id="beside"):
            for name, title in (("why", "Why"), ("sources", "Sources"), ("who", "Who"), ("answer", "Your answer")):
                yield Rule(title, id=f"{name}-rule")
                yield BandsView(id=name)

    def fetch(self) -> Sheet | None:
        return sheet_of(self.memory, self._path)

    def fill(self, data: Sheet | None) -> None:
        if self.is_over:
            return
        if data is None:
            self._gone()
            return
        earlier, self.sheet = self.sheet, data
        if earlier is None or earlier.shown != data.shown:
            self.shown_at = monotonic()
        if earlier is not None and earlier.shown != data.shown:
            self.warden.say("It changed since it was shown; this is the difference as it is now.", tone="warn")
        self.show_taking(self.taking.follow(earlier, data) if earlier and self.taking else Taking.of(data))

    def show_taking(self, taking: Taking) -> None:
        earlier, self.taking = self.taking, taking
        if earlier is None or earlier.model != taking.model:
            self.diff.show_diff(taking.model)
        self.diff.leave_out(taking.left_out)
        if self.sheet is not None:
            self._draw(self.sheet, taking)
            self.beside(partial(self._check, self.sheet, taking), "checks")

    def _draw(self, sheet: Sheet, taking: Taking) -> None:
        tokens, glyphs, model = look(self).tokens, look(self).glyphs, taking.model
        self.breadcrumb.path = safe(sheet.proposal.target)
        self.breadcrumb.right = Text(sheet.place, tokens.muted)
        title = (
            (sheet.face.name, f"{sheet.face.style} bold"),
            (f" {ACTS.get(sheet.proposal.act, 'proposes')}", "strong bold"),
        )
        self.pane.rule.title = text_in(tokens, title)
        counts = Text(f"+{model.added} {glyphs.minus}{model.removed}", tokens.text)
        says = "not in the note yet" if taking.edited is None else "as you edited it"
        self.pane.rule.right = Text.assemble(counts, (f"   {says}", tokens.muted))
        self._section("why", why(sheet.proposal))
        self._section("sources", sources(sheet))
        self.query_one("#sources-rule", Rule).right = f"{len(sheet.proposal.sources) or ''}"
        self._section("who", who(sheet))
        self._section("answer", answers(sheet, taking, readonly=self.warden.readonly))
        self.refresh_bindings()

    async def _check(self, sheet: Sheet, taking: Taking) -> None:
        """Check what would be written, not what was proposed."""
        outlook, text = sheet.outlook, taking.text
        if text is not None:
            work = partial(outlook_with, self.memory, sheet.proposal, outlook, text)
            outlook = await self.warden.in_thread(work, "Checking")
        self._section("checks", checks(sheet, outlook))
        self.call_after_refresh(self._fit)

    def _section(self, name: str, lines: Iterable[Line]) -> None:
        rows = tuple(lines)
        self.query_one(f"#{name}", BandsView).show(lambda width, shown: fact_rows(rows, width, shown))

    @on(RowView.Laid)
    def _fit(self) -> None:
        """The difference as high as it is, as far as the checks leave room; from its first change on."""
        below = len(self.checks.bands(self.pane.size.width))
        room = self.pane.size.height - below - (4 if self.size.height >= 30 else 3)
        self.diff.styles.height = max(3, min(self.diff.virtual_size.height, room))
        starts = self.diff.model.starts
        if starts and self.diff.cursor == starts[0]:
            self.diff.scroll_rows(0)
            self.diff.reveal(*self.diff.model.extent(0))

    def _gone(self) -> None:
        """Judged or taken back elsewhere."""
        self.is_over = True
        self.warden.say("The proposal was answered elsewhere, or is gone.")
        if self.is_current:
            self.dismiss()

    def on_screen_resume(self) -> None:
        self.shown_at = monotonic()
        if self.is_over:
            self.dismiss()

    # What is kept over a restart

    def remember(self) -> dict[str, Any]:
        taking = self.taking.kept(self.sheet) if self.taking and self.sheet else {}
        return {**super().remember(), "taking": taking}

    def recall(self, state: dict[str, Any]) -> None:
        super().recall(state)
        kept = state.get("taking")
        if self.sheet is not None and isinstance(kept, dict):
            self.show_taking(Taking.again(kept, self.sheet))
