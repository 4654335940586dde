"""Activity on real trees: who did what to which note, filters, and that what is new moves nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.conftest import MakeTree
from tests.tui.at_work import NARROW, WIDE, Desk, at_work
from tests.tui.posted import HOTEL, NOTES, posted

from memwarden import Origin, Replace, Tree
from memwarden_tui.screens import journal
from memwarden_tui.screens.activityrows import DoingRow
from memwarden_tui.screens.doings import special
from memwarden_tui.screens.journal import Wanted

TRAVEL = "preferences/travel.md"


@pytest.fixture
def tree(make_tree: MakeTree) -> Iterator[Tree]:
    made = make_tree(NOTES)
    posted(made)
    codex = made.writer("vps/codex", origin=Origin.CHAT)
    codex.append("projects/atlas.md", "- one\n- two\n- three")
    codex.edit("projects/atlas.md", [Replace("- two\n", "- 2\n")])
    hermes = made.writer("vps/hermes", origin=Origin.CHAT)
    hermes.rewrite(TRAVEL, "# Travel\n", base=made.text(TRAVEL).revision)
    return made


def acts(desk: Desk) -> list[DoingRow]:
    return [row for row in desk.screen.acts.list.rows if isinstance(row, DoingRow)]


def line(desk: Desk, *words: str) -> str:
    return next(row for row in desk.rows if all(word in row for word in words))


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_a_row_says_who_did_what_to_which_note_and_what_stands_out(tree: Tree, size: tuple[int, int]) -> None:
    async with at_work(tree, size) as desk:
        await desk.press("5")
        assert "large deletion" in line(desk, "vps/hermes", "rewrite", TRAVEL)
        edited = line(desk, "vps/codex", "edit", "projects/atlas.md")
        assert "+1" in edited and "−1" in edited
        assert "to you, Which hotel a" in desk.text
        assert any(row.lstrip().startswith("Today, ") for row in desk.rows)


async def test_marks_of_reading_are_not_told(tree: Tree) -> None:
    tree.person().mark(tree.mailbox().messages[0].id, "read")
    async with at_work(tree) as desk:
        await desk.press("5")
        assert all(row.doing.act != "read" for row in acts(desk))


async def test_enter_opens_that_version(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("5", "j", "enter")
        assert desk.screen.CRUMB == "History" and "projects/" in desk.text
        await desk.press("escape")
        assert desk.app.current_mode == "activity"


async def test_enter_on_mail_opens_the_thread(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("5")
        mail = next(row for row in acts(desk) if HOTEL in row.says)
        desk.screen.acts.list.go_to(mail.id)
        await desk.press("enter")
        assert desk.app.current_mode == "mail" and desk.screen.thread.subject == HOTEL


async def test_enter_on_a_hold_opens_the_agent(tree: Tree) -> None:
    tree.person().hold("vps/codex", 5)
    async with at_work(tree) as desk:
        await desk.press("5", "g", "enter")
        assert desk.app.current_mode == "agents" and desk.screen.card.identity == "vps/codex"


async def test_enter_is_called_after_where_it_leads_and_not_offered_where_it_leads_nowhere(tree: Tree) -> None:
    tree.person().hold("vps/codex", 5)
    tree.person().accept("finding:x")
    async with at_work(tree) as desk:
        await desk.press("5", "g")
        assert "enter" not in desk.keys
        desk.screen.do_open()
        await desk.settle()
        assert desk.toast == "That changed no note."
        await desk.press("j")
        assert "enter Agent" in desk.keys
        mail = next(row for row in acts(desk) if HOTEL in row.says)
        desk.screen.acts.list.go_to(mail.id)
        await desk.settle()
        assert "enter Thread" in desk.keys


async def test_b_t_and_w_keep_one_agent_one_note_one_act_and_esc_shows_all_again(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("5", "j")
        everything = len(acts(desk))
        await desk.press("b")
        assert {row.doing.by for row in acts(desk)} == {"vps/codex"} and "Activity by vps/codex" in desk.text
        await desk.press("t")
        assert {row.doing.note for row in acts(desk)} == {"projects/atlas.md"}
        await desk.press("w")
        assert [row.doing.act for row in acts(desk)] == ["edit"]
        await desk.press("w", "t")
        assert {row.doing.by for row in acts(desk)} == {"vps/codex"}
        await desk.press("escape")
        assert len(acts(desk)) == everything and "Activity by" not in desk.text


async def test_the_filter_takes_words_of_agent_note_and_act(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("5", "/", *"codex", "space", *"append", "enter")
        assert [(row.doing.by, row.doing.act) for row in acts(desk)] == [("vps/codex", "append")]


async def test_new_records_come_on_top_and_move_nothing_that_is_read(tree: Tree) -> None:
    codex = tree.writer("vps/codex")
    for number in range(60):
        codex.append("projects/atlas.md", f"- line {number}")
    async with at_work(tree) as desk:
        await desk.press("5", "ctrl+d", "ctrl+d", "ctrl+d")
        before = [row[9:] for row in desk.rows[4:-1]]
        codex.append("projects/atlas.md", "- brand new")
        codex.append("projects/atlas.md", "- and another")
        desk.app.notify_changed()
        await desk.settle()
        assert [row[9:] for row in desk.rows[4:-1]] == before
        assert "2 new, g shows them" in desk.text
        await desk.press("g")
        assert "new, g shows" not in desk.text and acts(desk)[0].doing.added == 1


async def test_also_at_the_top_the_row_under_the_cursor_stays_where_it_is(tree: Tree) -> None:
    codex = tree.writer("vps/codex")
    for number in range(60):
        codex.append("projects/atlas.md", f"- line {number}")
    codex.append(TRAVEL, "- the newest")
    async with at_work(tree) as desk:
        await desk.press("5")
        at = next(row for row, text in enumerate(desk.rows) if TRAVEL in text)
        for number in range(3):
            codex.append("projects/atlas.md", f"- brand new {number}")
        desk.app.notify_changed()
        await desk.settle()
        assert TRAVEL in desk.rows[at] and "3 new, g shows them" in desk.text


async def test_what_is_new_and_in_view_is_not_counted(tree: Tree) -> None:
    async with at_work(tree, (120, 50)) as desk:
        await desk.press("5")
        tree.writer("vps/codex").append("projects/atlas.md", "- brand new")
        desk.app.notify_changed()
        await desk.settle()
        assert "new, g shows" not in desk.text


async def test_older_pages_are_read_as_one_comes_near_them(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PAGE", 150)
    codex = tree.writer("vps/codex")
    for number in range(400):
        codex.append("projects/atlas.md", f"- line {number}")
    async with at_work(tree) as desk:
        await desk.press("5")
        assert len(acts(desk)) == 150 and "150+" in desk.text
        await desk.press(*["ctrl+d"] * 8)
        assert len(acts(desk)) > 150


async def test_capital_g_reads_the_rest_and_goes_to_where_the_journal_begins(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "PAGE", 20)
    monkeypatch.setattr(journal, "REST", 50)
    codex = tree.writer("vps/codex")
    for number in range(200):
        codex.append("projects/atlas.md", f"- line {number}")
    async with at_work(tree) as desk:
        await desk.press("5", "G")
        assert desk.screen.acts.list.row is acts(desk)[-1] and acts(desk)[-1].doing.act == "found"
        assert len({row.id for row in acts(desk)}) == len(acts(desk)) > 200


def test_more_news_than_a_page_is_read_up_to_what_is_known(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PAGE", 5)
    monkeypatch.setattr(journal, "REST", 7)
    known = journal.newest(tree, Wanted(), "").first
    for number in range(20):
        tree.writer("vps/codex").append("projects/atlas.md", f"- line {number}")
    page = journal.newest(tree, Wanted(), known)
    assert not page.anew and len(page.doings) == 20


async def test_m_writes_to_who_did_it_about_the_note_h_opens_its_history_y_copies_its_path(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("5", "m")
        assert desk.screen.to.value == "vps/hermes" and "About preferences/travel.md" in desk.screen.letter.text
        await desk.press("escape", "y")
        assert desk.app.clipboard == TRAVEL
        await desk.press("h")
        assert desk.screen.CRUMB == "History"


async def test_an_empty_journal_says_what_fills_it(make_tree: MakeTree) -> None:
    async with at_work(make_tree({})) as desk:
        await desk.press("5")
        assert "Nothing recorded yet." in desk.text
        for view in ("5", "1", "2", "3", "4"):
            desk.app.said = None
            await desk.press(view, "enter")
            assert desk.toast == "There is nothing to open here.", view


async def test_what_it_was_limited_to_is_kept_over_a_restart(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("5", "b", "q")
    async with at_work(tree) as desk:
        await desk.press("5")
        assert "Activity by vps/hermes" in desk.text and {row.doing.by for row in acts(desk)} == {"vps/hermes"}


def test_letters_and_proposals_are_told_from_notes() -> None:
    assert special("agents/a/b/outbox/archive/x.md") == ("outbox", "x")
    assert special("agents/a/b/proposals/y.md") == ("proposals", "y")
    assert special("agents/a/b/memory.md") == ("", "")
