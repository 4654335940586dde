"""What a hook announced before an agent's tool call, so that what lands is known to be that agent's, whoever sees it.

One small file per call in the store, `intents/<id>.json`. It counts for ten minutes, or until the call is over.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from memwarden.errors import StoreFailed
from memwarden.memory.actor import Actor
from memwarden.store.records import Grade, Origin

LIFETIME = 600.0
"""Seconds that an announcement counts: a person may take their time to allow the call."""
NEAR = 60.0
"""Seconds in which another text than the announced one is still taken for that call's."""
HOOK, SHELL = "hook", "shell"
_LONGEST = 1_000_000
_GRAIN = 20_000_000


class Intent(NamedTuple):
    """`notes`: the revisions that each note may have afterwards, "" for gone; none for a shell, which does not say.

    `names`: what a command names that goes on in the background, where others have time to write as well: patterns of
    file names, and no other note is taken for its. `at` in seconds since 1970.
    """

    by: str
    origin: Origin
    session: str
    tool: str
    at: float
    notes: Mapping[str, tuple[str, ...]]
    shell: bool
    id: str
    names: tuple[str, ...] = ()

    @property
    def via(self) -> str:
        return SHELL if self.shell else HOOK

    def actor(self, grade: Grade) -> Actor:
        return Actor(self.by, self.origin, grade, self.via, session=self.session)

    def made(self, note: str, revision: str | None) -> bool:
        """Whether it announced this very text of this note."""
        return (revision or "") in self.notes.get(note, ())

    def is_near(self, note: str, now: float) -> bool:
        """Whether this note may have been changed by the call, although not to what was announced."""
        if self.shell:
            return not self.names or any(fnmatchcase(os.path.basename(note), name) for name in self.names)
        return note in self.notes and now - self.at <= NEAR


class Intents:
    """The announcements in one store. Reading never fails: what cannot be read was not announced."""

    def __init__(self, store: Path) -> None:
        self._folder = store / "intents"
        self._read: tuple[int, tuple[Intent, ...]] = (0, ())

    def leave(self, intent: Intent) -> None:
        """Announce it, durably enough for another process to see. Raises StoreFailed."""
        file = self._folder / f"{intent.id}.json"
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._sweep(intent.at)
            temp = file.with_suffix(".tmp")
            descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as out:
                out.write(json.dumps(intent._asdict()).encode("utf-8", "backslashreplace"))
            temp.rename(file)
        except OSError as error:
            raise StoreFailed(f"What is about to be written cannot be announced: {error.strerror}.") from error

    def standing(self, now: float) -> tuple[Intent, ...]:
        """Those that count at this time, the newest first."""
        try:
            changed = self._folder.stat().st_mtime_ns
        except OSError:
            return ()
        if self._read[0] != changed:
            every = sorted(self._every(), key=lambda intent: -intent.at)
            # Within the clock's grain another one may come without a new time of the folder.
            settled = time.time_ns() - changed > _GRAIN
            self._read = changed if settled else 0, tuple(every)
        return tuple(intent for intent in self._read[1] if abs(now - intent.at) <= LIFETIME)

    def drop(self, intents: Iterable[Intent]) -> None:
        """These calls are over."""
        for intent in intents:
            (self._folder / f"{intent.id}.json").unlink(missing_ok=True)
        self._read = 0, ()

    def _every(self) -> Iterator[Intent]:
        for file in self._folder.glob("*.json"):
            try:
                with file.open("rb") as source:
                    raw = json.loads(source.read(_LONGEST))
                notes = {str(note): tuple(map(str, after)) for note, after in raw["notes"].items()}
                names = tuple(map(str, raw.get("names", ())))
                origin, at = Origin(raw["origin"]), float(raw["at"])
                yield Intent(**{**raw, "origin": origin, "at": at, "notes": notes, "names": names})
            except (OSError, ValueError, KeyError, TypeError, AttributeError):
                continue

    def _sweep(self, now: float) -> None:
        for file in self._folder.iterdir():
            if now - file.stat().st_mtime > LIFETIME:
                file.unlink(missing_ok=True)


def exact(intents: Iterable[Intent], note: str, revision: str | None) -> Intent | None:
    """The newest one that announced this very text."""
    return next((intent for intent in intents if intent.made(note, revision)), None)


def near(intents: Iterable[Intent], note: str, now: float) -> Intent | None:
    """The newest one whose call may have changed this note: a tool that named it before a shell."""
    close = [intent for intent in intents if intent.is_near(note, now)]
    return next((intent for intent in close if not intent.shell), close[0] if close else None)
