"""The one gate: every write of every door and verb, a person's acts included, passes `Gate.write`.

The order is the design's: replay of a known key, policy, current bytes with outside changes recorded first,
precondition, checks, journal, exchange, flags. A refusal writes nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from memwarden.checks.finding import Finding
from memwarden.errors import Code, Refused, StoreFailed
from memwarden.memory.actor import Actor
from memwarden.memory.late import LateSaves
from memwarden.memory.ledger import Ledger
from memwarden.memory.outside import Notice, Outside
from memwarden.memory.recovery import judge
from memwarden.memory.turned_down import keep_refused
from memwarden.store.files import locate
from memwarden.store.records import Flag, Record, What
from memwarden.store.replace import Raced, replace, sync_directory
from memwarden.store.snapshots import revision_of
from memwarden.text.diff import diff_bytes

ATTEMPTS = 3


class Written(NamedTuple):
    """The answer to a write; `revision` None where the note is gone. A replayed answer is the first one again."""

    note: str
    revision: str | None
    record: str
    act: str
    replayed: bool = False
    flags: tuple[Flag, ...] = ()
    findings: tuple[Finding, ...] = ()


class Change(NamedTuple):
    """What a verb wants of one note: `compute` turns its bytes now (None: not there) into those to be (None: gone).

    `base` is the revision the writer has seen; where it is set and the note moved on, the write is refused.
    `verb` is what the rules call it, where that is not `what`: an index line is put in by an edit that only adds.
    """

    what: What
    note: str
    compute: Callable[[bytes | None], bytes | None]
    base: str | None = None
    key: str = ""
    arguments: str = ""
    why: str = ""
    source: str = ""
    act: str = ""
    verb: str = ""
    refs: Mapping[str, Any] = MappingProxyType({})

    @property
    def said(self) -> str:
        """What the writer says about the change, a line each; it goes into the record."""
        return "\n".join(filter(None, (self.why, self.source, self.key)))


class Guard(Protocol):
    def allow(self, actor: Actor, change: Change, note: str) -> None:
        """Policy, holds and pending conflicts of the canonical note; raises Refused."""


Inspect = Callable[[Actor, Change, str, bytes | None, bytes | None], tuple[Finding, ...]]
"""Checks on what a change brings in; raises Refused where an agent's change must not land."""


