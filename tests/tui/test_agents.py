"""The cards of agents on real trees: what they say, how one goes over them, and hold, release and revoke."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.conftest import MakeTree
from tests.tui.at_work import NARROW, WIDE, Desk, at_work
from tests.tui.posted import NOTES, posted

from memwarden import Refused, Tree
from memwarden.memory.agents import AgentCard
from memwarden_tui.screens.agentcards import AgentRow, owned, short_count
from memwarden_tui.screens.compose import ComposeScreen
from memwarden_tui.widgets.cards import Shelf

NOW = datetime(2026, 6, 14, 12, tzinfo=UTC)


@pytest.fixture
def tree(make_tree: MakeTree) -> Iterator[Tree]:
    made = make_tree(NOTES)
    posted(made)
    made.writer("vps/codex").append("projects/atlas.md", "- one")
    made.writer("vps/hermes").append("preferences/travel.md", "- two")
    return made


def names(desk: Desk) -> list[str]:
    return [row.id for row in desk.screen.cards.list.rows]


async def on(desk: Desk, identity: str) -> Any:
    await desk.press("4")
    desk.screen.show_agent(identity)
    await desk.settle()
    return desk.screen


def card(tree: Tree, identity: str) -> AgentCard:
    return next(one for one in tree.agents() if one.identity == identity)


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_a_card_says_when_and_where_an_agent_wrote_and_what_it_owns(tree: Tree, size: tuple[int, int]) -> None:
    async with at_work(tree, size) as desk:
        await desk.press("4")
        assert names(desk)[0] == "vps/hermes" and tree.me not in names(desk)
        assert "wrote" in desk.text and "preferences/travel.md" in desk.text
        assert "owns     nothing, may propose" in desk.text
        assert "vps/hermes" in desk.text and "writing" in desk.text


@pytest.mark.parametrize(("width", "across"), [(80, 1), (120, 2), (180, 3)])
async def test_as_many_cards_stand_side_by_side_as_there_is_room_for(tree: Tree, width: int, across: int) -> None:
    async with at_work(tree, (width, 36)) as desk:
        await desk.press("4")
        assert desk.screen.cards.list.across == across
        line = next(line for line in desk.rows if "writing" in line)
        assert line.count("writing") == min(across, 3)


async def test_arrows_go_to_the_side_and_j_k_to_the_row_below_and_above(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("4")
        listed = desk.screen.cards.list
        seen = []
        for key in ("right", "right", "j", "k", "left", "G", "g"):
            await desk.press(key)
            seen.append(listed.cursor)
        assert seen == [1, 2, 2, 0, 0, 2, 0]


async def test_a_click_puts_the_cursor_on_a_card(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("4")
        await desk.pilot.click(offset=(90, 6))
        await desk.settle()
        assert desk.screen.cards.list.cursor == 1


async def test_capital_h_asks_for_minutes_and_holds_at_every_door(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, "vps/codex")
        await desk.press("H")
        assert "For how many minutes?" in desk.text
        await desk.press("backspace", "backspace", "9", "0", "enter")
        assert desk.toast == "Held vps/codex for 90 min."
        assert "held, 1 h left" in desk.text and "why      held by hand" in desk.text
        with pytest.raises(Refused, match="is held"):
            tree.writer("vps/codex").append("projects/atlas.md", "- no")
        desk.app.notify_changed()
        await desk.settle()
        assert "1 write, held by" in desk.text
        await desk.press("u")
        assert card(tree, "vps/codex").held_until is None


@pytest.mark.parametrize("typed", ["0", "x", "99999999"])
async def test_what_is_no_number_of_minutes_holds_nobody(tree: Tree, typed: str) -> None:
    async with at_work(tree) as desk:
        await on(desk, "vps/codex")
        await desk.press("H", "backspace", "backspace", *typed, "enter")
        assert "is no number of minutes" in desk.toast and card(tree, "vps/codex").held_until is None


async def test_capital_r_releases_and_is_offered_only_for_who_is_stopped(tree: Tree) -> None:
    tree.person().hold("vps/codex", 5)
    async with at_work(tree) as desk:
        await on(desk, "vps/hermes")
        assert "R Release" not in desk.keys
        await on(desk, "vps/codex")
        assert "R Release" in desk.keys
        await desk.press("R")
        assert card(tree, "vps/codex").held_until is None and desk.toast == "vps/codex may write again."


async def test_capital_x_asks_first_and_revokes_for_good(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, "vps/codex")
        await desk.press("X", "X", "enter", "space")
        assert "Revoke vps/codex?" in desk.text and not card(tree, "vps/codex").revoked
        await desk.pilot.pause(0.45)
        await desk.press("y")
        assert card(tree, "vps/codex").revoked and "revoked" in desk.text
        assert "X Revoke" not in desk.keys
        await desk.press("R")
        assert not card(tree, "vps/codex").revoked


async def test_enter_shows_in_activity_what_the_agent_wrote(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, "vps/codex")
        await desk.press("enter")
        assert desk.app.current_mode == "activity" and "Activity by vps/codex" in desk.text
        assert "vps/hermes" not in desk.text


async def test_m_begins_a_message_to_the_agent(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, "vps/codex")
        await desk.press("m")
        assert isinstance(desk.screen, ComposeScreen) and desk.screen.to.value == "vps/codex"


async def test_o_sorts_by_name_writes_and_lines_removed(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("4", "o")
        assert "Agents, by name" in desk.text and names(desk) == ["laptop/claude", "vps/codex", "vps/hermes"]
        await desk.press("o", "o")
        assert "Agents, by lines removed" in desk.text


async def test_the_filter_keeps_the_cards_that_match(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("4", "/", *"codex", "enter")
        assert names(desk) == ["vps/codex"]
        await desk.press("escape")
        assert len(names(desk)) == 3


async def test_readonly_offers_no_hold(tree: Tree) -> None:
    async with at_work(tree, readonly=True) as desk:
        await on(desk, "vps/codex")
        await desk.press("H", "X", "m")
        assert desk.screen.TITLE_OF_KEYS == "Agents" and "Hold" not in desk.keys


async def test_a_tree_without_agents_says_how_one_comes(make_tree: MakeTree) -> None:
    async with at_work(make_tree({"INDEX.md": "# Index\n"})) as desk:
        await desk.press("4")
        assert "No agent has written here yet." in desk.text


async def test_what_lay_there_before_the_first_look_is_no_write_of_its_owner(make_tree: MakeTree) -> None:
    note = "agents/vps/hermes/memory.md"
    tree = make_tree({"INDEX.md": "# Index\n", note: "# Mine\n"})
    tree.rules.accept(b'layout = "nest"\n')
    async with at_work(tree) as desk:
        await desk.press("4")
        assert "nothing since the first look here" in desk.text and "writing" not in desk.text
        tree.writer("vps/hermes").append(note, "- one")
        desk.app.notify_changed()
        await desk.settle()
        assert "writing" in desk.text and note in desk.text


async def test_two_hundred_agents_scroll(tree: Tree) -> None:
    for number in range(200):
        (tree.root / f"agents/farm/a{number:03}").mkdir(parents=True)
    async with at_work(tree) as desk:
        await desk.press("4", "G")
        assert len(names(desk)) == 203 and "farm/a199" in desk.text and "nothing since the first look here" in desk.text


def row(**changes: Any) -> AgentRow:
    standard = {
        "identity": "pi/aras", "person": False, "last": None, "writes": 0, "removed": 0,
        "daily_writes": (0,) * 14, "daily_removed": (0,) * 14,
    }  # fmt: skip
    return AgentRow("pi/aras", AgentCard(**{**standard, **changes}), 0, NOW)


def test_the_state_is_one_word_and_what_is_worst_wins() -> None:
    assert row().state == ("quiet", "muted")
    assert row(held_until=NOW + timedelta(minutes=40)).state == ("held, 40 min left", "warn")
    assert row(revoked=True, held_until=NOW).state == ("revoked", "danger")


def test_what_an_agent_owns_is_said_in_few_words() -> None:
    many = tuple(f"preferences/{number}.md" for number in range(14))
    assert owned(row(owns=many).card) == "preferences/, 14 notes"
    assert owned(row(owns=("agents/a/b/memory.md", "x/atlas.md", "y.md")).card) == "x/atlas.md, 2 more"
    assert owned(row(owns=("agents/a/b/outbox/1.md",)).card) == "nothing, may propose"


def test_counts_take_four_columns_at_most() -> None:
    shown = [short_count(count) for count in (0, 999, 1200, 9960, 48_000, 3_000_000)]
    assert shown == ["0", "999", "1.2k", "9k", "48k", "3M"]


def test_a_shelf_steps_to_the_last_card_of_a_shorter_row() -> None:
    shelf = Shelf([row()] * 5, 2)
    assert [shelf.step(3, 1), shelf.step(4, 1), shelf.step(1, -1), shelf.step(4, -1)] == [4, 4, 1, 2]
