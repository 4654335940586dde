"""The other device: a copy of the tree with a store of its own, whose agent writes while Syncthing is behind.

What it publishes is carried over as Syncthing would carry it, so that the ancestor of the conflict is proven by
the records of both sides and not by us.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from memwarden.interfaces.demo import atlas, machines
from memwarden.interfaces.demo.script import Story, act, edit
from memwarden.interfaces.demo.stage import Clock, Stage, cast, put
from memwarden.memory.edits import Replace
from memwarden.memory.published import FOLDER
from memwarden.memory.tree import Tree
from memwarden.store.records import Origin
from memwarden.sync import copies

DEVICE = "KQ7DRVX"
"""The short id of this device, which Syncthing puts into the name of the copy it sets aside."""


@contextmanager
def other_device(clock: Clock) -> Iterator[OtherDevice]:
    """An empty folder with a store of its own; both are gone in the end."""
    with tempfile.TemporaryDirectory(prefix="memwarden-") as place:
        root = Path(place, "memory")
        root.mkdir()
        with Tree.open(root, state=Path(place, "state"), clock=clock) as tree:
            yield OtherDevice(tree)


class OtherDevice:
    """What happens there, and when it arrives here."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def story(self) -> Story:
        return (
            act("6 h", self._fork),
            act("5 h 30 min", self._servers),
            act("5 h 25 min", lambda stage: self._carry(stage, machines.SERVERS)),
            act("3 min", self._theirs),
            edit("2 min", "laptop/claude", atlas.NOTE, *YOURS, why="after the call with Ines"),
            act("1 min", self._set_aside),
        )

    def _fork(self, stage: Stage) -> None:
        shutil.copytree(stage.tree.root, self._tree.root, dirs_exist_ok=True)
        self._tree.rescan()

    def _servers(self, stage: Stage) -> None:
        cast(self._tree, "vps/codex").append(machines.SERVERS, stage.fill(machines.CARRIED), why="after the upgrade")

    def _theirs(self, stage: Stage) -> None:
        swaps = [Replace(stage.fill(old), stage.fill(new)) for old, new in THEIRS]
        cast(self._tree, "vps/codex", Origin.CHAT).edit(atlas.NOTE, swaps, why="Jon asked for the third region")

    def _carry(self, stage: Stage, note: str, name: str = "", written: Clock | None = None) -> None:
        """What Syncthing does: the published records, then the note, under its name or set aside, as old as it was."""
        shutil.copytree(self._tree.root / FOLDER, stage.tree.root / FOLDER, dirs_exist_ok=True)
        put(stage.tree.root / (name or note), (self._tree.root / note).read_bytes(), written or stage.clock)
        stage.tree.rescan()

    def _set_aside(self, stage: Stage) -> None:
        """The older side loses its name, and keeps its own time."""
        name = copies.make(atlas.NOTE, stage.clock.at.astimezone(), DEVICE)
        self._carry(stage, atlas.NOTE, name, Clock(stage.clock.now - timedelta(minutes=3)))


_LAUNCH = "- Launch is planned for March with two regions, Ireland and Oregon\n"
_QUESTIONS = (
    "- Who owns the rollback?\n- What happens to accounts without a country?\n"
    "- Does support need a quiet week after the launch?\n- Who tells the three customers with contracts on paper?\n"
)

YOURS = (
    ("approved by Ines\n", "approved by Ines on {-2}\n"),
    (_LAUNCH, _LAUNCH.replace("March", "April")),
    (_QUESTIONS, ""),
)
THEIRS = (
    (
        _LAUNCH,
        _LAUNCH.replace("March", "March 18").replace("two", "three").replace(" and Oregon", ", Oregon and Tokyo"),
    ),
    ("- Who owns the rollback?\n", "- Who owns the rollback plan, and who signs it?\n"),
)
