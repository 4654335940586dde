"""What carries the tree to other machines: told after a write, asked for the header. Never waited for by a write."""

from __future__ import annotations

import threading
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.errors import EngineFailed

if TYPE_CHECKING:
    import queue

    from memwarden.sync.syncthing import SyncthingFolder
    from memwarden.sync.syncthing_state import SyncState

_CLOSING_SECONDS = 1.0


class Carriers:
    """Syncthing is found from its own configuration; where there is none, everything here does nothing."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.last: SyncState | None = None
        """What `state` told last."""
        self._teller: threading.Thread | None = None

    @cached_property
    def _changed(self) -> queue.SimpleQueue[str | None]:
        import queue

        return queue.SimpleQueue()

    @cached_property
    def syncthing(self) -> SyncthingFolder | None:
        from memwarden.sync.syncthing import find_folder

        try:
            return find_folder(self._root)
        except (EngineFailed, OSError):
            return None

    def state(self) -> SyncState | None:
        """How far the other devices are; None where no Syncthing carries this tree. Asks over the network."""
        self.last = self.syncthing.status() if self.syncthing else None
        return self.last

    def device_name(self, device: str) -> str:
        """The name a person gave the device in Syncthing, empty where it is not known."""
        return (self.syncthing.device_name(device) or "") if self.syncthing and device else ""

    def wrote(self, note: str) -> None:
        """Have Syncthing look at this note now; its own watcher would wait 10 s."""
        if not (self._root / ".stfolder").exists() or self.syncthing is None:
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
            try:
                if self.syncthing:
                    self.syncthing.scan(dict.fromkeys(notes))
            except EngineFailed:
                continue
