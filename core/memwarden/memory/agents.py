"""A card per agent: what it wrote and removed of late, whether it may write, what it owns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from memwarden.memory.agent_files import agent_directories
from memwarden.memory.brake import Hold, holds
from memwarden.store.records import Record, What

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

DAYS = 14


@dataclass(frozen=True, slots=True)
class AgentCard:
    """`writes` and `removed` (lines) are of the last 14 days, day by day with today last."""

    identity: str
    person: bool
    last: Record | None
    writes: int
    removed: int
    daily_writes: tuple[int, ...]
    daily_removed: tuple[int, ...]
    held_until: datetime | None = None
    revoked: bool = False
    why_held: str = ""
    owns: tuple[str, ...] = ()
    colour: int | None = None


def of_tree(tree: Tree) -> tuple[AgentCard, ...]:
    """The cards of everyone who wrote lately, has a directory, or is held."""
    now = tree.now()
    since = now - timedelta(days=DAYS + 1)
    with tree.store.locked():
        records = [record for record in tree.store.records("who != ''") if record.time >= since]
        held = holds(tree.store)
    directories = agent_directories(tree.root)
    paths = tree.paths()

    def owned(identity: str) -> tuple[str, ...]:
        owner = tree.rules.policy().owner
        return tuple(path for path in paths if owner(path) == identity)

    return cards(records, directories, held, is_person=tree.is_person, colour=tree.agent_colour, owned=owned, now=now)


def cards(
    records: Iterable[Record],
    directories: Iterable[str],
    holds: dict[str, Hold],
    *,
    is_person: Callable[[str], bool],
    colour: Callable[[str], int | None],
    owned: Callable[[str], tuple[str, ...]],
    now: datetime,
) -> tuple[AgentCard, ...]:
    """Held first, then by last write; `records` are those of the last days, oldest first.

    What the first look at the tree found is nobody's write: when it was written is not known.
    """
    last: dict[str, Record] = {}
    writes: dict[str, list[int]] = {}
    removed: dict[str, list[int]] = {}
    for record in records:
        if not record.by or not record.note or (record.before is None and record.after is None):
            continue
        if record.what is What.FOUND:
            continue
        last[record.by] = record
        if 0 <= (age := (now.astimezone(UTC).date() - record.time.astimezone(UTC).date()).days) < DAYS:
            writes.setdefault(record.by, [0] * DAYS)[DAYS - 1 - age] += 1
            removed.setdefault(record.by, [0] * DAYS)[DAYS - 1 - age] += record.removed
    everyone = {*last, *(directory.removeprefix("agents/") for directory in directories), *holds}
    made = [
        _card(identity, last, writes, removed, holds, is_person, colour, owned)
        for identity in sorted(everyone)
        if identity
    ]
    return tuple(sorted(made, key=_order))


def _card(
    identity: str, last: dict[str, Record], writes: dict[str, list[int]], removed: dict[str, list[int]],
    holds: dict[str, Hold], is_person: Callable[[str], bool], colour: Callable[[str], int | None],
    owned: Callable[[str], tuple[str, ...]],
) -> AgentCard:  # fmt: skip
    hold = holds.get(identity)
    daily = tuple(writes.get(identity, [0] * DAYS))
    daily_removed = tuple(removed.get(identity, [0] * DAYS))
    return AgentCard(
        identity, is_person(identity), last.get(identity), sum(daily), sum(daily_removed), daily, daily_removed,
        hold.until if hold else None, bool(hold and hold.revoked), hold.why if hold else "",
        owned(identity), colour(identity),
    )  # fmt: skip


def _order(card: AgentCard) -> tuple[bool, bool, float, str]:
    held = card.held_until is not None and not card.revoked
    return not held, card.revoked, -(card.last.time.timestamp() if card.last else 0), card.identity
