"""The one lock of a tree: flock on its root directory, so that it also holds between containers."""

from __future__ import annotations

import fcntl
import os
import threading
from pathlib import Path
from types import TracebackType

from memwarden.errors import DiskFailed


class TreeLock:
    """Reentrant within a thread, exclusive between threads and processes; the kernel lets it go with the process."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._thread = threading.RLock()
        self._depth = 0
        self._descriptor = -1

    def __enter__(self) -> TreeLock:
        self._thread.acquire()
        if self._depth == 0:
            try:
                self._descriptor = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY)
                fcntl.flock(self._descriptor, fcntl.LOCK_EX)
            except OSError as error:
                self._thread.release()
                raise DiskFailed(f"The tree {self._root} cannot be locked: {error.strerror}.") from error
        self._depth += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if self._depth == 0:
            os.close(self._descriptor)
        self._thread.release()

    @property
    def outermost(self) -> bool:
        """Whether this thread holds the lock for the first time: what is known may be behind the journal."""
        return self._depth == 1
