"""Syncthing as the carrier of a tree: found from its own configuration, asked over REST, never depended on.

`status` always answers with a value. What asks for something that a caller must know failed (`scan`, `file`)
raises `EngineFailed`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memwarden.errors import EngineFailed
from memwarden.sync.syncthing_config import Config, FolderConfig, discover
from memwarden.sync.syncthing_state import (
    SENDING,
    DeviceState,
    FileState,
    SyncState,
    device_state,
    file_state,
    remarks,
)

if TYPE_CHECKING:
    from memwarden.sync.syncthing_rest import Rest

_SCAN_SECONDS = 10.0
_PATHS_A_SCAN = 100
_LACKING = 2000


def find_folder(root: Path, environ: Mapping[str, str] | None = None) -> SyncthingFolder | None:
    """The Syncthing folder that holds the tree at `root`, or None. Reads configuration files, asks nobody."""
    real = Path(os.path.realpath(root))
    for config in discover(environ):
        if folder := config.folder_of(real):
            return SyncthingFolder(config, folder, real)
    return None


class SyncthingFolder:
    """One folder of one Syncthing, spoken of in paths relative to the tree. Threads may share it."""

    def __init__(self, config: Config, folder: FolderConfig, root: Path) -> None:
        self.config, self.folder, self.root = config, folder, root
        inside = root.relative_to(folder.path).as_posix()
        self._prefix = "" if inside == "." else f"{inside}/"
        self._client: Rest | None = None

    @property
    def versions(self) -> Path:
        """Where Syncthing archives what it replaces in this tree; need not exist."""
        return self.folder.versions / self._prefix

    def device_name(self, id7: str) -> str | None:
        """The name a person gave to a device, by the letters of its id that names of copies hold."""
        if not id7:
            return None
        return next((name for id, name in self.config.devices.items() if name and id.startswith(id7)), None)

    def status(self) -> SyncState:
        """Version, state, errors and how far each device is behind; about six quick requests."""
        try:
            version = str(self._rest.get("/rest/system/version").get("version", ""))
            me = str(self._rest.get("/rest/system/status").get("myID", ""))
            return self._state(version, me)
        except EngineFailed as failure:
            return SyncState(connected=False, reason=f"{failure.message} {failure.hint}".rstrip())
        except (AttributeError, TypeError, ValueError) as error:
            return SyncState(connected=False, reason=f"Syncthing answered what is not understood here: {error}.")

    def scan(self, paths: Iterable[str]) -> None:
        """Tells Syncthing that these files changed; its watcher would wait 10 seconds, 60 for deletions."""
        subs = [("sub", self._prefix + path) for path in paths]
        for start in range(0, len(subs), _PATHS_A_SCAN):
            some = subs[start : start + _PATHS_A_SCAN]
            self._rest.post("/rest/db/scan", [("folder", self.folder.id), *some], timeout=_SCAN_SECONDS)

    def file(self, path: str) -> FileState | None:
        """What Syncthing's index holds of a file; None where it holds nothing."""
        from memwarden.sync.syncthing_rest import NotThere

        asked = [("folder", self.folder.id), ("file", self._prefix + path)]
        try:
            return file_state(path, self._rest.get("/rest/db/file", asked))
        except NotThere:
            return None
        except (AttributeError, TypeError, ValueError) as error:
            raise EngineFailed(f"Syncthing's answer about {path} is not understood here: {error}.") from error

    def lacking(self, device: str) -> tuple[frozenset[str], bool]:
        """Paths of the tree that a device has not in their newest version, and whether these are all of them.

        Raises EngineFailed.
        """
        asked = [("folder", self.folder.id), ("device", device), ("perpage", str(_LACKING))]
        try:
            files = self._rest.get("/rest/db/remoteneed", asked).get("files") or ()
            names = [str(file["name"]) for file in files]
        except (AttributeError, KeyError, TypeError) as error:
            raise EngineFailed(f"Syncthing's list of missing files is not understood here: {error}.") from error
        here = frozenset(name.removeprefix(self._prefix) for name in names if name.startswith(self._prefix))
        return here, len(names) < _LACKING

    @property
    def _rest(self) -> Rest:
        if self._client is None:
            from memwarden.sync.syncthing_rest import Rest

            certificate = self.config.file.with_name("https-cert.pem")
            self._client = Rest(self.config.url, self.config.api_key, certificate)
        return self._client

    def _state(self, version: str, me: str) -> SyncState:
        devices = tuple(self._devices(me))
        if self.folder.paused:
            return SyncState(True, version=version, folder_state="paused", paused=True, devices=devices)
        here = self._rest.get("/rest/db/status", [("folder", self.folder.id)])
        errors = [str(here[name]) for name in ("error", "invalid", "watchError") if here.get(name)]
        if here.get("errors") or here.get("pullErrors"):
            errors.extend(self._errors())
        needed = int(here.get("needTotalItems", 0))
        kept = sum(int(here.get(f"receiveOnlyChanged{what}", 0)) for what in ("Files", "Symlinks", "Deletes"))
        return SyncState(
            True,
            version=version,
            folder_state=str(here.get("state", "")),
            behind_items=0 if self.folder.type == SENDING else needed,
            kept_here=kept,
            errors=tuple(errors),
            remarks=tuple(remarks(self.folder, needed, kept)),
            ignores=bool(here.get("ignorePatterns")),
            devices=devices,
        )

    def _errors(self) -> list[str]:
        answer = self._rest.get("/rest/folder/errors", [("folder", self.folder.id)])
        return [f"{fault.get('path', '')}: {fault.get('error', '')}" for fault in answer.get("errors") or ()]

    def _devices(self, me: str) -> Iterator[DeviceState]:
        connections = self._rest.get("/rest/system/connections").get("connections") or {}
        seen = self._rest.get("/rest/stats/device") or {}
        for id in self.folder.devices:
            if id != me:
                name = self.config.devices.get(id, "")
                last = (seen.get(id) or {}).get("lastSeen")
                yield device_state(id, name, connections.get(id) or {}, last, self._lacking(id))

    def _lacking(self, device: str) -> Mapping[str, Any] | None:
        try:
            asked = [("folder", self.folder.id), ("device", device)]
            answer: Mapping[str, Any] = self._rest.get("/rest/db/completion", asked)
        except EngineFailed:
            return None
        return answer
