"""The inspector of a note, beside it; it is given ready what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.message import Message

from memwarden_tui.commands import EVERYWHERE, Command
from memwarden_tui.widgets.inspection import Inspection, LinkLine, VersionLine
from memwarden_tui.widgets.inspectorrows import inspection_rows, sections
from memwarden_tui.widgets.pieces import Band
from memwarden_tui.widgets.rowview import RowView


class InspectorView(RowView):
    """Shows an `Inspection`; the rule above the first section is the pane's own.

    Posts `Left` for esc where `leaves`: it stands in the place of something else.
    """

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("to_note", "escape", "Note", "Back to the note", EVERYWHERE, footer=2, show=lambda view: view.leaves),
    )

    class Left(Message):
        """Back to the note."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.leaves = False
        self._inspection = Inspection()
        self._bands: list[Band] = []
        self._sources: dict[int, VersionLine | LinkLine] = {}

    def do_to_note(self) -> None:
        self.post_message(self.Left())

    def inspect(self, inspection: Inspection, *, keep: bool = False) -> None:
        """`keep`: of the same note, so what was scrolled to stays."""
        if keep and inspection == self._inspection:
            return
        self._inspection = inspection
        self.prepare()
        self.renew(place=None if keep else (0, 0))

    def link_at(self, item: int) -> LinkLine | None:
        """The link that a row shows."""
        found = self._sources.get(item)
        return found if isinstance(found, LinkLine) else None

    def version_at(self, item: int) -> int | None:
        """The place in `versions` of the one that a row shows."""
        found = self._sources.get(item)
        return self._inspection.versions.index(found) if isinstance(found, VersionLine) else None

    def prepare(self) -> bool:
        self._bands = inspection_rows(self._inspection, self.size.width, self.look)
        self._sources = dict(self._places())
        return True

    def _places(self) -> Iterator[tuple[int, VersionLine | LinkLine]]:
        """Which row shows which version or link: they stand at the ends of their sections."""
        at = -1
        shown = sections(self._inspection, self.size.width, self.look) if self._bands else []
        for number, section in enumerate(shown):
            at += len(section) + 1 if section else 0
            listed = {2: self._inspection.versions, 3: self._inspection.links}.get(number, ())
            yield from zip(range(at - len(listed), at), listed)

    def count(self) -> int:
        return len(self._bands)

    def measure(self, item: int) -> int:
        return 1 if item < len(self._bands) else 0

    def rows(self, item: int) -> list[Band]:
        return [self._bands[item]]
