"""What stands before every write, whatever its verb: holds, pending conflicts, the rules of the tree, the checks."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from memwarden.errors import Code, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.authored import author_of
from memwarden.memory.brake import require_free
from memwarden.memory.gate import Change
from memwarden.memory.ledger import Ledger
from memwarden.memory.notes import is_note_path
from memwarden.memory.pending import Pending, is_marked
from memwarden.memory.policy import Policy
from memwarden.memory.published import Published
from memwarden.memory.verdicts import admissions
from memwarden.store.records import Grade, Origin, Record, What
from memwarden.sync.copies import is_copy
from memwarden.text.lines import decode

if TYPE_CHECKING:
    from memwarden.checks.finding import Finding

PERSONS_VERBS = frozenset({What.RESTORE, What.RESOLVE, What.CONFIRM, What.UNDO, What.REDO})
OWN_FOLDERS = ("outbox", "proposals")
DREAM_RUN = timedelta(hours=1)
_ALLOWED = "Only a person can let it pass: memwarden check --admit {}"


class Guard:
    """`allow` refuses a change that may not be; `inspect` refuses what a change brings in.

    `behind` gives the record behind each line of a note's last known text.
    """

    def __init__(
        self,
        ledger: Ledger,
        policy: Callable[[], Policy],
        readonly: Callable[[], str],
        behind: Callable[[str], Sequence[Record | None]],
        published: Published,
    ) -> None:
        self._ledger = ledger
        self._pending = Pending(ledger.root)
        self._policy = policy
        self._readonly = readonly
        self._behind = behind
        self._published = published

    def allow(self, actor: Actor, change: Change, note: str) -> None:
        """Raises Refused READ_ONLY, PERSON_ONLY, HELD, REVOKED, CONFLICT_PENDING, POLICY, ORIGIN."""
        if reason := self._readonly():
            raise Refused(
                Code.READ_ONLY, f"Nothing can be written here: {reason}.",
                "Open it where you may write; in a sandbox, use the tools of the memwarden server.",
            )  # fmt: skip
        if actor.person:
            return
        if change.what in PERSONS_VERBS:
            raise Refused(Code.PERSON_ONLY, f"Only a person may {change.what}.", "Propose it instead.")
        require_free(self._ledger.store, actor)
        self._require_note(note)
        if copies := self._pending.of(note):
            raise Refused(
                Code.CONFLICT_PENDING, f"{note} has a conflict that waits for a person: {copies[0]}.",
                "Tell the person; write elsewhere until it is resolved.", details={"copies": copies},
            )  # fmt: skip
        if not self._own_letter(actor, change, note):
            for verb in _verbs(change):
                self._policy().decide(actor.by, actor.origin, verb, note, person=False)

    def _require_note(self, note: str) -> None:
        """Raises Refused where something else than a note lies there: git's files, settings, a conflict's copy."""
        if is_copy(note):
            raise Refused(
                Code.CONFLICT_PENDING, f"{note} is a copy that a conflict left behind: it waits for a person.",
                "Tell the person; do not change it.",
            )  # fmt: skip
        if not is_note_path(note) and os.path.lexists(self._ledger.root / note):
            raise Refused(
                Code.NOT_A_NOTE, f"{note} is no note, and agents write notes only.", "Name a markdown file of the tree."
            )

    def inspect(
        self, actor: Actor, change: Change, note: str, before: bytes | None, after: bytes | None
    ) -> tuple[Finding, ...]:
        """The findings of what the change brings in; an agent's change with one that is no warning is refused."""
        if after == before:
            return ()
        if not actor.person:
            _require_no_secret_said(change)
        if is_marked(before) and not actor.person:
            raise Refused(
                Code.CONFLICT_PENDING, f"{note} holds the markers of a conflict that waits for a person.",
                "Tell the person; write elsewhere until it is resolved.",
            )  # fmt: skip
        if actor.origin is Origin.DREAM and not actor.person:
            self._within_dream(actor, change, note, before or b"", after or b"")
        if after is None:
            return ()
        from memwarden.checks.run import check
        from memwarden.memory.forget import tombstones

        findings = check(
            decode(before or b""), decode(after), note=note, limits=self._policy().limits,
            forgotten=() if actor.person else tombstones(self._ledger.store, self._published),
        )  # fmt: skip
        if any(not finding.warning for finding in findings) and not actor.person:
            admitted = admissions(self._ledger.store)
            findings = tuple(finding for finding in findings if finding.fingerprint not in admitted)
            if grave := [finding for finding in findings if not finding.warning]:
                raise refusal_of(grave)
        return findings

    def _within_dream(self, actor: Actor, change: Change, note: str, before: bytes, after: bytes) -> None:
        """A run of consolidation is what one writer does in one session, of an hour where it names none."""
        from memwarden.memory.dreams import dream_budget

        proven = [
            bool(record and author_of(record) and record.grade is Grade.PROVEN and record.origin is not Origin.PERSON)
            for record in self._behind(note)
        ]
        made = 0
        now = self._ledger.store.now()
        run = self._ledger.store.records("who = ?", (actor.by,), newest=True, limit=100)
        for record in run:
            of_run = record.origin is Origin.DREAM and record.session == actor.session
            if of_run and abs(now - record.time) <= DREAM_RUN:
                made += max(record.added, record.removed)
        quotes = [quote for quote in change.source.split("\n") if quote.strip()]
        if (refusal := dream_budget(before, after, proven, quotes, made=made)) is not None:
            raise refusal

    def _own_letter(self, actor: Actor, change: Change, note: str) -> bool:
        """Mail and proposals: everyone may add to the two folders of the own directory, in every layout."""
        return change.what is What.CREATE and any(
            note.startswith(f"agents/{actor.by}/{folder}/") for folder in OWN_FOLDERS
        )


def _require_no_secret_said(change: Change) -> None:
    """What an agent says about its change goes into the record, so it is held to what the text is."""
    if not change.said:
        return
    from memwarden.checks.secrets import secrets

    for hit in secrets(change.said):
        raise Refused(
            Code.CHECKS, f"The reason, source or key given {hit.says[:-1]} (rule {hit.code}).", hit.fix,
            details={"secret": True},
        )  # fmt: skip


def refusal_of(findings: list[Finding]) -> Refused:
    """One refusal for all of them: rule, line, column and fix of the first, never a secret's value."""
    first = findings[0]
    more = f" ({len(findings) - 1} more)" if len(findings) > 1 else ""
    secret = any(finding.secret for finding in findings)
    return Refused(
        Code.CHECKS,
        f"{first.message} (rule {first.code}, column {first.column}){more}",
        f"{first.fix}{' It was not stored.' if secret else ''} {_ALLOWED.format(first.fingerprint)}",
        details={
            "secret": secret,
            "findings": [
                {
                    "code": finding.code, "line": finding.line, "column": finding.column,
                    "message": finding.message, "fix": finding.fix, "fingerprint": finding.fingerprint,
                }
                for finding in findings
            ],
        },
    )  # fmt: skip


def _verbs(change: Change) -> tuple[str, ...]:
    """The rules' verbs for a record's: a move takes out there and makes here."""
    if change.verb:
        return (change.verb,)
    if change.what is What.MOVE:
        return ("create",) if "from" in change.refs else ("delete",)
    return (change.what.value,)
