"""Items of the queue that come of writes: what was lost in them, what was refused, and who is held."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from memwarden.memory.ancestry import NOT_DERIVED
from memwarden.memory.brake import Hold
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden.store.records import Flag, Record

_BURST_SECONDS = 60
_LOSSES = (
    (Flag.LOST_LINES, ItemKind.LOST_LINES),
    (Flag.EROSION, ItemKind.EROSION),
    (Flag.REVERT, ItemKind.REVERT),
)


def loss_items(flagged: Sequence[Record], is_person: Callable[[str], bool]) -> list[ReviewItem]:
    """A card per flag of a write; a large deletion says all of it, and a burst of them by one identity is one card."""
    deletions = [record for record in flagged if Flag.LARGE_DELETION in record.flags]
    others = [record for record in flagged if Flag.LARGE_DELETION not in record.flags]
    return [
        *(_deletion_item(burst, is_person) for burst in _bursts(deletions)),
        *(_loss_item(kind, record) for record in others for flag, kind in _LOSSES if flag in record.flags),
    ]


def refused_items(refused: Iterable[Record]) -> list[ReviewItem]:
    """One card per agent, note and reason, the newest refusal in front."""
    grouped: dict[tuple[str, str, str], list[Record]] = {}
    for record in refused:
        grouped.setdefault((record.by, record.note, str(record.refs.get("code"))), []).append(record)
    return [
        ReviewItem(
            f"refused:{records[-1].id}", ItemKind.REFUSED, note, note,
            f"{by}, {_reason(records[-1])}" + (f", {len(records)} times" if len(records) > 1 else ""),
            by=by, at=records[-1].time, records=tuple(reversed(records)),
        )
        for (by, note, _), records in grouped.items()
    ]  # fmt: skip


def held_item(hold: Hold) -> ReviewItem:
    return ReviewItem(
        f"held:{hold.record}", ItemKind.HELD, "", hold.identity, hold.why,
        by=hold.identity, at=hold.since, subject=hold,
    )  # fmt: skip


def lost_of(record: Record) -> dict[str, int]:
    """Lines with text taken out for good by author, as the gate counted them; "" where nobody is known."""
    lost = record.refs.get("lost", {})
    return {str(author): int(count) for author, count in lost.items()} if isinstance(lost, dict) else {}


def lost_count(record: Record) -> int:
    return sum(lost_of(record).values()) or record.removed - record.added


def _bursts(deletions: Iterable[Record]) -> list[list[Record]]:
    bursts: list[list[Record]] = []
    last: dict[str, list[Record]] = {}
    for record in deletions:
        burst = last.get(record.by)
        if burst is None or record.time - burst[-1].time > timedelta(seconds=_BURST_SECONDS):
            burst = last[record.by] = []
            bursts.append(burst)
        burst.append(record)
    return bursts


def _deletion_item(burst: list[Record], is_person: Callable[[str], bool]) -> ReviewItem:
    first, last = burst[0], burst[-1]
    removed = sum(map(lost_count, burst))
    yours = sum(count for record in burst for author, count in lost_of(record).items() if author and is_person(author))
    totals = [int(record.refs.get("lines", 0)) for record in burst]
    of = f" of {sum(totals)}" if all(totals) else ""
    detail = f"{removed}{of} lines" + (f", {yours} of them yours" if yours else "")
    title = first.note if len(burst) == 1 else f"{len({record.note for record in burst})} notes"
    return ReviewItem(
        f"deletion:{first.id}", ItemKind.DELETION, first.note, title, detail,
        by=first.by, at=last.time, records=tuple(burst),
    )  # fmt: skip


def _loss_item(kind: ItemKind, record: Record) -> ReviewItem:
    match kind:
        case ItemKind.LOST_LINES:
            lost = ", ".join(f"{count} of {author or 'unknown'}" for author, count in lost_of(record).items())
            detail = lost or f"{record.removed} lines"
        case ItemKind.EROSION:
            detail = "half of it went in several writes"
        case _:
            by_itself = record.via in NOT_DERIVED
            detail = "went back, an edit may be missing" if by_itself else "back to an older version, unsaid"
    return ReviewItem(
        f"{kind.replace(' ', '-')}:{record.id}", kind, record.note, record.note, detail,
        by=record.by, at=record.time, records=(record,),
    )  # fmt: skip


def _reason(record: Record) -> str:
    if record.refs.get("secret"):
        return "maybe a secret"
    return {
        "policy": "not allowed there", "origin": "nobody asked for it",
        "held": "is held", "revoked": "is revoked",
        "stale": "wrote on an old version", "conflict-pending": "a conflict waits", "checks": "a check refused it",
    }.get(str(record.refs.get("code")), str(record.refs.get("code")))  # fmt: skip
