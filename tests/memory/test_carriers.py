"""How a tree knows of the Syncthing that carries it, also when that changes or cannot be asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.sync.conftest import recorded
from tests.sync.nests import wait_until
from tests.sync.recorded import Recorded
from tests.sync.test_syncthing import folder_on

from memwarden.memory.archived import archives
from memwarden.memory.carriers import Carriers, marked
from memwarden.memory.published import is_carried

__all__ = ["recorded"]

Carried = Callable[..., Carriers]


@pytest.fixture
def carried(recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Carried:
    """The tree `agents` inside a folder that a Syncthing 2.1.3, as recorded, carries."""
    monkeypatch.setenv("STHOMEDIR", str(tmp_path))

    def make(**configured: object) -> Carriers:
        folder_on(recorded, tmp_path, tree="agents", **configured)  # type: ignore[arg-type]
        (tmp_path / "memory/.stfolder").mkdir(exist_ok=True)
        return Carriers(tmp_path / "memory/agents")

    return make


def test_a_write_inside_a_folder_that_syncthing_carries_is_told_to_it(carried: Carried, recorded: Recorded) -> None:
    carriers = carried()
    carriers.wrote("a.md")
    wait_until(lambda: recorded.asked)
    carriers.close()
    assert recorded.asked == [("POST", "/rest/db/scan", [("folder", "sample"), ("sub", "agents/a.md")])]


def test_a_folder_paused_and_resumed_while_the_tree_is_open_is_seen_as_it_is(carried: Carried) -> None:
    carriers = carried()
    same = carriers.syncthing
    assert carriers.syncthing is same
    for paused in (True, False):
        carried(paused=paused)
        state = carriers.state()
        assert state is not None
        assert state.paused == paused


def test_a_syncthing_that_comes_and_goes_is_found_and_missed(carried: Carried, tmp_path: Path) -> None:
    carriers = Carriers(tmp_path / "memory/agents")
    assert (carriers.syncthing, carriers.told()) == (None, None)
    carried()
    assert carriers.syncthing is not None
    (tmp_path / "config.xml").unlink()
    assert carriers.state() is None
    told = carriers.told()
    assert told is not None
    assert not told.connected
    assert "no configuration that this account can read" in told.reason


def test_the_mark_of_a_folder_above_counts_as_the_trees_own(tmp_path: Path) -> None:
    tree = tmp_path / "synced/notes/agents"
    tree.mkdir(parents=True)
    assert (marked(tree), is_carried(tree)) == (None, False)
    (tmp_path / "synced/.stfolder").mkdir()
    assert (marked(tree), is_carried(tree)) == (tmp_path / "synced", True)


def test_archived_versions_lie_where_syncthing_puts_them_and_where_it_did_before(
    carried: Carried, tmp_path: Path
) -> None:
    default = tmp_path / "memory/.stversions/agents"
    elsewhere = carried(more="<versioning><fsPath>/srv/old</fsPath></versioning>")
    tree = tmp_path / "memory/agents"
    assert archives(tree, lambda: elsewhere.syncthing) == (Path("/srv/old/agents"), default)
    assert archives(tree, lambda: None) == (default,)
    assert archives(tmp_path / "other", lambda: elsewhere.syncthing) == (tmp_path / "other/.stversions",)
