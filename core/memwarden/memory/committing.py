"""Makes the commits that wait and takes in those of others, off every write's path, as long as a process lives."""

from __future__ import annotations

import threading
from datetime import datetime
from typing import TYPE_CHECKING

from memwarden.errors import MemwardenError
from memwarden.sync.gitfolder import git_mark

if TYPE_CHECKING:
    from memwarden.memory.commits import Commits, Standing
    from memwarden.memory.tree import Tree

LOOK_SECONDS = 1.0
PATIENCE = 60.0
"""Seconds at most until what was in the way is looked at again."""
STOP_SECONDS = 2.0
ASK_SECONDS = 30.0
"""Between two questions to the other side, by whichever process, while something comes and goes."""
ASK_PATIENCE = 300.0
"""The same where nothing does."""


class Committing:
    """Begun and stopped by whoever lives on: the screen, the watcher, an agent's server.

    `problem` says why commits wait or are not pushed, whoever tried last; empty where nothing is wrong.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._ask = ASK_SECONDS
        self.problem = ""

    def start(self) -> None:
        """Nothing is begun where no git carries the tree, or nothing may be written."""
        if self._tree.readonly or git_mark(self._tree.root) is None:
            return
        self._stopping.clear()
        self._thread = threading.Thread(target=self._again_and_again, name="memwarden-commits", daemon=True)
        self._thread.start()

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Returns once a step that is under way is over, or so soon: what a crash may cut short this may."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(seconds)
            self._thread = None

    def _again_and_again(self) -> None:
        from memwarden.memory.commits import Commits

        commits = Commits(self._tree, self._stopping.wait)
        wait, first = LOOK_SECONDS, True
        while not self._stopping.wait(wait):
            try:
                settled = self._look(commits, first=first)
            except MemwardenError:
                settled = False
            except Exception:
                if self._stopping.is_set():
                    return  # the tree was closed meanwhile
                raise
            wait = LOOK_SECONDS if settled else min(2 * wait, PATIENCE)
            first = False

    def _look(self, commits: Commits, *, first: bool) -> bool:
        """Whether all is as it should be."""
        before = standing = commits.standing()
        if standing.on and (first or self._is_due(standing)):
            standing = commits.exchange(person=False)
        elif standing.on and (standing.waiting or standing.held):
            standing = commits.push()
        if standing.made or standing.pulled != before.pulled:
            self._ask = ASK_SECONDS
        elif standing.looked != before.looked:
            self._ask = min(2 * self._ask, ASK_PATIENCE)
        self.problem = standing.problem
        return standing is before or not (standing.problem or standing.held)

    def _is_due(self, standing: Standing) -> bool:
        looked = standing.looked and datetime.fromisoformat(standing.looked)
        return not looked or (self._tree.now() - looked).total_seconds() >= self._ask
