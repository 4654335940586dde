"""What Syncthing says about a folder, its devices and a file, as values that hold when it says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

_NEVER = 1971
"""Syncthing answers 0001 or 1970 for what never happened."""


@dataclass(frozen=True, slots=True)
class DeviceState:
    """Another device that shares the folder; `behind_items` is what it still lacks, None for not known."""

    id: str
    name: str
    connected: bool
    paused: bool
    behind_items: int | None
    last_seen: datetime | None


@dataclass(frozen=True, slots=True)
class SyncState:
    """The folder's state; if not `connected`, Syncthing did not answer and `reason` says why.

    `behind_items` is what this device still lacks. `errors` are for people: a path and what Syncthing says of it.
    """

    connected: bool
    reason: str = ""
    version: str = ""
    folder_state: str = ""
    paused: bool = False
    behind_items: int = 0
    errors: tuple[str, ...] = ()
    devices: tuple[DeviceState, ...] = ()


@dataclass(frozen=True, slots=True)
class FileState:
    """One file in Syncthing's index.

    `blocks_hash` (from Syncthing 1.24) and `previous_blocks_hash` (from 2.0.10) are base64 or empty; the
    latter is what was *scanned* before, so it names the predecessor of this side alone.
    """

    path: str
    blocks_hash: str = ""
    previous_blocks_hash: str = ""
    in_sync: bool = True
    devices: tuple[str, ...] = ()
    """Ids of the other devices that hold this very version."""


def time_of(text: object) -> datetime | None:
    """A moment as Syncthing writes it (nanoseconds are cut); None for never and for nonsense."""
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return moment if moment.year >= _NEVER else None


def file_state(path: str, answer: Mapping[str, Any]) -> FileState:
    """The answer of `/rest/db/file`: this device's own item, or the global one where this device has none."""
    world, own = answer.get("global") or {}, answer.get("local") or {}
    item = own if own.get("name") else world
    return FileState(
        path=path,
        blocks_hash=str(item.get("blocksHash") or ""),
        previous_blocks_hash=str(item.get("previousBlocksHash") or ""),
        in_sync=item.get("version") == world.get("version"),
        devices=tuple(str(held.get("id", "")) for held in answer.get("availability") or ()),
    )


def device_state(
    id: str, name: str, connection: Mapping[str, Any], seen: object, lacking: Mapping[str, Any] | None
) -> DeviceState:
    """One device of `/rest/system/connections`, `/rest/stats/device` and `/rest/db/completion`."""
    items = None if lacking is None else int(lacking.get("needItems", 0)) + int(lacking.get("needDeletes", 0))
    return DeviceState(
        id=id,
        name=name or id[:7],
        connected=bool(connection.get("connected")),
        paused=bool(connection.get("paused")),
        behind_items=items,
        last_seen=time_of(seen),
    )
