"""When each note was last looked at, so that what came since can be told apart."""

from __future__ import annotations

from datetime import datetime
from typing import Any

MOST = 2000


class Seen:
    """Notes never looked at count from the end of the last session; in the very first one nothing is new."""

    def __init__(self) -> None:
        self._notes: dict[str, datetime] = {}
        self._left: datetime | None = None

    def since(self, note: str) -> datetime | None:
        return self._notes.get(note, self._left)

    def looked(self, note: str, at: datetime) -> None:
        self._notes.pop(note, None)
        self._notes[note] = at

    def keep(self) -> dict[str, Any]:
        """Plain JSON values: the notes looked at last, and when the screen was left: now."""
        newest = list(self._notes.items())[-MOST:]
        left = datetime.now().astimezone()
        return {"left": left.isoformat(), "notes": {note: at.isoformat() for note, at in newest}}

    def take(self, kept: object) -> None:
        """What `keep` gave; values of another version count as nothing."""
        if not isinstance(kept, dict):
            return
        self._left = _time(kept.get("left"))
        notes = kept.get("notes")
        found = {note: _time(at) for note, at in notes.items()} if isinstance(notes, dict) else {}
        self._notes = {str(note): at for note, at in found.items() if at is not None}


def _time(value: object) -> datetime | None:
    try:
        at = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return at if at.tzinfo else None
