"""Undo and redo of a person's acts, in order, also after a restart: always forward, as new versions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memwarden.errors import Code, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change, Gate
from memwarden.memory.ledger import Ledger
from memwarden.memory.symlinks import follow
from memwarden.store.cache import STATELESS
from memwarden.store.entries import Entry
from memwarden.store.files import locate, read_file
from memwarden.store.records import Record, What
from memwarden.store.snapshots import revision_of

NOT_ON_THE_STACK = frozenset(
    {What.WATCH, What.REVOKE, What.REFUSED, What.VOID, What.LATE, What.SAME, What.FOUND, What.PRUNE, What.PURGE}
)
TOLD = "told"
"""The reference of an undo or a redo that says in words what it took back or did again."""
_BACK_AND_FORTH = frozenset({What.UNDO, What.REDO})
_PAGE = 256
_MARKS = frozenset({"acknowledged", "flagged", "unflagged", "archived", "unarchived"})


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back or done again, in words a toast can show."""

    act: str
    summary: str
    notes: tuple[str, ...]


class UndoStack:
    """The acts of one person, newest last. Called under the store's lock."""

    def __init__(self, ledger: Ledger, gate: Gate, actor: Actor) -> None:
        self._ledger = ledger
        self._gate = gate
        self._actor = actor

    def undo(self) -> Undone:
        """Take back the newest act that stands. Raises Refused NOTHING_TO_UNDO, MOVED_ON (nothing written)."""
        act = self._standing()
        if not act:
            raise Refused(Code.NOTHING_TO_UNDO, "There is nothing of yours to undo.", "")
        return self._reverse(act, What.UNDO, "undoes")

    def redo(self) -> Undone:
        """Do again what was undone last, as long as nothing else was done since."""
        act = self._taken_back()
        if not act:
            raise Refused(Code.NOTHING_TO_UNDO, "There is nothing to redo.", "")
        return self._reverse(act, What.REDO, "redoes")

    def _standing(self) -> str:
        """The newest act that stands, empty where none does."""
        settled: set[str] = set()
        undone: set[str] = set()
        for entry in self._newest():
            if entry.what_ == What.UNDO and entry.ref not in settled:
                undone.add(entry.ref)
            elif entry.what_ not in _BACK_AND_FORTH and entry.act not in undone:
                return entry.act
            settled.add(entry.ref)
        return ""

    def _taken_back(self) -> str:
        """The act that was undone last and not done again, empty where there is none or something new was done."""
        settled: set[str] = set()
        for entry in self._newest():
            if entry.what_ not in _BACK_AND_FORTH:
                return ""
            if entry.what_ == What.UNDO and entry.ref not in settled:
                return entry.ref
            settled.add(entry.ref)
        return ""

    def _newest(self) -> Iterator[Entry]:
        """One entry of each act of this person, newest first, read as far as somebody asks."""
        seen: set[str] = set()
        below = 2**62
        while page := list(
            self._ledger.store.entries("who = ? and seq < ?", (self._actor.by, below), newest=True, limit=_PAGE)
        ):
            below = page[-1].seq
            for entry in page:
                if entry.act not in seen and not self._is_off_the_stack(entry):
                    seen.add(entry.act)
                    yield entry

    def _is_off_the_stack(self, entry: Entry) -> bool:
        if entry.what_ in _BACK_AND_FORTH:
            return False
        record = self._ledger.store.record(entry.id)
        return record is None or _is_off_the_stack(record)

    def _reverse(self, act: str, what: What, ref: str) -> Undone:
        records = list(self._ledger.store.records("act = ?", (act,)))
        target = _last_states(records, back=what is What.UNDO)
        self._require_unmoved(target, what)
        said = summary(records)
        refs = {ref: act, TOLD: said}
        first = self._ledger.note(self._actor, what, **refs)
        for record, revision in target:
            becomes = self._becomes(record, revision, what)
            self._gate.write(self._actor, Change(what, record.note, becomes, act=first.act, refs=refs))
        for record in records:
            follow(self._ledger.root, record, back=what is What.UNDO)
        return Undone(act, said, tuple(dict.fromkeys(record.note for record in records if record.note)))

    def _text(self, revision: str | None) -> bytes | None:
        if revision is None:
            return None
        data = self._ledger.store.text(revision)
        if data is None:
            raise Refused(Code.NO_VERSION, f"The text {revision[:8]} is not kept here any more.", "")
        return data

    def _becomes(self, record: Record, revision: str | None, what: What) -> Callable[[bytes | None], bytes | None]:
        data = self._text(revision)
        then = record.after if what is What.UNDO else record.before

        def compute(now: bytes | None) -> bytes | None:
            if now != data and (None if now is None else revision_of(now)) != then:
                raise _moved_on(record)
            return data

        return compute

    def _require_unmoved(self, target: list[tuple[Record, str | None]], what: What) -> None:
        for record, revision in target:
            self._text(revision)
            data = read_file(locate(self._ledger.root, record.note)[0])
            now = None if data is None else revision_of(data)
            then = record.after if what is What.UNDO else record.before
            # A crash in the middle of this very undo leaves some of its notes where they are to be.
            if now not in {then, revision}:
                raise _moved_on(record)


def _moved_on(record: Record) -> Refused:
    return Refused(
        Code.MOVED_ON,
        f"{record.note} was changed after your {record.what}.",
        f"Open its history and restore what you want: memwarden versions {record.note}",
        details={"act": record.act, "note": record.note},
    )


def _is_off_the_stack(record: Record) -> bool:
    """Marks of reading, what happened past us, git's acts, and the acceptance of rules: they have other ways back."""
    return (
        record.what in NOT_ON_THE_STACK
        or (record.what is What.READ and record.refs.get("state") not in _MARKS)
        or record.via == "outside"
        or "git" in record.refs
        or str(record.refs.get("item", "")).startswith("config:")
    )


def summary(records: list[Record]) -> str:
    """`restore of travel.md`, `mail to vps/codex`, `mail marked archived`, `hold of pi/aras`, `deletion accepted`, …"""
    first = records[0]
    subjects = list(dict.fromkeys(subject for record in records if (subject := _subject(record))))
    more = f" and {len(subjects) - 1} more" if len(subjects) > 1 else ""
    if first.what is What.READ:
        return f"mail marked {first.refs.get('state', '')}"
    if "/outbox/" in first.note and first.why:
        return f"{first.why}{more}"
    of = f" of {subjects[0]}{more}" if subjects else ""
    if first.what is What.VERDICT:
        kind = str(first.refs.get("item", "")).partition(":")[0].replace("-", " ")
        return f"{kind}{of} {first.refs.get('verdict', '')}".strip()
    return f"{first.what}{of}"


def _subject(record: Record) -> str:
    """The note, or the agent, that a record is about; of a conflict the note, not a copy of it."""
    kind, _, about = str(record.refs.get("item", "")).partition(":")
    if record.what is What.RESOLVE and kind == "conflict":
        return about
    return record.note or str(record.refs.get("identity", ""))


def _last_states(records: list[Record], *, back: bool) -> list[tuple[Record, str | None]]:
    """Each note of the act with the state to go to, in the order to write them.

    Where an act wrote a note twice, `record` spans both: undo compares with its end and goes to its start.
    """
    spans: dict[str, Record] = {}
    for record in records:
        if record.what in STATELESS or not record.note or (record.before is None and record.after is None):
            continue
        if record.note in spans:
            spans[record.note] = record._replace(before=spans[record.note].before)
        else:
            spans[record.note] = record
    ordered = list(spans.values())
    return [(record, record.before if back else record.after) for record in (ordered[::-1] if back else ordered)]
