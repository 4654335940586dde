"""Which notes hold no conflict markers: read once, then known by how the file looks, also after a restart."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from memwarden.memory.notes import Found
from memwarden.store.files import Stamp
from memwarden.store.store import Store
from memwarden.text.markers import has_markers

_KIND, _TAG = "markers", "1"
_WORTH_KEEPING = 50
"""Fewer notes than this are read again sooner than all of them are written down."""


class Unmarked:
    """Called under the store's lock."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[Stamp, bool]] | None = None
        self._new = 0

    def is_marked(self, entry: Found, read: Callable[[str], bytes]) -> bool:
        """Whether markers stand in this note; `read` gives its bytes, where it must be looked at."""
        if self._known is None:
            self._known = self._load()
        known = self._known.get(entry.path)
        if known is None or not known[0].still(entry.status):
            now = time.time_ns()
            known = (Stamp.of(entry.status, now), bool(has_markers(read(entry.path))))
            self._known[entry.path] = known
            self._new += 1
        return known[1]

    def keep(self) -> None:
        """Write down what was learned, once it is much."""
        if self._known is None or self._new < _WORTH_KEEPING:
            return
        rows = [
            (path, stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, marked)
            for path, (stamp, marked) in self._known.items()
        ]
        self._store.derive(_KIND, "", _TAG, json.dumps(rows, separators=(",", ":")).encode())
        self._new = 0

    def _load(self) -> dict[str, tuple[Stamp, bool]]:
        kept = self._store.derived(_KIND, "")
        if kept is None or kept[0] != _TAG:
            return {}
        try:
            return {path: (Stamp(*stamp), bool(marked)) for path, *stamp, marked in json.loads(kept[1])}
        except (ValueError, TypeError):
            return {}
