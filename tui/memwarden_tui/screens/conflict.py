"""Conflict: one hunk after the other, base above both sides, the choice in its place and changeable until written."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, ClassVar

from rich.text import Text
from textual.widget import Widget

from memwarden.memory.conflicts import Conflict
from memwarden_tui.commands import Command
from memwarden_tui.glyphs import look
from memwarden_tui.screens.conflictbase import Seen
from memwarden_tui.screens.conflictbases import BasesScreen
from memwarden_tui.screens.conflictchoosing import Choosing
from memwarden_tui.screens.conflictresult import ResultScreen
from memwarden_tui.screens.conflictsaid import counts, notices, promise, written
from memwarden_tui.screens.conflictsides import base_pieces
from memwarden_tui.screens.conflictwork import Work
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.conflictview import ConflictView
from memwarden_tui.widgets.facts import fact_rows
from memwarden_tui.widgets.paint import text_in
from memwarden_tui.widgets.rule import Pane
from memwarden_tui.wording import many

KEPT = 30
"""So many conflicts' half-made choices are kept."""


class ConflictScreen(Choosing):
    """Choices are kept when it is left, and over a restart, for as long as the sides stay what they were."""

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("other_base", "S", "Another base", "Choose another base"),
        Command("result", "v", "Result", "View the result"),
    )  # fmt: skip

    _begun: Work | None = None
    """Work that is not shown yet."""

    def compose_body(self) -> Iterable[Widget]:
        self.notice, self.view = BandsView(id="notice"), ConflictView(id="hunks")
        self.pane = Pane("", self.notice, self.view, id="conflict")
        yield self.pane

    def read(self, conflict: Conflict) -> Seen:
        """The first time also the merge, with the choices that were kept."""
        if not self.is_filled:
            kept = self._kept().get(conflict.note)
            picked = isinstance(kept, dict) and bool(kept.get("bases"))
            # Only then is Syncthing asked for what it knows.
            offered = [self.memory.bases(conflict, copy) for copy in conflict.distinct] if picked else []
            self._begun = Work.of(conflict, kept, chain.from_iterable(offered))
        return super().read(conflict)

    def take_in(self, _data: Seen) -> None:
        self.work, self._begun = self._begun, None
        self.show_copy()

    async def do_look_again(self) -> None:
        """What was chosen before a side changed stays, wherever the hunk is still the same."""
        now, earlier = self.seen.conflict, self.work
        if now is not None and now.by_hunks and earlier is not None:
            kept, bases = earlier.kept(), earlier.bases
            self._begun = await self.warden.in_thread(lambda: Work.of(now, kept, bases), self.FETCHING)
        self.show_anew()

    def show_copy(self) -> None:
        """The copy that is worked on, from its active hunk on."""
        if self.work is None:
            return
        sides = self.seen.sides[self.work.at]
        self.view.show_conflict(self.work.model, sides.yours, sides.theirs)

    def renew(self) -> None:
        if self.work is None:
            return
        self.breadcrumb.right = self.stale_text() if self.is_stale else self._base_text(self.work)
        tokens = look(self).tokens
        self.pane.rule.title = text_in(tokens, counts(self.work))
        self.pane.rule.right = text_in(tokens, promise(self.work, narrow=self.is_narrow))
        lines = tuple(notices(self.work))
        self.notice.display = bool(lines)
        self.notice.show(lambda width, shown: fact_rows(lines, width, shown))
        self.refresh_bindings()

    def _base_text(self, work: Work) -> Text:
        pieces = base_pieces(work.base, self.memory.now(), narrow=self.is_narrow, picked=work.is_picked)
        return text_in(look(self).tokens, pieces)

    # Bases, result, write

    async def do_other_base(self) -> None:
        if (work := self.work) is None:
            return
        offered = await self.warden.in_thread(
            lambda: self.memory.bases(work.conflict, work.copy), "Looking for versions"
        )
        asked = BasesScreen(offered, work.base.revision, self.memory.now(), self.memory.me)
        base = await self.app.push_screen_wait(asked)
        if base is not None:
            await self.warden.in_thread(lambda: work.pick(base), "Comparing the sides")
            self.show_copy()
            self.renew()
            self.keep()

    async def do_result(self) -> None:
        if (work := self.work) is not None and await self._is_ready(work):
            self.app.push_screen(ResultScreen(work))

    async def _is_ready(self, work: Work) -> bool:
        """Whether nothing is open; else it says so, and shows what is."""
        if work.model.open:
            self.warden.say(f"{many(work.model.open_count, 'hunk')} still open.", tone="warn")
            if work.model.active not in work.model.open:
                work.model.next_open()
            self._chosen()
            return False
        if not work.is_last:
            await self._go_copy(1)
            return False
        return True

    async def do_write(self) -> None:
        if (work := self.work) is None or not await self._is_ready(work):
            return
        data, conflict = work.result(), work.conflict
        how = {"taken": work.taken, "why": work.why}
        await self.carry_out(lambda: self.memory.person().resolve(conflict, data, **how), written(conflict))

    # What is kept

    def finished(self) -> None:
        if self.work is not None:
            self.keep()

    def _kept(self) -> dict[str, Any]:
        kept = self.warden.keeping.of(self).get("kept")
        return dict(kept) if isinstance(kept, dict) else {}

    def remember(self) -> dict[str, Any]:
        kept = self._kept()
        if self.work is not None:
            kept.pop(self.conflict.note, None)
            if self.work.is_begun and not self._is_over:
                kept[self.conflict.note] = self.work.kept()
        return {"kept": dict(list(kept.items())[-KEPT:])}

    def keep(self) -> None:
        """Write down what is chosen, so that nothing is lost however the program ends."""
        state = self.remember()
        if state != self.warden.keeping.of(self):
            self.warden.keeping.put(self, state)
            self.beside(self._save, "keep")

    async def _save(self) -> None:
        await self.warden.in_thread(self.warden.keeping.save)

    async def on_unmount(self) -> None:
        if self.is_filled:
            self.warden.keeping.put(self, self.remember())
