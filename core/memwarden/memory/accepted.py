"""Which rules hold: those of the configuration that a person accepted, else the preset of the tree's layout."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.policy import Policy
from memwarden.memory.presets import LAYOUTS, preset, recognise
from memwarden.store.files import read_file

CONFIG = ".memwarden/config.toml"


class Rules:
    """The file in the tree lies where agents write: it takes effect once its bytes are accepted into the store.

    The layout is that of the notes that were there first, and stays: an agent that makes a folder gets no other rules.
    """

    def __init__(self, root: Path, folder: Path, paths: Callable[[], Iterable[str]]) -> None:
        self._root = root
        self._accepted = folder / "accepted" / "config.toml"
        self._layout = folder / "accepted" / "layout"
        self._paths = paths
        self._known: tuple[object, Policy] | None = None
        self._kept = ""

    def policy(self) -> Policy:
        sign = _sign(self._accepted)
        if self._known is None or self._known[0] != sign or not self._kept:
            accepted = _read(self._accepted)
            layout = self.layout()
            self._known = (sign, preset(layout) if accepted is None else _parsed(accepted, layout))
        return self._known[1]

    def layout(self) -> str:
        """The layout that holds where no accepted configuration names one."""
        if not self._kept:
            kept = (_read(self._layout) or b"").decode("ascii", "replace").strip()
            paths = () if kept in LAYOUTS else tuple(self._paths())
            if not (kept in LAYOUTS or paths):
                return recognise(())
            self._keep(kept if kept in LAYOUTS else recognise(paths))
        return self._kept

    def looks_like(self) -> str:
        """The layout that a tree of these notes would get today."""
        return recognise(self._paths())

    def freeze(self) -> None:
        """What holds now holds for good: an agent has made the first note of an empty tree."""
        if not self._kept:
            self._keep(self._known[1].layout if self._known else self.layout())

    def accepted(self) -> bytes | None:
        """The configuration that a person accepted, where one did."""
        return _read(self._accepted)

    def pending(self) -> bytes | None:
        """The configuration in the tree where it is not the accepted one, else None."""
        there = _read(self._root / CONFIG)
        return there if there is not None and there != _read(self._accepted) else None

    def accept(self, data: bytes) -> None:
        """Let this configuration hold from now on. Raises OSError."""
        _replace(self._accepted, data)

    def _keep(self, layout: str) -> None:
        self._kept = layout
        if not self._layout.exists():
            with suppress(OSError):
                _replace(self._layout, layout.encode("ascii"))


def _parsed(data: bytes, layout: str) -> Policy:
    from memwarden.memory.config import parse_config

    return parse_config(data, layout=layout)


def _replace(file: Path, data: bytes) -> None:
    temp = file.with_suffix(".tmp")
    temp.write_bytes(data)
    temp.replace(file)


def _sign(path: Path) -> object:
    """Changes whenever the file is replaced; None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _read(path: Path) -> bytes | None:
    try:
        return read_file(path)
    except (DiskFailed, Refused):
        return None
