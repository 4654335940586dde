"""Fixtures of real repositories and of a recorded Syncthing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.sync.nests import Nest, set_up
from tests.sync.recorded import Recorded


@pytest.fixture
def nest(tmp_path: Path) -> Nest:
    path = tmp_path / "nest"
    path.mkdir()
    fresh = Nest(path)
    fresh.git("init", "-q", "-b", "main")
    return set_up(fresh)


@pytest.fixture
def pair(nest: Nest, tmp_path: Path) -> tuple[Nest, Nest]:
    """Two clones of one bare remote, each with `note.md` of three lines."""
    nest.write("note.md", b"one\ntwo\nthree\n")
    nest.commit("memory: start")
    nest.git("init", "-q", "--bare", "-b", "main", str(tmp_path / "remote"))
    nest.git("remote", "add", "origin", str(tmp_path / "remote"))
    nest.git("push", "-q", "-u", "origin", "main")
    return nest, Nest(tmp_path / "remote", nest.clock).clone(tmp_path / "other")


@pytest.fixture
def recorded(request: pytest.FixtureRequest) -> Iterator[Recorded]:
    """A server of the Syncthing version that the test is parametrised with (2.1.3 without)."""
    server = Recorded(getattr(request, "param", "2.1.3"))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()
