"""Commits out of what was recorded, onto what is checked out: past whatever else lies there, and never one twice."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.memory.commit_extras import Extras
from memwarden.memory.commit_plan import Held, Planner
from memwarden.memory.commit_progress import Move, Progress, ProgressFile
from memwarden.memory.recovery import judge
from memwarden.store.cache import STATES
from memwarden.store.entries import Entry
from memwarden.store.records import What
from memwarden.sync import commits
from memwarden.sync.git import Repository
from memwarden.sync.gitfiles import File, committed, ignored, left_out, staged
from memwarden.sync.gitfolder import git_mark

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

CHANGES = f"note != '' and what != '{What.COPY}' and {STATES}"
_BATCH = 200
_HELD = "exists (select 1 from json_each(?) as held where held.key = note and seq >= held.value)"
_AMONG = "note in (select value from json_each(?))"
_LAST = f"seq in (select max(seq) from records where void = 0 and {CHANGES} and {_AMONG} group by note)"
_EVER = 2**62


class Making:
    """`made` counts commits. Everything raises EngineFailed."""

    def __init__(self, tree: Tree, repo: Repository, file: ProgressFile, progress: Progress) -> None:
        self._tree = tree
        self._repo = repo
        self._file = file
        self._progress = progress
        self._next = f"refs/memwarden/{tree.store.id}"
        self.who = commits.person(repo)
        self.made = 0

    def finish(self) -> None:
        """What a crash cut short: the branch moved, and nobody wrote down that it did."""
        move, self._progress.move = self._progress.move, None
        if move is not None and commits.holds(self._repo, move.after):
            commits.follow(self._repo, move.before, move.after)
            self._progress.position, self._progress.held = move.position, move.held

    def batch(self) -> bool:
        """What comes next in the journal; whether there may be more after it."""
        held, fresh = self._waiting()
        position = fresh[-1].seq if fresh else self._progress.position
        self._make([*held, *fresh], position, {}, alone=False)
        return len(fresh) == _BATCH

    def last_of(self, notes: Iterable[str], until: int = _EVER) -> None:
        """The last recorded state of each of these notes, where that is not from after an entry of the journal."""
        with self._tree.store.locked():
            last = self._tree.store.entries(_LAST, (json.dumps(sorted(notes)),))
            entries = [entry for entry in last if entry.seq <= until]
        self._make(entries, self._progress.position, self._progress.held, alone=True)

    def ahead_of_turn(self, notes: Iterable[str]) -> None:
        """What comes in the journal of these notes, which is looked at again when it is its turn."""
        with self._tree.store.locked():
            asked = f"seq > ? and {_AMONG} and {CHANGES}", (self._progress.position, json.dumps(sorted(notes)))
            entries = list(self._tree.store.entries(*asked))
        self._make(entries, self._progress.position, self._progress.held, alone=True)

    def _waiting(self) -> tuple[list[Entry], list[Entry]]:
        """What was held back before, and the next that was not looked at, less the writes that died half-way."""
        since = {note: held.since for note, held in self._progress.held.items()}
        position = self._progress.position
        store = self._tree.store
        with store.locked():
            for record in store.records(f"seq > ? and {CHANGES}", (position,), limit=_BATCH):
                judge(self._tree.ledger, record)
            held = store.entries(f"seq <= ? and {_HELD} and {CHANGES}", (position, json.dumps(since)))
            return list(held), list(store.entries(f"seq > ? and {CHANGES}", (position,), limit=_BATCH))

    def _make(self, entries: Sequence[Entry], position: int, held: Mapping[str, Held], *, alone: bool) -> None:
        """The commits of these entries, `alone` or with what goes along; the journal is looked at up to `position`."""
        head, index = self._repo.head(), staged(self._repo)
        there = committed(self._repo, head)
        planner = Planner(self._tree, self._repo, there, index, self._left_alone(entries, there), self.who)
        extras = Extras(self._tree, self._repo, there, index, self.who)
        drafts = planner.plan(entries)
        drafts = drafts if alone else extras.added(drafts)
        said = {name: Held(position, why) for name, why in extras.held.items()}
        move = Move(head, "", position, {**held, **planner.held, **said})
        if drafts:
            now = self._tree.now()
            move.after = commits.build(self._repo, head, there, drafts, self.who, now, self._next)
            self._progress.move = move
            self._file.save(self._progress)
            commits.advance(self._repo, head, move.after, drafts[-1].message.partition("\n")[0], self._next)
            self.made += len(drafts)
            commits.follow(self._repo, head, move.after)
        self._progress.move = None
        self._progress.position, self._progress.held = position, move.held
        self._file.save(self._progress)

    def _left_alone(self, entries: Iterable[Entry], there: Mapping[str, File]) -> frozenset[str]:
        """Notes that git is told to ignore, has as something else than a file or keeps out, or that lie apart."""
        notes = {entry.note for entry in entries}
        apart = {note for note in notes if self._lies_apart(note) or (note in there and not there[note].is_plain)}
        return ignored(self._repo, notes - apart) | left_out(self._repo) | apart

    def _lies_apart(self, note: str) -> bool:
        """Whether it is a symlink, lies beyond one, or in a repository of its own."""
        path = self._tree.root / note
        straight = Path(os.path.realpath(self._tree.root), note)
        return Path(os.path.realpath(path)) != straight or git_mark(path.parent) != git_mark(self._tree.root)
