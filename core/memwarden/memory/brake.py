"""Holds: the brake that trips on a burst of deletions, and what a person holds, releases or revokes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from memwarden.errors import Code, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.ledger import Ledger
from memwarden.memory.policy import Policy
from memwarden.memory.verdicts import undone_acts
from memwarden.store.records import Flag, Record, What
from memwarden.store.store import Store


class Hold(NamedTuple):
    """Why an identity may not write: until a time, or revoked (no time)."""

    identity: str
    until: datetime | None
    revoked: bool
    since: datetime
    by: str
    record: str
    why: str = ""

    def active(self, now: datetime) -> bool:
        return self.revoked or (self.until is not None and self.until > now)


def holds(store: Store) -> dict[str, Hold]:
    """What holds each identity now, lapsed holds left out."""
    every = store.remembered("holds", lambda: _holds(store))
    if not every:
        return {}
    now = store.now()
    return {identity: hold for identity, hold in every.items() if hold.active(now)}


def _holds(store: Store) -> dict[str, Hold]:
    """Lapsed ones too."""
    acts = list(store.records("what in (?, ?, ?)", (What.HOLD, What.RELEASE, What.REVOKE)))
    undone = undone_acts(store) if acts else set()
    found: dict[str, Hold] = {}
    for record in acts:
        identity = str(record.refs.get("identity", ""))
        if record.act in undone:
            continue
        if record.what is What.RELEASE:
            found.pop(identity, None)
        else:
            until = record.refs.get("until")
            found[identity] = Hold(
                identity, datetime.fromisoformat(until) if until else None, record.what is What.REVOKE,
                record.time, record.by, record.id, record.why,
            )  # fmt: skip
    return found


def require_free(store: Store, actor: Actor) -> None:
    """Raises Refused HELD or REVOKED where this identity may not write now."""
    hold = holds(store).get(actor.by)
    if hold is None or actor.person:
        return
    if hold.revoked:
        raise Refused(
            Code.REVOKED,
            f"{actor.by} may not write here any more.",
            "Ask the person; do not write by another way.",
        )
    minutes = int((hold.until - store.now()).total_seconds() // 60) + 1 if hold.until else 0
    raise Refused(
        Code.HELD,
        f"{actor.by} is held for {minutes} more minutes: {hold.why}.",
        "Stop writing and tell the person; they can release you in memwarden under Agents.",
        details={"until": hold.until.isoformat() if hold.until else None},
    )


def trip(ledger: Ledger, actor: Actor, record: Record, rules: Callable[[], Policy]) -> Record | None:
    """Hold the identity where this write made too many notes shrink sharply in too short a time."""
    if Flag.LARGE_DELETION not in record.flags or actor.person or not actor.by:
        return None
    rule = rules().brake
    if rule.notes <= 0:
        return None
    notes = shrunk_notes(ledger.store, actor.by, rule.seconds)
    if len(notes) < rule.notes or actor.by in holds(ledger.store):
        return None
    until = ledger.store.now() + timedelta(minutes=rule.hold_minutes)
    return ledger.note(
        actor, What.HOLD, why=f"{len(notes)} notes shrank sharply within {rule.seconds:.0f} s",
        identity=actor.by, until=until.isoformat(), notes=sorted(notes),
    )  # fmt: skip


def shrunk_notes(store: Store, identity: str, seconds: float) -> set[str]:
    """Distinct notes that the identity shrank sharply within the last `seconds`."""
    newest: datetime | None = None
    notes: set[str] = set()
    for record in store.records(
        "who = ? and flags like ?", (identity, f"%{Flag.LARGE_DELETION}%"), newest=True, limit=200
    ):
        # By the wall: the stamps of order stand still for as long as the wall clock was ahead once.
        newest = newest or record.time
        if abs(newest - record.time) > timedelta(seconds=seconds):
            break
        notes.add(record.note)
    return notes
