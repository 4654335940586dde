"""Two clones that any test may change, and a tree on the first."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.memory.commits.clones import Pair, two_clones
from tests.sync.nests import Nest

from memwarden import Tree


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    two_clones(folder)
    return folder


@pytest.fixture
def pair(model: Path, tmp_path: Path) -> Pair:
    shutil.copytree(model, tmp_path, dirs_exist_ok=True)
    return Nest(tmp_path / "here"), Nest(tmp_path / "other")


@pytest.fixture
def tree(pair: Pair) -> Iterator[Tree]:
    with Tree.open(pair[0].path) as opened:
        yield opened
