"""What was said on the command line for every verb, and the tree and the writer that follow from it."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from memwarden.errors import Code, Refused

if TYPE_CHECKING:
    from memwarden.memory.person import Person
    from memwarden.memory.tree import Tree
    from memwarden.memory.writer import Writer


ORIGINS = ("person", "chat", "routine", "agent", "dream")


class Door:
    """Filled while the line is parsed; `code` is the exit code of a verb that is done."""

    def __init__(self) -> None:
        self.path = ""
        self.identity = ""
        self.origin = ""
        self.json = False
        self.code = 0
        self._tree: Tree | None = None

    def __enter__(self) -> Door:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._tree is not None:
            self._tree.close()

    @property
    def as_whom(self) -> str:
        """`--as`, else `$MEMWARDEN_AGENT`, else empty."""
        return self.identity or os.environ.get("MEMWARDEN_AGENT", "").strip()

    def place(self) -> Path | None:
        """`--tree`, else `$MEMWARDEN_TREE`, else the nearest folder above here that is a tree."""
        from memwarden.memory.trees import nearest

        named = self.path or os.environ.get("MEMWARDEN_TREE", "")
        return Path(named).expanduser() if named else nearest(Path.cwd())

    def tree(self) -> Tree:
        """The tree, opened once. Raises Refused NO_TREE."""
        if self._tree is None:
            place = self.place()
            if place is None:
                raise Refused(
                    Code.NO_TREE,
                    "No memory tree lies here or above.",
                    "Name one with --tree DIR or MEMWARDEN_TREE, or make one: memwarden init DIR",
                )
            from memwarden.interfaces.cli import say
            from memwarden.memory.tree import Tree

            self._tree = Tree.open(place)
            for warning in self._tree.warnings:
                say.aside(warning)
        return self._tree

    def writer(self) -> Writer:
        """Whoever writes. Raises Refused WHO_ARE_YOU, BAD_IDENTITY, PERSON_ONLY."""
        from memwarden.interfaces.cli.who import writer

        return writer(self.tree(), self.as_whom, self.origin)

    def person(self, act: str) -> Person:
        """The person at this terminal, for an act that only a person may do. Raises Refused PERSON_ONLY."""
        from memwarden.interfaces.cli.who import person

        return person(self.tree(), self.as_whom, act)
