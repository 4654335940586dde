"""Mail on real trees: what waits first, read after a moment, and every key does what it says and can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.conftest import MakeTree
from tests.tui.at_work import NARROW, WIDE, Desk, at_work
from tests.tui.posted import HOTEL, LAUNCH, NOTES, STYLE, WEEKLY, outbox, posted

from memwarden import Tree
from memwarden_tui.screens import mailreading
from memwarden_tui.screens.mailletters import about
from memwarden_tui.screens.mailwords import lasting
from memwarden_tui.widgets.letters import Letter, Said, lines_of


@pytest.fixture
def tree(make_tree: MakeTree) -> Iterator[Tree]:
    made = make_tree(NOTES)
    posted(made)
    return made


def subjects(desk: Desk) -> list[str]:
    return [row.thread.subject for row in desk.screen.threads.list.rows]


async def on(desk: Desk, subject: str) -> Any:
    """The mail, with the cursor on this thread."""
    await desk.press("3")
    row = next(row for row in desk.screen.threads.list.rows if row.thread.subject == subject)
    desk.screen.threads.list.go_to(row.id)
    await desk.settle()
    return desk.screen


def thread(tree: Tree, subject: str) -> Any:
    return next(one for one in tree.mailbox().threads() if one.subject == subject)


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_an_unanswered_task_comes_first_then_what_is_unread_newest_first(
    tree: Tree, size: tuple[int, int]
) -> None:
    async with at_work(tree, size) as desk:
        await desk.press("3")
        assert subjects(desk)[0] == HOTEL
        assert set(subjects(desk)[1:3]) == {LAUNCH, WEEKLY}
        assert subjects(desk)[3] == STYLE
        assert "3 unread of 4" in desk.text
        assert "task, no answer for less than a minute" in desk.text


async def test_the_thread_stands_beside_the_list_with_its_text_and_the_note_it_is_about(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, HOTEL)
        assert "vps/hermes to you" in desk.text
        assert "- Baixa: loud at night" in desk.text
        assert "about   preferences/travel.md  lines 18 to 21" in desk.text


async def test_at_80_columns_enter_reads_and_esc_goes_back_to_the_list(tree: Tree) -> None:
    async with at_work(tree, NARROW) as desk:
        await desk.press("3")
        assert "Baixa" not in desk.text
        await desk.press("enter")
        assert "Baixa" in desk.text and "Threads" not in desk.text
        await desk.press("escape")
        assert "Threads" in desk.text and "Baixa" not in desk.text


async def test_at_80_columns_a_thread_that_is_read_has_no_keys_of_the_list_and_capital_j_k_go_to_its_neighbours(
    tree: Tree,
) -> None:
    async with at_work(tree, NARROW) as desk:
        await desk.press("3")
        first, second = subjects(desk)[:2]
        await desk.press("enter")
        assert "esc Back" in desk.keys and "Filter" not in desk.keys and "Limit" not in desk.keys
        await desk.press("J")
        assert desk.rows[1].startswith(f" {second}")
        await desk.press("K")
        assert desk.rows[1].startswith(f" {first}")
        await desk.press("d")
        assert desk.rows[1].startswith(f" {second}") and first not in subjects(desk)


async def test_enter_gives_the_keys_to_the_letters_and_esc_to_the_list(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("3", "enter")
        assert desk.screen.focused is desk.screen.letters
        await desk.press("escape")
        assert desk.screen.focused is desk.screen.threads.list


async def test_a_thread_that_is_looked_at_for_a_moment_is_read_and_keeps_its_place(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailreading, "A_MOMENT", 0.01)
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        before = subjects(desk)
        while thread(tree, LAUNCH).unread:
            await desk.settle()
        await desk.settle()
        assert subjects(desk) == before
        await desk.press("4", "3")
        assert subjects(desk)[-1] != HOTEL and not thread(tree, LAUNCH).unread


async def test_passing_over_a_thread_does_not_read_it(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("3", "j", "k", "j", "j")
        assert tree.mailbox().unread == 3


async def test_at_80_columns_the_cursor_alone_reads_nothing(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailreading, "A_MOMENT", 0.01)
    async with at_work(tree, NARROW) as desk:
        await desk.press("3", "j")
        await desk.pilot.pause(0.1)
        await desk.settle()
        assert tree.mailbox().unread == 3


async def test_n_makes_a_thread_unread_again_and_it_stays_so_while_looked_at(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        await desk.press("N")
        assert not thread(tree, LAUNCH).unread
        monkeypatch.setattr(mailreading, "A_MOMENT", 0.01)
        await desk.press("N")
        await desk.pilot.pause(0.1)
        assert thread(tree, LAUNCH).unread == 1


async def test_f_flags_and_u_takes_the_flag_off(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        await desk.press("F")
        assert thread(tree, LAUNCH).messages[0].state.flagged and "flagged, to you" in desk.text
        assert desk.toast == f"Flagged: {LAUNCH}"
        await desk.press("u")
        assert not thread(tree, LAUNCH).messages[0].state.flagged
        await desk.press("U")
        assert thread(tree, LAUNCH).messages[0].state.flagged


async def test_d_puts_a_thread_away_the_cursor_goes_on_and_u_brings_it_back(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        await desk.press("d")
        assert LAUNCH not in subjects(desk) and desk.screen.thread is not None
        await desk.press("u")
        assert LAUNCH in subjects(desk)


async def test_l_limits_the_list_and_names_the_limit(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        await desk.press("d", "l")
        assert "Threads, mine" in desk.text and set(subjects(desk)) == {HOTEL, WEEKLY}
        await desk.press("l")
        assert "Threads, unread" in desk.text and set(subjects(desk)) == {HOTEL, WEEKLY}
        await desk.press("l")
        assert set(subjects(desk)) == {HOTEL, STYLE}
        await desk.press("l")
        assert "Nothing is flagged." in desk.text
        await desk.press("l")
        assert subjects(desk) == [LAUNCH]
        await desk.press("d")
        assert subjects(desk) == []
        await desk.press("l")
        assert len(subjects(desk)) == 4


async def test_a_acknowledges_to_the_sender_once(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        await desk.press("a")
        (sent,) = outbox(tree)
        assert sent.to == "laptop/claude" and sent.subject == f"ack: {LAUNCH}"
        assert "acknowledged by you" in desk.text and desk.toast == "Acknowledged to laptop/claude."
        await desk.press("a")
        assert len(outbox(tree)) == 1


async def test_u_takes_an_acknowledgement_back_with_its_file(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        await desk.press("a", "u")
        assert outbox(tree) == [] and not thread(tree, LAUNCH).messages[0].state.acknowledged


async def test_capital_l_opens_the_note_at_its_line(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, HOTEL)
        await desk.press("L")
        assert desk.app.current_mode == "notes"
        assert desk.screen.read.path == "preferences/travel.md" and desk.screen.note_pane.view.cursor == 17


async def test_where_several_notes_are_named_one_is_chosen(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        await desk.press("L")
        assert "Which note?" in desk.text
        await desk.press("t", "r", "a", "enter")
        assert desk.app.current_mode == "notes" and desk.screen.read.path == "preferences/travel.md"


async def test_a_click_on_the_note_opens_it(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, HOTEL)
        row = next(row for row, text in enumerate(desk.rows) if "about   preferences" in text)
        await desk.pilot.click(offset=(65, row))
        await desk.settle()
        assert desk.app.current_mode == "notes"


async def test_the_filter_looks_into_the_texts_too(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("3", "/", *"graça", "enter")
        assert subjects(desk) == [HOTEL]
        await desk.press("escape")
        assert len(subjects(desk)) == 4


async def test_a_forged_sender_is_said_in_warning_text(tree: Tree) -> None:
    forged = next(one for one in outbox(tree, "laptop/claude") if one.subject == LAUNCH)
    file = tree.root / forged.path
    file.write_bytes(file.read_bytes().replace(b"from: laptop/claude", b"from: laptop/root"))
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        assert "look: not what it says it is" in desk.text
        assert "look: it says it is from laptop/root, but lies in the outbox of" in desk.text


async def test_new_mail_appears_without_moving_the_cursor_or_what_is_read(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await on(desk, WEEKLY)
        tree.writer("vps/codex").send(tree.me, "Newest of all", "x")
        desk.app.notify_changed()
        await desk.settle()
        assert "Newest of all" in subjects(desk) and screen.thread.subject == WEEKLY
        assert "Nothing special." in desk.text


async def test_another_screen_leads_to_a_thread_by_the_id_of_a_letter(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await desk.press("3", "4")
        mail_screen = await on(desk, WEEKLY)
        answer = thread(tree, STYLE).messages[-1]
        mail_screen.show_thread(answer.id)
        await desk.settle()
        assert mail_screen.thread.subject == STYLE and mail_screen.focused is mail_screen.letters


async def test_y_copies_the_path_of_the_newest_letter(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        await desk.press("y")
        assert desk.app.clipboard == thread(tree, LAUNCH).messages[-1].path


async def test_readonly_leaves_no_key_that_writes_and_marks_nothing_as_read(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailreading, "A_MOMENT", 0.01)
    async with at_work(tree, readonly=True) as desk:
        await on(desk, LAUNCH)
        await desk.press("a", "F", "d", "r", "n", "N")
        await desk.pilot.pause(0.05)
        assert desk.screen.TITLE_OF_KEYS == "Mail" and outbox(tree) == [] and tree.mailbox().unread == 3


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_a_tree_without_mail_says_what_would_fill_it(make_tree: MakeTree, size: tuple[int, int]) -> None:
    async with at_work(make_tree({"INDEX.md": "# Index\n"}), size) as desk:
        await desk.press("3", "enter")
        assert "No mail. n writes to an agent." in desk.text
        assert "n New" in desk.keys and "Read" not in desk.keys and "Reply" not in desk.keys


async def test_the_limit_and_the_thread_are_kept_over_a_restart(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await on(desk, LAUNCH)
        await desk.press("l", "q")
    async with at_work(tree) as desk:
        await desk.press("3")
        assert desk.screen.limit == "mine" and desk.screen.thread.subject == LAUNCH


def test_lines_that_were_broken_because_they_were_full_are_broken_anew() -> None:
    full = ("word " * 13).strip()
    letter = Letter((), "", (), (), f"{full}\nends here.\nShort.\n- item {full}\n  goes on\n\n```\n{full}\nx\n```")
    texts = [line.text for line in lines_of([letter]) if isinstance(line, Said)]
    assert texts == [
        f"{full} ends here.", "Short.", f"- item {full} goes on", "", "```", full, "x", "```",
    ]  # fmt: skip


def test_what_a_letter_is_about_needs_to_be_a_note_of_the_tree() -> None:
    notes = frozenset({"a/one.md", "b/two.md", "c/two.md"})
    found = about("see a/one.md, lines 3 to 4, two.md and missing.md, and a/one.md", notes)
    assert [(one.note, one.rest, one.line) for one in found] == [("a/one.md", "lines 3 to 4", 2)]


def test_how_long_a_task_waits_is_said_in_words() -> None:
    day = 86400
    assert [lasting(seconds) for seconds in (5, 60, 7200, day, 3 * day, 15 * day)] == [
        "less than a minute", "1 minute", "2 hours", "1 day", "3 days", "2 weeks",
    ]  # fmt: skip
