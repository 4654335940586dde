"""What carries the tree to other machines: told after a write, asked for the header. Never waited for by a write."""

from __future__ import annotations

import os
import threading
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.errors import EngineFailed

if TYPE_CHECKING:
    import queue

    from memwarden.sync.syncthing import SyncthingFolder
    from memwarden.sync.syncthing_state import SyncState

MARK = ".stfolder"
"""What Syncthing leaves at the top of every folder it carries."""
_CLOSING_SECONDS = 1.0
_NOBODY = (
    f"A folder here bears Syncthing's mark ({MARK}), but no configuration that this account can read names it, "
    "so Syncthing is not asked."
)


def marked(root: Path) -> Path | None:
    """The nearest folder from `root` upward that bears Syncthing's mark."""
    return next((folder for folder in _upward(root) if os.access(f"{folder}/{MARK}", os.F_OK)), None)


@lru_cache(maxsize=8)
def _upward(root: Path) -> tuple[Path, ...]:
    """Asked for at every write, and paths are slow to make."""
    return (root, *root.parents)


class Carriers:
    """Syncthing is found from its own configuration; where there is none, everything here does nothing."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.last: SyncState | None = None
        """What `state` told last."""
        self._teller: threading.Thread | None = None
        self._environ = dict(os.environ)
        self._found: tuple[object, SyncthingFolder | None] | None = None

    @cached_property
    def _changed(self) -> queue.SimpleQueue[str | None]:
        import queue

        return queue.SimpleQueue()

    @property
    def syncthing(self) -> SyncthingFolder | None:
        """Looked for again whenever a configuration changed: folders are shared, paused and moved while we run."""
        from memwarden.sync.syncthing_config import signature

        now = signature(self._environ)
        if self._found is None or self._found[0] != now:
            self._found = now, self._find()
        return self._found[1]

    def state(self) -> SyncState | None:
        """How far the other devices are; None where no Syncthing carries this tree. Asks over the network."""
        folder = self.syncthing
        self.last = folder.status() if folder else None
        return self.last

    def told(self) -> SyncState | None:
        """`state` for who wants every word: says also why nobody is asked about a tree that Syncthing marked."""
        from memwarden.sync.syncthing_state import SyncState

        state = self.state()
        return SyncState(connected=False, reason=_NOBODY) if state is None and marked(self._root) else state

    def device_name(self, device: str) -> str:
        """The name a person gave the device in Syncthing, empty where it is not known."""
        folder = self.syncthing if device else None
        return (folder.device_name(device) or "") if folder else ""

    def wrote(self, note: str) -> None:
        """Have Syncthing look at this note now; its own watcher would wait 10 s."""
        if marked(self._root) is None or self.syncthing is None:
            return
        if self._teller is None:
            self._teller = threading.Thread(target=self._tell, name="memwarden-sync", daemon=True)
            self._teller.start()
        self._changed.put(note)

    def close(self) -> None:
        """Give what is still to be told a moment; Syncthing finds it by itself otherwise."""
        if self._teller is not None:
            self._changed.put(None)
            self._teller.join(_CLOSING_SECONDS)

    def _tell(self) -> None:
        while (note := self._changed.get()) is not None:
            notes = [note]
            while not self._changed.empty() and (more := self._changed.get()) is not None:
                notes.append(more)
            folder = self.syncthing
            try:
                if folder:
                    folder.scan(dict.fromkeys(notes))
            except EngineFailed:
                continue

    def _find(self) -> SyncthingFolder | None:
        from memwarden.sync.syncthing import find_folder

        try:
            return find_folder(self._root, self._environ)
        except (EngineFailed, OSError):
            return None
