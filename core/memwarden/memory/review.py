"""The one queue of everything that waits on a person: danger first, then warnings, then your word, then health."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from memwarden.checks.finding import Finding
from memwarden.memory.accepted import CONFIG
from memwarden.memory.ancestry import NOT_DERIVED
from memwarden.memory.brake import Hold
from memwarden.memory.conflicts import Conflict, ConflictKind
from memwarden.memory.git_findings import GitFinding
from memwarden.memory.mailbox import Mailbox
from memwarden.memory.proposals import Proposal
from memwarden.memory.verdicts import LATER, Verdict
from memwarden.store.records import Flag, Record
from memwarden.store.snapshots import revision_of
from memwarden.text.ages import age

BURST_SECONDS = 60


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
_FLAGGED = (
    (Flag.LARGE_DELETION, ItemKind.DELETION),
    (Flag.LOST_LINES, ItemKind.LOST_LINES),
    (Flag.EROSION, ItemKind.EROSION),
    (Flag.REVERT, ItemKind.REVERT),
)


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """`records` are the writes it is about; `subject` the conflict, proposal, message or findings themselves."""

    id: str
    kind: ItemKind
    note: str
    title: str
    detail: str
    by: str
    at: datetime | None
    records: tuple[Record, ...] = ()
    subject: object = None
    later: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(record.note for record in self.records)) or ((self.note,) if self.note else ())


def queue(
    conflicts: Iterable[Conflict], flagged: Sequence[Record], refused: Sequence[Record], holds: Iterable[Hold],
    proposals: Iterable[ReviewItem], mailbox: Mailbox, findings: Sequence[Finding], verdicts: dict[str, Verdict],
    *, is_person: Callable[[str], bool], now: datetime, rules: bytes | None = None,
    git: Iterable[GitFinding] = (),
) -> tuple[ReviewItem, ...]:  # fmt: skip
    """Items without a verdict that ends them; those put off come last."""
    items = [
        *map(conflict_item, conflicts),
        *map(_git_item, git),
        *flagged_items(flagged, is_person),
        *refused_items(refused),
        *map(_held_item, holds),
        *([config_item(rules)] if rules is not None else []),
        *proposals,
        *mail_items(mailbox, now),
        *health_items(findings),
    ]
    waiting = []
    for item in items:
        verdict = verdicts.get(item.id)
        if verdict is None or (
            item.kind in {ItemKind.CONFLICT, ItemKind.GIT, ItemKind.PROPOSAL} and verdict.what != LATER
        ):
            waiting.append(item)
        elif verdict.what == LATER:
            waiting.append(_put_off(item))
    return tuple(sorted(waiting, key=_order))


def config_item(rules: bytes) -> ReviewItem:
    """The rules in the tree are not the accepted ones: they hold once a person accepts them."""
    digest = revision_of(rules)[:12]
    return ReviewItem(
        f"config:{digest}", ItemKind.CONFIG, CONFIG, CONFIG, "new rules, not in force", "", None, subject=rules
    )


def conflict_item(conflict: Conflict) -> ReviewItem:
    times = [copy.mtime for copy in conflict.copies]
    return ReviewItem(
        conflict.id, ItemKind.CONFLICT, conflict.note, conflict.note, _conflict_detail(conflict), conflict.yours_by,
        max(times, default=None), subject=conflict,
    )  # fmt: skip


def _git_item(finding: GitFinding) -> ReviewItem:
    return ReviewItem(
        finding.id, ItemKind.GIT, "", finding.title, finding.detail, "", finding.at, subject=finding
    )  # fmt: skip


def flagged_items(flagged: Sequence[Record], is_person: Callable[[str], bool]) -> list[ReviewItem]:
    """A card per flag of a write; a large deletion says all of it, and a burst of them by one identity is one card."""
    items: list[ReviewItem] = []
    bursts: dict[str, list[Record]] = {}
    for record in flagged:
        kinds = [kind for flag, kind in _FLAGGED if flag in record.flags]
        if ItemKind.DELETION not in kinds:
            items.extend(_loss_item(kind, record) for kind in kinds)
            continue
        burst = bursts.get(record.by)
        if burst and record.time - burst[-1].time <= timedelta(seconds=BURST_SECONDS):
            burst.append(record)
            continue
        if burst:
            items.append(_deletion_item(burst, is_person))
        bursts[record.by] = [record]
    items.extend(_deletion_item(burst, is_person) for burst in bursts.values())
    return items


def refused_items(refused: Sequence[Record]) -> list[ReviewItem]:
    """One card per agent, note and reason, the newest refusal in front."""
    grouped: dict[tuple[str, str, str], list[Record]] = {}
    for record in refused:
        grouped.setdefault((record.by, record.note, str(record.refs.get("code"))), []).append(record)
    return [
        ReviewItem(
            f"refused:{records[-1].id}", ItemKind.REFUSED, note, note,
            f"{by}, {_reason(records[-1])}" + (f", {len(records)} times" if len(records) > 1 else ""),
            by, records[-1].time, tuple(reversed(records)),
        )
        for (by, note, _), records in grouped.items()
    ]  # fmt: skip


def mail_items(mailbox: Mailbox, now: datetime) -> list[ReviewItem]:
    """Unanswered tasks to you, and threads with unread messages to you."""
    items = []
    for thread in mailbox.threads(mine=True):
        if thread.archived or not (thread.waiting or thread.unread):
            continue
        first = thread.messages[0]
        waits = thread.waiting_since or thread.last
        detail = f"{first.sender}, no answer for {age((now - waits).total_seconds())}"
        if not thread.waiting:
            detail = f"{first.sender}, {thread.unread} unread"
        kind = ItemKind.TASK if thread.waiting else ItemKind.MESSAGE
        items.append(
            ReviewItem(
                f"mail:{thread.id}:{len(thread.messages)}",
                kind,
                "",
                thread.subject,
                detail,
                first.sender,
                waits if thread.waiting else thread.last,
                subject=thread,
            )
        )
    return items


def health_items(findings: Sequence[Finding]) -> list[ReviewItem]:
    if not findings:
        return []
    counted: dict[str, int] = {}
    for finding in findings:
        counted[finding.code] = counted.get(finding.code, 0) + 1
    said = ", ".join(f"{count} {_plain(code, count)}" for code, count in counted.items())
    key = "+".join(sorted({finding.fingerprint or finding.code for finding in findings}))
    title = f"{len(findings)} finding" + ("s" if len(findings) > 1 else "")
    return [ReviewItem(f"health:{hash_of(key)}", ItemKind.HEALTH, "", title, said, "", None, subject=tuple(findings))]


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:12]


def lost_of(record: Record) -> dict[str, int]:
    """Lines taken out by author, as the gate counted them; "" where nobody is known."""
    lost = record.refs.get("lost", {})
    return {str(author): int(count) for author, count in lost.items()} if isinstance(lost, dict) else {}


def _conflict_detail(conflict: Conflict) -> str:
    match conflict.kind:
        case ConflictKind.EDIT_MISSING:
            return "an edit may be missing"
        case ConflictKind.EDITS | ConflictKind.GIT_UNMERGED | ConflictKind.GIT_STASH | ConflictKind.MARKERS:
            count = conflict.open_hunks
            open_ = f"{count} hunk{'s' if count != 1 else ''} open" if count else "merges cleanly, look and write"
            return _FROM.get(conflict.kind, "") + open_
        case ConflictKind.IDENTICAL:
            return "the copy is equal to the note"
        case ConflictKind.CONTAINED:
            return "one side holds the other whole"
        case ConflictKind.NOTE_MISSING:
            return "the copy's note is gone"
        case ConflictKind.NOTE_IS_DIRECTORY:
            return "the note's name is a folder now"
        case ConflictKind.NOTE_UNREADABLE:
            return "the note's name is no file to read"
        case ConflictKind.UNDECODABLE:
            return "a side is not text"
        case ConflictKind.UNNAMED:
            return "its note is unknown"
        case ConflictKind.GIT_DELETED:
            return "one side deleted what the other edited"


_FROM = {
    ConflictKind.GIT_UNMERGED: "git left it unmerged, ",
    ConflictKind.GIT_STASH: "git put your edits aside, ",
    ConflictKind.MARKERS: "conflict markers in it, ",
}


def _deletion_item(burst: list[Record], is_person: Callable[[str], bool]) -> ReviewItem:
    first, last = burst[0], burst[-1]
    removed = sum(sum(lost_of(record).values()) or record.removed - record.added for record in burst)
    yours = sum(count for record in burst for author, count in lost_of(record).items() if author and is_person(author))
    totals = [int(record.refs.get("lines", 0)) for record in burst]
    of = f" of {sum(totals)}" if all(totals) else ""
    detail = f"{removed}{of} lines" + (f", {yours} of them yours" if yours else "")
    title = first.note if len(burst) == 1 else f"{len({record.note for record in burst})} notes"
    return ReviewItem(
        f"deletion:{first.id}",
        ItemKind.DELETION,
        first.note,
        title,
        detail,
        first.by,
        last.time,
        tuple(burst),
    )


def _loss_item(kind: ItemKind, record: Record) -> ReviewItem:
    match kind:
        case ItemKind.LOST_LINES:
            lost = ", ".join(f"{count} of {author or 'unknown'}" for author, count in lost_of(record).items())
            detail = lost or f"{record.removed} lines"
        case ItemKind.EROSION:
            detail = f"half of it went in {record.refs.get('writes', 'several')} writes"
        case _:
            by_itself = record.via in NOT_DERIVED
            detail = "went back, an edit may be missing" if by_itself else "back to an older version, unsaid"
    return ReviewItem(
        f"{kind.replace(' ', '-')}:{record.id}",
        kind,
        record.note,
        record.note,
        detail,
        record.by,
        record.time,
        (record,),
    )


def _held_item(hold: Hold) -> ReviewItem:
    return ReviewItem(
        f"held:{hold.record}",
        ItemKind.HELD,
        "",
        hold.identity,
        hold.why,
        hold.identity,
        hold.since,
        subject=hold,
    )


def proposal_item(proposal: Proposal, change: tuple[int, int] | None = None) -> ReviewItem:
    """`change` counts the lines it would put into and take out of the note as it is now."""
    count = len(proposal.sources)
    parts = [f"+{change[0]}" * bool(change[0]), f"−{change[1]}" * bool(change[1])] if change else [proposal.act]
    said = " ".join(filter(None, parts)) or proposal.act
    detail = f"{proposal.sender}, {said}" + (f", {count} source{'s' if count > 1 else ''}" if count else "")
    return ReviewItem(
        f"proposal:{proposal.path}", ItemKind.PROPOSAL, proposal.target, proposal.target, detail, proposal.sender,
        proposal.created, subject=proposal,
    )  # fmt: skip


def _reason(record: Record) -> str:
    if record.refs.get("secret"):
        return "maybe a secret"
    return {
        "policy": "not allowed there", "origin": "nobody asked for it",
        "held": "is held", "revoked": "is revoked",
        "stale": "wrote on an old version", "conflict-pending": "a conflict waits", "checks": "a check refused it",
    }.get(str(record.refs.get("code")), str(record.refs.get("code")))  # fmt: skip


def _put_off(item: ReviewItem) -> ReviewItem:
    return replace(item, later=True)


def _order(item: ReviewItem) -> tuple[bool, int, float, str]:
    return item.later, _RANK[item.kind], -(item.at.timestamp() if item.at else 0), item.id


_PLAIN = {
    "dangling-link": ("dead link", "dead links"),
    "not-in-index": ("note not in INDEX", "notes not in INDEX"),
    "half-moved": ("note moved half way", "notes moved half way"),
    "outside-link": ("link out of the tree", "links out of the tree"),
    "link-to-copy": ("link to a copy", "links to copies"),
    "space-in-link": ("link with a blank", "links with blanks"),
    "twin-name": ("twin name", "twin names"),
    "not-utf8": ("note not UTF-8", "notes not UTF-8"),
    "nul-byte": ("note with a NUL byte", "notes with NUL bytes"),
    "merge-marker": ("merge marker", "merge markers"),
    "front-matter": ("broken front matter", "broken front matters"),
    "foreign-copy": ("copy of another program", "copies of other programs"),
    "copy-of-code": ("copy of a program", "copies of programs"),
    "bad-symlink": ("broken link on disk", "broken links on disk"),
    "special-file": ("file that is no note", "files that are no notes"),
    "git-in-syncthing": ("git folder that Syncthing carries", "git folders that Syncthing carries"),
}


def _plain(code: str, count: int) -> str:
    return _PLAIN.get(code, (code, code))[count != 1]
