"""A tree that memwarden has opened before, and Claude Code working in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from tests.hooks.programs import Program

from memwarden import Tree

INDEX = "# Index\n\n## Preferences\n- [Travel](travel.md) how Sam travels\n"
TRAVEL = "# Travel\n\n- Aisle seats\n- Never before 07:00\n"
Look = Callable[[], AbstractContextManager[Tree]]


@pytest.fixture
def memory(folder: Path) -> Path:
    (folder / "INDEX.md").write_text(INDEX)
    (folder / "travel.md").write_text(TRAVEL)
    Tree.open(folder).close()
    return folder


@pytest.fixture
def claude(memory: Path) -> Program:
    return Program("claude", memory)


@pytest.fixture
def look(memory: Path) -> Look:
    @contextmanager
    def opened() -> Iterator[Tree]:
        with Tree.open(memory) as tree:
            yield tree

    return opened
