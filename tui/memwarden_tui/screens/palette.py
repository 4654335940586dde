"""`ctrl+p`: every command that is possible now, in one list to type at; also those that have no key."""

from __future__ import annotations

from collections.abc import Sequence

from memwarden_tui.commands import EVERYWHERE, PANES, Offer
from memwarden_tui.screens.offerlist import OfferRow, offers_below, one_by_one
from memwarden_tui.screens.picklist import PickScreen
from memwarden_tui.widgets.rows import Row


class PaletteScreen(PickScreen[Offer]):
    """Gives the chosen offer back; the app runs it when the palette is gone."""

    def __init__(self) -> None:
        super().__init__("Palette", "type a word, enter runs what is marked", counts="command")

    def found(self) -> Sequence[Row]:
        """Those of this screen first."""
        found = sorted(offers_below(self), key=lambda one: one.title in {EVERYWHERE, PANES})
        return one_by_one(tuple(found))

    def picked(self, row: Row) -> Offer | None:
        return row.offer if isinstance(row, OfferRow) else None
