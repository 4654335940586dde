"""One run of a clone's committer: what was recorded goes into git, and from there to the other side and back."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.errors import EngineFailed
from memwarden.memory.commit_plan import Planner
from memwarden.memory.commit_progress import Move, Progress, ProgressFile
from memwarden.memory.published import own_file
from memwarden.memory.recovery import judge
from memwarden.store.cache import STATES
from memwarden.store.entries import Entry
from memwarden.store.files import read_if_possible
from memwarden.store.records import What
from memwarden.sync import commits, gitremote
from memwarden.sync.commits import Draft, File
from memwarden.sync.git import Repository
from memwarden.sync.gitfolder import git_mark

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

RETRIES = (0.5, 1.0, 2.0)
"""Seconds before each further try to push."""
JITTER = 0.3
CHANGES = f"note != '' and what != '{What.COPY}' and {STATES}"
_BATCH = 200
_HELD = "exists (select 1 from json_each(?) as held where held.key = note and seq >= held.value)"
_OTHERS = "commits that are not pushed change more than this tree: bring those to the other side yourself"

Pause = Callable[[float], object]
"""Waits so many seconds; what it answers is true where nobody wants it to go on."""


class Run:
    """Each step answers why it stopped, empty where it did not; `made` counts commits.

    `person`: somebody is there who resolves what a rebase stops at. Every step raises EngineFailed.
    """

    def __init__(
        self, tree: Tree, repo: Repository, file: ProgressFile, progress: Progress, pause: Pause, *, person: bool
    ) -> None:
        self._tree = tree
        self._repo = repo
        self._file = file
        self._progress = progress
        self._pause = pause
        self._attended = person
        self._who = commits.person(repo)
        self.made = 0

    def commit(self) -> str:
        """Make the commits that git lacks, in the order of the journal."""
        state = self._repo.state()
        if why := commits.blocked(state, self._repo.head()):
            return why
        self._finish()
        while self._batch(state.branch):
            pass
        return ""

    def pull(self) -> str:
        """Take in what is new on the other side."""
        there = gitremote.upstream(self._repo, self._repo.state().branch)
        if there is None:
            return ""
        gitremote.fetch(self._repo, there)
        return self._take_in() if self._repo.state().behind else ""

    def push(self) -> str:
        """Bring the commits to the other side, taking in first what others brought there meanwhile."""
        state = self._repo.state()
        there = gitremote.upstream(self._repo, state.branch)
        if there is None or state.ahead == 0:
            return ""
        why = ""
        for delay in (*RETRIES, 0.0):
            if gitremote.takes_others_along(self._repo):
                return _OTHERS
            try:
                gitremote.push(self._repo, state.branch, there)
            except EngineFailed as error:
                why = f"not pushed to {there.name}: {_first_line(error)}"
            else:
                self._progress.pushed = self._tree.now().isoformat(timespec="seconds")
                return ""
            try:
                if stopped := self.pull():
                    return stopped
            except EngineFailed as error:
                why = f"not pushed to {there.name}: {_first_line(error)}"
            if not delay or self._pause(delay + random.uniform(0, JITTER)):
                break
        return why

    def _finish(self) -> None:
        """What a crash cut short: the branch moved, and nobody wrote down that it did."""
        move, self._progress.move = self._progress.move, None
        if move is not None and commits.holds(self._repo, move.after):
            commits.follow(self._repo, move.before, move.after)
            self._progress.position, self._progress.held = move.position, move.held

    def _batch(self, branch: str) -> bool:
        """Whether there may be more after it."""
        held, fresh = self._waiting()
        entries = [*held, *fresh]
        position = fresh[-1].seq if fresh else self._progress.position
        head, index = self._repo.head(), commits.staged(self._repo)
        there = commits.committed(self._repo, head)
        planner = Planner(self._tree, self._repo, there, index, self._left_alone(entries, there), self._who)
        drafts = self._with_records(planner.plan(entries), there, index)
        if drafts:
            now = self._tree.now()
            tip = commits.build(self._repo, head, there, drafts, self._who, now)
            self._progress.move = Move(head, tip, position, planner.held)
            self._file.save(self._progress)
            commits.advance(self._repo, branch, head, tip, drafts[-1].message.partition("\n")[0])
            self.made += len(drafts)
            commits.follow(self._repo, head, tip)
        self._progress.move = None
        self._progress.position, self._progress.held = position, planner.held
        self._file.save(self._progress)
        return len(fresh) == _BATCH

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

    def _left_alone(self, entries: Iterable[Entry], there: Mapping[str, File]) -> frozenset[str]:
        """Notes that git is told to ignore, that it has as something else than a file, or that lie apart from it."""
        notes = {entry.note for entry in entries}
        apart = {note for note in notes if self._lies_apart(note) or (note in there and not there[note].is_plain)}
        return commits.ignored(self._repo, notes - apart) | apart

    def _lies_apart(self, note: str) -> bool:
        """Whether it lies in a repository of its own, or beyond a symlink."""
        folder = (self._tree.root / note).parent
        straight = Path(os.path.realpath(self._tree.root), os.path.dirname(note))
        return Path(os.path.realpath(folder)) != straight or git_mark(folder) != git_mark(self._tree.root)

    def _with_records(
        self, drafts: list[Draft], there: Mapping[str, File], index: Mapping[str, File]
    ) -> Sequence[Draft]:
        """With what this store published of them, which tells the other machines more than a commit can."""
        name = own_file(self._tree.store.id)
        with self._tree.store.locked():
            data = read_if_possible(self._tree.root / name)
        if data is None or index.get(name) != there.get(name) or commits.ignored(self._repo, [name]):
            return drafts
        blob = commits.blob_of(self._repo, name, data, keep=True)
        if name in there and there[name].blob == blob:
            return drafts
        if not drafts:
            return [Draft(self._who, self._tree.now(), "memory: what memwarden recorded\n", {name: blob})]
        return [*drafts[:-1], drafts[-1]._replace(blobs={**drafts[-1].blobs, name: blob})]

    def _take_in(self) -> str:
        """Nobody writes meanwhile: git changes the notes themselves."""
        with self._tree.store.locked():
            self._tree.rescan()
            if why := self.commit():
                return why
            state = self._repo.state()
            if state.ahead and gitremote.takes_others_along(self._repo):
                return _OTHERS
            if state.ahead and not self._attended and not gitremote.merges(self._repo):
                return "both sides changed the same lines: run memwarden sync at a terminal, then resolve them"
            gitremote.take_in(self._repo, state, self._who)
            self._tree.rescan()
        state = self._repo.state()
        if state.under_way:
            count = len(state.unmerged)
            return f"the {state.under_way} stopped at {count} note{'' if count == 1 else 's'}: see memwarden conflicts"
        if not state.behind:
            return self.commit()
        edits = f": {', '.join(state.uncommitted)}" if state.uncommitted else " elsewhere in the repository"
        return f"edits that are not committed are in the way{edits}"


def _first_line(error: EngineFailed) -> str:
    return next(chain(filter(None, error.message.split("\n")), [""]))
