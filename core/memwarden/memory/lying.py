"""What lies in a tree, kept up path by path: a walk through ten thousand files takes a tenth of a second."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from weakref import WeakSet

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.notes import Found, NoteKind, is_note_name, kind_of, look_at, walk
from memwarden.store.files import Stamp, read_file
from memwarden.text.lines import decode

_ODD = frozenset({NoteKind.LINK, NoteKind.SPECIAL, NoteKind.UNREADABLE})


class Files:
    """The files of the tree as the index builder and the health rules want them."""

    def __init__(self, root: Path, found: dict[str, Found]) -> None:
        self._root = root
        self._found = found
        self._asked: dict[str, str] = {}

    @property
    def paths(self) -> Collection[str]:
        return self._found.keys()

    def kind(self, path: str) -> str:
        """A NoteKind; for what the walk passes over `file`, `directory`, or empty where nothing is."""
        if (found := self._found.get(path)) is not None:
            return found.kind
        if path not in self._asked:
            self._asked[path] = self._look(path)
        return self._asked[path]

    def bytes(self, path: str) -> bytes:
        """Empty where it cannot be read."""
        try:
            return read_file(self._root / path) or b""
        except (Refused, DiskFailed):
            return b""

    def text(self, path: str) -> str:
        return decode(self.bytes(path))

    def look_again(self) -> set[str]:
        """What is another now of all that was asked for and the walk passes over."""
        before = {path: self._asked[path] for path in tuple(self._asked)}
        self._asked.update({path: self._look(path) for path in before})
        return {path for path, kind in before.items() if kind != self._asked[path]}

    def _look(self, path: str) -> str:
        real = self._root / path
        return "directory" if real.is_dir() else "file" if real.is_file() else ""


class Changes(NamedTuple):
    """`written` holds paths whose bytes may be others, `moved` those at which another kind of thing lies now."""

    written: set[str]
    moved: set[str]


class Way:
    """A way of somebody through the whole tree; `said` is what was looked at meanwhile, None for everything."""

    def __init__(self) -> None:
        self.same: Mapping[str, tuple[int, ...]] = {}
        self.others: Sequence[Found] = ()
        self.said: set[str] | None = set()

    def say(self, paths: Iterable[str] | None) -> None:
        self.said = None if paths is None or self.said is None else self.said.union(paths)


class Lying:
    """Called under the store's lock, all but `forget`; looks at what was said to be another whenever it is asked."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._found: dict[str, Found] = {}
        self._listed: tuple[Found, ...] | None = None
        self._young: set[str] = set()
        self._said: set[str] | None = None
        self._saying = threading.Lock()
        self._way: Way | None = None
        self._under_way: WeakSet[Way] = WeakSet()
        self._changes = Changes(set(), set())
        self.files = Files(root, self._found)

    def forget(self, paths: Iterable[str] | None = None) -> None:
        """These may be others now, without any everything. From any thread."""
        with self._saying:
            self._said = None if paths is None or self._said is None else self._said.union(paths)
            if paths is None:
                self._doubt(None)

    def begin(self) -> Way:
        """Somebody goes through the whole tree, without the lock; `walked` tells what they saw. From any thread."""
        way = Way()
        with self._saying:
            self._under_way.add(way)
        return way

    def walked(self, way: Way, same: Mapping[str, tuple[int, ...]], others: Sequence[Found]) -> None:
        """They saw these: files that looked as ever, and all that did not."""
        way.same, way.others = same, others
        with self._saying:
            self._under_way.discard(way)
            self._doubt(None)
            self._said = None if way.said is None else way.said.union(self._said or ())
            self._way = way

    def _doubt(self, paths: Iterable[str] | None) -> None:
        """Who is on the way may have passed these before they were what is known of them now."""
        for way in self._under_way:
            way.say(paths)

    def found(self) -> tuple[Found, ...]:
        """By path; an entry is another only where something changed."""
        self._look()
        if self._listed is None:
            self._listed = tuple(self._found[path] for path in sorted(self._found))
        return self._listed

    def changes(self) -> Changes:
        """All since this was asked last."""
        self._look()
        changes, self._changes = self._changes, Changes(set(), set())
        return changes

    def _look(self) -> None:
        with self._saying:
            said, self._said = self._said, set()
            self._doubt(said)
            way, self._way = self._way, None
        if said is None:
            self._everywhere()
        elif way is not None:
            self._after(way)
        if said:
            self._there(said)

    def _everywhere(self) -> None:
        now_ns = time.time_ns()
        found = {entry.path: entry for entry in walk(self._root)}
        every = self._found.keys() | found.keys()
        self._take([path for path in every if self._found.get(path) != found.get(path)], found)
        self._changes.written.update(self._young)
        self._changes.moved.update(self.files.look_again())
        self._young = {path for path, entry in found.items() if not entry.stamp.settled(now_ns).inode}

    def _after(self, way: Way) -> None:
        found = {
            path: Found(path, kind_of(path), Stamp(*stamp))
            for path, stamp in way.same.items()
            if (known := self._found.get(path)) is None or known.stamp != stamp
        }
        found.update((entry.path, entry) for entry in way.others)
        self._take(found.keys() | (self._found.keys() - way.same.keys()), found)
        self._changes.written.update(entry.path for entry in way.others)
        self._changes.moved.update(self.files.look_again())

    def _there(self, said: set[str]) -> None:
        odd = {path for path, entry in self._found.items() if entry.kind in _ODD}
        self._take(said | odd, {entry.path: entry for entry in look_at(self._root, said | odd)})
        if not all(map(is_note_name, said)):
            self._changes.moved.update(self.files.look_again())

    def _take(self, paths: Iterable[str], found: dict[str, Found]) -> None:
        """What lies under these paths is what was `found` of them."""
        for path in paths:
            before, now = self._found.get(path), found.get(path)
            if before is None and now is None:
                continue
            self._changes.written.add(path)
            if before is None or now is None or (before.kind, before.target) != (now.kind, now.target):
                self._changes.moved.add(path)
            if now is None:
                del self._found[path]
            else:
                self._found[path] = now
        self._listed = None
