"""Restore: what would come back, shown as a difference against the note as it is, before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual import on
from textual.widget import Widget

from memwarden.errors import Refused
from memwarden.memory.review import ReviewItem
from memwarden_tui.commands import Command, Trouble
from memwarden_tui.glyphs import look
from memwarden_tui.keys import BACK, OPEN
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.reviewparts import Part, PartRow, Stand, parts_of, result_of, stand_of
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rule import Pane
from memwarden_tui.wording import many, tally

if TYPE_CHECKING:
    from memwarden import Record


def _has_parts(screen: RestoreScreen) -> bool:
    return len(screen.parts) > 1


def _has_chosen(screen: RestoreScreen) -> bool:
    return bool(screen.chosen)


ONE_PART = "It comes back as a whole: w writes it."


class RestoreScreen(ViewScreen[dict[str, Stand]]):
    """Nothing is written before `w`; it is bound to the notes as they are shown."""

    CRUMB = "Restore"
    PREPARES = True
    TITLE_OF_KEYS = "Restore"
    KEYS = (
        Command("toggle", "space", "Choose", "Take it back, or leave it out", footer=2, show=_has_parts,
                unless=ONE_PART),
        Command("all", "a", "All, none", "All of it, or none", footer=3, show=_has_parts, unless=ONE_PART),
        Command("write", "w", "Restore", "Restore what is chosen", writes=True, footer=1, show=_has_chosen,
                unless="Nothing is chosen yet: space chooses."),
        OPEN._replace(label="Look", help="Look at the difference", footer=0, together="", show=_has_parts,
                unless=ONE_PART),
        BACK,
    )  # fmt: skip

    def __init__(self, item: ReviewItem, *, some: bool = False, chosen: Iterable[str] | None = None) -> None:
        """`some`: hunks, of which none is chosen yet; `chosen` are ids of parts."""
        super().__init__()
        self.item = item
        self.parts = parts_of(item, some=some)
        every = {part.id for part in self.parts}
        self.chosen = every.intersection(() if some else every) if chosen is None else every.intersection(chosen)
        self._some = some
        self._stands: dict[str, Stand] = {}

    def address(self) -> dict[str, Any]:
        return {"screen": "restore", "item": self.item.id, "some": self._some, "chosen": sorted(self.chosen)}

    def compose_body(self) -> Iterable[Widget]:
        self.pane = ListPane("What comes back", spacious=True, id="parts")
        self.diff = DiffView(id="restored")
        self.shown = Pane("", self.diff, id="difference")
        self.pane.set_class(len(self.parts) < 2, "-idle")
        yield self.pane
        yield self.shown

    def fetch(self) -> dict[str, Stand]:
        return {part.record.note: stand_of(self.memory, part.record) for part in self.parts}

    def fill(self, data: dict[str, Stand]) -> None:
        first, self._stands = not self._stands, data
        self.breadcrumb.path = safe(self.item.title)
        self._renew()
        if first and len(self.parts) < 2:
            self.diff.focus()

    def _renew(self) -> None:
        """Draw the list and the difference for what is chosen now."""
        self.pane.list.show([PartRow(part.id, part, part.id in self.chosen) for part in self.parts])
        self.pane.rule.right = f"{len(self.chosen)} of {len(self.parts)}"
        self._show_difference()
        self.refresh_bindings()

    @on(ListView.Highlighted, "#parts-list")
    def _show_difference(self) -> None:
        part = self.part
        if part is None or part.record.note not in self._stands:
            return
        stand = self._stands[part.record.note]
        try:
            after = result_of(stand, part.record, self._chosen_of(part.record))
        except Refused as refusal:
            self.breadcrumb.right = Text(refusal.message, look(self).tokens.warn)
            return
        model = DiffModel.build(stand.now or b"", after or b"")
        if model != self.diff.model:
            self.diff.show_diff(model)
        self.shown.rule.title = f"{safe(part.record.note)} now, and restored"
        self.shown.rule.right = tally((len(model.come), "back"), (len(model.gone), "go"), (model.reworded, "reworded"))
        self._warn(stand, part)

    def _warn(self, stand: Stand, part: Part) -> None:
        """Whatever was written since goes with a whole restore: it is in the difference, and said."""
        moved = stand.now != (stand.after if part.record.after else None)
        goes = moved and part.hunk is None and part.id in self.chosen
        said = "it was written to since: that goes too" if goes else "w restores, u undoes it"
        self.breadcrumb.right = Text(said, look(self).tokens.warn if goes else look(self).tokens.muted)

    @property
    def part(self) -> Part | None:
        row = self.pane.list.row
        return row.part if isinstance(row, PartRow) else next(iter(self.parts), None)

    def _chosen_of(self, record: Record) -> list[Part]:
        return [part for part in self.parts if part.record.id == record.id and part.id in self.chosen]

    @on(ListView.Opened, "#parts-list")
    def do_open(self) -> None:
        self.diff.focus()

    def do_toggle(self) -> None:
        if self.part is not None:
            self.chosen ^= {self.part.id}
            self._renew()

    def do_all(self) -> None:
        every = {part.id for part in self.parts}
        self.chosen = set() if self.chosen == every else every
        self._renew()

    async def do_write(self) -> None:
        if not self._stands:
            return
        lines = sum(part.lines for part in self.parts if part.id in self.chosen)
        try:
            await self.warden.write(
                self._restore, "Restoring", said=f"Restored {many(lines, 'line')} of {self.item.title}."
            )
        except Refused as refusal:
            self.app.post_message(Trouble(refusal))
            self.reload()
            return
        self.dismiss()

    def _restore(self) -> None:
        """One act for all notes; the item is answered by it."""
        person, act = self.memory.person(), ""
        records = {part.record.id: part.record for part in self.parts if part.id in self.chosen}
        for record in records.values():
            base, chosen = self._stands[record.note].revision, self._chosen_of(record)
            hunks = [part.hunk for part in chosen if part.hunk is not None]
            if hunks:
                done = person.restore_hunks(record.note, record.id, hunks, base=base, item=self.item.id, act=act)
            else:
                done = person.restore(
                    record.note, self._stands[record.note].goal, base=base, item=self.item.id, act=act
                )
            act = act or done.act
