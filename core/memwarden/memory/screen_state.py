"""What the screen remembers of a tree between two runs: its own state, and each agent's colour."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

COLOURS = 8


class ScreenState:
    """Two small JSON files in the store; lost ones cost only comfort."""

    def __init__(self, folder: Path) -> None:
        self._state = folder / "screen.json"
        self._colours = folder / "colours.json"
        self._choosing = Lock()

    def load(self) -> dict[str, Any]:
        return _load(self._state)

    def save(self, state: Mapping[str, Any]) -> None:
        _save(self._state, state)

    def colour(self, identity: str) -> int:
        """The first free colour from the identity's hash on, kept for good; the hash alone past eight agents."""
        with self._choosing:
            return self._colour(identity)

    def _colour(self, identity: str) -> int:
        taken = _load(self._colours)
        if isinstance(known := taken.get(identity), int):
            return known
        start = int.from_bytes(hashlib.sha256(identity.encode()).digest()[:4]) % COLOURS
        free = (start + step for step in range(COLOURS))
        chosen = next((colour % COLOURS for colour in free if colour % COLOURS not in taken.values()), start)
        _save(self._colours, {**taken, identity: chosen})
        return chosen


def _load(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _save(file: Path, data: Mapping[str, Any]) -> None:
    temp = file.with_suffix(".tmp")
    try:
        temp.write_bytes(json.dumps(data, ensure_ascii=True, indent=1).encode())
        temp.replace(file)
    except OSError:
        return
