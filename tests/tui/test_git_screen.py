"""What git left in the repository, on the screen: each act said whole before it is done, and done only on a yes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.memory.test_git_conflicts import OURS, THEIRS, Pair, diverge, pair
from tests.sync.nests import Nest
from tests.tui.at_work import NARROW, Desk, at_work

from memwarden import Tree
from memwarden_tui.screens.confirm import DEAF, ConfirmScreen
from memwarden_tui.screens.conflict import ConflictScreen
from memwarden_tui.screens.conflictgit import GitScreen
from memwarden_tui.screens.review import ReviewScreen

__all__ = ["pair"]


@pytest.fixture
def stopped(pair: Pair) -> Iterator[tuple[Tree, Nest]]:
    """A rebase that stopped at a note, opened."""
    here = diverge(pair)
    here.git("pull", "-q", "--rebase", ok=False)
    with Tree.open(here.path) as tree:
        yield tree, here


async def git_screen(desk: Desk, item: str) -> GitScreen:
    desk.screen.pane.list.go_to(item)
    await desk.settle()
    await desk.press("enter")
    assert isinstance(desk.screen, GitScreen)
    return desk.screen


async def say_yes(desk: Desk) -> None:
    assert isinstance(desk.screen, ConfirmScreen)
    desk.screen._opened -= DEAF
    await desk.press("y")


@pytest.mark.parametrize("size", [(120, 36), NARROW])
async def test_a_stopped_rebase_is_told_with_every_act_and_why_one_cannot_be_done(
    stopped: tuple[Tree, Nest], size: tuple[int, int]
) -> None:
    async with at_work(stopped[0], size) as desk:
        screen = await git_screen(desk, "git-rebase")
        assert "rebase of main under way" in desk.text and "1 note to resolve" in desk.text
        assert "c  git rebase --continue" in desk.text and "Not now: 1 file still unmerged." in desk.text
        assert "a  git rebase --abort" in desk.text and "These notes change back" in desk.text
        assert not screen.possible_act("continue") and "c Continue" not in desk.keys and "a Abort" in desk.keys
        await desk.press("c")
        assert desk.screen is screen, "what cannot be done asks nothing"


async def test_a_rebase_goes_on_once_the_note_is_resolved_and_only_after_a_yes(stopped: tuple[Tree, Nest]) -> None:
    tree, here = stopped
    async with at_work(tree) as desk:
        desk.screen.pane.list.go_to("conflict:note.md")
        await desk.settle()
        await desk.press("enter")
        assert isinstance(desk.screen, ConflictScreen) and "verified" in desk.rows[2]
        await desk.press("o", "w", "escape")
        await git_screen(desk, "git-rebase")
        await desk.press("c")
        assert isinstance(desk.screen, ConfirmScreen) and "git rebase --continue?" in desk.text
        assert "memwarden cannot undo what git does." in desk.text
        await desk.press("y")
        assert isinstance(desk.screen, ConfirmScreen), "a key that was meant for something else"
        await say_yes(desk)
        assert isinstance(desk.screen, ReviewScreen) and "nothing under way any more" in desk.toast
    assert here.git("status", "--porcelain", "--untracked-files=no") == b""
    assert (here.path / "note.md").read_bytes() == OURS
    assert b"update laptop/claude" in here.git("log", "-1", "--format=%s")


async def test_giving_it_up_brings_back_what_was_before_and_a_no_does_nothing(stopped: tuple[Tree, Nest]) -> None:
    tree, here = stopped
    async with at_work(tree) as desk:
        screen = await git_screen(desk, "git-rebase")
        await desk.press("a")
        assert isinstance(desk.screen, ConfirmScreen)
        desk.screen._opened -= DEAF
        await desk.press("escape")
        assert desk.screen is screen and tree.git_findings()
        await desk.press("a")
        await say_yes(desk)
        assert isinstance(desk.screen, ReviewScreen)
    assert (here.path / "note.md").read_bytes() == OURS
    assert tree.git_findings() == ()


async def test_what_git_did_in_another_terminal_meanwhile_is_not_done_again(stopped: tuple[Tree, Nest]) -> None:
    tree, here = stopped
    async with at_work(tree) as desk:
        await git_screen(desk, "git-rebase")
        await desk.press("a")
        here.git("rebase", "--abort")
        await say_yes(desk)
        assert "git has nothing under way" in desk.toast
        desk.app.tree_changed()
        await desk.settle()
        assert isinstance(desk.screen, ReviewScreen) and "git has moved on." in desk.toast


async def test_a_left_stash_is_dropped_once_none_of_its_notes_waits(pair: Pair) -> None:
    here = diverge(pair, commit=False)
    subprocess.run(["git", "pull", "-q", "--rebase", "--autostash"], cwd=here.path, capture_output=True)
    here.write("note.md", THEIRS)
    here.git("add", "--", "note.md")
    with Tree.open(here.path) as tree:
        (finding,) = tree.git_findings()
        async with at_work(tree) as desk:
            desk.screen.pane.list.go_to("conflict:note.md")
            await desk.settle()
            await desk.press("enter")
            assert isinstance(desk.screen, ConflictScreen)
            await desk.press("T", "w")
            assert (here.path / "note.md").read_bytes() == OURS
            await git_screen(desk, finding.id)
            assert "git stash drop" in desk.text
            await desk.press("x")
            await say_yes(desk)
        assert tree.git_findings() == ()
    assert here.git("stash", "list") == b""


async def test_a_lock_that_was_left_over_is_removed_on_a_persons_word(pair: Pair) -> None:
    here, _ = pair
    lock = here.path / ".git/index.lock"
    lock.touch()
    os.utime(lock, (1_000_000, 1_000_000))
    with Tree.open(here.path) as tree:
        async with at_work(tree) as desk:
            await git_screen(desk, "git-index-lock")
            assert "no process seems to hold it" in desk.text
            await desk.press("l")
            assert lock.exists()
            await say_yes(desk)
    assert not lock.exists()


async def test_a_readonly_screen_tells_what_git_left_but_has_no_key_for_it(stopped: tuple[Tree, Nest]) -> None:
    async with at_work(stopped[0], readonly=True) as desk:
        screen = await git_screen(desk, "git-rebase")
        assert "git rebase --abort" in desk.text and "Abort" not in desk.keys
        await desk.press("a")
        assert desk.screen is screen


def test_the_folder_of_a_repository_is_left_as_it_was_by_looking(stopped: tuple[Tree, Nest], tmp_path: Path) -> None:
    tree, here = stopped
    before = here.git("status", "--porcelain=v2")
    tree.git_findings(), tree.git_preview("continue"), tree.git_preview("abort")
    assert here.git("status", "--porcelain=v2") == before
