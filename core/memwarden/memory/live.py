"""Keep up with a tree while somebody looks at it: hints from the watcher, a rescan every minute as the truth."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from memwarden.errors import MemwardenError
from memwarden.memory.committing import Committing
from memwarden.memory.notes import is_note_name
from memwarden.store.records import Record
from memwarden.sync.copies import is_copy
from memwarden.sync.watch import EVERYTHING, Watcher, WatchState

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

RESCAN_SECONDS = 60.0
STOP_SECONDS = 2.0
FEW = 50
"""Up to so many hinted notes are looked at one by one; more are a reason for a rescan."""


class Live:
    """From its making to `stop` nobody else has to look whether the tree is another; `start` looks first.

    `on_change` is called from a thread of its own, with the records of what changed; also, with none, where only mail
    or copies may have changed: whoever shows them looks again.
    """

    def __init__(self, tree: Tree, on_change: Callable[[tuple[Record, ...]], None]) -> None:
        self._tree = tree
        self._on_change = on_change
        self._watcher = Watcher(tree.root, self._hinted)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._committing = Committing(tree)
        self.problem = ""
        tree.reading.is_told = True

    @property
    def state(self) -> WatchState:
        return self._watcher.state

    @property
    def held_up(self) -> str:
        """Why commits wait or are not pushed, where memwarden is to make them; empty where nothing is wrong."""
        return self._committing.problem

    def start(self) -> None:
        self._stopping.clear()
        self._watcher.start()
        self._thread = threading.Thread(target=self._rescan_again_and_again, name="memwarden-rescan", daemon=True)
        self._thread.start()
        self._committing.start()

    def stop(self) -> None:
        """Returns once a look that is under way is over: the tree may be closed then. No change is told after it."""
        self._stopping.set()
        self._tree.reading.is_told = False
        self._watcher.stop()
        self._committing.stop()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(STOP_SECONDS)

    def _hinted(self, paths: frozenset[str]) -> None:
        notes = {path for path in paths if is_note_name(path) or is_copy(path)}
        if paths is EVERYTHING or len(paths) > FEW or any(map(self._may_hold_notes, paths - notes)):
            self._look(self._tree.rescan)
        else:
            self._tree.forget(paths - notes)
            self._look(lambda: self._tree.look(notes))

    def _may_hold_notes(self, path: str) -> bool:
        """Whether it is a folder, or was one: most others are the passing files of programs that save."""
        real = self._tree.root / path
        if real.exists():
            return real.is_dir()
        return any(note.startswith(f"{path}/") for note in self._tree.paths())

    def _rescan_again_and_again(self) -> None:
        # What changed before anything was watched is told of nowhere else.
        self._look(self._tree.rescan, quietly=True)
        while not self._stopping.wait(RESCAN_SECONDS):
            self._look(self._tree.rescan)

    def _look(self, look: Callable[[], tuple[Record, ...]], *, quietly: bool = False) -> None:
        """A disk that fails now may answer at the next look; until then the fault stands in `problem`.

        `quietly`, nobody is told that nothing changed.
        """
        try:
            changed = look()
            self.problem = ""
        except MemwardenError as error:
            self.problem = str(error)
            return
        if not self._stopping.is_set() and not (quietly and not changed):
            self._on_change(changed)
