"""Records that stores publish in the tree, so that authorship and ancestry travel with it: never text.

`.memwarden/records/<store id>/<segment>.jsonl`, one file per store, written only by that store. They can be forged by
whoever writes the tree: what they say is claimed, they answer no key and verify no base alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import IO

from memwarden.memory.ancestry import NOT_DERIVED
from memwarden.store.records import Grade, Record, What, dump, load

FOLDER = ".memwarden/records"
_SEGMENT = "000001.jsonl"
_CARRIERS = (".stfolder", ".git")
_REFS = frozenset({"from", "to", "sender", "proposal", "merged", "hash"})
"""What else than revisions may leave this machine: names and revisions, never text."""


def is_carried(root: Path) -> bool:
    """Whether Syncthing or git carries this tree to other machines."""
    return any(os.path.exists(f"{root}/{sign}") for sign in _CARRIERS)


def publish(root: Path, record: Record) -> str:
    """Add this record, without any of its text; the file of the tree that changed, empty for none.

    Where that fails the others know less of who wrote what; the write itself stands, so nothing is raised.
    """
    if record.via in NOT_DERIVED or not (record.note or record.what is What.FORGET):
        return ""
    name = f"{FOLDER}/{record.store}/{_SEGMENT}"
    file = root / name
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab+") as out:
            out.write(_line_start(out) + _bare(record))
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

    def records(self) -> Iterator[Record]:
        """Every published record of other stores, graded as claimed."""
        self._catch_up()
        for of_note in self._notes.values():
            yield from of_note

    def of(self, note: str) -> list[Record]:
        """The records of one note."""
        self._catch_up()
        return self._notes.get(note, [])

    def by_revision(self, note: str, revision: str) -> Record | None:
        """The published write that made this very revision of this note."""
        return next((record for record in self.of(note) if record.after == revision), None)

    def _catch_up(self) -> None:
        if not self._read and not os.path.isdir(self._root / FOLDER):
            return
        sizes = {os.fspath(file): _size(file) for file in sorted((self._root / FOLDER).glob("*/*.jsonl"))}
        others = {file: size for file, size in sizes.items() if Path(file).parent.name != self._own}
        if any(others.get(file, 0) < offset for file, offset in self._read.items()):
            self._read, self._notes = {}, {}
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
        self._read[file] = offset + len(whole)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _claimed(line: bytes) -> Record | None:
    """The record of a line that anybody may have written: only where everything is what it should be."""
    record = load(line) if line else None
    if record is None or not _sound(record):
        return None
    return replace(record, grade=Grade.CLAIMED, key="", arguments="", refs={**record.refs, "published": True})


def _sound(record: Record) -> bool:
    names = (record.note, record.by, record.session, record.via, record.before or "", record.after or "")
    try:
        datetime.fromisoformat(record.at)
    except (ValueError, TypeError):
        return False
    merged = record.refs.get("merged", ()) if isinstance(record.refs, dict) else None
    return isinstance(merged, (list, tuple)) and all(isinstance(name, str) for name in names)


def _bare(record: Record) -> bytes:
    """The record's line with ranges in place of lines: `[first, lines cut, lines put]`."""
    ranges = [[hunk.start, len(hunk.cut), len(hunk.put)] for hunk in record.hunks]
    kept = {name: value for name, value in record.refs.items() if name in _REFS}
    plain = json.loads(dump(replace(record, hunks=(), key="", arguments="", source="", session="", refs=kept)))
    return json.dumps({**plain, "ranges": ranges}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
