"""A conflict that has no hunks: what stands against what in plain words, and a verb for each way out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.widget import Widget

from memwarden.memory.conflicts import Conflict, ConflictKind, Copy
from memwarden_tui.commands import Command
from memwarden_tui.glyphs import look
from memwarden_tui.safe import safe
from memwarden_tui.screens.conflictbase import ConflictBase, Seen
from memwarden_tui.screens.conflictbulk import BulkScreen
from memwarden_tui.screens.conflictsides import conflict_preview
from memwarden_tui.screens.prompt import PromptScreen
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.facts import Fact, Line, fact_rows
from memwarden_tui.widgets.preview import Preview, PreviewPane
from memwarden_tui.widgets.rule import Pane
from memwarden_tui.wording import many

EQUAL = frozenset({ConflictKind.IDENTICAL, ConflictKind.CONTAINED})
DELETED = frozenset({ConflictKind.NOTE_MISSING, ConflictKind.GIT_DELETED})


class VerbsScreen(ConflictBase):
    """Edit against delete, folders, undecodable, equal and orphaned sides: never hunks that are none."""

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("yours", "o", "Yours", "Keep the note, the copy goes", writes=True, footer=2,
                show=lambda s: s.can_take("yours")),
        Command("theirs", "t", "Theirs", "The copy becomes the note", writes=True, footer=2,
                show=lambda s: s.can_take("theirs")),
        Command("keep", "K", "Keep", "Keep the note: what was edited comes back", writes=True, footer=2,
                show=lambda s: s.conflict.kind in DELETED),
        Command("both", "b", "Keep both", "Keep both: the copy gets a name of its own", writes=True, footer=3,
                show=lambda s: s.can_keep_both),
        Command("delete", "x", "Delete", "Delete: the copy goes, no note stays", writes=True, footer=4,
                show=lambda s: s.conflict.kind in DELETED or not s.conflict.has_place),
        Command("next_copy", "]", "Next copy", "Next copy", footer=5, show=lambda s: len(s.conflict.distinct) > 1),
        Command("bulk", "I", "All equal", "All copies with nothing new, listed", footer=5, writes=True,
                show=lambda s: s.conflict.kind in EQUAL),
    )  # fmt: skip

    def __init__(self, conflict: Conflict) -> None:
        super().__init__(conflict)
        self.at = 0
        self._previews: tuple[Preview, ...] = ()

    @property
    def copy(self) -> Copy:
        distinct = self.conflict.distinct
        return distinct[min(self.at, len(distinct) - 1)]

    def compose_body(self) -> Iterable[Widget]:
        self.preview = PreviewPane(id="sides")
        self.answers = BandsView(id="answers")
        yield self.preview
        yield Pane("Your answer", self.answers, id="ways-out")

    def read(self, conflict: Conflict) -> Seen:
        self._previews = (conflict_preview(self.memory, conflict, look(self).glyphs),)
        return super().read(conflict)

    def take_in(self, _data: Seen) -> None:
        self.at = 0

    def renew(self) -> None:
        if self.is_stale:
            self.breadcrumb.right = self.stale_text()
        else:
            self.breadcrumb.right = Text()
            self.preview.show(self._previews[0])
        lines = tuple(self._answers())
        self.answers.show(lambda width, shown: fact_rows(lines, width, shown))
        self.refresh_bindings()

    def _answers(self) -> Iterable[Line]:
        """The keys that are possible here, with what each does."""
        for command in self.KEYS:
            if self.possible(command) and command.id != "next_copy":
                says = ((f"{command.label:<11}", "text"), (self._does(command), "muted"))
                yield Fact(command.key, says, style="accent bold", width=3)

    def _does(self, command: Command) -> str:
        return command.help.partition(": ")[2] or command.help

    # What is possible

    def can_take(self, side: str) -> bool:
        kind = self.conflict.kind
        if kind in DELETED or not self.conflict.has_place:
            return False
        return side == "yours" or (kind is not ConflictKind.IDENTICAL and bool(self.copy.revision))

    @property
    def can_keep_both(self) -> bool:
        return self.conflict.kind is not ConflictKind.IDENTICAL and bool(self.copy.revision) and not self.copy.gone

    # Verbs

    async def _resolve(self, data: bytes | None, taken: str, said: str) -> None:
        conflict = self.conflict
        await self.carry_out(lambda: self.memory.person().resolve(conflict, data, taken=taken), said)

    async def do_yours(self) -> None:
        gone = f"{many(len(self.conflict.copies), 'copy', 'copies')} gone"
        await self._resolve(self.conflict.data, "yours", f"Kept {self.conflict.note} as it is, {gone}.")

    async def do_theirs(self) -> None:
        await self._resolve(self.copy.whole, "theirs", f"The copy is {self.conflict.note} now.")

    async def do_keep(self) -> None:
        """Whichever side still holds the text."""
        data = self.conflict.data if self.conflict.data is not None else self.copy.data
        await self._resolve(data, "keep", f"{self.conflict.note} stays.")

    async def do_delete(self) -> None:
        await self._resolve(None, "delete", f"Deleted: nothing is under {self.conflict.note} now.")

    async def do_both(self) -> None:
        """The copy under a name that a person gives, or one made from its own."""
        says = "Leave it empty for a name made of the note's own and the copy's time."
        to = await self.app.push_screen_wait(
            PromptScreen(f"Keep {safe(self.copy.path)} as", says, act="Keep both", optional=True)
        )
        if to is not None:
            conflict, copy = self.conflict, self.copy
            await self.carry_out(lambda: self.memory.person().keep_both(conflict, copy, to=to), "Kept both.")

    def do_next_copy(self) -> None:
        self.at = (self.at + 1) % len(self.conflict.distinct)
        self.renew()

    async def do_bulk(self) -> None:
        self.expects_end = True
        await self.app.push_screen_wait(BulkScreen())
