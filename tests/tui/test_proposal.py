"""The proposal screen on real trees: what it says, every answer, and that no stray key is one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.tui.at_work import NARROW, WIDE, Desk, at_work

from memwarden import Origin, Tree
from memwarden.memory.proposals import Proposal, format_proposal
from memwarden.memory.proposals import propose as made
from memwarden_tui.screens.editing_area import EditorScreen
from memwarden_tui.screens.prompt import PromptScreen
from memwarden_tui.screens.proposal import ProposalScreen
from memwarden_tui.screens.review import ReviewScreen

MakeTree = Callable[[dict[str, str | bytes]], Tree]

RULES = """# Rules

## Booking

- Compare two sites
- Book under the limit
- Keep the receipt

## Mail

- Ask first
"""
WANTED = RULES.replace("under the limit", "under the limit and after a yes").replace("Ask first", "Ask first, always")
NOTE = "queen/rules.md"
FILES: dict[str, str | bytes] = {"INDEX.md": f"# M\n\n- [Rules]({NOTE})\n", "agents/desk/goose/MEMORY.md": "# G\n"}
SOURCES = ('you, chat, 15 Jun: "ask me again"', 'Ana, mail, 16 Jun: "not for me"')


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    made = make_tree(FILES)
    made.rules.accept(b'layout = "nest"\n')
    made.person().create(NOTE, RULES)
    propose(made, WANTED)
    return made


def propose(tree: Tree, text: str, act: str = "rewrite", note: str = NOTE) -> Proposal:
    writer = tree.writer("desk/goose", origin=Origin.CHAT, via="mcp")
    return writer.propose(note, act, text, why="Twice booked on an old yes.", sources=SOURCES)


def text_of(tree: Tree, note: str = NOTE) -> str:
    return (tree.root / note).read_text()


def waiting(tree: Tree) -> list[str]:
    return [proposal.target for proposal in tree.proposals()]


async def opened(desk: Desk, *, heard: bool = True) -> ProposalScreen:
    """The first proposal of the queue, open for longer than its deaf moment."""
    row = next(row for row in desk.screen.pane.list.rows if row.item.kind == "proposal")
    desk.screen.pane.list.go_to(row.id)
    await desk.press("enter")
    screen = desk.screen
    assert isinstance(screen, ProposalScreen)
    if heard:
        screen.shown_at -= 1
    return screen


async def test_it_shows_the_difference_why_sources_who_and_the_answers(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        assert f"Review › Proposal › {NOTE}" in desk.rows[2] and "1 of 1 proposal" in desk.rows[2]
        assert desk.rows[4].startswith(" desk/goose proposes") and "+2 −2   not in the note yet" in desk.rows[4]
        assert "+  - Book under the limit and after a yes" in desk.text
        assert '"Twice booked on an old yes."' in desk.text
        assert "you, chat, 15 Jun" in desk.text and '"ask me again"' in desk.text and "Ana, mail, 16 Jun" in desk.text
        assert "confirmed before" in desk.text and "never" in desk.text
        for row in ("A  Confirm", "x  Reject", "e  Edit", "z  Later"):
            assert row in desk.text


async def test_the_checks_say_ok_or_look(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        assert "ok     no hidden characters, no secret" in desk.text
        assert "ok     the note has not changed since the proposal was made" in desk.text
        assert "look   a rule in queen/ binds all 1 agent" in desk.text
        assert "look   2 lines that change or go were written by you" in desk.text


async def test_hidden_characters_and_lacking_sources_are_pointed_out(make_tree: MakeTree) -> None:
    tree = make_tree(FILES)
    tree.person().create(NOTE, RULES)
    sent = made("desk/goose", NOTE, "append", b"- zero\xe2\x80\x8bwidth\n", at=tree.now(), token="0badcafe")
    (tree.root / sent.path).parent.mkdir(parents=True)
    (tree.root / sent.path).write_bytes(format_proposal(sent))
    async with at_work(tree) as desk:
        await opened(desk)
        assert "It names no source." in desk.text and "It says no reason." in desk.text
        assert "look   Line" in desk.text and "\u200b" not in desk.text


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_a_confirms_as_a_new_version_that_u_undoes(tree: Tree, size: tuple[int, int]) -> None:
    async with at_work(tree, size) as desk:
        await opened(desk)
        assert "A Confirm" in desk.keys and "x Reject" in desk.keys
        await desk.press("A")
        assert isinstance(desk.screen, ReviewScreen) and text_of(tree) == WANTED and waiting(tree) == []
        assert "desk/goose" in {line.by for line in tree.provenance(NOTE)}
        assert f"Confirmed: {NOTE}" in desk.toast
        await desk.press("u")
        assert text_of(tree) == RULES and waiting(tree) == [NOTE]


async def test_keys_in_its_first_moment_and_enter_and_space_answer_nothing(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk, heard=False)
        desk.screen.shown_at += 60
        await desk.press("A", "x", "z", "enter", "space", "a", "y")
        assert isinstance(desk.screen, ProposalScreen)
        assert text_of(tree) == RULES and waiting(tree) == [NOTE]


async def test_x_rejects_with_a_reason_and_esc_rejects_nothing(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("x")
        assert isinstance(desk.screen, PromptScreen)
        await desk.press("enter")
        assert isinstance(desk.screen, PromptScreen)
        await desk.press("escape")
        assert isinstance(desk.screen, ProposalScreen) and waiting(tree) == [NOTE]
        desk.screen.shown_at -= 1
        await desk.press("x", *"too strict", "enter")
        assert isinstance(desk.screen, ReviewScreen) and waiting(tree) == []
        (rejected,) = tree.proposals(all=True)
        assert (rejected.verdict, rejected.reason) == ("rejected", "too strict")
        assert text_of(tree) == RULES


async def test_space_leaves_a_hunk_out_and_only_the_rest_is_confirmed(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await opened(desk)
        await desk.press("space")
        assert screen.diff.left_out == {0} and "1 of 2 hunks" in desk.text
        await desk.press("n", "space")
        assert "Confirm" not in desk.keys
        await desk.press("space", "A")
        assert text_of(tree) == RULES.replace("Ask first", "Ask first, always") and waiting(tree) == []


async def test_e_edits_the_note_to_be_and_shows_the_difference_before_it_is_confirmed(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("e")
        assert isinstance(desk.screen, EditorScreen) and desk.screen.area.text == WANTED
        desk.screen.area.text = WANTED.replace("always", "mos\u200btly")
        await desk.press("ctrl+s")
        assert "no hidden characters" not in desk.text
        await desk.press("e")
        desk.screen.area.text = WANTED.replace("always", "mostly")
        await desk.press("ctrl+s")
        assert "ok     no hidden characters" in desk.text
        assert text_of(tree) == RULES and "mostly" in desk.text and "as you edited it" in desk.text
        desk.screen.shown_at -= 1
        await desk.press("A")
        assert text_of(tree) == WANTED.replace("always", "mostly") and waiting(tree) == []
        assert "desk/goose" in {line.by for line in tree.provenance(NOTE)}


async def test_an_edit_begins_with_what_was_not_left_out_and_survives_a_change_elsewhere(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("space", "e")
        assert desk.screen.area.text == RULES.replace("Ask first", "Ask first, always")
        assert desk.screen.area.cursor_location[0] == RULES.splitlines().index("- Book under the limit")
        desk.screen.area.text = RULES.replace("Ask first", "Ask twice")
        await desk.press("ctrl+s")
        tree.person().append(NOTE, "- Mine, since then\n")
        desk.screen.shown_at -= 1
        await desk.press("A")
        assert "Mine, since then" in desk.text and "+  - Ask twice" in desk.text and "Mine" not in desk.rows[-2]
        assert "A  Confirm" in desk.text and "as you edited it" in desk.text
        desk.screen.shown_at -= 1
        await desk.press("A")
        assert text_of(tree) == RULES.replace("Ask first", "Ask twice") + "- Mine, since then\n"


async def test_what_was_edited_and_left_out_is_there_again_after_a_restart(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("e")
        desk.screen.area.text = WANTED.replace("always", "mostly")
        await desk.press("ctrl+s", "n", "space", "q")
    async with at_work(tree) as desk:
        assert isinstance(desk.screen, ProposalScreen) and "first, mostly" in desk.text
        assert desk.screen.taking.left_out == {1} and "1 of 2 hunks" in desk.text


async def test_z_leaves_it_in_the_queue_for_later(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("z")
        assert isinstance(desk.screen, ReviewScreen) and waiting(tree) == [NOTE]
        assert next(item for item in tree.review() if item.kind == "proposal").later


async def test_a_note_that_changed_elsewhere_keeps_both_changes(tree: Tree) -> None:
    tree.person().append(NOTE, "- Mine, since then\n")
    async with at_work(tree) as desk:
        await opened(desk)
        assert "look   the note changed since the proposal was made" in desk.text
        await desk.press("A")
        assert "Mine, since then" in text_of(tree) and "after a yes" in text_of(tree)


async def test_a_change_in_the_same_place_cannot_be_confirmed_as_it_is(tree: Tree) -> None:
    tree.person().rewrite(NOTE, RULES.replace("under the limit", "under the new limit"))
    async with at_work(tree) as desk:
        await opened(desk)
        assert "has changed since the proposal was made" in desk.text and "cannot be, see Checks" in desk.text
        assert "Confirm" not in desk.keys
        await desk.press("A")
        assert waiting(tree) == [NOTE] and "new limit" in text_of(tree)


async def test_where_it_cannot_be_confirmed_it_undoes_nothing_that_changed_elsewhere(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    now = RULES.replace("under the limit", "under the new limit").replace("two sites", "three sites")
    tree.person().rewrite(NOTE, now)
    async with at_work(tree) as desk:
        await opened(desk)
        assert "+2 −2" in desk.rows[4] and "−  - Compare three sites" not in desk.text
        await desk.press("e")
        desk.screen.area.text = now.replace("new limit", "new limit and after a yes")
        await desk.press("ctrl+s")
        desk.screen.shown_at -= 1
        assert "A Confirm" in desk.keys
        await desk.press("A")
        assert text_of(tree) == now.replace("new limit", "new limit and after a yes") and waiting(tree) == []


async def test_what_changed_since_it_was_shown_is_refused_and_shown_anew(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await opened(desk)
        tree.person().append(NOTE, "- Mine, just now\n")
        await desk.press("A")
        assert isinstance(desk.screen, ProposalScreen) and waiting(tree) == [NOTE]
        assert "Mine, just now" in desk.text
        screen.shown_at -= 1
        await desk.press("A")
        assert "Mine, just now" in text_of(tree) and "after a yes" in text_of(tree)


async def test_a_proposal_that_its_agent_rewrote_is_refused_and_shown_anew(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        file = tree.root / tree.proposals()[0].path
        file.write_bytes(file.read_bytes().replace(b"after a yes", b"whenever"))
        await desk.press("A")
        assert isinstance(desk.screen, ProposalScreen) and text_of(tree) == RULES
        assert "and whenever" in desk.text


async def test_one_that_was_answered_elsewhere_closes_and_says_so(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        tree.person().reject(tree.proposals()[0], "no")
        desk.app.tree_changed()
        await desk.settle()
        assert isinstance(desk.screen, ReviewScreen) and "answered elsewhere" in desk.toast


@pytest.mark.parametrize(
    ("act", "text", "says"), [("create", "# New\n\n- one\n", "proposes a note"), ("delete", "", "proposes to delete")]
)
async def test_notes_are_made_and_deleted_too(tree: Tree, act: str, text: str, says: str) -> None:
    tree.person().reject(tree.proposals()[0], "no")
    note = NOTE if act == "delete" else "queen/new.md"
    propose(tree, text, act, note)
    async with at_work(tree) as desk:
        await opened(desk)
        assert says in desk.text
        await desk.press("A")
        assert (tree.root / note).exists() == (act == "create") and waiting(tree) == []
        await desk.press("u")
        assert (tree.root / note).exists() == (act == "delete")


async def test_h_and_m_lead_to_the_history_and_to_the_proposer(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await opened(desk)
        await desk.press("h")
        assert type(desk.screen).__name__ == "HistoryScreen"
        await desk.press("escape", "m")
        assert type(desk.screen).__name__ == "ComposeScreen" and "desk/goose" in desk.text


async def test_a_readonly_screen_offers_no_answer(tree: Tree) -> None:
    async with at_work(tree, readonly=True) as desk:
        await opened(desk)
        assert "Opened to read only." in desk.text and "Confirm" not in desk.keys
        await desk.press("A", "x", "z")
        assert waiting(tree) == [NOTE]


async def test_at_eighty_columns_everything_is_one_below_the_other(tree: Tree) -> None:
    async with at_work(tree, NARROW) as desk:
        await opened(desk)
        order = [
            next(at for at, row in enumerate(desk.rows) if row.startswith(start))
            for start in (" desk/goose", " Checks", " Why")
        ]
        assert order == sorted(order)


async def test_at_eighty_columns_tab_goes_to_why_and_sources_and_j_k_scroll_them(tree: Tree) -> None:
    async with at_work(tree, NARROW) as desk:
        await opened(desk)
        assert "confirmed before" not in desk.text and "esc Back" in desk.keys
        await desk.press("tab")
        assert next(row for row in desk.rows if row.startswith(" Why")).count("━") > 20
        await desk.press("ctrl+d", "j", "j", "j")
        assert "confirmed before" in desk.text and "A Confirm" in desk.keys
        await desk.press("g", "G")
        assert "stays in Review" in desk.text
        await desk.press(*["ctrl+u"] * 4)
        assert next(row for row in desk.rows if row.startswith(" Why")).count("━") > 20
        await desk.press("tab", "k")
        assert next(row for row in desk.rows if row.startswith(" desk/goose")).count("━") > 10
