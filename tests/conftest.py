"""Every test has its own state directory, its own home, and no agent program around it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from memwarden import Tree

AGENT_VARIABLES = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CODEX_SANDBOX", "GEMINI_CLI", "CURSOR_AGENT", "AI_AGENT")

# Hundreds of screens come and go: looking for their cycles as often as Python does takes a fifth of the suite's time.
gc.set_threshold(50_000, 20, 50)


@pytest.fixture(autouse=True)
def alone(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("MEMWARDEN_STATE", str(home / "state"))
    monkeypatch.setenv("NESTWORK_HOST", "laptop")
    for name in (*AGENT_VARIABLES, "MEMWARDEN_TREE", "MEMWARDEN_AGENT"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "memory"
    made.mkdir()
    return made


MakeTree = Callable[[dict[str, str | bytes]], "Tree"]


@pytest.fixture
def make_tree(folder: Path) -> Iterator[MakeTree]:
    """Write these files and open the tree: `make_tree({"INDEX.md": "..."})`."""
    from memwarden import Tree

    opened: list[Tree] = []

    def make(files: dict[str, str | bytes]) -> Tree:
        for name, content in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        opened.append(Tree.open(folder))
        return opened[-1]

    yield make
    for tree in opened:
        tree.close()
