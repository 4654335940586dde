"""How far the commits of a clone have come: one small file in the store, and the lock of whoever commits."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from memwarden.errors import StoreFailed
from memwarden.memory.commit_plan import Held


@dataclass(slots=True)
class Move:
    """The branch is about to go from one commit to another: whoever finds this after a crash looks whether it did."""

    before: str
    after: str
    position: int
    held: dict[str, Held]


@dataclass(slots=True)
class Progress:
    """`position` is the last entry of the journal that was looked at; `problem` why it stopped, "" where it did not.

    `looked`, `pulled` and `pushed` are when the other side was asked last, had something new, had everything, each
    ISO 8601; `there` is the branch there and the commit that both sides had last.
    """

    position: int = 0
    held: dict[str, Held] = field(default_factory=dict)
    move: Move | None = None
    problem: str = ""
    looked: str = ""
    pulled: str = ""
    pushed: str = ""
    there: str = ""


class ProgressFile:
    """Losing it costs time: what git has already is told by its blobs."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "commits.json"
        self._lock = folder / "committing"

    def load(self) -> Progress:
        try:
            raw = json.loads(self._file.read_bytes())
            move = raw["move"] and Move(**{**raw["move"], "held": _held(raw["move"]["held"])})
            return Progress(**{**raw, "held": _held(raw["held"]), "move": move})
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return Progress()

    def save(self, progress: Progress) -> None:
        """Raises StoreFailed."""
        temp = self._file.with_suffix(".tmp")
        try:
            with open(os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
                out.write(json.dumps(asdict(progress)).encode())
            temp.replace(self._file)
        except OSError as error:
            raise StoreFailed(f"The progress of commits cannot be kept: {error.strerror}.") from error

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Whether nobody else commits here meanwhile; where somebody does, this waits for nothing."""
        descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield True
        except BlockingIOError:
            yield False
        finally:
            os.close(descriptor)


def _held(raw: dict[str, list[object]]) -> dict[str, Held]:
    return {note: Held(int(str(since)), str(why)) for note, (since, why) in raw.items()}
