"""Versions that Syncthing set aside before anybody looked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memwarden import Grade, Tree

NOW = "# Travel\n\n- now\n"


@pytest.fixture
def archived(folder: Path) -> Path:
    archive = folder / ".stversions" / "trips"
    archive.mkdir(parents=True)
    (folder / ".stfolder").mkdir()
    (folder / "trips").mkdir()
    (folder / "trips/travel.md").write_text(NOW)
    (archive / "travel~20261101-080000.md").write_text("# Travel\n\n- first\n")
    (archive / "travel~20261102-080000.md").write_text("# Travel\n\n- second\n")
    (archive / "travel~20261103-080000.md").write_text("# Travel\n\n- second\n")
    (archive / "travel-plans~20261103-080000.md").write_text("another note\n")
    return archive


@pytest.fixture
def tree(archived: Path, folder: Path) -> Iterator[Tree]:
    with Tree.open(folder) as opened:
        yield opened


def test_archived_versions_are_shown_as_syncthings_each_text_once(tree: Tree) -> None:
    versions = tree.history("trips/travel.md").versions()
    assert [(version.engine, version.act) for version in versions] == [
        ("journal", "found"), ("syncthing", "archived"), ("syncthing", "archived")
    ]  # fmt: skip
    second = versions[1]
    assert (second.by, second.grade, second.counted) == ("", Grade.UNKNOWN, False)
    assert tree.history("trips/travel.md").data(second.revision or "") == b"# Travel\n\n- second\n"


def test_an_archived_version_can_be_restored_by_its_revision(tree: Tree, folder: Path) -> None:
    oldest = tree.history("trips/travel.md").versions()[-1]
    written = tree.person().restore("trips/travel.md", (oldest.revision or "")[:8])
    assert written.revision == oldest.revision
    assert (folder / "trips/travel.md").read_text() == "# Travel\n\n- first\n"


def test_the_trash_can_names_its_time_only_by_the_file(folder: Path, archived: Path) -> None:
    (folder / "a.md").write_text("now\n")
    thrown = folder / ".stversions" / "a.md"
    thrown.write_text("before\n")
    os.utime(thrown, (1_700_000_000, 1_700_000_000))
    with Tree.open(folder) as tree:
        version = tree.history("a.md").versions()[-1]
        assert (version.engine, version.at.timestamp()) == ("syncthing", 1_700_000_000)


def test_a_tree_below_the_shared_folder_finds_its_archive_there(archived: Path, folder: Path) -> None:
    with Tree.open(folder / "trips") as tree:
        assert len(tree.history("travel.md").versions()) == 3


def test_an_archive_that_syncthing_keeps_elsewhere_is_read_too(
    archived: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "archive/memory"
    (elsewhere / "trips").mkdir(parents=True)
    (elsewhere / "trips/travel~20261129-080000.md").write_text("# Travel\n\n- third\n")
    home = tmp_path / "syncthing"
    home.mkdir()
    (home / "config.xml").write_text(
        f'<configuration><folder id="m" path="{folder}"><versioning type="simple"><fsPath>{elsewhere}</fsPath>'
        "</versioning></folder><gui><address>127.0.0.1:1</address></gui></configuration>"
    )
    monkeypatch.setenv("STHOMEDIR", str(home))
    for root, note in ((folder, "trips/travel.md"), (folder / "trips", "travel.md")):
        with Tree.open(root) as tree:
            history = tree.history(note)
            versions = [version for version in history.versions() if version.engine == "syncthing"]
            texts = [history.data(version.revision or "") for version in versions]
        assert texts == [b"# Travel\n\n- third\n", b"# Travel\n\n- second\n", b"# Travel\n\n- first\n"]


def test_what_the_journal_holds_is_not_shown_twice(tree: Tree, archived: Path, folder: Path) -> None:
    (folder / "trips/travel.md").write_text("changed from elsewhere\n")
    tree.rescan()
    (archived / "travel~20261130-080000.md").write_text(NOW)
    acts = [version.act for version in tree.history("trips/travel.md").versions()]
    assert acts == ["outside", "found", "archived", "archived"]


def test_a_note_without_an_archive_and_a_pipe_in_it_are_passed_by(tree: Tree, archived: Path, folder: Path) -> None:
    os.mkfifo(archived / "travel~20261104-080000.md")
    assert len(tree.history("trips/travel.md").versions()) == 3
    (folder / "new.md").write_text("x\n")
    tree.rescan()
    assert len(tree.history("new.md").versions()) == 1
