"""How far one note has come: which devices have it as it is here, and how it stands in git."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.errors import EngineFailed
from memwarden.store.files import read_if_possible
from memwarden.sync.blocks import matches
from memwarden.sync.syncthing_state import SENDING

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree
    from memwarden.sync.gitstate import GitState
    from memwarden.sync.syncthing import SyncthingFolder
    from memwarden.sync.syncthing_state import DeviceState, FileState


_UNSEEN = "not seen by Syncthing yet"
_OTHER = {False: "a newer one is on its way here", True: "others have another: the folder only sends"}


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
    if state.paused:
        return (), "sync is paused here"
    try:
        file = folder.file(note)
    except EngineFailed:
        return (), "Syncthing does not answer"
    if file is None:
        return (), f"{_UNSEEN}, or ignored" if state.ignores else _UNSEEN
    only_here = _only_here(file, tree.root / note)
    problem = only_here or ("" if file.in_sync else _OTHER[folder.folder.type == SENDING])
    return tuple(_holders(folder, state.devices, file, nobody=bool(only_here))), problem


def _only_here(file: FileState, here: Path) -> str:
    """Why no other device can have the note as it is here; empty where one can."""
    if file.ignored:
        return "ignored by .stignore"
    if file.kept_here:
        return "stays here: the folder only receives"
    return "" if _seen(file, here) else _UNSEEN


def _seen(file: FileState, here: Path) -> bool:
    """Whether Syncthing's index holds what lies here; of a link it holds where that leads, not the text.

    Before 1.24 it told no hash, so that only another size betrays what it has not looked at.
    """
    if here.is_symlink():
        return True
    data = read_if_possible(here) or b""
    return matches(data, file.blocks_hash) if file.blocks_hash else len(data) == file.size


def _holders(
    folder: SyncthingFolder, devices: tuple[DeviceState, ...], file: FileState, *, nobody: bool
) -> Iterator[Holder]:
    for device in devices:
        away = device.paused or not device.connected
        if nobody:
            has: bool | None = False
        elif away or device.declines:
            has = _had(folder, device, file.path)
        else:
            has = device.id in file.devices
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
