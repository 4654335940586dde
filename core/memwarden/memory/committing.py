"""Makes the commits that wait, off every write's path, for as long as a process lives that can."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from memwarden.errors import MemwardenError
from memwarden.sync.gitfolder import git_mark

if TYPE_CHECKING:
    from memwarden.memory.commits import Commits
    from memwarden.memory.tree import Tree

LOOK_SECONDS = 1.0
PATIENCE = 60.0
"""Seconds at most until what was in the way is looked at again."""
STOP_SECONDS = 2.0


class Committing:
    """Begun and stopped by whoever lives on: the screen, the watcher, an agent's server.

    `problem` says why commits wait or are not pushed, whoever tried last; empty where nothing is wrong.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
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
        standing = commits.standing()
        if standing.on and (standing.waiting or standing.held or first):
            standing = commits.push()
            settled = not (standing.problem or standing.held)
        else:
            settled = True
        self.problem = standing.problem
        return settled
