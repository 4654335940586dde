"""The stage of the demo: a clock that stands in the past, the cast with their doors, and the letters sent so far."""

from __future__ import annotations

import os
import re
from datetime import datetime, timedelta
from pathlib import Path

from memwarden.memory.messages import Message
from memwarden.memory.person import Person
from memwarden.memory.tree import Tree
from memwarden.memory.writer import Writer
from memwarden.store.records import Grade, Origin

ME = "me"
"""Stands for the person here, whatever this machine calls them."""

CAST = {
    "laptop/claude": (Origin.CHAT, "mcp", Grade.PROVEN),
    "vps/hermes": (Origin.CHAT, "mcp", Grade.PROVEN),
    "vps/codex": (Origin.CHAT, "cli", Grade.CLAIMED),
    "desk/goose": (Origin.AGENT, "mcp", Grade.PROVEN),
    "pi/aras": (Origin.ROUTINE, "cli", Grade.CLAIMED),
}

_DAY = re.compile(r"\{([+-]\d+)\}")
_AGO = re.compile(r"(\d+) (d|h|min)\b")
_UNITS = {"d": "days", "h": "hours", "min": "minutes"}


class Clock:
    """A wall clock that stands still until it is set; given to every tree of the demo."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.at = now

    def __call__(self) -> float:
        return self.at.timestamp()

    def stand(self, ago: timedelta) -> None:
        self.at = self.now - ago


class Stage:
    """One tree in the course of its story; `sent` holds each letter by its subject."""

    def __init__(self, tree: Tree, clock: Clock) -> None:
        self.tree = tree
        self.clock = clock
        self.sent: dict[str, Message] = {}

    @property
    def me(self) -> Person:
        return self.tree.person()

    def writer(self, who: str, origin: Origin | None = None) -> Writer:
        """The agent at its usual door, or the person."""
        return self.me if who == ME else cast(self.tree, who, origin)

    def name(self, who: str) -> str:
        return self.tree.me if who == ME else who

    def fill(self, text: str) -> str:
        """`{+7}` becomes the day a week from now, as `24 June`; `{-7}` a week ago."""
        return _DAY.sub(lambda found: self._day(int(found[1])), text)

    def save_outside(self, note: str, text: str) -> None:
        """What an editor does that knows nothing of us: the file is written, then somebody looks at the tree."""
        put(self.tree.root / note, text.encode(), self.clock)
        self.tree.rescan()

    def _day(self, days: int) -> str:
        day = self.clock.now + timedelta(days=days)
        return f"{day.day} {day:%B}"


def cast(tree: Tree, who: str, origin: Origin | None = None) -> Writer:
    usual, via, grade = CAST[who]
    return tree.writer(who, origin=origin or usual, via=via, grade=grade)


def put(file: Path, data: bytes, clock: Clock) -> None:
    """Write a file past every gate, as old as the clock says."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    os.utime(file, (clock(), clock()))


def ago(text: str) -> timedelta:
    """`26 d 4 h`, `3 min`; raises ValueError for anything else."""
    parts = _AGO.findall(text)
    if not parts or _AGO.sub("", text).strip():
        raise ValueError(f"{text!r} is no age")
    return timedelta(**{_UNITS[unit]: int(count) for count, unit in parts})
