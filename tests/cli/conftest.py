"""A small tree and the program started in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tests.cli.commands import Commands

from memwarden.memory.programs import under_agent

INDEX = "# Index\n\n## Preferences\n- [Travel](preferences/travel.md) how Sam travels\n"
TRAVEL = "# Travel\n\n- Aisle seats\n- Never before 07:00\n"


@pytest.fixture
def environment(alone: Path) -> dict[str, str]:
    """Nothing of the environment that the tests were started in."""
    return {
        "HOME": str(alone),
        "MEMWARDEN_STATE": str(alone / "state"),
        "NESTWORK_HOST": "laptop",
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/local/bin", "/usr/bin", "/bin"]),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "TZ": "Europe/Berlin",
    }


@pytest.fixture
def memwarden(folder: Path, environment: dict[str, str]) -> Commands:
    """The program in a tree of two notes; also a person's at a terminal, unless init itself is an agent's program."""
    if under_agent({}, pid=1):
        pytest.skip("the first process of this machine is an agent's program: nobody here is a person")
    (folder / "preferences").mkdir()
    (folder / "INDEX.md").write_text(INDEX)
    (folder / "preferences" / "travel.md").write_text(TRAVEL)
    return Commands(folder, environment)
