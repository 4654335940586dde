"""What is kept over a restart, a sudden one too: the screens on top of a view, and what was half done on them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.conftest import MakeTree
from tests.tui.at_work import Desk, at_work

from memwarden import Origin, Tree
from memwarden_tui.keeping import Keeping
from memwarden_tui.screens.compare import CompareScreen
from memwarden_tui.screens.compose import ComposeScreen
from memwarden_tui.screens.editing_area import EditorScreen
from memwarden_tui.screens.history import HistoryScreen
from memwarden_tui.screens.reviewrestore import RestoreScreen
from memwarden_tui.screens.search import SearchScreen

FACTS = "# Facts\n\n" + "".join(f"- Fact number {number}\n" for number in range(1, 15))
NOTES: dict[str, str | bytes] = {"INDEX.md": "# M\n\n- [Facts](facts.md)\n- [Food](food.md)\n", "facts.md": FACTS}


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    tree = make_tree({**NOTES, "food.md": "# Food\n"})
    agent = tree.writer("vps/hermes")
    agent.append("facts.md", "- One more\n")
    return tree


@asynccontextmanager
async def killed(tree: Tree) -> AsyncIterator[Desk]:
    """A screen that goes without a word, after it looked once at what there is to be kept."""
    async with at_work(tree) as desk:
        yield desk
        await desk.app.keep_on()


async def test_the_history_of_a_note_is_open_again_at_the_version_that_was_looked_at(tree: Tree) -> None:
    async with killed(tree) as desk:
        await desk.press("2", "h", "j")
        version = desk.screen.version.id
    async with at_work(tree) as desk:
        assert isinstance(desk.screen, HistoryScreen)
        assert (desk.screen.note, desk.screen.version.id) == ("facts.md", version)
        await desk.press("escape")
        assert desk.app.current_mode == "notes"


async def test_what_was_typed_into_the_editor_is_there_again_and_saves_onto_what_was_shown(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    async with killed(tree) as desk:
        await desk.press("2", "j", "e", "X", "Y")
    async with at_work(tree) as desk:
        assert isinstance(desk.screen, EditorScreen)
        await desk.press("ctrl+s")
        assert tree.bytes_of("food.md") == b"XY# Food\n"


async def test_what_was_chosen_to_come_back_is_chosen_again(tree: Tree) -> None:
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    some = FACTS.replace("- Fact number 2\n", "").replace("- Fact number 9\n", "").replace("- Fact number 13\n", "")
    hermes.rewrite("facts.md", some, base=hermes.read("facts.md").revision)
    async with killed(tree) as desk:
        await desk.press("1", "s", "j", "space")
        chosen = desk.screen.chosen
    async with at_work(tree) as desk:
        assert isinstance(desk.screen, RestoreScreen)
        assert desk.screen.chosen == chosen and len(chosen) == 1


async def test_a_message_that_was_being_written_is_open_again(tree: Tree) -> None:
    async with killed(tree) as desk:
        await desk.press("2", "m", "tab", "h", "i")
    async with at_work(tree) as desk:
        assert isinstance(desk.screen, ComposeScreen)
        assert desk.screen.letter.text.startswith("hi")


async def test_a_search_is_open_again_with_its_words(tree: Tree) -> None:
    async with killed(tree) as desk:
        await desk.press("ctrl+f", *"fact")
    async with at_work(tree) as desk:
        assert isinstance(desk.screen, SearchScreen)
        assert desk.screen.query_text == "fact" and desk.screen.found.hits


async def test_a_comparison_lies_on_the_history_it_came_from(tree: Tree) -> None:
    async with killed(tree) as desk:
        await desk.press("2", "h")
        versions = desk.screen.past.versions
        sides = {
            "left": {"label": "then", "revision": versions[1].revision},
            "right": {"label": "now", "path": "facts.md"},
        }
        desk.app.keeping.pushed = [{"screen": "compare", "note": "facts.md", **sides}]
        tree.save_ui({"view": "notes", "pushed": [desk.screen.address(), *desk.app.keeping.pushed]})
        desk.app.keeping.save = lambda: None
    async with at_work(tree) as desk:
        assert isinstance(desk.screen, CompareScreen)
        await desk.press("escape")
        assert isinstance(desk.screen, HistoryScreen)


@pytest.mark.parametrize(
    "pushed",
    [
        "nonsense",
        [None],
        [{"screen": "history"}],
        [{"screen": "compose", "asked": 3, "answers": ""}],
        [{"screen": "conflict", "note": "gone.md"}],
        [{"screen": "proposal", "path": "agents/a/b/proposals/gone.md"}],
        [{"screen": "restore", "item": "gone", "some": True, "chosen": []}],
        [{"screen": "git", "id": "gone"}],
        [{"screen": "edit", "note": "a.md", "revision": "0" * 64, "text": "", "line": 0}],
    ],
)
async def test_what_is_gone_or_was_kept_by_another_version_leaves_the_view_alone(tree: Tree, pushed: Any) -> None:
    tree.save_ui({"view": "notes", "pushed": pushed})
    async with at_work(tree) as desk:
        assert len(desk.app.screen_stack) == 1


async def test_nothing_is_written_while_nothing_changes(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("2", "j")
        await desk.app.keep_on()
        assert desk.app.keeping.is_saved
        await desk.app.keep_on()
        assert desk.app.keeping.is_saved
        await desk.press("j")
        desk.app.keep()
        assert not desk.app.keeping.is_saved


def test_the_time_of_leaving_is_kept(tree: Tree) -> None:
    keeping = Keeping(tree)
    keeping.load()
    assert keeping.left is None
    keeping.save()
    again = Keeping(tree)
    again.load()
    assert again.left is not None and again.left <= tree.now()
