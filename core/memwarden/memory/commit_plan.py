"""Which commits git lacks of what was recorded: one for each act, in the order of the journal, each its author's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from memwarden.memory.authored import author_of
from memwarden.memory.pending import is_marked
from memwarden.store.entries import Entry
from memwarden.store.records import Grade, What
from memwarden.sync.commits import MEMWARDEN, Draft, Ident
from memwarden.sync.git import Repository
from memwarden.sync.gitfiles import File, blob_of, is_barred
from memwarden.sync.gitlog import NOBODY
from memwarden.text.lines import decode, encode
from memwarden.text.visible import visible

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

UNKNOWN = Ident(NOBODY, "")
_KNOWN = frozenset({Grade.PROVEN, Grade.CLAIMED})
_BEFORE = "memory: what was not committed before"
_LOST = ""
"""In place of a blob, of a text that is not kept any more."""
_NAMED = 20


class Held(NamedTuple):
    """A note that stays out of git for now: from which entry of the journal on, and why."""

    since: int
    why: str


class Planner:
    """Made for one look at git: what its commit has, what its index has, what it leaves alone.

    Afterwards `held` are the notes that were left out.
    """

    def __init__(
        self, tree: Tree, repo: Repository, there: Mapping[str, File], index: Mapping[str, File],
        alone: Collection[str], person: Ident,
    ) -> None:  # fmt: skip
        self._tree = tree
        self._repo = repo
        self._there = there
        self._at: dict[str, str | None] = {note: file.blob for note, file in there.items()}
        self._index = index
        self._alone = alone
        self._person = person
        self._blobs: dict[tuple[str, str], str] = {}
        self.held: dict[str, Held] = {}

    def plan(self, entries: Sequence[Entry]) -> list[Draft]:
        drafts: list[Draft] = []
        there_already = self._there_already(entries)
        for _, group in groupby(entries, key=lambda entry: entry.act if entry.what_ != What.FOUND else ""):
            act = [entry for entry in group if entry.seq > there_already.get(entry.note, 0)]
            drafts += self._drafts([entry for entry in act if self._may_go(entry)])
        return drafts

    def _there_already(self, entries: Iterable[Entry]) -> dict[str, int]:
        """By note the last entry whose text git has, where others committed it: what came before it is over."""
        found: dict[str, int] = {}
        by_note: dict[str, list[Entry]] = {}
        for entry in entries:
            by_note.setdefault(entry.note, []).append(entry)
        for note, states in by_note.items():
            if self._blob(note, states[0].before) != self._at.get(note):
                same = [entry.seq for entry in states if self._blob(note, entry.after) == self._at.get(note)]
                found[note] = max(same, default=0)
        return found

    def _may_go(self, entry: Entry) -> bool:
        if entry.note in self._alone or self._blob(entry.note, entry.after) == _LOST:
            return False
        if why := self._why_held(entry):
            self.held.setdefault(entry.note, Held(entry.seq, why))
            return False
        self.held.pop(entry.note, None)
        return True

    def _drafts(self, act: Sequence[Entry]) -> list[Draft]:
        """The commit of an act, after one of what its notes said before where git never had that."""
        before: dict[str, str | None] = {}
        after: dict[str, str | None] = {}
        for entry in act:
            blob, was = self._blob(entry.note, entry.after), self._blob(entry.note, entry.before)
            if blob == self._at.get(entry.note):
                continue
            if was and was != self._at.get(entry.note) and not self._why_not(entry.note, entry.before):
                before[entry.note] = self._kept(entry.note, entry.before)
            after[entry.note] = self._kept(entry.note, entry.after)
            self._at[entry.note] = blob
        drafts = []
        if before:
            drafts.append(Draft(UNKNOWN, act[0].time, f"{_BEFORE}\n", before))
        if after:
            drafts.append(self._draft([entry for entry in act if entry.note in after], after))
        return drafts

    def _draft(self, act: Sequence[Entry], blobs: Mapping[str, str | None]) -> Draft:
        last = act[-1]
        by = self._author(last)
        past_us = _BEFORE if last.what_ == What.FOUND else "memory: a change past memwarden"
        subject = f"memory: update {by}" if by else past_us
        lines = [f"{entry.what} {visible(entry.note)}" for entry in act[:_NAMED]]
        lines += [f"and {len(act) - _NAMED} more"] if len(act) > _NAMED else []
        why = visible(" ".join(last.why.split()))
        said = "\n".join([subject, "", *lines, *(["", why] if why else []), "", f"Memwarden-Act: {last.act}", ""])
        return Draft(self._ident(by), last.time, said, blobs)

    def _author(self, entry: Entry) -> str:
        """Empty where it is only inferred: another machine would take a commit's author for more than that."""
        if entry.grade not in _KNOWN:
            return ""
        if entry.what_ != What.CONFIRM:
            return entry.by
        with self._tree.store.locked():
            record = self._tree.store.record(entry.id)
        return author_of(record) if record else entry.by

    def _ident(self, by: str) -> Ident:
        if not by:
            return UNKNOWN
        host, _, agent = by.partition("/")
        told = self._person != MEMWARDEN and self._tree.is_person(by)
        return self._person if told else Ident(by, f"{agent}@{host}")

    def _blob(self, note: str, revision: str | None) -> str | None:
        """git's name of a version of a note; None for no file, `_LOST` where its text is not kept."""
        if revision is None:
            return None
        if (note, revision) not in self._blobs:
            data = self._tree.text_of(revision)
            self._blobs[note, revision] = _LOST if data is None else blob_of(self._repo, note, data, keep=False)
        return self._blobs[note, revision]

    def _kept(self, note: str, revision: str | None) -> str | None:
        """As `_blob`, and from now on git has it."""
        data = None if revision is None else self._tree.text_of(revision)
        return None if data is None else blob_of(self._repo, note, data, keep=True)

    def _why_held(self, entry: Entry) -> str:
        if entry.after is not None and is_barred(entry.note):
            return "git takes no file of this name"
        if self._index.get(entry.note) != self._there.get(entry.note):
            return "you have staged it: commit or unstage it"
        return self._why_not(entry.note, entry.after)

    def _why_not(self, note: str, revision: str | None) -> str:
        """What in a text must not leave this machine by itself; empty for nothing."""
        data = None if revision is None else self._tree.text_of(revision)
        if data is None:
            return ""
        if is_marked(data):
            return "the markers of a conflict stand in it"
        return self._secret(note, decode(data))

    def _secret(self, note: str, text: str) -> str:
        """The first secret that nobody let pass and that git does not have already."""
        from memwarden.checks.finding import fingerprint
        from memwarden.checks.secrets import secrets
        from memwarden.memory.verdicts import admissions

        for hit in secrets(text):
            with self._tree.store.locked():
                admitted = admissions(self._tree.store)
            name = fingerprint(hit.code, hit.offending, secret=True)
            if name not in admitted and encode(hit.offending) not in self._in_git(note):
                line = text.count("\n", 0, hit.offset) + 1
                return f"line {line} {hit.says[:-1]}: take it out, or let it pass: memwarden check --admit {name}"
        return ""

    def _in_git(self, note: str) -> bytes:
        file = self._there.get(note)
        return b"".join(self._repo.blobs([file.blob]).values()) if file else b""
