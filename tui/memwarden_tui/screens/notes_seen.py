"""When each note was last looked at, so that what came since can be told apart."""

from __future__ import annotations

from datetime import datetime

from memwarden_tui.keeping import time_of

MOST = 2000


class Seen:
    """Notes never looked at count from the end of the last session; in the very first one nothing is new."""

    def __init__(self) -> None:
        self._notes: dict[str, datetime] = {}
        self.left: datetime | None = None

    def since(self, note: str) -> datetime | None:
        return self._notes.get(note, self.left)

    def looked(self, note: str, at: datetime) -> None:
        self._notes.pop(note, None)
        self._notes[note] = at

    def keep(self) -> dict[str, str]:
        """Plain JSON values: the notes looked at last."""
        return {note: at.isoformat() for note, at in list(self._notes.items())[-MOST:]}

    def take(self, kept: object, left: datetime | None) -> None:
        """What `keep` gave, and when the screen was left; values of another version count as nothing."""
        self.left = left
        found = {note: time_of(at) for note, at in kept.items()} if isinstance(kept, dict) else {}
        self._notes = {str(note): at for note, at in found.items() if at is not None}
