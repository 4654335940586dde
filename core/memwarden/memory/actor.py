"""Who writes: an identity bound once, with how it is known and what started it."""

from __future__ import annotations

from typing import NamedTuple

from memwarden.store.records import Grade, Origin


class Actor(NamedTuple):
    """Bound when a door opens; no argument of a call can change it."""

    by: str
    origin: Origin
    grade: Grade
    via: str
    person: bool = False
    session: str = ""

    @property
    def host(self) -> str:
        return self.by.partition("/")[0]


NOBODY = Actor("", Origin.AGENT, Grade.UNKNOWN, "outside")
"""Who is behind a change that went past us, as long as nothing tells."""
