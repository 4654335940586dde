"""A write that was turned down is kept for a person to look at; one that holds a secret is counted and nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from memwarden.errors import Code, MemwardenError, Refused
from memwarden.memory.actor import Actor
from memwarden.store.records import What
from memwarden.store.snapshots import revision_of
from memwarden.text.lines import decode

if TYPE_CHECKING:
    from memwarden.memory.gate import Change
    from memwarden.memory.ledger import Ledger
    from memwarden.memory.outside import Outside

_KEPT = frozenset({Code.CHECKS, Code.POLICY, Code.ORIGIN, Code.HELD, Code.REVOKED, Code.STALE, Code.CONFLICT_PENDING})


class Stale(Refused):
    """A change to an older version: `made` is what it makes of the text the writer had `seen`, where both are known."""

    def __init__(
        self, message: str, hint: str, *, details: Mapping[str, Any], seen: bytes | None, made: bytes | None
    ) -> None:
        super().__init__(Code.STALE, message, hint, details=details)
        self.seen = seen
        self.made = made


class _Texts(NamedTuple):
    """The note `now`, and what the writer would have made of the text it had `seen`; None where it cannot be told."""

    now: bytes | None = None
    seen: bytes | None = None
    made: bytes | None = None


def keep_refused(
    ledger: Ledger, outside: Outside, actor: Actor, change: Change, note: str, path: Path, refusal: Refused
) -> None:
    """Under the lock. Raises OSError, StoreFailed."""
    if refusal.code not in _KEPT or actor.person:
        return
    texts = _texts(outside, change, note, path)
    refs: dict[str, Any] = {"code": refusal.code, "verb": change.what}
    if refusal.details.get("secret") or _leaks(texts, change):
        ledger.note(actor, What.REFUSED, note, secret=True, **refs)
        return
    if texts.made is not None:
        refs["revision"] = ledger.store.snapshots.put(texts.made)
        refs["base"] = None if texts.seen is None else revision_of(texts.seen)
    ledger.note(actor, What.REFUSED, note, why=change.why, secret=False, message=refusal.message, **refs)


def _texts(outside: Outside, change: Change, note: str, path: Path) -> _Texts:
    now = None
    try:
        now = outside.take_in(note, path)
        return _Texts(now, now, change.compute(now))
    except Stale as stale:
        return _Texts(now, stale.seen, stale.made)
    except MemwardenError:
        return _Texts(now)


def _leaks(texts: _Texts, change: Change) -> bool:
    """Whether it brings a secret, or says one about itself; whatever else is wrong with it, or hides it."""
    from memwarden.checks.hidden import strip_hidden
    from memwarden.checks.run import check

    now, made = decode(texts.now or b""), decode(texts.made or b"")
    found = (*check(now, made), *check(strip_hidden(now), strip_hidden(made)), *check("", change.said))
    return any(finding.secret for finding in found)
