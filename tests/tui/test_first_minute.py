"""A large tree is shown before everything of it is known, and what follows moves nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.memory.big import fill
from tests.tui.at_work import at_work
from tests.tui.stand_in import StandIn, app_on, screen_text, settled

from memwarden import Origin, Tree
from memwarden_tui.glyphs import UNICODE, Look
from memwarden_tui.live import Told
from memwarden_tui.palettes import DARK
from memwarden_tui.screens import opening
from memwarden_tui.screens.opening import OpeningScreen
from memwarden_tui.screens.reviewlately import Lately, lately_line


async def test_a_large_tree_of_which_only_health_waits_opens_on_its_notes_and_counts_later(folder: Path) -> None:
    paths = fill(folder, 300)
    (folder / paths[0]).write_text("[gone](gone.md)\n")
    with Tree.open(folder) as tree:
        async with at_work(tree) as desk:
            assert desk.app.current_mode == "notes"
            assert "note-00001" in desk.text and "1 Review 1" in desk.text
            assert desk.screen.listing.graph.whole
            await desk.press("1")
            assert "1 dead link" in desk.text


async def test_a_queue_that_was_shown_in_haste_is_completed_below_the_cursor(folder: Path) -> None:
    paths = fill(folder, 300)
    (folder / paths[0]).write_text("[gone](gone.md)\n")
    with Tree.open(folder) as tree:
        tree.writer("vps/hermes", origin=Origin.CHAT).propose(paths[1], "append", "- more", why="asked")
        async with at_work(tree) as desk:
            assert desk.app.current_mode == "review"
            assert [row.item.kind for row in desk.screen.pane.list.rows] == ["proposal", "health"]
            assert desk.screen.item.kind == "proposal"


async def test_opening_says_what_it_waits_for_once_it_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 60)
    app = app_on(StandIn())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = OpeningScreen()
        await app.push_screen(screen)
        await settled(pilot)
        assert not "".join(screen_text(app)).strip()
        await screen._say()
        await settled(pilot)
        assert "Looking at the notes." in "\n".join(screen_text(app))


def test_a_first_look_does_not_claim_that_nothing_was_written() -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    line = lately_line(Lately(now, now, first=True), 100, Look(DARK, UNICODE), narrow=False)
    assert line.plain.strip() == "Your first look: nothing was recorded before."


def test_an_answer_holds_until_there_is_news_also_when_it_comes_while_one_looks() -> None:
    found: list[int] = []

    def find() -> int:
        found.append(len(found))
        if len(found) == 2:
            told.forget()
        return found[-1]

    told = Told(find)
    assert (told.answer, told.ask(), told.ask(), told.answer) == (None, 0, 0, 0)
    told.forget()
    assert (told.ask(), told.ask(), told.ask()) == (1, 2, 2)
