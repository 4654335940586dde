"""Make the sample tree: two weeks of five agents and a person, written through the core as they would have done."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from memwarden.errors import Code, Refused
from memwarden.interfaces.demo import atlas, habits, home, house, lisbon, machines, mail, people, travel
from memwarden.interfaces.demo.other_device import other_device
from memwarden.interfaces.demo.script import play
from memwarden.interfaces.demo.stage import Clock, Stage, ago, put
from memwarden.memory.tree import Tree
from memwarden.memory.unlisted import is_unlisted
from memwarden.store.paths import known_trees, state_root
from memwarden.sync.copies import is_copy

FIRST_SIGHT = "190 d"
"""When the tree was first opened; what lay in it then has no record."""


@dataclass(frozen=True, slots=True)
class DemoReport:
    """What was made: `notes` without mail, `writes` that changed a note, and the queue as (kind, title)."""

    folder: Path
    notes: int
    writes: int
    agents: tuple[str, ...]
    waiting: tuple[tuple[str, str], ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The same in words, for a terminal that shows no screen."""
        width = max((len(kind) for kind, _ in self.waiting), default=0)
        return (
            f"{self.folder}: {self.notes} notes, {self.writes} writes by {len(self.agents)} agents and you.",
            f"The agents are {', '.join(self.agents)}.",
            f"{len(self.waiting)} things wait for you:",
            *(f"  {kind:<{width}}  {title}" for kind, title in self.waiting),
        )


def make_demo(folder: Path, *, now: datetime | None = None) -> DemoReport:
    """A tree in `folder`, which is made, or must be empty. `now` is when its story ends, by default this moment.

    Raises Refused BAD_ARGUMENT where something is there already, Failed where it cannot be written.
    """
    _require_new(folder)
    clock = Clock(now or datetime.now().astimezone())
    clock.stand(ago(FIRST_SIGHT))
    (folder / ".stfolder").mkdir()
    put(folder / travel.NOTE, travel.FOUND.encode(), clock)
    put(folder / machines.SERVERS, machines.FOUND.encode(), clock)
    with Tree.open(folder, clock=clock) as tree, other_device(clock) as other:
        stories = (house, travel, lisbon, atlas, habits, home, machines, people, mail)
        play(Stage(tree, clock), [*(story.STORY for story in stories), other.story()])
        clock.stand(timedelta())
        _date_files(tree)
        return _report(tree)


def _require_new(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Refused(Code.BAD_ARGUMENT, f"{folder} is not empty.", "Name a new folder for the demo.")
    real = Path(os.path.realpath(folder))
    if any(known == real for known, _ in known_trees(state_root())):
        raise Refused(
            Code.BAD_ARGUMENT, f"The history of an earlier tree at {folder} is still kept.", "Name another folder."
        )


def _date_files(tree: Tree) -> None:
    """Every file as old as the last thing that is recorded of it; a conflict copy keeps the time of its side."""
    seen: set[str] = set()
    for record in tree.activity(limit=-1):
        file = tree.root / record.note
        if record.after and record.note not in seen and file.is_file() and not is_copy(record.note):
            seen.add(record.note)
            os.utime(file, (record.time.timestamp(), record.time.timestamp()))
    tree.rescan()


def _report(tree: Tree) -> DemoReport:
    records = [record for record in tree.activity(limit=-1) if record.note and record.before != record.after]
    return DemoReport(
        folder=tree.root,
        notes=sum(not is_unlisted(path) for path in tree.paths()),
        writes=len(records),
        agents=tuple(card.identity for card in tree.agents() if not card.person),
        waiting=tuple((item.kind.value, item.title) for item in tree.review()),
    )
