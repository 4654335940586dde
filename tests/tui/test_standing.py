"""What is not in order with the keeping of the notes stands in the header, is said once, and is told on a panel."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.sync.conftest import nest, recorded
from tests.sync.nests import Nest, wait_until
from tests.sync.recorded import Recorded
from tests.sync.test_syncthing import folder_on
from tests.tui.at_work import at_work

from memwarden import Tree
from memwarden.memory.commits import Commits
from memwarden.memory.live import Live
from memwarden_tui.peers import notices
from memwarden_tui.screens.standing import kept
from memwarden_tui.widgets.facts import Fact

__all__ = ["nest", "recorded"]


def words(tree: Tree, live: Live | None = None) -> list[str]:
    return [notice.word for notice in notices(tree, live)]


def test_a_tree_in_order_has_nothing_to_say(make_tree: MakeTree) -> None:
    tree = make_tree({"a.md": "one\n"})
    live = tree.watch(lambda _: None)
    try:
        assert words(tree, live) == []
    finally:
        live.stop()
    assert words(tree, live) == ["not watched"]


def test_a_system_without_events_is_polled_and_the_header_says_so(
    make_tree: MakeTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr("memwarden.sync.events.EventSource", refuse)
    tree = make_tree({"a.md": "one\n"})
    live = tree.watch(lambda _: None)
    try:
        (notice,) = notices(tree, live)
    finally:
        live.stop()
    assert notice.word == "polling" and "inotify watch limit reached" in notice.says


async def test_a_store_that_keeps_no_history_is_told_in_header_toast_and_panel(folder: Path, tmp_path: Path) -> None:
    (folder / "a.md").write_text("one\n")
    (tmp_path / "state").write_text("a file where the store should be")
    with Tree.open(folder, state=tmp_path / "state") as tree:
        async with at_work(tree, (80, 24)) as desk:
            assert "no history" in desk.rows[0]
            assert "History is kept until this program ends." in desk.app.said.text
            await desk.app.do_standing()
            await desk.settle()
            assert "History is kept until this program ends." in " ".join(desk.text.split())
            await desk.press("escape")
            await desk.pilot.click(offset=(79, 0))
            await desk.settle()
            assert "How these notes are kept" in desk.text


async def test_the_panel_says_what_waits_in_git(nest: Nest) -> None:
    nest.write("note.md", b"one\n")
    nest.commit("memory: start")
    nest.write("note.md", b"other\n")
    with Tree.open(nest.path) as tree:
        Commits(tree).enable(tree.person().actor, on=True)
        tree.writer("vps/hermes").append("note.md", "- two")
        async with at_work(tree) as desk:
            await desk.app.do_standing()
            await desk.settle()
            assert "main: 1 not committed" in desk.text
            assert "1 change to commit" in desk.text
            assert "does not carry this tree" in desk.text
            await desk.press("escape", "2")
            assert any("git" in row and "uncommitted" in row for row in desk.rows)


async def test_a_person_turns_the_commits_on_and_off_on_the_panel_and_has_them_exchanged_at_once(nest: Nest) -> None:
    nest.write("note.md", b"one\n")
    with Tree.open(nest.path) as tree:
        async with at_work(tree) as desk:
            await desk.app.do_standing()
            await desk.settle()
            assert "commits nothing here by itself" in desk.text and "Sync now" not in desk.text
            await desk.press("s", "c")
            assert any("no upstream to push them to" in row for row in desk.rows)
            desk.screen._opened = 0.0
            await desk.press("y")
            assert Commits(tree).standing().on and "pushed nowhere" in desk.text
            await desk.press("s")
            assert nest.git("log", "--format=%s") == b"memory: what was not committed before\n"
            assert "main: nothing to commit" in desk.text
            await desk.press("c")
            assert not Commits(tree).standing().on and "commits nothing here by itself" in desk.text


def test_the_panel_says_what_syncthing_does_not_do_and_why_it_is_not_asked(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STHOMEDIR", str(tmp_path))
    recorded.instead["/rest/db/completion"] = (200, b'{"needItems": 1, "remoteState": "paused"}')
    with Tree.open(folder_on(recorded, tmp_path, kind="receiveonly").root) as tree:
        assert facts(tree) == [
            ("Syncthing", "v2.1.3, idle"),
            ("a", "lacks 1 file, has this folder paused"),
            ("", "The folder only receives: what is written here stays here."),
        ]
        (tmp_path / "config.xml").unlink()
        (tree.root / ".stfolder").mkdir()
        ((name, said),) = facts(tree)
        assert name == "Syncthing" and "no configuration that this account can read" in said


def facts(tree: Tree) -> list[tuple[str, str]]:
    lines = [line for line in kept(tree, tuple).lines if isinstance(line, Fact)]
    return [(line.label, "".join(text for text, _ in line.pieces)) for line in lines]


def test_commits_that_something_is_in_the_way_of_are_told_in_the_header(
    nest: Nest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memwarden.memory.committing.LOOK_SECONDS", 0.01)
    nest.write("note.md", b"one\n")
    nest.commit("memory: start")
    with Tree.open(nest.path) as tree:
        Commits(tree).enable(tree.person().actor, on=True)
        nest.git("checkout", "-q", "--detach")
        live = tree.watch(lambda _: None)
        try:
            wait_until(lambda: words(tree, live) == ["commits wait"])
            assert "the repository is on no branch" in notices(tree, live)[0].says
        finally:
            live.stop()


async def test_the_screen_is_drawn_anew_by_one_key(make_tree: MakeTree) -> None:
    async with at_work(make_tree({"a.md": "one\n"})) as desk:
        before = desk.text
        await desk.press("ctrl+l")
        assert desk.text == before
