"""What Syncthing knows of a note's past: the versions it archived, and the hash of what the winner was made from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from memwarden.errors import DiskFailed, EngineFailed, Refused
from memwarden.memory.carriers import marked
from memwarden.store.files import read_file
from memwarden.store.snapshots import revision_of
from memwarden.sync.copies import parse_version

if TYPE_CHECKING:
    from memwarden.sync.syncthing import SyncthingFolder

FOLDER = ".stversions"


@dataclass(frozen=True, slots=True)
class Archived:
    """A file of the archive; `at` from its name, which has no zone, or for the trash can from its `mtime`."""

    name: str
    at: datetime
    data: bytes
    revision: str


def archives(root: Path, syncthing: Callable[[], SyncthingFolder | None]) -> tuple[Path, ...]:
    """Folders laid out as the tree, there or not: where Syncthing archives now, and where it does by default.

    `syncthing` finds the folder in Syncthing's configuration; asked only where a tree looks like one.
    """
    top = marked(root)
    if top is None:
        return (root / FOLDER,)
    default = top / FOLDER / root.relative_to(top)
    found = syncthing()
    return tuple(dict.fromkeys([found.versions, default])) if found else (default,)


def archived_files(folders: Iterable[Path], note: str) -> Iterator[Path]:
    """Archived files of this very note: other notes' names may begin alike."""
    inside = PurePosixPath(note)
    for folder in (archive / inside.parent for archive in folders):
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        for name in names:
            if name.startswith(inside.stem[:1]) and parse_version(name).original == inside.name:
                yield folder / name


def archived(folders: Iterable[Path], note: str) -> tuple[Archived, ...]:
    """The archived versions of one note, newest first."""
    found = (_read(file) for file in archived_files(folders, note))
    return tuple(sorted(filter(None, found), key=lambda entry: entry.at, reverse=True))


def previous_hash(note: str, syncthing: SyncthingFolder | None) -> str:
    """Of what the version under the name was made from (Syncthing 2.0.10 and later); empty where nobody says."""
    try:
        file = syncthing.file(note) if syncthing else None
    except EngineFailed:
        return ""
    return file.previous_blocks_hash if file else ""


def _read(file: Path) -> Archived | None:
    try:
        data = read_file(file)
        changed = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except (DiskFailed, Refused, OSError):
        return None
    if data is None:
        return None
    named = parse_version(file.name).at
    return Archived(file.name, named.astimezone() if named else changed, data, revision_of(data))
