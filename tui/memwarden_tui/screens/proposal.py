"""Proposal: what an agent wants changed, against the note as it is now, with what speaks for it and against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.containers import VerticalScroll
from textual.widget import Widget

from memwarden.errors import Code, Refused
from memwarden.memory.proposals import Proposal
from memwarden.text.diff import apply
from memwarden_tui.commands import Command, Trouble
from memwarden_tui.glyphs import look
from memwarden_tui.keys import MESSAGE
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.confirm import DEAF
from memwarden_tui.screens.editing import edited_text
from memwarden_tui.screens.editing_text import Draft, require_text
from memwarden_tui.screens.elsewhere import compose, history
from memwarden_tui.screens.prompt import PromptScreen
from memwarden_tui.screens.proposalwords import Sheet, answers, checks, sheet_of, sources, who, why
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.facts import Line, fact_rows
from memwarden_tui.widgets.paint import text_in
from memwarden_tui.widgets.rowview import RowView
from memwarden_tui.widgets.rule import Pane, Rule

ACTS = {
    "append": "proposes", "rewrite": "proposes", "create": "proposes a note", "delete": "proposes to delete the note",
}  # fmt: skip


def _is_here(screen: ProposalScreen) -> bool:
    return screen.sheet is not None


def _can_confirm(screen: ProposalScreen) -> bool:
    return screen.sheet is not None and not screen.sheet.outlook.outdated and bool(screen.taken)


def _has_hunks(screen: ProposalScreen) -> bool:
    return screen.sheet is not None and len(screen.sheet.model.hunks) > 1


class ProposalScreen(ViewScreen[Sheet | None]):
    """Every answer is bound to the file and the note that were shown; a key in its first moment is not an answer."""

    CRUMB = "Proposal"
    TITLE_OF_KEYS = "Proposal"
    FETCHING = "Comparing the proposal with the note"
    AUTO_FOCUS = "DiffView"
    KEYS: ClassVar[tuple[Command, ...]] = (
        Command(
            "confirm", "A", "Confirm", "Confirm: it becomes a new version", writes=True, footer=2, show=_can_confirm
        ),
        Command("reject", "x", "Reject", "Reject, with a reason", writes=True, footer=2, show=_is_here),
        Command("edit", "e", "Edit", "Edit, then confirm", writes=True, footer=3, show=_is_here),
        Command("toggle", "space", "Leave out", "Leave this hunk out, or take it", footer=6, show=_has_hunks),
        Command("later", "z", "Later", "Later: it stays in Review", writes=True, footer=4, show=_is_here),
        Command("history", "h", "History", "History of this note", footer=5),
        Command("message", MESSAGE.keys, MESSAGE.label, MESSAGE.help, writes=True, footer=6, show=_is_here),
    )

    sheet: Sheet | None = None

    def __init__(self, path: str) -> None:
        """`path` of the proposal's file."""
        super().__init__()
        self._path = path
        self._left_out: frozenset[int] = frozenset()
        self._is_over = False
        self._shown_at = 0.0

    # What is shown

    def compose_body(self) -> Iterable[Widget]:
        self.diff = DiffView(id="change")
        self.checks = BandsView(id="checks")
        self.pane = Pane("", self.diff, Rule("Checks", id="checks-rule"), self.checks, id="proposal")
        yield self.pane
        with VerticalScroll(id="beside", can_focus=False):
            for name, title in (("why", "Why"), ("sources", "Sources"), ("who", "Who"), ("answer", "Your answer")):
                yield Rule(title, id=f"{name}-rule")
                yield BandsView(id=name)

    def fetch(self) -> Sheet | None:
        return sheet_of(self.memory, self._path)

    def fill(self, data: Sheet | None) -> None:
        if self._is_over:
            return
        if data is None:
            self._gone()
            return
        earlier, self.sheet = self.sheet, data
        if earlier is None or earlier.model != data.model:
            self._left_out = frozenset()
            self.diff.show_diff(data.model)
        if earlier is None or earlier.shown != data.shown:
            self._shown_at = monotonic()
        if earlier is not None and earlier.shown != data.shown:
            self.warden.say("It changed since it was shown; this is the difference as it is now.", tone="warn")
        self._draw(data)
        self.call_after_refresh(self._fit)

    def _draw(self, sheet: Sheet) -> None:
        tokens, glyphs, model = look(self).tokens, look(self).glyphs, sheet.model
        self.breadcrumb.path = safe(sheet.proposal.target)
        self.breadcrumb.right = Text(sheet.place, tokens.muted)
        title = (
            (sheet.face.name, f"{sheet.face.style} bold"),
            (f" {ACTS.get(sheet.proposal.act, 'proposes')}", "strong bold"),
        )
        self.pane.rule.title = text_in(tokens, title)
        counts = Text(f"+{model.added} {glyphs.minus}{model.removed}", tokens.text)
        self.pane.rule.right = Text.assemble(counts, ("   not in the note yet", tokens.muted))
        self._section("checks", checks(sheet))
        self._section("why", why(sheet.proposal))
        self._section("sources", sources(sheet))
        self.query_one("#sources-rule", Rule).right = f"{len(sheet.proposal.sources) or ''}"
        self._section("who", who(sheet))
        self._section("answer", answers(sheet, left_out=len(self._left_out), readonly=self.warden.readonly))
        self.refresh_bindings()

    def _section(self, name: str, lines: Iterable[Line]) -> None:
        rows = tuple(lines)
        self.query_one(f"#{name}", BandsView).show(lambda width, shown: fact_rows(rows, width, shown))

    @on(RowView.Laid)
    def _fit(self) -> None:
        """The difference as high as it is, as far as the checks leave room; from its first change on."""
        checks = len(self.checks.bands(self.pane.size.width))
        room = self.pane.size.height - checks - (4 if self.size.height >= 30 else 3)
        self.diff.styles.height = max(3, min(self.diff.virtual_size.height, room))
        starts = self.diff.model.starts
        if starts and self.diff.cursor == starts[0]:
            self.diff.scroll_rows(0)
            self.diff.reveal(*self.diff.model.extent(0))

    def _gone(self) -> None:
        """Judged or taken back elsewhere."""
        self._is_over = True
        self.warden.say("The proposal was answered elsewhere, or is gone.")
        if self.is_current:
            self.dismiss()

    def on_screen_resume(self) -> None:
        self._shown_at = monotonic()
        if self._is_over:
            self.dismiss()

    # Answers

    @property
    def taken(self) -> frozenset[int]:
        """The hunks that are not left out; at least one for a change without hunks, such as an empty note."""
        count = len(self.sheet.model.hunks) if self.sheet else 0
        return frozenset(range(max(1, count))) - self._left_out

    @property
    def _is_deaf(self) -> bool:
        """Whether a key now may have been meant for what was on the screen before."""
        return monotonic() - self._shown_at < DEAF

    def do_toggle(self) -> None:
        hunk = self.diff.hunk_at_cursor
        if hunk is None or self.sheet is None:
            self.warden.say("Go to a change first: n is the next one.")
            return
        self._left_out ^= {hunk}
        self.diff.leave_out(self._left_out)
        self._draw(self.sheet)

    async def do_confirm(self) -> None:
        if (sheet := self.sheet) is None or self._is_deaf:
            return
        text = None
        if self._left_out:
            before = sheet.model.before
            hunks = [hunk for number, hunk in enumerate(sheet.model.hunks) if number not in self._left_out]
            text = b"".join(apply(before, hunks))
        await self._confirm(sheet, text)

    async def do_edit(self) -> None:
        if (sheet := self.sheet) is None:
            return
        after = sheet.outlook.after or b""
        require_text(safe(sheet.proposal.target), after)
        draft = Draft(sheet.proposal.target, after, sheet.outlook.revision or "", after)
        edited = await edited_text(self.warden, draft, 0)
        if edited is not None:
            await self._confirm(sheet, edited)

    async def _confirm(self, sheet: Sheet, text: bytes | None) -> None:
        person, proposal, revision = self.memory.person(), sheet.proposal, sheet.outlook.revision
        said = f"Confirmed: {proposal.target} has it now."
        await self._answer(lambda: person.confirm(proposal, text=text, base=revision), said)

    async def do_reject(self) -> None:
        if (sheet := self.sheet) is None or self._is_deaf:
            return
        says = "The agent reads the reason when it starts next. Its file stays where it is."
        reason = await self.app.push_screen_wait(PromptScreen("Reject, because", says, act="Reject"))
        if reason is not None:
            person = self.memory.person()
            await self._answer(
                lambda: person.reject(sheet.proposal, reason), f"Rejected the proposal of {sheet.proposal.sender}."
            )

    async def do_later(self) -> None:
        if (sheet := self.sheet) is None or self._is_deaf:
            return
        person = self.memory.person()
        await self._answer(
            lambda: person.accept(f"proposal:{sheet.proposal.path}", "later"), "Put off to the end of Review."
        )

    async def _answer(self, act: Callable[[], object], said: str) -> None:
        """Leave once it is done; what changed since it was shown is refused, and shown as it is now."""
        self._is_over = True
        try:
            await self.warden.write(act, "Answering", said=said)
        except Refused as refusal:
            self._is_over = False
            self.app.post_message(Trouble(refusal))
            if refusal.code in {Code.STALE, Code.CHANGED_SINCE_SHOWN}:
                self.reload()
            return
        except BaseException:
            self._is_over = False
            raise
        if self.is_current:
            self.dismiss()

    # Elsewhere

    @property
    def proposal(self) -> Proposal | None:
        return self.sheet.proposal if self.sheet else None

    def do_history(self) -> None:
        if self.proposal:
            self.app.push_screen(history(self.proposal.target))

    def do_message(self) -> None:
        if self.proposal:
            self.app.push_screen(compose(to=self.proposal.sender, about=self.proposal.target))
