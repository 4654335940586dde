"""Writing mail: recipients are known or said to be new, what is sent is a message file, and esc keeps a draft."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.conftest import MakeTree
from tests.tui.at_work import NARROW, WIDE, Desk, at_work
from tests.tui.posted import HOTEL, NOTES, outbox, posted

from memwarden import Tree
from memwarden.errors import Code, Refused
from memwarden_tui.screens.compose import ComposeScreen
from memwarden_tui.screens.composeobjections import objections
from memwarden_tui.screens.composing import Letter, completed, matching
from memwarden_tui.screens.elsewhere import compose
from memwarden_tui.widgets.letterfields import AnsweredThread


@pytest.fixture
def tree(make_tree: MakeTree) -> Iterator[Tree]:
    made = make_tree(NOTES)
    posted(made)
    return made


async def new(desk: Desk) -> ComposeScreen:
    await desk.press("3", "n")
    assert isinstance(desk.screen, ComposeScreen)
    return desk.screen


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_a_message_is_typed_field_by_field_and_sent_as_a_message_file(tree: Tree, size: tuple[int, int]) -> None:
    async with at_work(tree, size) as desk:
        await new(desk)
        await desk.type("herm")
        assert "vps/hermes" in desk.text
        await desk.press("enter")
        await desk.type("Hi q1\nLine one.\nLine 2.")
        await desk.press("ctrl+s")
        (sent,) = outbox(tree)
        assert (sent.to, sent.subject, sent.type) == ("vps/hermes", "Hi q1", "message")
        assert sent.body == "Line one.\nLine 2." and sent.problems == ()
        assert desk.screen.TITLE_OF_KEYS == "Mail" and desk.toast == "Sent to vps/hermes."


async def test_u_takes_the_message_back(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await new(desk)
        await desk.type("vps/codex\nx\ny")
        await desk.press("ctrl+s", "u")
        assert outbox(tree) == []


async def test_a_reply_goes_to_the_sender_in_the_thread_with_the_thread_beside_it(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("3", "r")
        assert desk.screen.focused is desk.screen.text
        assert "Baixa: loud" in desk.text and "Re: Which hotel" in desk.text
        await desk.type("The quiet one.")
        await desk.press("ctrl+s")
        (sent,) = outbox(tree)
        first = next(one for one in tree.mailbox().messages if one.subject == HOTEL)
        assert (sent.to, sent.thread, sent.reply_to) == ("vps/hermes", first.thread, first.id)
        assert not any(thread.waiting for thread in tree.mailbox().threads())


async def test_an_unknown_recipient_is_said_and_the_same_key_again_makes_it_a_new_one(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await new(desk)
        await desk.type("vps/hermse\n")
        assert "Nobody called vps/hermse is known here. Did you mean vps/hermes?" in " ".join(desk.text.split())
        assert desk.screen.to.has_focus_within
        await desk.press("enter")
        assert desk.screen.subject.has_focus_within
        await desk.type("s\nt")
        await desk.press("ctrl+s")
        assert [one.to for one in outbox(tree)] == ["vps/hermse"]


async def test_what_can_be_nobodys_name_is_never_sent_to(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await new(desk)
        await desk.type("No Body\n\n\n")
        assert desk.screen.to.has_focus_within and "is not an identity" in desk.text
        await desk.press("ctrl+s")
        assert outbox(tree) == []


async def test_several_recipients_get_a_letter_each_in_one_thread_and_it_is_read_as_one(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await new(desk)
        await desk.type("vps/codex, herm\nBoth\nHello both.")
        await desk.press("ctrl+s")
        sent = outbox(tree)
        assert {one.to for one in sent} == {"vps/codex", "vps/hermes"} and len({one.thread for one in sent}) == 1
        desk.screen.show_thread(sent[0].id)
        await desk.settle()
        assert desk.text.count("Hello both.") == 1
        assert "you to vps/codex, vps/hermes" in desk.text or "you to vps/hermes, vps/codex" in desk.text
        await desk.press("5")
        assert "to vps/codex and 1 more, Both" in desk.text
        await desk.press("u")
        assert not outbox(tree) and desk.toast == "Undone: mail to vps/codex and 1 more."


async def test_where_one_of_several_recipients_is_refused_nobody_gets_the_letter(tree: Tree) -> None:
    with pytest.raises(Refused):
        tree.person().send_each(("vps/codex", "vps/nobody"), "Both", "Hello both.")
    assert not outbox(tree)


async def test_what_goes_to_all_is_a_broadcast(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await new(desk)
        await desk.type("all\nNews\nx")
        await desk.press("ctrl+s")
        assert [(one.to, one.type) for one in outbox(tree)] == [("all", "broadcast")]


async def test_the_type_is_chosen_with_arrows_or_its_letter_and_no_letter_does_anything_else(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await new(desk)
        screen.type.focus()
        await desk.press("q", "1", "u")
        assert desk.screen is screen
        await desk.press("t")
        assert screen.type.value == "task"
        await desk.press("right", "space", "left")
        assert screen.type.value == "broadcast"
        await desk.press("enter")
        assert screen.subject.has_focus_within


async def test_in_the_thread_that_is_answered_only_moving_and_the_keys_of_the_letter_work(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("3", "r")
        screen = desk.screen
        await desk.type("Half")
        await desk.press("tab")
        view = desk.screen.query_one(AnsweredThread)
        assert view.has_focus and "esc Keep as draft" in desk.keys and "Quit" not in desk.text
        await desk.press("q", "u", "1", "n", "d", "j")
        assert desk.screen is screen and screen.letter.text == "Half" and not desk.app.leaving
        await desk.press("?")
        assert "Keys in Message" in desk.text and "Send the message" in desk.text
        await desk.press("escape", "shift+tab")
        assert screen.text.has_focus


async def test_the_list_says_which_thread_has_a_draft_and_reply_goes_on_with_it(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("3", "r")
        await desk.type("Half")
        await desk.press("escape")
        assert sum("draft, " in row for row in desk.rows) == 1
        hotel = next(one for one in tree.mailbox().messages if one.subject == HOTEL)
        tree.writer("vps/hermes").send(tree.me, f"Re: {HOTEL}", "Well?", thread=hotel.thread, reply_to=hotel.id)
        desk.app.tree_changed()
        await desk.settle()
        await desk.press("r")
        assert desk.screen.letter.text == "Half"
        await desk.press("ctrl+s")
        assert "draft, " not in desk.text


async def test_tab_goes_from_field_to_field_and_shift_tab_back(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await new(desk)
        seen = []
        for key in ("tab", "tab", "tab", "shift+tab", "up", "shift+tab"):
            await desk.press(key)
            fields = {"to": screen.to, "type": screen.type, "subject": screen.subject, "text": screen.text}
            seen.append(next(name for name, field in fields.items() if field.has_focus_within))
        assert seen == ["type", "subject", "text", "subject", "type", "to"]


async def test_esc_asks_nothing_and_keeps_a_draft_also_over_a_restart(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await new(desk)
        await desk.type("vps/codex\nHalf\nnot yet")
        await desk.press("escape")
        assert desk.screen.TITLE_OF_KEYS == "Mail" and desk.toast == "Kept as a draft." and outbox(tree) == []
    async with at_work(tree) as desk:
        screen = await new(desk)
        assert screen.letter == Letter("vps/codex", "message", "Half", "not yet")
        assert "from your draft" in desk.text
        await desk.press("ctrl+s")
        assert len(outbox(tree)) == 1
        screen = await new(desk)
        assert screen.letter == Letter()


async def test_a_message_without_text_or_subject_is_not_sent_and_says_why(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await new(desk)
        await desk.type("vps/codex\nSubject")
        await desk.press("ctrl+s")
        assert "The message has no text." in desk.text and outbox(tree) == []
        await desk.press("backspace", *["backspace"] * 6, "enter")
        await desk.type("text")
        await desk.press("ctrl+s")
        assert "A message needs a subject." in desk.text and outbox(tree) == []


async def test_another_screen_begins_a_message_about_a_note(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.app.push_screen(compose(to="vps/hermes", about="preferences/travel.md"))
        await desk.settle()
        assert desk.screen.subject.has_focus_within
        await desk.type("Rule 3\nWhy?")
        await desk.press("ctrl+s")
        (sent,) = outbox(tree)
        assert sent.body == "Why?\n\nAbout preferences/travel.md"


async def test_arrows_choose_among_the_recipients_that_fit(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await new(desk)
        await desk.type("vps")
        await desk.press("down", "enter")
        assert screen.to.value == "vps/hermes"


async def test_what_is_typed_stays_when_the_tree_changes(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await new(desk)
        await desk.type("vps/codex\nStill\nhere")
        tree.writer("vps/codex").append("projects/atlas.md", "- one more")
        desk.app.notify_changed()
        await desk.settle()
        assert screen.letter.text == "here" and desk.screen.focused is screen.text


def test_a_refusal_by_the_checks_names_the_line_of_the_text() -> None:
    finding = {"code": "secret", "line": 14, "column": 3, "message": "It looks like a token.", "fix": "Take it out."}
    refused = Refused(Code.CHECKS, "x", details={"findings": [finding]})
    (found,) = objections(refused)
    assert (found.line, found.column, found.says) == (2, 3, "It looks like a token. Take it out.")
    assert objections(Refused(Code.HELD, "You are held.", "Wait."))[0].says == "You are held. Wait."


async def test_what_stands_against_a_line_is_shown_and_the_cursor_goes_there(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await new(desk)
        screen.text.load_text("one\ntwo\nthree")
        finding = {"code": "x", "line": 14, "column": 2, "message": "It looks like a token.", "fix": ""}
        screen._object(objections(Refused(Code.CHECKS, "x", details={"findings": [finding]})))
        await desk.settle()
        assert "line 2: It looks like a token." in desk.text
        assert screen.text.cursor_location == (1, 1) and desk.screen.focused is screen.text


def test_a_name_is_completed_after_the_last_comma() -> None:
    known = {"vps/hermes", "vps/codex", "all"}
    assert matching("her", known) == ("vps/hermes",)
    assert matching("vps/codex, ", known) == ("vps/codex", "vps/hermes", "all")
    assert matching("vps/codex", known) == ()
    assert completed("vps/codex, her", "vps/hermes") == "vps/codex, vps/hermes"


def test_a_draft_of_another_version_is_used_as_far_as_it_can_be() -> None:
    begun = Letter("vps/codex")
    assert Letter.of("nonsense", begun) == begun
    assert Letter.of({"to": "a/b", "type": "poem", "subject": 3, "text": "x"}, begun) == Letter("a/b", text="x")
