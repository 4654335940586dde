"""Conflict: one hunk after the other, base above both sides, the choice in its place and changeable until written."""

from __future__ import annotations

from collections.abc import Iterable
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
from memwarden_tui.screens.conflictsides import base_pieces
from memwarden_tui.screens.conflictwork import Work
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.conflictview import ConflictView
from memwarden_tui.widgets.facts import Line, Said, fact_rows
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

    def compose_body(self) -> Iterable[Widget]:
        self.notice, self.view = BandsView(id="notice"), ConflictView(id="hunks")
        self.pane = Pane("", self.notice, self.view, id="conflict")
        yield self.pane

    def read(self, conflict: Conflict) -> Seen:
        seen = super().read(conflict)
        if not self.is_filled and self._kept_bases(conflict):
            return Seen(
                seen.conflict, seen.sides, tuple(self.memory.bases(conflict, copy) for copy in conflict.distinct)
            )
        return seen

    def take_in(self, data: Seen) -> None:
        earlier, self.work = self.work, Work(self.conflict)
        if earlier is not None:
            self.work.follow(earlier)
        else:
            offered = {base.revision: base for bases in data.bases for base in bases if base.revision}
            self.work.take_up(self._kept().get(self.work.key), offered)
        self.show_copy()

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
        self.pane.rule.title, self.pane.rule.right = self._counts(self.work), self._promise(self.work)
        lines = tuple(self._notices(self.work))
        self.notice.display = bool(lines)
        self.notice.show(lambda width, shown: fact_rows(lines, width, shown))
        self.refresh_bindings()

    def _base_text(self, work: Work) -> Text:
        pieces = base_pieces(work.base, self.memory.now(), narrow=self.is_narrow, picked=work.is_picked)
        return text_in(look(self).tokens, pieces)

    def _counts(self, work: Work) -> Text:
        tokens, model = look(self).tokens, work.model
        copy = f"copy {work.at + 1} of {work.count}   " if work.count > 1 else ""
        done = (f"{model.done_count} done", tokens.ok if model.done_count else tokens.muted)
        still = (f"{model.open_count} open", f"bold {tokens.warn}" if model.open else tokens.muted)
        return Text.assemble((copy, tokens.text), done, "   ", still)

    def _promise(self, work: Work) -> Text:
        """What `w` does now."""
        tokens = look(self).tokens
        if work.model.open:
            return Text("w writes at 0 open", tokens.muted)
        gone = "the copy goes" if work.count == 1 else f"{work.count} copies go"
        does = f" writes the note, {gone}, u undoes both" if work.is_last else " goes on to the next copy"
        does = " writes the note" if self.is_narrow and work.is_last else does
        return Text.assemble(("w", f"bold {tokens.accent}"), (does, tokens.text))

    def _notices(self, work: Work) -> Iterable[Line]:
        conflict = work.conflict
        if conflict.proposal:
            yield Said(((f"The rules propose {conflict.proposal}: {conflict.why}.", "accent"),))
        if work.base.revision and not work.base.verified:
            yield Said(((f"From this base nothing merges by itself: {work.base.how}.", "warn"),))

    # Bases, result, write

    async def do_other_base(self) -> None:
        if (work := self.work) is None:
            return
        offered = await self.warden.in_thread(
            lambda: self.memory.bases(work.conflict, work.copy), "Looking for versions"
        )
        base = await self.app.push_screen_wait(BasesScreen(offered, work.base.revision, self.memory.now()))
        if base is not None:
            await self.warden.in_thread(lambda: work.pick(base), "Comparing the sides")
            self.show_copy()
            self.renew()

    def do_result(self) -> None:
        if self._is_ready():
            assert self.work is not None
            self.app.push_screen(ResultScreen(self.work))

    def _is_ready(self) -> bool:
        """Whether nothing is open; else it says so, and shows what is."""
        if self.work is None:
            return False
        if self.work.model.open:
            count = self.work.model.open_count
            self.warden.say(f"{many(count, 'hunk')} still open.", tone="warn")
            self.work.model.next_open()
            self._chosen()
        elif not self.work.is_last:
            self._go_copy(1)
            return False
        return not self.work.model.open

    async def do_write(self) -> None:
        if (work := self.work) is None or not self._is_ready():
            return
        data, conflict = work.result(), work.conflict
        gone = "the copy is gone" if len(conflict.copies) == 1 else f"{len(conflict.copies)} copies are gone"
        await self.carry_out(
            lambda: self.memory.person().resolve(conflict, data, taken=work.taken), f"Wrote {conflict.note}, {gone}."
        )

    # What is kept

    def finished(self) -> None:
        if self.work is not None:
            kept = self._kept()
            kept.pop(self.work.key, None)
            self.warden.keeping.put(self, {"kept": kept})

    def _kept(self) -> dict[str, Any]:
        kept = self.warden.keeping.of(self).get("kept")
        return dict(kept) if isinstance(kept, dict) else {}

    def _kept_bases(self, conflict: Conflict) -> bool:
        """Whether a base was picked the last time: only then is Syncthing asked for what it knows."""
        kept = self._kept().get(Work(conflict).key)
        return isinstance(kept, dict) and bool(kept.get("bases"))

    def remember(self) -> dict[str, Any]:
        kept = self._kept()
        if self.work is not None and not self._is_over:
            kept.pop(self.work.key, None)
            if self.work.is_begun:
                kept[self.work.key] = self.work.kept()
        return {"kept": dict(list(kept.items())[-KEPT:])}

    async def on_unmount(self) -> None:
        if self.is_filled and not self._is_over:
            self.warden.keeping.put(self, self.remember())
