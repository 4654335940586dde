"""Which memory: real trees on a machine, what waits in them, and that looking at them changes nothing."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.tui.stand_in import screen_text
from tests.tui.waiting import until_calm

from memwarden import Tree
from memwarden.memory.glances import forget, glance
from memwarden.memory.trees import KnownTree, known_trees
from memwarden_tui import app as app_module
from memwarden_tui import picking as picking_module
from memwarden_tui.picking import PickerApp
from memwarden_tui.screens.pickerrows import TreeRow

WIDE, NARROW = (120, 36), (80, 24)


class Picking:
    def __init__(self, app: PickerApp, pilot: Any) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        await until_calm(self.app)

    @property
    def text(self) -> str:
        return "\n".join(screen_text(self.app))

    @property
    def trees(self) -> list[str]:
        rows = self.app.screen.query_one("#trees").rows
        return [row.words for row in rows if isinstance(row, TreeRow)]


@pytest.fixture
def machine(alone: Path) -> Path:
    """Two trees opened before, the newer one with a conflict; a nest and a memory of Claude Code never opened."""
    for name in ("old", "memory"):
        (alone / name).mkdir()
        (alone / name / "INDEX.md").write_text("# Index\n\n- [one](one.md)\n")
        (alone / name / "one.md").write_text("# One\n")
        Tree.open(alone / name).close()
    (alone / "memory/one.sync-conflict-20260607-004152-H3JN6OI.md").write_text("# Another\n")
    (alone / ".claude/projects/site/memory").mkdir(parents=True)
    (alone / ".claude/projects/site/memory/MEMORY.md").write_text("# Memory\n")
    (alone / "lab/queen").mkdir(parents=True)
    (alone / "lab/INDEX.md").write_text("# Index\n")
    (alone / "site").mkdir()
    return alone


@asynccontextmanager
async def picking(home: Path, size: tuple[int, int] = WIDE) -> AsyncIterator[Picking]:
    app = PickerApp(home / "site")
    async with app.run_test(size=size) as pilot:
        desk = Picking(app, pilot)
        await desk.settle()
        yield desk


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_it_asks_says_why_and_lists_the_trees_with_what_waits(machine: Path, size: tuple[int, int]) -> None:
    async with picking(machine, size) as desk:
        assert "Which memory?" in desk.text and "~/site holds no INDEX.md, no MEMORY.md and no .memwarden." in desk.text
        assert desk.trees[:2] == ["~/memory", "~/old"]
        assert set(desk.trees[2:]) == {"~/.claude/projects/site/memory", "~/lab"}
        lines = desk.text.split("\n")
        assert "1 conflict" in next(line for line in lines if "~/memory " in line)
        assert "in order" in next(line for line in lines if "~/old" in line)
        assert "MEMORY.md" in next(line for line in lines if "~/.claude" in line)
        assert "1 note" in next(line for line in lines if "~/lab" in line)


async def test_enter_chooses_the_marked_tree(machine: Path) -> None:
    async with picking(machine) as desk:
        await desk.press("j", "enter")
    assert desk.app.chosen == machine / "old"


async def test_the_rule_of_the_section_with_the_cursor_is_the_heavy_one(machine: Path) -> None:
    async with picking(machine) as desk:
        assert "Opened before ━" in desk.text and "Found nearby, never opened ─" in desk.text
        await desk.press("j", "j")
        assert "Opened before ─" in desk.text and "Found nearby, never opened ━" in desk.text


async def test_a_part_of_a_name_filters_and_enter_opens_what_is_left(machine: Path) -> None:
    async with picking(machine) as desk:
        await desk.press("/", *"lab")
        assert desk.trees == ["~/lab"]
        await desk.press("escape")
        assert len(desk.trees) == 4
        await desk.press("/", *"lab", "enter")
    assert desk.app.chosen == machine / "lab"


async def test_a_typed_path_is_opened_and_one_that_is_no_folder_is_said(machine: Path) -> None:
    async with picking(machine) as desk:
        await desk.press("/", *"~/nowhere", "enter")
        assert "~/nowhere is no folder." in desk.text and desk.app.chosen is None
        await desk.press(*["backspace"] * 7, *"site", "enter")
    assert desk.app.chosen == machine / "site"


async def test_n_asks_and_makes_a_memory_of_this_folder(machine: Path) -> None:
    async with picking(machine) as desk:
        await desk.press("n")
        assert "A new memory in ~/site?" in desk.text
        await desk.press("n", "enter")
        assert not list((machine / "site").iterdir())
        await desk.pilot.pause(0.45)
        await desk.press("y")
    assert desk.app.chosen == machine / "site" and (machine / "site/INDEX.md").is_file()


async def test_d_leaves_an_entry_out_and_its_history_stays(machine: Path) -> None:
    async with picking(machine) as desk:
        await desk.press("d")
        assert "~/memory" not in desk.trees and "Left out ~/memory." in desk.text
        await desk.press("G")
        before = desk.trees
        await desk.press("d")
        assert desk.trees == before
    assert "memory" not in [known.path.name for known in known_trees() if known.how == "opened before"]
    with Tree.open(machine / "memory") as tree:
        assert tree.history("one.md").versions()
    assert known_trees()[0].path == machine / "memory"


async def test_q_leaves_without_a_tree(machine: Path) -> None:
    async with picking(machine) as desk:
        await desk.press("?")
        assert "Keys in Which memory?" in desk.text
        await desk.press("escape", "q")
    assert desk.app.chosen is None


async def test_a_machine_without_memories_says_how_to_make_one(alone: Path) -> None:
    (alone / "site").mkdir()
    async with picking(alone) as desk:
        assert "No memory is known yet. n makes one of this folder." in desk.text


async def test_a_tree_that_cannot_be_read_is_said_and_the_others_are_looked_at(machine: Path) -> None:
    gone = KnownTree(machine / "gone", "opened before")
    app = PickerApp(machine / "site", find=lambda: (gone, *known_trees()))
    async with app.run_test(size=WIDE) as pilot:
        desk = Picking(app, pilot)
        await desk.settle()
        assert "cannot be read" in desk.text and "in order" in desk.text


async def test_a_hostile_name_is_shown_and_not_obeyed(machine: Path) -> None:
    evil = machine / "x\x1b]0;owned\x07[b]"
    evil.mkdir()
    (evil / "INDEX.md").write_text("# Index\n")
    Tree.open(evil).close()
    async with picking(machine) as desk:
        assert "x\\x1b]0;owned\\x07[b]" in desk.text and "\x1b" not in desk.text


def test_a_glance_writes_nothing_into_a_tree_and_is_no_opening(machine: Path) -> None:
    def stamps() -> dict[str, int]:
        return {path.as_posix(): path.stat().st_mtime_ns for path in sorted(machine.rglob("*.md"))}

    before, order = stamps(), known_trees()
    assert [glance(known).notes for known in reversed(order)] == [1, 1, 2, 2]
    assert stamps() == before and known_trees() == order


def test_forgetting_a_tree_that_was_never_opened_is_no_fault(machine: Path) -> None:
    forget(machine / "lab")


def test_without_a_path_the_chosen_tree_is_opened(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []
    answers = iter((os.fspath(machine / "old"), os.fspath(machine / "memory"), ""))
    monkeypatch.setattr(picking_module, "pick", lambda **_: next(answers))

    def run(app: app_module.MemwardenApp) -> None:
        opened.append(app.memory.root)
        app.wants_another = True

    monkeypatch.setattr(app_module.MemwardenApp, "run", run)
    app_module.run(None)
    assert opened == [machine / "old", machine / "memory"]


async def test_the_palette_and_the_help_hold_what_can_be_done_here(machine: Path) -> None:
    async with picking(machine) as desk:
        await desk.press("ctrl+p", *"make a new")
        assert "Make a new memory of this folder" in desk.text
        await desk.press("escape", "question_mark")
        assert "Keys in Which memory?" in desk.text and "Leave it out of this list" in desk.text
