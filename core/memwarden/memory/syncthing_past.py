"""The versions of a note that Syncthing set aside, in `.stversions` or where it was told to, however it names them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.memory.archived import archived_files, archives
from memwarden.memory.past import Past
from memwarden.store.files import read_if_possible
from memwarden.store.snapshots import blob_name, revision_of
from memwarden.sync.copies import parse_version

if TYPE_CHECKING:
    from memwarden.sync.syncthing import SyncthingFolder


class SyncthingPast:
    """Who wrote an archived version is not known: Syncthing says only that another device replaced it."""

    def __init__(self, root: Path, syncthing: Callable[[], SyncthingFolder | None]) -> None:
        self._root = root
        self._syncthing = syncthing
        self._read: dict[Path, tuple[int, int, Past]] = {}

    def versions(self, note: str) -> tuple[Past, ...]:
        """Newest first; equal bytes once."""
        found: dict[str, Past] = {}
        for file in self._files(note):
            version = self._version(file, note)
            if version is not None and version.content is not None:
                found.setdefault(version.content, version)
        return tuple(sorted(found.values(), key=lambda version: version.at, reverse=True))

    def data(self, note: str, revision: str) -> bytes | None:
        for file in self._files(note):
            version = self._version(file, note)
            if version is not None and version.content == revision:
                data = read_if_possible(file)
                return data if data is not None and revision_of(data) == revision else None
        return None

    def _files(self, note: str) -> Iterator[Path]:
        return archived_files(archives(self._root, self._syncthing), note)

    def _version(self, file: Path, note: str) -> Past | None:
        try:
            status = file.stat()
        except OSError:
            return None
        known = self._read.get(file)
        if known is not None and known[:2] == (status.st_mtime_ns, status.st_size):
            return known[2]
        data = read_if_possible(file)
        if data is None:
            return None
        named = parse_version(file.name).at
        at = named.astimezone() if named else datetime.fromtimestamp(status.st_mtime).astimezone()
        version = Past(
            os.fspath(file), "syncthing", note, note, revision_of(data), None, blob_name(data), at, "",
            "archived", size=len(data), counted=False,
        )  # fmt: skip
        self._read[file] = (status.st_mtime_ns, status.st_size, version)
        return version
