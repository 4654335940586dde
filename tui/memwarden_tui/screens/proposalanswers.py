"""A person's answers to a proposal, each bound to what was shown; none is given by a key meant for something else."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from memwarden.errors import Code, Refused
from memwarden.memory.proposals import Proposal
from memwarden_tui.commands import Command, Trouble
from memwarden_tui.keys import BACK, MESSAGE
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.confirm import DEAF
from memwarden_tui.screens.editing import edited_text
from memwarden_tui.screens.editing_text import Draft, require_text
from memwarden_tui.screens.elsewhere import compose, history
from memwarden_tui.screens.prompt import PromptScreen
from memwarden_tui.screens.proposalsheet import Sheet
from memwarden_tui.screens.proposaltaking import Taking
from memwarden_tui.widgets.diffview import DiffView


def _is_here(screen: Answering) -> bool:
    return screen.sheet is not None


def _can_confirm(screen: Answering) -> bool:
    return screen.sheet is not None and screen.taking is not None and screen.taking.confirms(screen.sheet)


def _can_edit(screen: Answering) -> bool:
    return screen.sheet is not None and screen.sheet.proposal.act != "delete"


def _has_hunks(screen: Answering) -> bool:
    return screen.taking is not None and screen.taking.total > 1


class Answering(ViewScreen[Sheet | None]):
    """What is edited comes back as the difference, to be confirmed as it is shown then."""

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("confirm", "A", "Confirm", "Confirm: it becomes a new version", writes=True, footer=2,
                show=_can_confirm, unless="It cannot be confirmed as it is: see Checks."),
        Command("reject", "x", "Reject", "Reject, with a reason", writes=True, footer=2, show=_is_here),
        Command("edit", "e", "Edit", "Edit, then confirm", writes=True, footer=3, show=_can_edit,
                unless="A deletion has no text to edit."),
        Command("toggle", "space", "Leave out", "Leave this hunk out, or take it", footer=6, show=_has_hunks,
                unless="It is one change: A takes it, x rejects it."),
        Command("later", "z", "Later", "Later: it stays in Review", writes=True, footer=4, show=_is_here),
        Command("history", "h", "History", "History of this note", footer=6),
        Command("message", MESSAGE.keys, MESSAGE.label, MESSAGE.help, writes=True, footer=7, show=_is_here),
        BACK,
    )  # fmt: skip

    diff: DiffView
    sheet: Sheet | None = None
    taking: Taking | None = None
    is_over = False
    shown_at = 0.0

    @abstractmethod
    def show_taking(self, taking: Taking) -> None:
        """Show what would be taken, as it is now."""

    @property
    def is_deaf(self) -> bool:
        """Whether a key now may have been meant for what was on the screen before."""
        return monotonic() - self.shown_at < DEAF

    def do_toggle(self) -> None:
        hunk = self.diff.hunk_at_cursor
        if hunk is None or self.taking is None:
            self.warden.say("Go to a change first: n is the next one.")
        else:
            self.show_taking(self.taking.toggled(hunk))

    async def do_confirm(self) -> None:
        if (sheet := self.sheet) is None or (taking := self.taking) is None or self.is_deaf:
            return
        person, proposal, revision, text = self.memory.person(), sheet.proposal, sheet.outlook.revision, taking.text
        said = f"Confirmed: {proposal.target} has it now."
        await self._answer(lambda: person.confirm(proposal, text=text, base=revision), said)

    async def do_edit(self) -> None:
        """From what would be taken now, at its first change."""
        if (sheet := self.sheet) is None or (taking := self.taking) is None:
            return
        text = (sheet.outlook.after or b"") if taking.text is None else taking.text
        require_text(safe(sheet.proposal.target), text)
        line = taking.model.hunks[0].start if taking.model.hunks else 0
        edited = await edited_text(
            self.warden, Draft(sheet.proposal.target, text, sheet.outlook.revision or "", text), line
        )
        if edited is not None and edited != text:
            self.show_taking(await self.warden.in_thread(lambda: Taking.of(sheet, edited), "Comparing"))
            self.warden.say("This is the difference as you edited it.", "A confirms it.")

    async def do_reject(self) -> None:
        if (sheet := self.sheet) is None or self.is_deaf:
            return
        says = "The agent reads the reason when it starts next. Its file stays where it is."
        reason = await self.app.push_screen_wait(PromptScreen("Reject, because", says, act="Reject"))
        if reason is not None:
            person, said = self.memory.person(), f"Rejected the proposal of {sheet.proposal.sender}."
            await self._answer(lambda: person.reject(sheet.proposal, reason), said)

    async def do_later(self) -> None:
        if (sheet := self.sheet) is None or self.is_deaf:
            return
        person, item = self.memory.person(), f"proposal:{sheet.proposal.path}"
        await self._answer(lambda: person.accept(item, "later"), "Put off to the end of Review.")

    async def _answer(self, act: Callable[[], object], said: str) -> None:
        """Leave once it is done; what changed since it was shown is refused, and shown as it is now."""
        self.is_over = True
        try:
            await self.warden.write(act, "Answering", said=said)
        except Refused as refusal:
            self.is_over = False
            self.app.post_message(Trouble(refusal))
            if refusal.code in {Code.STALE, Code.CHANGED_SINCE_SHOWN}:
                self.reload()
            return
        except BaseException:
            self.is_over = False
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
