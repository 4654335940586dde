"""Which notes hold no conflict markers: read once, then known by how the file looks, also after a restart."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from memwarden.memory.notes import TEXTS, Found
from memwarden.store.sightings import dump_list, load_list
from memwarden.store.store import Store
from memwarden.text.markers import has_markers

_KIND, _TAG = "markers", "2"
_WORTH_KEEPING = 50
"""Fewer notes than this are read again sooner than all of them are written down."""


class Unmarked:
    """Called under the store's lock. An entry that is the very one of the last time is not looked at again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[int, ...]] | None = None
        self._seen: dict[str, Found] = {}
        self._marked: set[str] = set()
        self._new = 0

    def marked(self, found: Sequence[Found], read: Callable[[str], bytes]) -> set[str]:
        """Notes in which markers stand; `read` gives the bytes of one that must be looked at."""
        before, self._seen = self._seen, {entry.path: entry for entry in found if entry.kind in TEXTS}
        known = self._known = self._load() if self._known is None else self._known
        for path, entry in self._seen.items():
            if before.get(path) is not entry and known.get(path) != entry.stamp:
                self._read(entry, known, read)
        self._marked &= self._seen.keys()
        if self._new >= _WORTH_KEEPING:
            self._store.derive(_KIND, "", _TAG, dump_list({path: known[path] for path in self._seen if path in known}))
            self._new = 0
        return set(self._marked)

    def _read(self, entry: Found, known: dict[str, tuple[int, ...]], read: Callable[[str], bytes]) -> None:
        now = time.time_ns()
        self._marked.discard(entry.path)
        if has_markers(read(entry.path)):
            self._marked.add(entry.path)
        elif (stamp := entry.stamp.settled(now)).inode:
            known[entry.path] = stamp
            self._new += 1

    def _load(self) -> dict[str, tuple[int, ...]]:
        kept = self._store.derived(_KIND, "")
        return (load_list(kept[1]) or {}) if kept and kept[0] == _TAG else {}
