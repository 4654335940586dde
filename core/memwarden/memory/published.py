"""Records that stores publish in the tree, so that authorship and ancestry travel with it: never text.

`.memwarden/records/<store id>/<segment>.jsonl`, one file per store, written only by that store. They can be forged by
whoever writes the tree: what they say is claimed, they answer no key and verify no base alone. In place of its hunks a
record has `refs.ranges`: [[first, lines cut, lines put], …], against the text before; and where it put lines of others
than its writer, as a restore does, `refs.wrote`: [[identity, lines], …], for the lines put in their order.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from memwarden.memory.ancestry import NOT_DERIVED
from memwarden.memory.authored import author_of
from memwarden.memory.carriers import marked
from memwarden.store.clock import parse
from memwarden.store.records import Grade, Record, What, dump, load

FOLDER = ".memwarden/records"
RANGES, WROTE = "ranges", "wrote"
GRACE = timedelta(minutes=10)
"""So long a text may lie here before the record that explains it: files come in any order."""
_SEGMENT = "000001.jsonl"
_REFS = frozenset({"from", "to", "sender", "proposal", "merged", "hash", "undoes", "redoes"})
"""What else than revisions may leave this machine: names, acts and revisions, never text."""
_NAMES = ("id", "act", "clock", "at", "store", "host", "by", "via", "session", "note", "why", "source")


def is_carried(root: Path) -> bool:
    """Whether Syncthing, alone or with a folder around it, or git carries this tree to other machines."""
    return os.access(f"{root}/.git", os.F_OK) or marked(root) is not None


def own_file(store: str) -> str:
    """The file of the tree that this store publishes in."""
    return f"{FOLDER}/{store}/{_SEGMENT}"


def publish(root: Path, record: Record, wrote: Sequence[str] = ()) -> str:
    """Add this record, without any of its text; the file of the tree that changed, empty for none.

    `wrote` are the authors of the lines it put, where they may be others than its writer. Where that fails the others
    know less of who wrote what; the write itself stands, so nothing is raised.
    """
    if record.via in NOT_DERIVED or not (record.note or record.what is What.FORGET):
        return ""
    name = own_file(record.store)
    file = root / name
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab+") as out:
            out.write(_line_start(out) + _bare(record, wrote))
    except OSError:
        return ""
    return name


def _line_start(out: IO[bytes]) -> bytes:
    """A newline where a crash left half a line, so that it spoils only itself."""
    if not out.tell():
        return b""
    out.seek(-1, os.SEEK_END)
    return b"" if out.read(1) == b"\n" else b"\n"


class Published:
    """What other stores published, read again where a file grew."""

    def __init__(self, root: Path, own: str) -> None:
        self._root = root
        self._own = own
        self._read: dict[str, int] = {}
        self._notes: dict[str, list[Record]] = {}
        self._forgotten: set[str] = set()

    def of(self, note: str) -> list[Record]:
        """The records of one note."""
        self._catch_up()
        return self._notes.get(note, [])

    def under(self, names: Iterable[str]) -> list[Record]:
        """The records of a note with these names, and with those it had before others moved it."""
        known = list(dict.fromkeys(names))
        found: list[Record] = []
        for name in known:
            found += (records := self.of(name))
            moved = (record.refs.get("from") for record in records if record.what is What.MOVE and record.after)
            known += {old for old in moved if isinstance(old, str)}.difference(known)
        return found

    def forgotten(self) -> frozenset[str]:
        """Hashes of the facts that people had taken out elsewhere."""
        self._catch_up()
        return frozenset(self._forgotten)

    def by_note(self) -> Mapping[str, list[Record]]:
        """All of them, looked for once."""
        self._catch_up()
        return self._notes

    def by_revision(self, note: str, revision: str) -> Record | None:
        """The published write that made this very revision of this note."""
        return next((record for record in self.of(note) if record.after == revision), None)

    def may_come(self, since: datetime, now: datetime) -> bool:
        """Whether the record that explains a text from then may still be on its way to this machine."""
        return now - since < GRACE and is_carried(self._root)

    @property
    def mark(self) -> str:
        """Another one whenever another store has published something."""
        sizes = self._sizes()
        return f"{len(sizes)}-{sum(sizes.values())}" if sizes else ""

    def _sizes(self) -> dict[str, int]:
        """Bytes of each file of other stores."""
        stores = [store for store in _listed(f"{self._root}/{FOLDER}") if store.name != self._own]
        files = (file for store in stores for file in _listed(store.path))
        return {file.path: _size(file) for file in files if file.name.endswith(".jsonl")}

    def _catch_up(self) -> None:
        others = self._sizes()
        if any(others.get(file, 0) < offset for file, offset in self._read.items()):
            self._read, self._notes, self._forgotten = {}, {}, set()
        for file, size in others.items():
            if size > self._read.get(file, 0):
                self._take_in(file)

    def _take_in(self, file: str) -> None:
        """What is new, as far as its last whole line: Syncthing or git may be in the middle of bringing it."""
        offset = self._read.get(file, 0)
        try:
            with open(file, "rb") as source:
                source.seek(offset)
                data = source.read()
        except OSError:
            return
        whole = data[: data.rfind(b"\n") + 1]
        for record in filter(None, map(_claimed, whole.split(b"\n"))):
            self._notes.setdefault(record.note, []).append(record)
            if record.what is What.FORGET:
                self._forgotten.add(str(record.refs.get("hash", "")))
        self._read[file] = offset + len(whole)


def _listed(folder: str) -> list[os.DirEntry[str]]:
    """By name; asked for with every change, so nothing slower."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _size(file: os.DirEntry[str]) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _claimed(line: bytes) -> Record | None:
    """The record of a line that anybody may have written: only where everything is what it should be."""
    record = load(line) if line else None
    if record is None or not _sound(record):
        return None
    return record._replace(grade=Grade.CLAIMED, key="", arguments="", refs={**record.refs, "published": True})


def _sound(record: Record) -> bool:
    names = (getattr(record, name) for name in _NAMES)
    revisions = (name for name in (record.before, record.after) if name is not None)
    return (
        all(isinstance(name, str) for name in (*names, *revisions, *record.parents))
        and isinstance(record.size, int)
        and isinstance(record.refs, dict)
        and all(_sound_ref(*ref) for ref in record.refs.items() if ref[0] in _REFS)
        and _is_timed(record)
    )


def _sound_ref(name: str, value: object) -> bool:
    if name != "merged":
        return isinstance(value, str)
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_timed(record: Record) -> bool:
    try:
        parse(record.clock)
        return record.time.tzinfo is not None
    except ValueError:
        return False


def _bare(record: Record, wrote: Sequence[str]) -> bytes:
    kept: dict[str, Any] = {name: value for name, value in record.refs.items() if name in _REFS}
    if record.hunks:
        kept[RANGES] = [[hunk.start, len(hunk.cut), len(hunk.put)] for hunk in record.hunks]
    if any(by != author_of(record) for by in wrote):
        kept[WROTE] = [[by, sum(1 for _ in lines)] for by, lines in groupby(wrote)]
    return dump(record._replace(hunks=(), key="", arguments="", source="", session="", refs=kept))
