"""What stands against sending a message, said below it: findings of the checks, or why it was refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memwarden.errors import Refused
from memwarden.memory.messages import KEYS
from memwarden_tui.safe import safe
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.letters import wrapped
from memwarden_tui.widgets.pieces import Band

_ABOVE_TEXT = len(KEYS) + 3
"""Lines of the file that stand above the text of a message."""


class Objection(NamedTuple):
    """What stands against sending; `line` of the text counts from 1, 0 for the whole."""

    says: str
    line: int = 0
    column: int = 0


def objections(refused: Refused) -> tuple[Objection, ...]:
    """Each finding of the checks with its line in the text, else the refusal itself."""
    findings = refused.details.get("findings", ())
    found = tuple(
        Objection(f"{one['message']} {one['fix']}".strip(), max(0, one["line"] - _ABOVE_TEXT), one["column"])
        for one in findings
    )
    return found or (Objection(str(refused)),)


class ObjectionsView(BandsView):
    """Nothing is shown where nothing stands against it."""

    DEFAULT_CSS = "ObjectionsView { display: none; }"

    def tell(self, found: Sequence[Objection]) -> None:
        self.display = bool(found)
        self.show(lambda width, _look: _bands(found, width))


def _bands(found: Sequence[Objection], width: int) -> list[Band]:
    rows = [Band(())]
    for one in found:
        where = f"line {one.line}: " if one.line else ""
        rows += [Band(tuple(row)) for row in wrapped([(where, "warn bold"), (safe(one.says), "warn")], width)]
    return rows
