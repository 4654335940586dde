"""One line of a conflict as it is laid out: what is left of its text, beside it and below."""

from __future__ import annotations

from typing import NamedTuple

from memwarden_tui.widgets.gutter import Face
from memwarden_tui.widgets.pieces import Piece

KEY, LABEL = 2, 6
"""Columns before the key of a row, and before its label."""


class Side(NamedTuple):
    """Who wrote a side, and the time as it is shown."""

    face: Face
    when: str = ""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        when: tuple[Piece, ...] = (("  " + self.when, "muted"),) if self.when else ()
        return ((self.face.name, self.face.style), *when)


class Plan(NamedTuple):
    """The room there is: `column` where text begins, `narrow` under 100 columns, `low` under 30 rows."""

    width: int
    narrow: bool
    low: bool

    @property
    def column(self) -> int:
        return 14 if self.narrow else 15

    def margin(
        self, key: str = "", sign: Piece = (" ", ""), label: Piece = ("", ""), *, ground: str = ""
    ) -> tuple[Piece, ...]:
        """The columns from the key to the text; with `ground` they keep it and only the last has the fill."""
        on = f" on {ground}" if ground else ""
        room = self.column - LABEL - 1
        return (
            (" " * KEY, on),
            (f"{key:<1} ", f"accent bold{on}"),
            (sign[0] + " ", sign[1] + on),
            (f"{label[0]:<{room}}", label[1] + on),
            (" ", ""),
        )


class Entry(NamedTuple):
    """`margin` stands before the text, `right` ends its first row, `against` is what its words are compared with.

    `beside` columns are kept free at the right of every row; `below` is a row of its own under the text.
    """

    region: int
    margin: tuple[Piece, ...] = ()
    text: str = ""
    style: str = "text"
    fill: str = "bg"
    active: bool = False
    right: tuple[Piece, ...] = ()
    beside: int = 0
    below: tuple[Piece, ...] = ()
    against: tuple[str, ...] = ()
    mark: str = ""
    head: tuple[Piece, ...] = ()
