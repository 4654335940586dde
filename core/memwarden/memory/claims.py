"""Who explains what came past us: commits and published records of that very text, also where they came later."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from memwarden.memory.git_past import GitPast
from memwarden.memory.past import Claim, Claims, Past
from memwarden.memory.published import Published
from memwarden.memory.replay import PAST_US
from memwarden.store.entries import Entry
from memwarden.store.records import Grade, What
from memwarden.store.snapshots import blob_name
from memwarden.store.store import Store
from memwarden.text.authorship import carry
from memwarden.text.diff import diff
from memwarden.text.lines import split_lines

_BLAMES = 16
"""At most so many texts of a note are asked for line by line at one look; of others the commit's author is known."""
_UNSURE = frozenset({Grade.UNKNOWN, Grade.INFERRED})


class NoteClaims:
    """Of one note under all its names. With `ask` git is asked, else only what was asked before counts.

    With `count` the lines that commits changed are counted too, as many as a moment allows.
    """

    def __init__(
        self, store: Store, published: Published, git: GitPast, names: Iterable[str], *, ask: bool, count: bool = False
    ) -> None:
        self._store = store
        self._git = git
        self._ask = ask
        self._left = _BLAMES
        self._told: dict[str, str] = {}
        self._names = names = tuple(names)
        known = ((name, git.commits(name, ask=ask)) for name in names)
        name, self.commits = next((pair for pair in known if pair[1]), ("", ()))
        if count and self.commits:
            self.commits = git.count(name)
        self._published = {
            record.after: Claim(record.by, record.time, record.id, "published")
            for name in names
            for record in published.of(name)
            if record.after and record.by
        }
        self._by_blob: dict[str, Past] = {}
        for version in self.commits:
            if version.content:
                self._by_blob.setdefault(version.content, version)
        self._before = {newer.id: older.content for newer, older in pairwise(self.commits)}

    def commit(self, entry: Entry) -> Past | None:
        """The newest commit that holds the text of a record that came past us."""
        return self._by_blob.get(entry.blob) if entry.blob and entry.via in PAST_US else None

    def record_of(self, commit: str) -> str:
        """The record that tells what this commit made, where one does; else the commit's own name."""
        if not self._told and self._by_blob:
            self._told[""] = ""
            with self._store.locked():
                for name in self._names:
                    for entry in self._store.entries("note = ? and blob != ''", (name,)):
                        if (explained := self.commit(entry)) is not None:
                            self._told.setdefault(explained.id, entry.id)
        return self._told.get(commit, commit)

    def of(self, entry: Entry) -> Claim | None:
        """Who made this text, where the record itself does not know it for sure."""
        if entry.via not in PAST_US or entry.grade not in _UNSURE:
            return None
        if (published := self._published.get(entry.after or "")) is not None:
            return published
        commit = self.commit(entry)
        return Claim(commit.by, commit.at, commit.id, "git") if commit and commit.by else None

    def lines(self, entry: Entry) -> Claims | None:
        """Line by line, for a text that more than one commit may have made; None where `of` says all there is."""
        if entry.via not in PAST_US or entry.grade not in _UNSURE or entry.after is None:
            return None
        commit = self.commit(entry)
        if commit is None:
            return self._uncommitted(entry) if entry.what is What.FOUND else None
        if entry.after in self._published or self._one_step(entry, commit):
            return None
        return self._blame(commit)

    def _one_step(self, entry: Entry, commit: Past) -> bool:
        """Whether this commit alone led from the text before to the one after."""
        if entry.what is What.FOUND or entry.before is None:
            return commit.content_before is None and commit.act == "create"
        before = self._text(entry.before)
        return before is not None and blob_name(before) in {commit.content_before, self._before.get(commit.id)}

    def _uncommitted(self, entry: Entry) -> Claims | None:
        """Lines found at the first look that are as the newest commit has them; the others are nobody's known."""
        newest = next((version for version in self.commits if version.content), None)
        claims = self._blame(newest) if newest else None
        if newest is None or claims is None or entry.after is None or not self._ask:
            return None
        was, now = self._git.data(newest.content or ""), self._text(entry.after)
        if was is None or now is None:
            return None
        lines = split_lines(was)
        if len(claims) != len(lines):
            return None
        return carry(claims, lines, diff(lines, split_lines(now)), None)

    def _blame(self, commit: Past) -> Claims | None:
        claims = self._git.lines(commit, ask=self._ask and self._left > 0)
        self._left -= 1
        return claims

    def _text(self, revision: str) -> bytes | None:
        with self._store.locked():
            return self._store.text(revision)
