"""How far one note has come: which devices have it as it is here, and how it stands in git."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from memwarden.errors import EngineFailed

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree
    from memwarden.sync.gitstate import GitState
    from memwarden.sync.syncthing import SyncthingFolder
    from memwarden.sync.syncthing_state import DeviceState, FileState


@dataclass(frozen=True, slots=True)
class Holder:
    """Another device; `has` is None where nobody can know. `away` since `seen`, None where that is not known."""

    name: str
    has: bool | None
    away: bool = False
    seen: datetime | None = None


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """`problem` says what is wrong with the note's own sync here, in a few words; `git` is empty without git."""

    holders: tuple[Holder, ...] = ()
    problem: str = ""
    git: str = ""


def whereabouts(tree: Tree, note: str) -> Whereabouts:
    """Asks Syncthing over its network interface and git by processes: for a thread, and not for lists."""
    holders, problem = _synced(tree, note)
    return Whereabouts(holders, problem, _git(tree, note))


def git_state(tree: Tree) -> GitState | None:
    """How git stands with the whole tree; None without it, and where it does not answer."""
    from memwarden.sync.git import repository

    try:
        found = repository(tree.root)
        return found.state() if found else None
    except EngineFailed:
        return None


def _synced(tree: Tree, note: str) -> tuple[tuple[Holder, ...], str]:
    folder, state = tree.carriers.syncthing, tree.carriers.last or tree.carriers.state()
    if folder is None or state is None:
        return (), ""
    if not state.connected:
        return (), "Syncthing does not answer"
    try:
        file = folder.file(note)
    except EngineFailed:
        return (), "Syncthing does not answer"
    if file is None:
        return (), "not seen by Syncthing yet"
    problem = "" if file.in_sync else "a newer one is on its way here"
    return tuple(_holders(folder, state.devices, file)), problem


def _holders(folder: SyncthingFolder, devices: tuple[DeviceState, ...], file: FileState) -> Iterator[Holder]:
    for device in devices:
        away = device.paused or not device.connected
        has = _had(folder, device, file.path) if away else device.id in file.devices
        yield Holder(device.name, has, away, device.last_seen)


def _had(folder: SyncthingFolder, device: DeviceState, note: str) -> bool | None:
    """What lacked nothing when it went away has it; of what lacks something Syncthing lists what."""
    if device.behind_items is None:
        return None
    if not device.behind_items:
        return True
    try:
        lacking, every = folder.lacking(device.id)
    except EngineFailed:
        return None
    return False if note in lacking else (True if every else None)


def _git(tree: Tree, note: str) -> str:
    from memwarden.sync.git import repository
    from memwarden.sync.gitnote import standing

    try:
        found = repository(tree.root)
        return standing(found, note).value if found else ""
    except EngineFailed:
        return "git does not answer"
