"""One run of a clone's committer: what was recorded goes into git, and from there to the other side and back."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from memwarden.errors import EngineFailed
from memwarden.memory.commit_making import Making
from memwarden.memory.commit_progress import Progress
from memwarden.sync import gitremote
from memwarden.sync.commits import blocked, holds
from memwarden.sync.git import GitState, Repository
from memwarden.sync.gitfiles import untracked
from memwarden.sync.gitremote import Upstream

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

RETRIES = (0.5, 1.0, 2.0)
"""Seconds before each further try to push."""
JITTER = 0.3
_OTHERS = "commits that are not pushed change more than this tree: bring those to the other side yourself"
_MERGES = "a merge that is not pushed would be taken apart: pull and push yourself"
_BOTH = "both sides changed the same lines: sync at a terminal or on the Sync panel, then resolve them"
_AROUND = re.compile(r"^(?:git push failed: )?(?:To |hint: |error: failed to push some refs)")

Pause = Callable[[float], object]
"""Waits so many seconds; what it answers is true where nobody wants it to go on."""


class Run:
    """Each step answers why it stopped, empty where it did not, or raises EngineFailed.

    `person`: somebody is there who resolves what a rebase stops at.
    """

    def __init__(self, tree: Tree, repo: Repository, making: Making, progress: Progress, pause: Pause) -> None:
        self._tree = tree
        self._repo = repo
        self._making = making
        self._progress = progress
        self._pause = pause

    def commit(self, *, first: bool = False) -> str:
        """Make the commits that git lacks, in the order of the journal; the `first` time what it never had too."""
        state = self._repo.state()
        if not self._repo.head() and (there := gitremote.upstream(self._repo, state.branch)):
            with suppress(EngineFailed):
                gitremote.fetch(self._repo, there)
        if why := blocked(state) or unborn_beside(self._repo):
            return why
        self._making.finish()
        if first:
            self._making.last_of({*state.uncommitted, *untracked(self._repo)}, self._progress.position)
        while self._making.batch():
            pass
        return ""

    def pull(self, *, person: bool = False) -> str:
        """Take in what is new on the other side."""
        self._progress.looked = self._now()
        there = gitremote.upstream(self._repo, self._repo.state().branch)
        if there is None:
            return ""
        gitremote.fetch(self._repo, there)
        state = self._repo.state()
        if why := self._astray(there, state):
            return why
        if state.behind and (why := self._take_in(person=person)):
            return why
        self._saw(there)
        return ""

    def push(self) -> str:
        """Bring the commits to the other side, taking in first what others brought there meanwhile."""
        why = ""
        for delay in (*RETRIES, 0.0):
            state = self._repo.state()
            there = gitremote.upstream(self._repo, state.branch)
            if there is None or state.ahead == 0:
                return ""
            if gitremote.takes_others_along(self._repo):
                return _OTHERS
            try:
                gitremote.push(self._repo, there)
            except EngineFailed as error:
                why = f"not pushed to {there.name}: {_telling(error)}"
            else:
                self._progress.pushed = self._now()
                self._saw(there)
                return ""
            try:
                if stopped := self.pull():
                    return stopped
            except EngineFailed as error:
                why = f"not pushed to {there.name}: {_telling(error)}"
            if not delay or self._pause(delay + random.uniform(0, JITTER)):
                break
        return why

    def _take_in(self, *, person: bool) -> str:
        """Nobody writes meanwhile: git changes the notes themselves."""
        with self._tree.store.locked():
            self._tree.rescan()
            if why := self.commit():
                return why
            state = self._repo.state()
            if state.ahead and (why := self._not_replayed(person=person)):
                return why
            objection = gitremote.take_in(self._repo, state, self._making.who)
            self._tree.rescan()
        state = self._repo.state()
        if state.under_way:
            count = len(state.unmerged)
            return f"the {state.under_way} stopped at {count} note{'' if count == 1 else 's'}: see memwarden conflicts"
        if state.behind:
            return _in_the_way(state, objection)
        self._progress.pulled = self._now()
        return self.commit()

    def _not_replayed(self, *, person: bool) -> str:
        """Why what is not pushed does not go on top of the other side."""
        if gitremote.takes_others_along(self._repo):
            return _OTHERS
        if gitremote.holds_merges(self._repo):
            return _MERGES
        return "" if person or gitremote.replays(self._repo, self._making.who) else _BOTH

    def _astray(self, there: Upstream, state: GitState) -> str:
        """What somebody rewrote is theirs to sort out: a rebase would bring back what was taken out."""
        name, _, seen = self._progress.there.rpartition(" ")
        if name != there.name or not state.ahead:
            return ""
        ours, theirs = holds(self._repo, seen), holds(self._repo, seen, gitremote.tip(self._repo))
        if ours and not theirs:
            return (
                f"{there.name} was rewritten, and this side still has what is gone there: take theirs with"
                f" git reset --keep {there.name}, or put yours back with git push --force"
            )
        if theirs and not ours and state.behind:
            return f"commits were rewritten here that {there.name} has: bring the two together yourself"
        return ""

    def _saw(self, there: Upstream) -> None:
        if tip := gitremote.tip(self._repo):
            self._progress.there = f"{there.name} {tip}"

    def _now(self) -> str:
        return self._tree.now().isoformat(timespec="seconds")


def unborn_beside(repo: Repository) -> str:
    """Why a first commit is not to be made: the other side has begun already."""
    begun = not repo.head() and gitremote.tip(repo)
    return "there is no commit here yet, and the other side has some: take them in first (git pull)" if begun else ""


def _in_the_way(state: GitState, objection: str) -> str:
    if state.uncommitted:
        return f"edits that are not committed are in the way: {', '.join(state.uncommitted)}"
    if state.unstaged_outside:
        return f"edits that are not committed are in the way: {', '.join(state.unstaged_outside)} beside this tree"
    return f"git takes nothing in: {' '.join(objection.split())}"


def _telling(error: EngineFailed) -> str:
    """What git, a hook or the other side said of it, without the lines around that."""
    said = error.message.split("\n")
    return "; ".join(" ".join(line.split()) for line in said if line.strip() and not _AROUND.search(line))
