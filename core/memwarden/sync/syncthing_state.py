"""What Syncthing says about a folder, its devices and a file, as values that hold when it says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memwarden.sync.syncthing_config import FolderConfig

RECEIVING = ("receiveonly", "receiveencrypted")
SENDING = "sendonly"

_NEVER = 1971
"""Syncthing answers 0001 or 1970 for what never happened."""
_RECEIVE_ONLY = 8
"""The bit of `localFlags` on what was changed in a folder that only receives."""
_DECLINES = {"paused": "has this folder paused", "notSharing": "does not share this folder"}


@dataclass(frozen=True, slots=True)
class DeviceState:
    """Another device that shares the folder; `behind_items` is what it still lacks, None for not known.

    `declines` says in words why it takes nothing although it is there (from Syncthing 1.20).
    """

    id: str
    name: str
    connected: bool
    paused: bool
    behind_items: int | None
    last_seen: datetime | None
    declines: str = ""

    @property
    def lacks(self) -> str:
        """How far it is, in words."""
        if not self.behind_items:
            return "not known how far" if self.behind_items is None else "has everything"
        return f"lacks {files(self.behind_items)}"


@dataclass(frozen=True, slots=True)
class SyncState:
    """The folder's state; if not `connected`, Syncthing did not answer and `reason` says why.

    `behind_items` is what is still to come here, `kept_here` what was changed here and goes nowhere. For people are
    `errors`, a path and what Syncthing says of it, and `remarks`, what this folder is set up not to do.
    """

    connected: bool
    reason: str = ""
    version: str = ""
    folder_state: str = ""
    paused: bool = False
    behind_items: int = 0
    kept_here: int = 0
    errors: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    ignores: bool = False
    """Whether there are patterns of files to ignore; of a file that was always ignored Syncthing knows nothing."""
    devices: tuple[DeviceState, ...] = ()


@dataclass(frozen=True, slots=True)
class FileState:
    """One file in Syncthing's index.

    `blocks_hash` (from Syncthing 1.24) and `previous_blocks_hash` (from 2.0.10) are base64 or empty; the
    latter is what was *scanned* before, so it names the predecessor of this side alone.
    """

    path: str
    size: int = 0
    blocks_hash: str = ""
    previous_blocks_hash: str = ""
    in_sync: bool = True
    ignored: bool = False
    kept_here: bool = False
    """Changed here, in a folder that only receives."""
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
        size=int(item.get("size") or 0),
        blocks_hash=str(item.get("blocksHash") or ""),
        previous_blocks_hash=str(item.get("previousBlocksHash") or ""),
        in_sync=item.get("version") == world.get("version"),
        ignored=bool(own.get("ignored")),
        kept_here=bool(int(own.get("localFlags") or 0) & _RECEIVE_ONLY),
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
        declines=_DECLINES.get(str((lacking or {}).get("remoteState")), ""),
    )


def remarks(folder: FolderConfig, needed: int, kept: int) -> Iterator[str]:
    """What this folder is set up not to do, with how much of it there is."""
    if folder.type in RECEIVING:
        yield "The folder only receives: " + (
            f"changes of {files(kept)} stay here." if kept else "what is written here stays here."
        )
    if folder.type == SENDING:
        yield "The folder only sends: " + (
            f"others' changes of {files(needed)} are not taken in." if needed else "what others write stays there."
        )
    if folder.max_conflicts == 0:
        yield "The folder keeps no conflict copies (maxConflicts 0): of two edits at once Syncthing throws one away."


def files(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"