class Gate:
    def __init__(
        self, ledger: Ledger, outside: Outside, *, guard: Guard, inspect: Inspect, notice: Notice,
        after: Callable[[Actor, Record], None], late: LateSaves,
    ) -> None:  # fmt: skip
        self._ledger = ledger
        self._outside = outside
        self._guard = guard
        self._inspect = inspect
        self._notice = notice
        self._after = after
        self._late = late

    def write(self, actor: Actor, change: Change) -> Written:
        """Carry out one change, or raise Refused or Failed with the note as it was."""
        with self._ledger.store.locked():
            path, note = locate(self._ledger.root, change.note)
            written = self._replay(actor, change, note) or self._tried(actor, change, note, path)
        # Not under the lock: the next writer's own sync covers this name too.
        sync_directory(path.parent)
        return written

    def _tried(self, actor: Actor, change: Change, note: str, path: Path) -> Written:
        for _ in range(ATTEMPTS):
            try:
                return self._attempt(actor, change, note, path)
            except Raced:
                continue
            except Refused as refusal:
                # On a full disk the refusal still is what the writer has to know.
                with suppress(OSError, StoreFailed):
                    keep_refused(self._ledger, self._outside, actor, change, note, path, refusal)
                raise
        raise Refused(
            Code.BUSY,
            f"{note} is being saved by another program again and again.",
            "Try again in a moment.",
        )

    def foresee(self, actor: Actor, change: Change) -> tuple[str, bytes | None, bytes | None]:
        """Try a change that another program is about to make: the note's name, its bytes now and those to be.

        Nothing is written; where it must not be, the text is kept for the person as that of any refused write.
        """
        with self._ledger.store.locked():
            path, note = locate(self._ledger.root, change.note)
            try:
                self._guard.allow(actor, change, note)
                before = self._outside.take_in(note, path)
                after = change.compute(before)
                self._inspect(actor, change, note, before, after)
            except Refused as refusal:
                keep_refused(self._ledger, self._outside, actor, change, note, path, refusal)
                raise
        return note, before, after

    def take_back(self, actor: Actor, arrival: Record) -> None:
        """Make it as if this write had never made its note: the rest of its act could not be done."""
        path, _ = locate(self._ledger.root, arrival.note)
        made = self._ledger.store.text(arrival.after or "")
        # Where somebody saved it meanwhile, theirs stays.
        with suppress(Raced):
            out = replace(path, None, made, arrival.id, lambda: self._ledger.void(arrival, actor))
            self._late.watch(out, arrival, arrival.after)

    def inspect(self, actor: Actor, what: What, note: str, before: bytes | None, after: bytes | None) -> None:
        """Raises Refused where this actor's change must not stay, whichever way it came."""
        self._inspect(actor, Change(what, note, lambda now: now), note, before, after)

    def allow(self, actor: Actor, change: Change, note: str) -> None:
        """Raises Refused where this change may not be, without trying it."""
        self._guard.allow(actor, change, note)

    def allows(self, actor: Actor, change: Change) -> bool:
        try:
            self._guard.allow(actor, change, change.note)
        except Refused:
            return False
        return True

    def _attempt(self, actor: Actor, change: Change, note: str, path: Path) -> Written:
        self._guard.allow(actor, change, note)
        before = self._outside.take_in(note, path)
        require_base(change, note, before)
        after = change.compute(before)
        findings = self._inspect(actor, change, note, before, after)
        if after == before:
            return self._unchanged(actor, change, note, before, findings)
        hunks = diff_bytes(before or b"", after or b"")
        silent = actor.person or change.what is What.MOVE
        flags, refs = ((), {}) if silent else self._notice(actor, note, before or b"", after or b"", hunks)
        record = self._ledger.draft(
            actor, change.what, note, before, after, hunks=hunks, act=change.act, key=change.key,
            arguments=change.arguments, why=change.why, source=change.source, flags=flags,
            refs={**change.refs, **refs},
        )  # fmt: skip
        self._put(actor, record, path, before, after)
        self._after(actor, record)
        return Written(note, record.after, record.id, record.act, flags=record.flags, findings=findings)

    def _put(self, actor: Actor, record: Record, path: Path, before: bytes | None, after: bytes | None) -> None:
        committed = False

        def commit() -> None:
            nonlocal committed
            self._ledger.keep(record, texts=(after,))
            committed = True

        def revoke(error: Exception) -> None:
            if isinstance(error, Raced):
                self._late.watch(error.descriptor, record, record.after)
            if committed:
                self._ledger.void(record, actor)

        out = replace(path, after, before, record.id, commit, revoke)
        self._late.watch(out, record, record.before)

    def _unchanged(
        self, actor: Actor, change: Change, note: str, before: bytes | None, findings: tuple[Finding, ...]
    ) -> Written:
        """No bytes to change; the key counts as used, and an item of the queue that the act answers is answered."""
        if "verdict" in change.refs:
            self._ledger.note(actor, What.VERDICT, note, why=change.why, act=change.act, **change.refs)
        revision = None if before is None else revision_of(before)
        if change.key:
            record = self._ledger.draft(
                actor, What.SAME, note, hunks=(), act=change.act, key=change.key, arguments=change.arguments,
                refs={"verb": change.what, "revision": revision}, parents=(),
            )  # fmt: skip
            self._ledger.keep(record)
            return Written(note, revision, record.id, record.act, findings=findings)
        shadow = self._ledger.store.shadow(note)
        return Written(note, revision, shadow.head if shadow else "", change.act, findings=findings)

    def _replay(self, actor: Actor, change: Change, note: str) -> Written | None:
        if not change.key:
            return None
        first = next(self._ledger.store.records("who = ? and key = ?", (actor.by, change.key), limit=1), None)
        if first is None or judge(self._ledger, first):
            return None
        verb = first.refs["verb"] if first.what is What.SAME else first.what
        if first.arguments != change.arguments or verb != change.what:
            raise Refused(
                Code.KEY_REUSED,
                f"The key {change.key!r} was used for another {verb} of {first.note}.",
                "Use a new key for every new write; repeat a key only with the very same arguments.",
                details={"record": first.id},
            )
        revision = first.refs["revision"] if first.what is What.SAME else first.after
        return Written(note, revision, first.id, first.act, replayed=True, flags=first.flags)


def arguments_hash(*arguments: object) -> str:
    """A stable hash of a call's arguments, to tell a repeated call from another one with the same key."""
    return hashlib.sha256(json.dumps(arguments, default=repr, ensure_ascii=True).encode()).hexdigest()[:32]


def require_base(change: Change, note: str, before: bytes | None) -> None:
    """Raises Refused STALE where the writer has seen another revision than this one."""
    if change.base is None:
        return
    now = None if before is None else revision_of(before)
    if now is not None and now.startswith(change.base) and len(change.base) >= 8:
        return
    raise Refused(
        Code.STALE,
        f"{note} has changed since revision {change.base[:8]}: it is now {now[:8] if now else 'gone'}.",
        "Read it again, carry your change over to what it says now, and write with the new revision.",
        details={"base": change.base, "now": now},
    )


def writable(folder: Path) -> str:
    """Empty where this user may write into the folder, else why not."""
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return f"{folder} is on a read-only file system"
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"{folder} cannot be written by this user"
