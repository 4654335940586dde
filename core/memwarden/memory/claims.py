"""Who explains what came past us: commits and published records of that very text, also where they came later."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from memwarden.memory.authored import author_of
from memwarden.memory.deliveries import Deliveries, claim_of
from memwarden.memory.git_past import GitPast
from memwarden.memory.past import Claim, Claims, Past
from memwarden.memory.published import Published
from memwarden.memory.replay import PAST_US
from memwarden.store.entries import Entry
from memwarden.store.records import Grade, Record, What
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
        self._deliveries = Deliveries(store, published.under(names))
        self._by_blob: dict[str, Past] = {}
        for version in self.commits:
            if version.content:
                self._by_blob.setdefault(version.content, version)
        self._before = {newer.id: older.content for newer, older in pairwise(self.commits)}

    @property
    def settled(self) -> bool:
        """Whether git was asked all there was to ask, and answered."""
        return self._ask and self._left >= 0 and not self._git.problem

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
        write = self._delivered(entry)
        if write is not None:
            return Claim(write.by, write.time, write.id, "published")
        commit = self.commit(entry) if entry.grade in _UNSURE else None
        return Claim(commit.by, commit.at, commit.id, "git") if commit and commit.by else None

    def wrote(self, entry: Entry) -> Claim | None:
        """As `of`, but whose its new lines are."""
        write = self._delivered(entry)
        return claim_of(write, author_of(write)) if write is not None else self.of(entry)

    def lines(self, entry: Entry) -> Claims | None:
        """Line by line, for a text that more than one commit or write may have made; None where one made it all."""
        if entry.after is None or not _may_be_claimed(entry):
            return None
        if (delivered := self._deliveries.lines(entry)) is not None:
            return delivered
        commit = self.commit(entry) if entry.grade in _UNSURE else None
        if commit is None:
            return self._uncommitted(entry) if entry.what is What.FOUND else None
        if self._deliveries.made(entry) or self._one_step(entry, commit):
            return None
        return self._blame(commit)

    def _delivered(self, entry: Entry) -> Record | None:
        return self._deliveries.made(entry) if _may_be_claimed(entry) else None

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
        claims = self._git.lines(commit, ask=False)
        if claims is None and self._ask:
            self._left -= 1
            claims = self._git.lines(commit, ask=self._left >= 0)
        return claims

    def _text(self, revision: str) -> bytes | None:
        with self._store.locked():
            return self._store.text(revision)


def _may_be_claimed(entry: Entry) -> bool:
    """Whether others may know better; a record that named the author then may name several by now."""
    return entry.via in PAST_US and (entry.grade in _UNSURE or entry.via == "syncthing")
