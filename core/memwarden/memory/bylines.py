"""Whose the lines of a source are: what its record says, what explains it, and who confirmed it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from memwarden.memory.author_form import NOBODY, Author
from memwarden.memory.authored import author_of
from memwarden.memory.claims import NoteClaims
from memwarden.memory.git_past import GitPast
from memwarden.memory.past import Claim, Claims
from memwarden.memory.published import Published
from memwarden.memory.replay import PAST_US
from memwarden.memory.sources import CONFIRMER, Source
from memwarden.store.entries import Byline, Entry
from memwarden.store.records import Grade, What
from memwarden.store.store import Store


class Bylines:
    def __init__(self, store: Store, published: Published, git: GitPast) -> None:
        self._store = store
        self._published = published
        self._git = git

    def authors(self, note: str, sources: Iterable[Source], *, ask: bool) -> tuple[dict[Source, Author], bool]:
        """For each distinct source who wrote its lines; and whether nothing was left to ask git."""
        distinct = dict.fromkeys(sources)
        with self._store.locked():
            known = self._store.bylines(dict.fromkeys(source.record for source in distinct))
            past_us = list(self._store.entries_of(line.id for line in known if line.via in PAST_US))
            senders = {line.id: self._sender(line.id) for line in known if line.what_ == What.CONFIRM}
        claims, lines, settled = self._claims(note, past_us, ask=ask)
        written = {line.id: _written(line) for line in known}
        if not (senders or claims or lines):
            return {source: written.get(source.record, NOBODY) for source in distinct}, settled
        return {
            source: _author(source, written.get(source.record, NOBODY), senders, claims, lines) for source in distinct
        }, settled

    def _claims(
        self, note: str, entries: Sequence[Entry], *, ask: bool
    ) -> tuple[dict[str, Claim], dict[str, Claims], bool]:
        if not entries:
            return {}, {}, True
        with self._store.locked():
            names = self._store.names(note)
        known = NoteClaims(self._store, self._published, self._git, names, ask=ask)
        claims = {entry.id: _told(claim, known) for entry in entries if (claim := known.wrote(entry))}
        lines: dict[str, Claims] = {
            entry.id: [_told(claim, known) if claim else None for claim in found]
            for entry in reversed(entries)
            if (found := known.lines(entry))
        }
        return claims, lines, known.settled

    def _sender(self, confirmed: str) -> tuple[str, Grade]:
        """Whose proposal was confirmed, and how that is known: by its own write, or by where its file lay."""
        record = self._store.record(confirmed)
        if record is None:
            return "", Grade.UNKNOWN
        wrote = self._store.entries("after = ?", (str(record.refs.get("digest", "")),), newest=True, limit=1)
        written = next(wrote, None)
        sender = author_of(record)
        return sender, written.grade if written and written.by == sender else Grade.INFERRED


def _written(line: Byline) -> Author:
    return Author(line.by, line.grade, datetime.fromisoformat(line.at), line.id, "")


def _author(
    source: Source, written: Author, senders: Mapping[str, tuple[str, Grade]], claims: Mapping[str, Claim],
    lines: Mapping[str, Claims],
) -> Author:  # fmt: skip
    """Whose a line is, when what the record itself says may not be all."""
    record = source.record
    if record in senders and source.line != CONFIRMER:
        sender, grade = senders[record]
        return Author(sender, grade, written.at, record, written.by)
    claim = claims.get(record)
    if record in lines and 0 <= source.line < len(lines[record]):
        claim = lines[record][source.line]
        if claim is None:
            return Author("", Grade.UNKNOWN, written.at, record, "")
    if claim is not None and claim.by:
        return Author(claim.by, Grade.CLAIMED, claim.at, claim.id or record, claim.confirmed_by)
    return written


def _told(claim: Claim, known: NoteClaims) -> Claim:
    """The claim, named by the version that the history tells it as: empty for that of the source itself."""
    return claim._replace(id=known.record_of(claim.id) if claim.via == "git" else "")
