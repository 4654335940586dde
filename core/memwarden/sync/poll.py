"""Notices changes by looking at every file again and again, where the system gives no events."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from memwarden.sync.copies import SKIPPED_FOLDERS

_SHORTEST = 1.0
_SHARE = 20
"""A look may take one part in this many of the time, about 5 % of a core."""


class Poller:
    """Calls `seen(path, is_folder)` with paths relative to `root`. Begins, with the first look, when made."""

    def __init__(self, root: Path, seen: Callable[[str, bool], None], *, shortest: float = _SHORTEST) -> None:
        self._root, self._seen = root, seen
        began = time.monotonic()
        self._known = dict(_look(root))
        self.interval = max(shortest, _SHARE * (time.monotonic() - began))
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memwarden-poll", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Returns promptly."""
        self._stopping.set()
        self._thread.join(self.interval)

    def _run(self) -> None:
        while not self._stopping.wait(self.interval):
            now = dict(_look(self._root))
            for path in self._known.keys() | now.keys():
                if self._known.get(path) != now.get(path):
                    self._seen(path, False)
            self._known = now


def _look(root: Path) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Every file below `root` with what changes when it does; unreadable folders are left out."""
    folders = [("", str(root))]
    while folders:
        prefix, folder = folders.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            path = prefix + entry.name
            try:
                if not entry.is_dir(follow_symlinks=False):
                    stat = entry.stat(follow_symlinks=False)
                    yield path, (stat.st_mtime_ns, stat.st_size, stat.st_ino)
                elif entry.name not in SKIPPED_FOLDERS:
                    folders.append((f"{path}/", entry.path))
            except OSError:
                continue
