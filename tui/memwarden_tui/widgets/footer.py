"""The last row of every screen: at most nine keys, fewer words and then fewer keys where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.screen import Screen
from textual.widget import Widget

from memwarden_tui.commands import Offer, joined, leads, offers
from memwarden_tui.glyphs import Look, look
from memwarden_tui.keys import written

MOST = 9


class Item(NamedTuple):
    """What one command takes of the footer."""

    keys: str
    label: str
    short: str
    rank: int
    offer: Offer


class Placed(NamedTuple):
    """An item with the label that fits, from column `start` up to `end`."""

    item: Item
    label: str
    start: int
    end: int


def items(all_offers: tuple[Offer, ...]) -> list[Item]:
    """The items that the footer would like to show, in their order."""
    found = []
    for lead in leads(all_offers):
        command = lead.command
        if command.footer and command.key:
            together = joined(all_offers, lead)
            keys = " ".join(written(one.command.key) for one in together if one.command.footer)
            found.append(Item(keys, command.label, command.short or command.label, command.footer, lead))
    return found


def lay_out(wanted: Sequence[Item], width: int) -> list[Placed]:
    """The items for `width` columns: three blanks between, then two, then short labels, then fewer keys."""
    kept = sorted(wanted, key=lambda item: item.rank)[:MOST]
    while kept:
        chosen = [item for item in wanted if item in kept]
        for gap, short in ((3, False), (2, False), (2, True)):
            placed = _place(chosen, gap, short)
            if placed[-1].end <= width - 1:
                return placed
        kept.pop()
    return []


def _place(chosen: Sequence[Item], gap: int, short: bool) -> list[Placed]:
    placed, at = [], 1
    for item in chosen:
        label = item.short if short else item.label
        end = at + cell_len(item.keys) + 1 + cell_len(label)
        placed.append(Placed(item, label, at, end))
        at = end + gap
    return placed


def footer_line(placed: Sequence[Placed], shown: Look) -> Text:
    line, at = Text(end=""), 0
    for one in placed:
        line.append(" " * (one.start - at))
        line.append(one.item.keys, f"bold {shown.tokens.accent}").append(f" {one.label}", shown.tokens.muted)
        at = one.end
    return line


class Footer(Widget):
    """Shows what is possible where the focus is; a click runs it."""

    DEFAULT_CSS = """
    Footer { dock: bottom; height: 1; background: $background; color: $foreground; }
    """

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._placed: list[Placed] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._renew)

    def _renew(self, _screen: Screen[Any]) -> None:
        """Most movements change nothing here, and a row drawn at the bottom has all above it gone through."""
        if self._possible() != self._placed:
            self.refresh()

    def _possible(self) -> list[Placed]:
        return lay_out(items(offers(self.screen)), self.size.width)

    def render(self) -> Text:
        self._placed = self._possible()
        return footer_line(self._placed, look(self))

    def on_click(self, event: events.Click) -> None:
        for one in self._placed:
            if one.start <= event.x < one.end:
                one.item.offer.run()
