"""The one queue of everything that waits on a person: danger first, then warnings, then your word, then health."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from memwarden.memory.verdicts import LATER, Verdict
from memwarden.store.records import Record


class ItemKind(StrEnum):
    """In the order of the queue's groups."""

    CONFLICT = "conflict"
    GIT = "git"
    DELETION = "deletion"
    LOST_LINES = "lost lines"
    EROSION = "erosion"
    REVERT = "revert"
    HELD = "held"
    REFUSED = "refused"
    CONFIG = "config"
    PROPOSAL = "proposal"
    TASK = "task"
    MESSAGE = "message"
    HEALTH = "health"


_RANK = {
    **dict.fromkeys(
        (ItemKind.CONFLICT, ItemKind.GIT, ItemKind.DELETION, ItemKind.LOST_LINES, ItemKind.EROSION, ItemKind.REVERT), 0
    ),
    **dict.fromkeys((ItemKind.HELD, ItemKind.REFUSED, ItemKind.CONFIG), 1),
    **dict.fromkeys((ItemKind.PROPOSAL, ItemKind.TASK, ItemKind.MESSAGE), 2),
    ItemKind.HEALTH: 3,
}
_SETTLED_ON_DISK = {ItemKind.CONFLICT, ItemKind.GIT, ItemKind.PROPOSAL}
"""They wait as long as they are there, whatever was once said of them."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """`records` are the writes it is about; `subject` the conflict, proposal, message or findings themselves."""

    id: str
    kind: ItemKind
    note: str
    title: str
    detail: str
    by: str = ""
    at: datetime | None = None
    records: tuple[Record, ...] = ()
    subject: object = None
    later: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(record.note for record in self.records)) or ((self.note,) if self.note else ())


def queue(items: Iterable[ReviewItem], verdicts: Mapping[str, Verdict]) -> tuple[ReviewItem, ...]:
    """Items without a verdict that ends them; those put off come last."""
    waiting = []
    for item in items:
        verdict = verdicts.get(item.id)
        if verdict is not None and verdict.what == LATER:
            waiting.append(replace(item, later=True))
        elif verdict is None or item.kind in _SETTLED_ON_DISK:
            waiting.append(item)
    return tuple(sorted(waiting, key=_order))


def _order(item: ReviewItem) -> tuple[bool, int, float, str]:
    return item.later, _RANK[item.kind], -(item.at.timestamp() if item.at else 0), item.id
