"""Commits that memwarden makes by itself: enabled by a person for this clone, made by one process at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memwarden.errors import Code, EngineFailed, Refused
from memwarden.memory.commit_making import CHANGES, Making
from memwarden.memory.commit_progress import ProgressFile
from memwarden.memory.commit_run import Pause, Run, unborn_beside
from memwarden.store.records import What
from memwarden.sync.commits import blocked
from memwarden.sync.git import Repository, repository
from memwarden.sync.gitfiles import is_ignored, untracked
from memwarden.sync.gitremote import upstream

if TYPE_CHECKING:
    from memwarden.memory.actor import Actor
    from memwarden.memory.tree import Tree

ITEM = "commits"


@dataclass(frozen=True, slots=True)
class Standing:
    """How the commits of this clone stand.

    `waiting` counts changes that were not looked at yet; `held` are the notes left out, each with why; `problem` says
    why the last run stopped, empty where it did not; `looked`, `pulled` and `pushed` are ISO 8601 times, empty for
    never; `made` counts the commits of the run that answers.
    """

    on: bool
    waiting: int = 0
    held: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    looked: str = ""
    pulled: str = ""
    pushed: str = ""
    made: int = 0


class Commits:
    """Off until a person says otherwise, since a tree may lie in a repository of code. Never under the store's lock."""

    def __init__(self, tree: Tree, pause: Pause = time.sleep) -> None:
        self._tree = tree
        self._pause = pause
        self._file = ProgressFile(tree.store.folder)

    def able(self) -> str:
        """What is enabled where it is, in words: the branch, and where it goes. Raises Refused BAD_ARGUMENT."""
        repo = repository(self._tree.root)
        if repo is None:
            raise Refused(Code.BAD_ARGUMENT, "No git repository holds this tree.", "Make one first: git init")
        if is_ignored(repo):
            raise Refused(Code.BAD_ARGUMENT, "git is told to ignore this tree.", "Take it out of .gitignore first.")
        state = repo.state()
        if why := blocked(state) or unborn_beside(repo):
            raise Refused(Code.BAD_ARGUMENT, f"Nothing can be committed here now: {why}.", "Settle that first.")
        there = upstream(repo, state.branch)
        goes = f"and pushes them to {there.name}" if there else "which has no upstream to push them to"
        lacking = len({*state.uncommitted, *untracked(repo)}.intersection(self._tree.paths()))
        first = f"; what {lacking} note{'' if lacking == 1 else 's'} said before is committed too" if lacking else ""
        return f"on {state.branch}, {goes}{first}"

    def enable(self, actor: Actor, *, on: bool) -> None:
        """Kept in the store, never in the tree, which agents write; it is on record by whom."""
        said = "on" if on else "off"
        self._tree.remember(actor, What.VERDICT, why=f"commits {said}", item=ITEM, verdict=said, git=ITEM)

    def standing(self) -> Standing:
        since = self._since()
        if not since:
            return Standing(on=False)
        progress = self._file.load()
        with self._tree.store.locked():
            waiting = self._tree.store.count(f"seq > ? and {CHANGES}", (max(since, progress.position),))
        held = tuple((note, one.why) for note, one in sorted(progress.held.items()))
        times = progress.looked, progress.pulled, progress.pushed
        return Standing(True, waiting, held, progress.problem, *times)

    def push(self) -> Standing:
        """Make the commits that git lacks, and bring them to the other side where that needs no person."""
        return self._run(lambda run, first: run.commit(first=first) or run.push())

    def exchange(self, *, person: bool) -> Standing:
        """As `push`, and take in what is new there; for a `person` a rebase may stop at what they are to resolve."""
        return self._run(lambda run, first: run.commit(first=first) or run.pull(person=person) or run.push())

    def meanwhile(self, repo: Repository, notes: Iterable[str]) -> None:
        """Commit what was written to these notes while git stands still, as a person does who lets it go on.

        Raises Refused BUSY, EngineFailed.
        """
        with self._file.alone() as alone:
            if not alone:
                raise Refused(Code.BUSY, "Another memwarden commits here just now.", "Try again.")
            making = Making(self._tree, repo, self._file, self._file.load())
            (making.ahead_of_turn if self._since() else making.last_of)(notes)

    def _run(self, act: Callable[[Run, bool], str]) -> Standing:
        since = self._since()
        if not since or self._tree.readonly:
            return self.standing()
        with self._file.alone() as alone:
            if not alone:
                return replace(self.standing(), problem="another memwarden is at it just now")
            made = self._run_alone(act, since)
        return replace(self.standing(), made=made)

    def _run_alone(self, act: Callable[[Run, bool], str], since: int) -> int:
        progress = self._file.load()
        first = progress.position < since
        progress.position = max(progress.position, since)
        made = 0
        try:
            repo = repository(self._tree.root)
            if repo is None:
                raise EngineFailed("no git repository holds this tree any more")
            making = Making(self._tree, repo, self._file, progress)
            try:
                progress.problem = act(Run(self._tree, repo, making, progress, self._pause), first)
            finally:
                made = making.made
                repo.close()
        except EngineFailed as error:
            progress.problem = str(error)
        self._file.save(progress)
        return made

    def _since(self) -> int:
        """The entry of the journal after which everything is to be committed; 0 where that is off."""
        store = self._tree.store
        with store.locked():
            return store.remembered(ITEM, self._find_since)

    def _find_since(self) -> int:
        store = self._tree.store
        last = next(store.entries("item = ?", (ITEM,), newest=True, limit=1), None)
        record = store.record(last.id) if last else None
        return last.seq if last and record and record.refs.get("verdict") == "on" else 0
