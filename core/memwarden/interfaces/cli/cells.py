"""What a row is made of, for people and for pipes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime


class Cell(NamedTuple):
    """`short` is what a terminal shows instead of `text`; `style` is a style of Rich; `right` aligns numbers."""

    text: str
    style: str = ""
    short: str = ""
    right: bool = False


Row = Sequence[Cell]


def when(at: datetime | None) -> Cell:
    """A time: exact in a pipe, as an age on a terminal."""
    from memwarden.interfaces.times import ago, iso

    if at is None:
        return Cell("", short="")
    return Cell(iso(at) or "", "dim", ago(at), right=True)
