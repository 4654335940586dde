"""Rows of commands for the help and the palette."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.text import Text
from textual.screen import Screen

from memwarden_tui.commands import Offer, joined, leads, offers
from memwarden_tui.fit import columns, fit_end
from memwarden_tui.keys import written
from memwarden_tui.widgets.rows import Drawing, Heading, Row


@dataclass(frozen=True, slots=True)
class OfferRow(Row):
    """One command, or several on one line of which the first is run."""

    id: str
    keys: str
    says: str
    offer: Offer
    where: str = ""
    indent: int = 10

    @property
    def width(self) -> int:
        """Columns in which nothing is cut, with the cursor's bar."""
        return 2 + max(self.indent, len(self.keys)) + 2 + cell_len(self.says) + 1

    @property
    def words(self) -> str:
        return f"{self.keys} {self.says} {self.offer.command.label} {self.offer.command.id} {self.where}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        line = Text.assemble(" ", (columns(self.keys, self.indent), f"bold {draw.tokens.accent}"), "  ")
        room = draw.width - line.cell_len - len(self.where) - 1
        line.append(columns(fit_end(self.says, room, draw.glyphs.cut), room), draw.title)
        line.append(self.where, draw.tokens.muted)
        return [line]


def one_by_one(all_offers: tuple[Offer, ...], *, where: bool = True) -> list[OfferRow]:
    """A row for every command."""
    indent = max((len(written(one.command.key)) for one in all_offers), default=0)
    return [
        OfferRow(
            f"{one.host.__class__.__name__}.{one.command.id}",
            written(one.command.key),
            one.command.help,
            one,
            one.title if where else "",
            indent,
        )
        for one in all_offers
    ]


def grouped(all_offers: tuple[Offer, ...]) -> dict[str, list[OfferRow]]:
    """Lines of the help by their titles, joined commands on one line; the palette's own are left out."""
    found: dict[str, list[OfferRow]] = {}
    for lead in leads(all_offers):
        if lead.command.key:
            together = joined(all_offers, lead)
            says = lead.command.together if len(together) > 1 else lead.command.help
            row = OfferRow(lead.command.id, keys_of(together), says or lead.command.help, lead)
            found.setdefault(lead.title, []).append(row)
    return found


def keys_of(together: Sequence[Offer]) -> str:
    """The keys of one line: `j k g G`, `1 to 5` for a row of digits."""
    keys = [written(one.command.key) for one in together]
    if len(keys) > 2 and "".join(keys).isdigit():
        return f"{keys[0]} to {keys[-1]}"
    return " ".join(keys)


def sections(groups: dict[str, list[OfferRow]], titles: Sequence[str]) -> list[Row]:
    """The rows of some groups under their headings, keys in one column."""
    indent = max((len(row.keys) for title in titles for row in groups.get(title, ())), default=0)
    rows: list[Row] = []
    for title in titles:
        if title in groups:
            rows.append(Heading(title, space=bool(rows), flush=True))
            rows += [OfferRow(row.id, row.keys, row.says, row.offer, "", max(10, indent)) for row in groups[title]]
    return rows


def offers_below(overlay: Screen[Any]) -> tuple[Offer, ...]:
    """What can be done on the screen that an overlay lies on."""
    return offers(overlay.app.screen_stack[-2])
