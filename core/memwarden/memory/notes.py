"""What lies in a tree: its notes, the conflict copies beside them, and what is no note at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from memwarden.store.files import Stamp
from memwarden.store.records import Grade
from memwarden.store.sightings import Sightings
from memwarden.store.snapshots import revision_of
from memwarden.sync.copies import SKIPPED_FOLDERS, is_copy, is_ours, is_temporary
from memwarden.text.lines import decode, is_utf8, split_lines


class NoteKind(StrEnum):
    NOTE = "note"
    INDEX = "index"
    LINK = "link"
    COPY = "copy"
    SPECIAL = "special"
    UNREADABLE = "unreadable"


TEXTS = frozenset({NoteKind.NOTE, NoteKind.INDEX})
"""Files that hold what is remembered."""
NOTES = TEXTS | {NoteKind.LINK}
"""Whatever leads to such a text."""


class NoteEntry(NamedTuple):
    """A line of the list of notes; `size` in bytes. A LINK is a symlink inside the tree to the note it names."""

    path: str
    kind: NoteKind
    size: int = 0
    mtime: datetime | None = None
    revision: str = ""
    target: str = ""


class _Read(NamedTuple):
    path: str
    data: bytes
    by: str = ""
    grade: Grade = Grade.UNKNOWN
    at: datetime | None = None
    warnings: tuple[str, ...] = ()


class Note(_Read):
    """A note as it was read: its bytes, and who last wrote it as far as is known."""

    @cached_property
    def revision(self) -> str:
        return revision_of(self.data)

    @property
    def text(self) -> str:
        """The text; bytes that are not UTF-8 are surrogate escapes."""
        return decode(self.data)

    @property
    def lines(self) -> list[bytes]:
        return split_lines(self.data)

    @property
    def utf8(self) -> bool:
        return is_utf8(self.data)


class Found(NamedTuple):
    """A file of the walk: path relative to the tree, and how it looks."""

    path: str
    kind: NoteKind
    stamp: Stamp
    target: str = ""

    @property
    def mtime(self) -> datetime:
        return datetime.fromtimestamp(self.stamp.mtime_ns / 1e9, UTC)


_EDITORS_LOCK = ".#"
"""Emacs leaves a link to nothing of such a name beside a note while it edits it."""
INDEX_NAMES = ("INDEX.md", "MEMORY.md")


def is_note_name(name: str) -> bool:
    return name.lower().endswith(".md")


def kind_of(path: str) -> NoteKind:
    """Of a file that can be read and is a note or a conflict copy."""
    name = path.rpartition("/")[2]
    return NoteKind.COPY if is_copy(name) else NoteKind.INDEX if name in INDEX_NAMES else NoteKind.NOTE


def is_note_path(path: str) -> bool:
    """Whether a note may lie there: not in a hidden folder, nor where a program is in the middle of writing."""
    folders = path.split("/")[:-1]
    return is_note_name(path) and not is_temporary(path) and not any(name.startswith(".") for name in folders)


def walk(root: Path, leftovers: list[str] | None = None, sightings: Sightings | None = None) -> Iterator[Found]:
    """Every note, conflict copy, and thing that is named like a note but is none, in no order; nothing is opened.

    Folders of git and Syncthing are skipped, other hidden folders are searched for copies only. Real paths of our own
    temporary files go into `leftovers`. What looks as in `sightings` is passed over: it is the `same`, and struck off
    what is `there`.
    """
    top = os.path.realpath(root)
    pending = [("", False)]
    while pending:
        folder, hidden = pending.pop()
        try:
            descriptor = os.open(f"{top}/{folder}", os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            yield from _locked(top, folder)
            continue
        try:
            for entry in _differing(os.scandir(descriptor), folder, sightings):
                name = entry.name
                path = f"{folder}/{name}" if folder else name
                if entry.is_dir(follow_symlinks=False):
                    if name not in SKIPPED_FOLDERS and path != ".memwarden/records":
                        pending.append((path, hidden or name.startswith(".")))
                elif (found := _found(top, path, entry, hidden)) is not None:
                    yield found
                elif leftovers is not None and is_ours(name):
                    leftovers.append(f"{top}/{path}")
        except OSError:
            yield from _locked(top, folder)
        finally:
            os.close(descriptor)


def _differing(entries: Iterable[os.DirEntry[str]], folder: str, sightings: Sightings | None) -> list[os.DirEntry[str]]:
    """Those that do not look as they did. Every note of a tree passes here at every look: no idle call."""
    if sightings is None or not sightings.known:
        return list(entries)
    known, start = sightings.known, f"{folder}/" if folder else ""
    same: dict[str, tuple[int, ...]] = {}
    differing = []
    for entry in entries:
        path = start + entry.name
        stamp = known.get(path)
        if stamp is None:
            differing.append(entry)
            continue
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            continue
        if stamp == (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino):
            same[path] = stamp
        else:
            differing.append(entry)
    sightings.there.difference_update(same)
    sightings.same.update(same)
    return differing


def _locked(top: str, folder: str) -> Iterator[Found]:
    """A folder that cannot be looked into, unless it is the tree itself or has just gone."""
    try:
        if folder:
            yield Found(folder, NoteKind.UNREADABLE, Stamp.of(os.stat(os.path.join(top, folder))))
    except OSError:
        return


def look_at(root: Path, paths: Iterable[str]) -> Iterator[Found]:
    """What `walk` finds under these paths only; nothing for one that it passes by, or where nothing is."""
    top = os.path.realpath(root)

    @cache
    def is_walked(folder: str) -> bool:
        skipped = folder == ".memwarden/records" or not SKIPPED_FOLDERS.isdisjoint(folder.split("/"))
        return not skipped and os.path.realpath(f"{top}/{folder}") == f"{top}/{folder}".rstrip("/")

    for path in paths:
        folder, here = path.rpartition("/")[0], Path(f"{top}/{path}")
        if not is_walked(folder):
            continue
        if here.is_symlink() or not here.is_dir():
            found = _found(top, path, here, any(name.startswith(".") for name in folder.split("/")))
            yield from [found] if found else []
        elif not os.access(here, os.R_OK | os.X_OK):
            yield from _locked(top, path)


def _found(top: str, path: str, entry: os.DirEntry[str] | Path, hidden: bool) -> Found | None:
    if is_temporary(entry.name) or entry.name.startswith(_EDITORS_LOCK):
        return None
    copy = is_copy(entry.name)
    if not copy and (hidden or not is_note_name(entry.name)):
        return None
    try:
        if entry.is_symlink():
            return _link(top, path)
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return Found(path, NoteKind.SPECIAL, Stamp.of(status))
    if not copy and status.st_mode & 0o444 != 0o444 and not os.access(f"{top}/{path}", os.R_OK):
        return Found(path, NoteKind.UNREADABLE, Stamp.of(status))
    return Found(path, kind_of(path), Stamp.of(status))


def _link(top: str, path: str) -> Found:
    """A symlink is another name of a note inside the tree; out of it, broken or in a loop it is special."""
    here = f"{top}/{path}"
    real = os.path.realpath(here)
    own = os.lstat(here)
    if not real.startswith(top + "/"):
        return Found(path, NoteKind.SPECIAL, Stamp.of(own), os.readlink(here))
    try:
        status = os.stat(here)
    except OSError:
        return Found(path, NoteKind.SPECIAL, Stamp.of(own), os.readlink(here))
    if not stat.S_ISREG(status.st_mode):
        return Found(path, NoteKind.SPECIAL, Stamp.of(own), os.readlink(here))
    return Found(path, NoteKind.LINK, Stamp.of(status), os.path.relpath(real, top))
