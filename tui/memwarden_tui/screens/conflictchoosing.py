"""Choosing hunk by hunk: sides, edits, the whole file, and the way between hunks and copies."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual import on

from memwarden.text.merge import Choice
from memwarden_tui.commands import Command
from memwarden_tui.safe import safe
from memwarden_tui.screens.conflictbase import ConflictBase
from memwarden_tui.screens.conflictwork import Work
from memwarden_tui.screens.editing import edited_text
from memwarden_tui.screens.editing_text import Draft, require_text
from memwarden_tui.widgets.conflictview import ConflictView
from memwarden_tui.wording import many


def _has_base(screen: Choosing) -> bool:
    return screen.work is not None and screen.work.model.merge.based


def _has_chosen(screen: Choosing) -> bool:
    return screen.work is not None and screen.work.model.can_undo


def _has_copies(screen: Choosing) -> bool:
    return screen.work is not None and screen.work.count > 1


ONE_COPY = "There is one copy only."


class Choosing(ConflictBase):
    """Every choice is shown in its place, and can be changed until the result is written."""

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("yours", "o", "Yours", "Take yours", footer=2),
        Command("theirs", "t", "Theirs", "Take theirs", footer=2),
        Command("both", "b", "Both", "Take both, yours first", footer=3, together="Take both, yours or theirs first"),
        Command("reversed", "B", "Both, theirs first", "Take both, theirs first", joins="both"),
        Command("base", "s", "Base", "Take the base", footer=5, show=_has_base,
                unless="No base is known; S offers versions."),
        Command("edit", "e", "Edit", "Edit this hunk by hand", footer=4),
        Command("undo_choice", "u", "Undo", "Undo the last choice", footer=4, show=_has_chosen,
                unless="No choice was made here yet. esc leads back, u there undoes your last act."),
        Command("next_open", "n", "Next open", "Next open hunk", footer=3, short="Next",
                together="Next, previous open hunk"),
        Command("previous_open", "p", "Previous open", "Previous open hunk", joins="next_open"),
        Command("next_any", "N", "Next hunk", "Next hunk, done or open", together="Next, previous hunk of any kind"),
        Command("previous_any", "P", "Previous hunk", "Previous hunk, done or open", joins="next_any"),
        Command("all_yours", "O", "All yours", "Yours for the whole file", together="The whole file yours, theirs"),
        Command("all_theirs", "T", "All theirs", "Theirs for the whole file", joins="all_yours"),
        Command("next_copy", "]", "Next copy", "Next copy", show=_has_copies, unless=ONE_COPY,
                together="Next copy, the one before"),
        Command("previous_copy", "[", "Copy before", "The copy before", show=_has_copies, unless=ONE_COPY,
                joins="next_copy"),
        Command("write", "w", "Write", "Write the result", writes=True, footer=1),
    )  # fmt: skip

    work: Work | None = None
    view: ConflictView

    @abstractmethod
    async def do_write(self) -> None:
        """Write the result, where nothing is open."""

    @abstractmethod
    def show_copy(self) -> None:
        """The copy that is worked on, from its active hunk on."""

    def _choose(self, choice: Choice) -> None:
        model = self.work.model if self.work else None
        if model is None:
            return
        if model.is_edited:
            self.warden.say("This hunk was edited by hand; u takes the edit back first.", tone="warn")
            return
        if model.choose(choice):
            if model.open:
                model.next_open()
            self._chosen()

    @abstractmethod
    def keep(self) -> None:
        """Write down what is chosen."""

    def _chosen(self) -> None:
        self.view.renew_model()
        self.renew()
        self.keep()

    def do_yours(self) -> None:
        self._choose(Choice.YOURS)

    def do_theirs(self) -> None:
        self._choose(Choice.THEIRS)

    def do_both(self) -> None:
        self._choose(Choice.BOTH)

    def do_reversed(self) -> None:
        self._choose(Choice.BOTH_REVERSED)

    def do_base(self) -> None:
        self._choose(Choice.BASE)

    def _choose_all(self, choice: Choice) -> None:
        if self.work and self.work.model.choose_all(choice):
            self._chosen()

    def do_all_yours(self) -> None:
        self._choose_all(Choice.YOURS)

    def do_all_theirs(self) -> None:
        self._choose_all(Choice.THEIRS)

    def do_undo_choice(self) -> None:
        if self.work and self.work.model.undo():
            self._chosen()

    async def do_edit(self) -> None:
        """What stands there now, or both sides of an open hunk, as text."""
        model = self.work.model if self.work else None
        if model is None or model.active is None:
            return
        region = model.merge.regions[model.active]
        lines = model.lines(model.active)
        before = b"".join(lines if lines is not None else (*region.yours, *region.theirs))
        require_text(safe(self.conflict.note), before)
        draft = Draft(self.conflict.note, before, self.conflict.revision or "", before)
        edited = await edited_text(self.warden, draft, 0)
        if edited is not None and edited != before and model.choose(edited):
            if model.open:
                model.next_open()
            self._chosen()

    # Moving

    def _go(self, step: int) -> None:
        if self.work and self.work.model.next_open(step):
            self._chosen()

    def do_next_open(self) -> None:
        self._go(1)

    def do_previous_open(self) -> None:
        self._go(-1)

    def _go_any(self, step: int) -> None:
        if self.work and self.work.model.next_hunk(step):
            self._chosen()

    def do_next_any(self) -> None:
        self._go_any(1)

    def do_previous_any(self) -> None:
        self._go_any(-1)

    @on(ConflictView.Selected)
    def _selected(self) -> None:
        self.renew()

    async def _go_copy(self, step: int) -> None:
        if (work := self.work) is None:
            return
        moved = await self.warden.in_thread(lambda: work.step(step), "Comparing the sides")
        if moved:
            self.show_copy()
            self.renew()
            self.keep()
        elif step > 0 and work.model.open:
            self.warden.say(f"{many(work.model.open_count, 'hunk')} of this copy still open.", tone="warn")

    async def do_next_copy(self) -> None:
        await self._go_copy(1)

    async def do_previous_copy(self) -> None:
        await self._go_copy(-1)
