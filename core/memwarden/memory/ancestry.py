"""Which revision two texts both grew from, as far as records prove it.

Only records of guarded writes lead from a text to the one it was made from. What changed past us has a
predecessor on this disk, but nothing says that its author had seen it. Published records of other stores can be
forged by whoever writes the tree, so they prove nothing alone: this store's own records must lead to one side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from memwarden.store.records import Record, What

NOT_DERIVED = frozenset({"outside", "git", "syncthing", ""})
"""Doors of which nobody knows what their writers had seen."""
DERIVED = frozenset({What.APPEND, What.EDIT, What.REWRITE, What.RESTORE, What.RESOLVE, What.CONFIRM, What.REDO})
"""Verbs that only guarded writes have, and that make a text from the one before; what an undo brings back was made
from what it was made from the first time."""
_LIMIT = 20_000
_TRIED = 16


class Step(NamedTuple):
    """`after` was made from `before` by somebody who had seen it; `own`: this store wrote that down itself."""

    before: str
    after: str
    own: bool = True


def steps_of(records: Iterable[Record], *, own: bool) -> list[Step]:
    """The steps that guarded writes took; a resolution was made from every copy that it settled as well.

    One that was undone leads nowhere: its copies lie there again, and are no ancestors of anything.
    """
    records = list(records)
    undone = undone_in(records)
    return [
        Step(before, record.after, own)
        for record in records
        if record.after and record.what in DERIVED and record.via not in NOT_DERIVED and record.act not in undone
        for before in (record.before, *map(str, record.refs.get("merged", ())))
        if before and before != record.after
    ]


def undone_in(records: Iterable[Record]) -> set[str]:
    """Acts that are undone now, as these records of one or several stores tell in their order."""
    undone: set[str] = set()
    for record in records:
        if act := record.refs.get("undoes"):
            undone.add(str(act))
        if act := record.refs.get("redoes"):
            undone.discard(str(act))
    return undone


def common_ancestor(one: str, other: str, steps: Iterable[Step]) -> str | None:
    """The nearest revision from which steps lead to both; None where nothing proves one, or several are nearest.

    Where one text grew from the other, the older of the two is the answer; but not where a note went back to an
    old text, so that each grew from the other: the order of the two is then unknown.
    """
    steps = list(steps)
    made_from = _backwards(steps)
    behind_one, behind_other = _ancestors(one, made_from), _ancestors(other, made_from)
    common = [revision for revision in behind_other if revision in behind_one]
    common = [known for known in common if not (known in {one, other} and _came_back(known, made_from))]
    nearest = next((known for known in common[:_TRIED] if _ancestors(known, made_from).keys() >= set(common)), None)
    return nearest if nearest and _own_leads(nearest, (one, other), steps) else None


def ancestors_of(revision: str, steps: Iterable[Step]) -> dict[str, None]:
    """The revision and everything that steps lead from to it, nearest first."""
    return _ancestors(revision, _backwards(steps))


def _own_leads(nearest: str, sides: tuple[str, str], steps: list[Step]) -> bool:
    """Whether this store's own records lead from the ancestor to a side that is another text."""
    own = _backwards(step for step in steps if step.own)
    return any(side != nearest and nearest in _ancestors(side, own) for side in sides)


def _backwards(steps: Iterable[Step]) -> dict[str, list[str]]:
    made_from: dict[str, list[str]] = {}
    for step in steps:
        made_from.setdefault(step.after, []).append(step.before)
    return made_from


def _came_back(revision: str, made_from: dict[str, list[str]]) -> bool:
    return any(revision in _ancestors(before, made_from) for before in made_from.get(revision, ()))


def _ancestors(revision: str, made_from: dict[str, list[str]]) -> dict[str, None]:
    """The revision and all it grew from, nearest first."""
    found: dict[str, None] = {revision: None}
    pending = [revision]
    for now in pending:
        for before in made_from.get(now, ()):
            if before not in found:
                found[before] = None
                pending.append(before)
        if len(found) >= _LIMIT:
            break
    return found
