"""Two devices that share a tree: a store each, and what Syncthing would carry between them."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memwarden import Tree
from memwarden.memory.conflicts import Conflict
from memwarden.memory.published import FOLDER
from memwarden.store.clock import Clock
from memwarden.sync.copies import make

ID = "NJDDEFB"
STAMP = "20261130-141639"


def copy_name(note: str, stamp: str = STAMP, device: str = ID) -> str:
    return make(note, datetime.strptime(stamp, "%Y%m%d-%H%M%S"), device)


@dataclass
class Device:
    root: Path
    tree: Tree

    def write(self, name: str, text: str | bytes, *, ago: float = 0) -> None:
        """As an editor would, past memwarden; `ago` seconds old."""
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        if ago:
            os.utime(file, (time.time() - ago, time.time() - ago))

    def edit(self, note: str, text: str) -> bytes:
        """A guarded write by a person here."""
        self.tree.person().rewrite(note, text)
        return text.encode()

    def carry_records_to(self, other: Device) -> None:
        if (self.root / FOLDER).is_dir():
            shutil.copytree(self.root / FOLDER, other.root / FOLDER, dirs_exist_ok=True)

    def conflict(self, note: str) -> Conflict:
        found = self.tree.conflict(note)
        assert found is not None
        return found


@contextmanager
def two_devices(place: Path, files: dict[str, str], *, clock: Clock = time.time) -> Iterator[tuple[Device, Device]]:
    """Both have these notes from the start."""
    devices = []
    for name in ("a", "b"):
        root = place / name
        (root / ".stfolder").mkdir(parents=True)
        for note, text in files.items():
            (root / note).parent.mkdir(parents=True, exist_ok=True)
            (root / note).write_bytes(text.encode())
        devices.append(Device(root, Tree.open(root, state=place / f"state-{name}", clock=clock)))
    try:
        yield devices[0], devices[1]
    finally:
        for device in devices:
            device.tree.close()


def set_aside(winner: Device, loser: Device, note: str) -> None:
    """What Syncthing does on the loser's device: the winner's text gets the name, the loser's is put beside it."""
    winner.carry_records_to(loser)
    (loser.root / note).rename(loser.root / copy_name(note))
    shutil.copy2(winner.root / note, loser.root / note)
    loser.tree.rescan()


def take_over(winner: Device, loser: Device, note: str) -> None:
    """What Syncthing does where it sets nothing aside: the winner's text is all that is left."""
    winner.carry_records_to(loser)
    shutil.copy2(winner.root / note, loser.root / note)
    loser.tree.rescan()
