"""Every other kind of item in Review, with the acts a person can finish it with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.tui.at_work import at_work
from tests.tui.tidied import PLAIN, TRAVEL, agent, text_of, titles

from memwarden import Origin, Tree
from memwarden.errors import Refused
from memwarden.memory.review import ItemKind
from memwarden_tui.screens.conflict import ConflictScreen
from memwarden_tui.screens.proposal import ProposalScreen

MakeTree = Callable[[dict[str, str | bytes]], Tree]


async def test_a_refused_write_shows_its_text_and_is_dismissed_or_made_after_all(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    writer = agent(tree, origin=Origin.ROUTINE)
    with pytest.raises(Refused):
        writer.rewrite("food.md", TRAVEL + "- one more thing\n", base=writer.read("food.md").revision, why="nightly")
    async with at_work(tree) as desk:
        assert desk.screen.has(ItemKind.REFUSED)
        assert "+  - one more thing" in desk.text and '"nightly"' in desk.text
        await desk.press("d")
        assert titles(tree) == []
        await desk.press("u", "A")
        assert text_of(tree, "food.md").endswith("- one more thing\n")
        assert [line.by for line in tree.provenance("food.md")][-1] == "vps/hermes"
        assert titles(tree) == []


async def test_a_refused_secret_is_nowhere_to_be_seen(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    with pytest.raises(Refused):
        agent(tree).append("food.md", f"- token {secret}\n")
    async with at_work(tree) as desk:
        assert "It looked like a secret, so its text was not kept." in desk.text
        assert secret not in desk.text and "Let in" not in desk.keys


async def test_a_held_agent_is_released_from_here(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    agent(tree).append("food.md", "- x\n")
    tree.person().hold("vps/hermes", 30, "too fast")
    async with at_work(tree) as desk:
        assert "vps/hermes may not write until" in desk.text and "append" in desk.text
        await desk.press("R")
        assert desk.toast == "vps/hermes may write again." and titles(tree) == []


async def test_mail_shows_its_text_and_leads_to_the_thread(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    agent(tree).send(tree.me, "Which hotel?", "The one by the river, or the old one?", type="task")
    async with at_work(tree) as desk:
        assert "The one by the river" in desk.text and "The task waits for your answer" in desk.text
        await desk.press("enter")
        assert type(desk.screen).__name__ == "MailScreen"
        await desk.press("1", "d")
        assert titles(tree) == []


async def test_a_message_is_acknowledged_from_here_and_a_task_is_answered(make_tree: MakeTree) -> None:
    tree = make_tree(PLAIN)
    agent(tree).send(tree.me, "Done", "All is packed.")
    agent(tree, "vps/codex").send(tree.me, "Which hotel?", "The one by the river?", type="task")
    async with at_work(tree) as desk:
        await desk.press("G")
        assert "a Acknowledge" in desk.keys and "m Reply" in desk.keys
        await desk.press("ctrl+p", *"acknow")
        assert "Acknowledge it" in desk.text
        await desk.press("escape", "a")
        assert titles(tree) == ["task: Which hotel?"] and desk.toast == "Acknowledged to vps/hermes."
        assert "Acknowledge" not in desk.keys
        await desk.press("m", *"Yes.", "ctrl+s")
        assert titles(tree) == [] and type(desk.screen).__name__ == "ReviewScreen"
        await desk.press("u", "u")
        assert len(titles(tree)) == 2


async def test_of_several_findings_one_is_chosen_and_gone_to(make_tree: MakeTree) -> None:
    tree = make_tree({**PLAIN, "food.md": "# Food\n\n[b](b.md)\n[c](c.md)\n"})
    async with at_work(tree) as desk:
        await desk.press("enter", *"c.md", "enter")
        assert (desk.screen.page.path, desk.screen.note_pane.view.cursor) == ("food.md", 3)


async def test_new_rules_are_shown_as_a_difference_and_hold_once_accepted(make_tree: MakeTree) -> None:
    tree = make_tree({**PLAIN, ".memwarden/config.toml": 'layout = "flat"\npeople = ["*/ana"]\n'})
    async with at_work(tree) as desk:
        assert desk.screen.has(ItemKind.CONFIG)
        assert '+  people = ["*/ana"]' in desk.text and "not in force" in desk.text
        assert not tree.is_person("desk/ana")
        await desk.press("a")
        assert tree.is_person("desk/ana") and titles(tree) == []


async def test_health_lists_what_is_wrong_and_leads_to_the_note(make_tree: MakeTree) -> None:
    tree = make_tree({**PLAIN, "INDEX.md": PLAIN["INDEX.md"] + "- [gone](gone.md)\n"})
    async with at_work(tree) as desk:
        assert "There is no note 'gone.md'" in desk.text
        await desk.press("enter")
        assert type(desk.screen).__name__ == "NotesScreen"
        await desk.press("1", "d")
        assert titles(tree) == []


async def test_conflicts_and_proposals_open_in_views_of_their_own(make_tree: MakeTree) -> None:
    copy = "food.sync-conflict-20260504-140200-ABCDEFG.md"
    tree = make_tree({**PLAIN, copy: TRAVEL.replace("number 3", "number three")})
    agent(tree).propose("travel.md", "append", "- proposed\n", why="asked for")
    async with at_work(tree) as desk:
        assert desk.screen.has(ItemKind.CONFLICT) and "number three" in desk.text
        await desk.press("enter")
        assert isinstance(desk.screen, ConflictScreen)
        await desk.press("escape", "j")
        assert "What would change" in desk.text and "+  - proposed" in desk.text
        await desk.press("enter")
        assert isinstance(desk.screen, ProposalScreen)
