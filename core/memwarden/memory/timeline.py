"""The journal's, git's and Syncthing's versions of a note in one line of time, each once."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from memwarden.memory.changes import Changes
from memwarden.memory.claims import NoteClaims
from memwarden.memory.git_past import GitPast
from memwarden.memory.past import Past
from memwarden.memory.provenance import Provenance
from memwarden.memory.published import Published
from memwarden.memory.replay import PAST_US
from memwarden.memory.syncthing_past import SyncthingPast
from memwarden.memory.versions import Version, of_entry, of_found, of_late, of_past
from memwarden.store.clock import parse
from memwarden.store.entries import Entry
from memwarden.store.records import Record, What
from memwarden.store.snapshots import blob_name
from memwarden.store.store import Store

Placed = tuple[float, Version]
"""A version and its time in milliseconds."""
_SECOND = 1
"""What git leaves out of its times."""


class Timeline:
    """Of a whole tree; every method may be called from any thread, best not under the store's lock."""

    def __init__(
        self, store: Store, published: Published, git: GitPast, syncthing: SyncthingPast, provenance: Provenance
    ) -> None:
        self._store = store
        self._published = published
        self._git = git
        self._syncthing = syncthing
        self.changes = Changes(self.data, git, provenance)

    def recorded(self, note: str) -> tuple[Version, ...]:
        """Newest first, only the journal's, as it knows them by itself."""
        with self._store.locked():
            entries, pinned = self._kept_states(note), self.pinned(note)
            late = self._late(note, pinned)
        states = [(_millis(entry), of_entry(entry, entry.after in pinned, self._record, None)) for entry in entries]
        return _newest_first([*states, *late] if late else states)

    def versions(self, note: str) -> tuple[Version, ...]:
        """Newest first. Where a commit explains what came past us, the record has its author and is shown once."""
        with self._store.locked():
            entries, pinned = self._kept_states(note), self.pinned(note)
            late, names = self._late(note, pinned), self._store.names(note)
        claims = NoteClaims(self._store, self._published, self._git, names, ask=True, count=True)
        found: dict[str, Version] = {}
        shown = self._carried(entries, claims.commits) if claims.commits else set()
        journal: list[Placed] = []
        for entry in entries:
            commit = claims.commit(entry) if entry.blob else None
            if commit is not None and entry.what_ == What.FOUND:
                found[commit.id] = of_found(entry, commit, entry.after in pinned, self._record)
                continue
            if commit is not None:
                shown.add(commit.id)
            claim = claims.of(entry) if entry.via in PAST_US else None
            pending = claim is None and self._is_pending(entry)
            version = of_entry(entry, entry.after in pinned, self._record, claim, pending=pending)
            journal.append((_millis(entry), version))
        commits = [
            found.get(commit.id) or of_past(commit, pinned) for commit in claims.commits if commit.id not in shown
        ]
        archived = self._archived(names, entries, claims.commits, pinned)
        return _newest_first([*journal, *late, *_rising(commits), *archived])

    def version(self, note: str, version: str) -> Version | None:
        """By its full id; only for what the journal does not tell by itself others are asked."""
        with self._store.locked():
            entry = next(self._store.entries_of([version]), None)
        if entry is not None and entry.note == note and entry.what_ not in {What.FOUND, What.LATE}:
            return of_entry(entry, pinned=False, load=self._record, claim=None)
        return next((one for one in self.versions(note) if one.id == version), None)

    def data(self, note: str, revision: str) -> bytes | None:
        """The bytes of a version, whoever kept it."""
        with self._store.locked():
            data = self._store.text(revision)
            names = self._store.names(note) if data is None else ()
        for name in names:
            if data is None:
                data = self._syncthing.data(name, revision)
        return self._git.data(revision) if data is None else data

    def commit_of(self, note: str, version: str) -> Past | None:
        """The commit that a version is, or is explained by."""
        with self._store.locked():
            names = self._store.names(note)
            entry = next(self._store.entries_of([version]), None)
        claims = NoteClaims(self._store, self._published, self._git, names, ask=True)
        if entry is not None:
            return claims.commit(entry)
        return next((commit for commit in claims.commits if commit.id == version), None)

    def record_of(self, note: str, commit: str) -> str:
        """The record that tells what a commit made, else the commit itself."""
        with self._store.locked():
            names = self._store.names(note)
        return NoteClaims(self._store, self._published, self._git, names, ask=True).record_of(commit)

    def _archived(
        self, names: Iterable[str], entries: Iterable[Entry], commits: Iterable[Past], pinned: Container[str | None]
    ) -> list[Placed]:
        """What only Syncthing set aside."""
        kept = {entry.after for entry in entries}
        blobs = {commit.content for commit in commits} | {entry.blob for entry in entries}
        versions = (version for name in names for version in self._syncthing.versions(name))
        fresh = (version for version in versions if version.content not in kept and version.blob not in blobs)
        return [(version.at.timestamp() * 1000, of_past(version, pinned)) for version in fresh]

    def _carried(self, entries: Iterable[Entry], commits: Sequence[Past]) -> set[str]:
        """Commits that only carry what a guarded write had made before: told by size, then by the bytes."""
        made: dict[int, list[Entry]] = {}
        for entry in entries:
            if entry.after and not entry.blob:
                made.setdefault(entry.size, []).append(entry)
        return {
            commit.id
            for commit in commits
            if any(
                _millis(entry) <= (commit.at.timestamp() + _SECOND) * 1000 and self._blob(entry) == commit.content
                for entry in made.get(commit.size, ())
            )
        }

    def _blob(self, entry: Entry) -> str:
        """git's name of the bytes that an entry left, worked out once."""
        revision = entry.after or ""
        with self._store.locked():
            if (kept := self._store.derived("blob", revision)) is not None:
                return kept[0]
            data = self._store.text(revision)
            name = blob_name(data) if data is not None else ""
            self._store.derive("blob", revision, name, b"")
        return name

    def _is_pending(self, entry: Entry) -> bool:
        """Whether other machines may have written what came past us, and their record may still come."""
        came = entry.via in PAST_US and not entry.by and entry.after is not None and entry.what_ != What.FOUND
        return came and self._published.may_come(entry.time, self._store.now())

    def _kept_states(self, note: str) -> list[Entry]:
        """The states whose texts are kept: of what was pruned, only what was to stay. Oldest first."""
        return [
            entry
            for entry in self._store.states(note)
            if not entry.thin or (entry.after is not None and self._store.snapshots.has(entry.after))
        ]

    def pinned(self, note: str) -> set[str]:
        """Revisions that a person pinned. Under the lock."""
        pinned: set[str] = set()
        for record in self._store.records("what = 'pin' and note = ?", (note,)):
            revision = str(record.refs.get("revision", ""))
            (pinned.add if record.refs.get("pinned", True) else pinned.discard)(revision)
        return pinned

    def _late(self, note: str, pinned: set[str]) -> list[Placed]:
        found = []
        for entry in self._store.entries("what = 'late' and note = ?", (note,)):
            size = len(self._store.text(entry.ref) or b"")
            found.append((_millis(entry), of_late(entry, size, entry.ref in pinned, self._record)))
        return found

    def _record(self, record_id: str) -> Record | None:
        with self._store.locked():
            return self._store.record(record_id)


def _millis(entry: Entry) -> float:
    return parse(entry.clock)[0]


def _rising(commits: Sequence[Version]) -> list[Placed]:
    """git's own order, newest first, kept also where the clocks of its machines did not agree."""
    placed: list[Placed] = []
    at = 0.0
    for version in reversed(commits):
        at = max(at, version.at.timestamp() * 1000)
        placed.append((at, version))
    return placed


def _newest_first(placed: list[Placed]) -> tuple[Version, ...]:
    """By time; what was placed at the same time stays in its order."""
    placed.sort(key=lambda one: one[0])
    return tuple(version for _, version in reversed(placed))
