"""Mail between agents and people: nestwork's files, what is refused, threads and who has seen what."""

from __future__ import annotations

import fnmatch
import zlib
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.errors import Code, Refused
from memwarden.memory.mailbox import Mailbox
from memwarden.memory.messages import KEYS, Message, MessageState, format_message, parse_message
from memwarden.memory.outbox import acknowledgement, compose, new_id, outbox_path, reply, validate_send

ZONE = timezone(timedelta(hours=8))
AT = datetime(2026, 6, 6, 10, 30, tzinfo=ZONE)
ME = "laptop/sam"
HERMES = "vps/hermes"
CLAUDE = "laptop/claude-a7k2"
EXAMPLE = b"""---
id: 20260606T103000+0800-hermes-a1b2c3d4
from: vps/hermes
to: laptop/sam
type: task
thread: 20260606T103000+0800-hermes-a1b2c3d4
reply_to:~
status: open
created: 20260606T103000+0800
subject: Book the train
---

Aisle seat, please.

- by Friday
""".replace(b"~", b" ")
PATH = "agents/vps/hermes/outbox/20260606T103000+0800-hermes-a1b2c3d4.md"


def nestwork_reads(files: dict[str, bytes], me: str, seen: set[str]) -> list[str]:
    """The ids that nestwork's own reader prints for `me`, after its documented rules."""
    found = []
    for path in sorted(files):
        if not fnmatch.fnmatchcase(path, "agents/*/*/outbox/*.md") or path.count("/") != 4:
            continue
        lines = files[path].decode().split("\n")
        to = next((line[3:].lstrip() for line in lines if line.startswith("to:")), "")
        id_ = next((line[3:].lstrip() for line in lines if line.startswith("id:")), "")
        if to in (me, "all") and id_ not in seen:
            found.append(id_)
    return found


def sent(sender: str, to: str, subject: str, minutes: int = 0, **more: str) -> Message:
    token = f"{zlib.crc32(repr((sender, to, subject, minutes)).encode()):08x}"
    body = more.pop("body", "")
    message = compose(sender, to, subject, body, at=AT + timedelta(minutes=minutes), token=token, **more)
    return parse_message(message.path, format_message(message))


def test_nestworks_example_is_read_and_written_to_the_letter() -> None:
    message = parse_message(PATH, EXAMPLE)
    assert message.problems == ()
    assert (message.sender, message.to, message.type, message.reply_to) == (HERMES, ME, "task", "")
    assert message.created == AT and message.subject == "Book the train"
    assert message.body == "Aisle seat, please.\n\n- by Friday"
    assert format_message(message) == EXAMPLE


def test_nestworks_own_reader_finds_what_is_sent() -> None:
    one = sent(ME, HERMES, "One")
    everybody = sent(ME, "all", "News", 1, type="broadcast", body="to: somebody/else\nid: 1")
    other = sent(ME, CLAUDE, "Other", 2)
    ack = acknowledgement(parse_message(PATH, EXAMPLE), ME, at=AT, token="0" * 8)
    files = {message.path: format_message(message) for message in (one, everybody, other, ack)}
    files[one.path.replace("/outbox/", "/outbox/archive/")] = format_message(one)
    assert nestwork_reads(files, HERMES, set()) == sorted([ack.id, one.id, everybody.id])
    assert nestwork_reads(files, HERMES, {one.id}) == sorted([ack.id, everybody.id])
    assert nestwork_reads(files, "pi/codex", set()) == [everybody.id]


def test_an_id_is_local_time_sender_and_token() -> None:
    assert new_id(HERMES, AT, "a1b2c3d4") == "20260606T103000+0800-hermes-a1b2c3d4"
    assert outbox_path(HERMES, "x") == "agents/vps/hermes/outbox/x.md"
    for at, token in ((AT.replace(tzinfo=None), "a1b2c3d4"), (AT, "xyz")):
        with pytest.raises(ValueError, match="offset"):
            new_id(HERMES, at, token)


LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=50).map(str.strip)


@given(
    subject=LINE.filter(bool),
    body=st.text(st.characters(exclude_categories=["Cs"]), max_size=200),
    kind=st.sampled_from(["task", "message", "broadcast"]),
    at=st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)).map(lambda at: at.replace(tzinfo=ZONE)),
)
def test_what_is_sent_is_read_again(subject: str, body: str, kind: str, at: datetime) -> None:
    validate_send(HERMES, subject, kind, [HERMES])
    message = compose(ME, HERMES, subject, body, at=at, token="0123abcd", type=kind)
    read = parse_message(message.path, format_message(message))
    assert read == message and read.problems == ()


@given(st.binary(max_size=300), st.sampled_from([PATH, "x.md", "agents/a/b/outbox/archive/y.md", ""]))
def test_no_file_is_too_broken_to_read(data: bytes, path: str) -> None:
    for content in (data, EXAMPLE[: len(data)] + data, b"---\n" + data):
        message = parse_message(path, content)
        assert message.created.tzinfo is not None
        Mailbox.of([message, parse_message(PATH, EXAMPLE)], ME).threads()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b"from: vps/hermes", b"from: laptop/sam", "says it is from laptop/sam"),
        (b"type: task", b"type: order", "type 'order'"),
        (b"status: open\n", b"", "lacks status"),
        (b"id: 20260606T103000+0800-hermes-a1b2c3d4", b"id: seven", "has not the form"),
        (
            b"id: 20260606T103000+0800-hermes-a1b2c3d4",
            b"id: 20260606T103000+0800-claude-a1b2c3d4",
            "names claude",
        ),
        (b"subject: Book the train", b"subject: x\nto: all", "more than once"),
        (b"subject: Book the train", b"subject: x\nallowed: yes", "no field"),
        (b"subject: Book the train", b"subject: x\n  more", "no field"),
        (b"created: 20260606T103000+0800", b"created: yesterday", "when it was written"),
        (b"---\n\nAisle", b"Aisle", "does not end"),
        (b"---\nid", b"id", "no front matter"),
        (b"Aisle", b"\xff\xfeAisle", "not UTF-8"),
        (b"\n", b"\r\n", "CRLF"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(old: bytes, new: bytes, problem: str) -> None:
    message = parse_message(PATH, EXAMPLE.replace(old, new) if old == b"\n" else EXAMPLE.replace(old, new, 1))
    assert any(problem in said for said in message.problems), message.problems


def test_the_owner_of_the_directory_is_the_sender_whatever_the_file_says() -> None:
    forged = parse_message(PATH, EXAMPLE.replace(b"from: vps/hermes", b"from: laptop/sam"))
    assert forged.sender == HERMES
    assert parse_message("notes/x.md", EXAMPLE).problems[0] == "it lies in nobody's outbox"


def test_a_forged_line_never_wins_over_the_real_one() -> None:
    forged = parse_message(PATH, EXAMPLE.replace(b"subject: Book", b"subject: x\nfrom: laptop/sam\nto: all\nid: Book"))
    assert (forged.sender, forged.to) == (HERMES, ME)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((HERMES, "a\nto: all", "task"), Code.BAD_ARGUMENT),
        ((HERMES, "a\rb", "task"), Code.BAD_ARGUMENT),
        ((HERMES, "a\x1b]52;c;x\x07", "task"), Code.BAD_ARGUMENT),
        ((HERMES, "a\u2028b", "task"), Code.BAD_ARGUMENT),
        ((HERMES, " ", "task"), Code.BAD_ARGUMENT),
        ((HERMES, "x" * 201, "task"), Code.BAD_ARGUMENT),
        ((HERMES, "\ud800", "task"), Code.BAD_ARGUMENT),
        ((HERMES, "a", "order"), Code.BAD_ARGUMENT),
        (("vps/hermse", "a", "task"), Code.UNKNOWN_RECIPIENT),
        (("", "a", "task"), Code.UNKNOWN_RECIPIENT),
    ],
)
def test_what_must_not_be_sent_is_refused(arguments: tuple[str, str, str], code: Code) -> None:
    with pytest.raises(Refused) as refused:
        validate_send(*arguments, [HERMES, CLAUDE])
    assert refused.value.code is code


def test_a_thread_cannot_carry_a_line_either() -> None:
    with pytest.raises(Refused, match="thread"):
        validate_send(HERMES, "a", "task", [HERMES], thread="x\nfrom: laptop/sam")
    with pytest.raises(Refused, match="reply_to"):
        validate_send(HERMES, "a", "task", [HERMES], reply_to="x\nfrom: laptop/sam")


@pytest.mark.parametrize("meant", ["vps/hermse", "hermes", "VPS/Hermes", "hermess", "laptop/hermes"])
def test_a_recipient_nobody_knows_is_answered_with_the_nearest(meant: str) -> None:
    with pytest.raises(Refused) as refused:
        validate_send(meant, "a", "task", [HERMES, CLAUDE, ME])
    assert refused.value.details["candidates"][0] == HERMES
    assert HERMES in refused.value.hint


def test_a_new_recipient_may_be_written_to_when_said_so() -> None:
    validate_send("pi/codex", "a", "task", [HERMES], new=True)
    validate_send("all", "a", "broadcast", [])
    with pytest.raises(Refused) as refused:
        validate_send("pi/human", "a", "task", [HERMES], new=True)
    assert refused.value.code is Code.BAD_IDENTITY
    with pytest.raises(Refused):
        validate_send(" pi/codex", "a", "task", [HERMES], new=True)


def test_a_message_that_cannot_be_a_file_raises() -> None:
    message = compose(ME, HERMES, "a\nb", "", at=AT, token="0" * 8)
    with pytest.raises(ValueError, match="one line"):
        format_message(message)


def test_answers_join_the_thread_of_what_they_answer() -> None:
    task = sent(HERMES, ME, "Book", type="task")
    answer = reply(task, ME, "done", at=AT + timedelta(minutes=5), token="0" * 8)
    by_hand = sent(HERMES, ME, "thanks", 9, reply_to=answer.id)
    other = sent(CLAUDE, ME, "Else", 3)
    assert (answer.to, answer.thread, answer.subject) == (HERMES, task.thread, "Re: Book")
    found = Mailbox.of([by_hand, other, answer, task], ME).threads()
    assert [[message.id for message in thread.messages] for thread in found] == [
        [task.id, answer.id, by_hand.id],
        [other.id],
    ]
    assert found[0].id == task.id and found[0].subject == "Book" and found[0].last == by_hand.created


def test_an_answer_never_stands_above_what_it_answers_though_clocks_differ() -> None:
    task = sent(HERMES, ME, "Book", 60, type="task")
    early = sent(ME, HERMES, "Re: Book", 5, reply_to=task.id, thread=task.id)
    earlier = sent(HERMES, ME, "Re: Re", 1, reply_to=early.id, thread=task.id)
    (thread,) = Mailbox.of([earlier, early, task], ME).threads()
    assert [message.id for message in thread.messages] == [task.id, early.id, earlier.id]


def test_messages_that_answer_each_other_in_a_circle_are_still_shown() -> None:
    one = sent(HERMES, ME, "ack: one", reply_to="x")
    two = sent(ME, HERMES, "ack: two", 1, reply_to=one.id)
    circle = parse_message(one.path, format_message(one).replace(b"reply_to: x", f"reply_to: {two.id}".encode()))
    (thread,) = Mailbox.of([circle, two], ME).threads()
    assert len(thread.messages) == 2


def test_waiting_tasks_come_first_then_unread_then_the_rest_and_archived_last() -> None:
    task = sent(HERMES, ME, "old task", 0, type="task")
    unread = sent(CLAUDE, ME, "unread", 10)
    read = sent(CLAUDE, ME, "read", 20)
    between = sent(CLAUDE, HERMES, "between others", 30)
    archived = sent(CLAUDE, ME, "archived", 40, type="task")
    states = {
        task.id: MessageState(read=True),
        read.id: MessageState(read=True),
        archived.id: MessageState(archived=True),
    }
    box = Mailbox.of([read, archived, between, unread, task], ME, states)
    assert [thread.subject for thread in box.threads()] == [
        "old task",
        "unread",
        "between others",
        "read",
        "archived",
    ]
    assert [thread.waiting for thread in box.threads()] == [True, False, False, False, False]
    assert box.threads()[0].waiting_since == task.created
    assert box.threads()[-1].archived
    assert box.unread == 1
    assert [thread.subject for thread in box.threads(mine=True)] == ["old task", "unread", "read", "archived"]


def test_a_task_waits_until_it_is_answered_and_an_acknowledgement_is_no_answer() -> None:
    task = sent(HERMES, ME, "Book", type="task")
    ack = acknowledgement(task, ME, at=AT + timedelta(minutes=1), token="1" * 8)
    assert Mailbox.of([task], ME).threads()[0].waiting
    (acknowledged,) = Mailbox.of([task, ack], ME).threads()
    assert acknowledged.waiting and acknowledged.unread == 0
    answer = reply(task, ME, "done", at=AT - timedelta(hours=1), token="2" * 8)
    assert not Mailbox.of([task, ack, answer], ME).threads()[0].waiting
    word = sent(ME, HERMES, "done", 3, thread=task.id)
    assert not Mailbox.of([task, word], ME).threads()[0].waiting
    assert not Mailbox.of([task], HERMES).threads()[0].waiting


def test_what_was_answered_was_read() -> None:
    asked = sent("vps/hermes", "laptop/sam", "Which hotel?", type="task")
    answer = sent("laptop/sam", "vps/hermes", "Re: Which hotel?", 5, reply_to=asked.id)
    assert [thread.unread for thread in Mailbox.of([asked], "laptop/sam").threads()] == [1]
    assert [thread.unread for thread in Mailbox.of([asked, answer], "laptop/sam").threads()] == [0]


def test_ones_own_word_to_all_is_not_in_ones_own_inbox() -> None:
    news = sent(ME, "all", "News", type="broadcast")
    assert Mailbox.of([news], ME).unread == 0
    assert Mailbox.of([news], HERMES).unread == 1


def test_an_acknowledgement_is_folded_into_what_it_answers() -> None:
    news = sent(ME, "all", "News", type="broadcast")
    ack = acknowledgement(news, HERMES, at=AT + timedelta(minutes=1), token="1" * 8)
    assert ack.type == "message" and ack.subject == "ack: News" and ack.to == ME
    (thread,) = Mailbox.of([news, ack], ME).threads()
    (shown,) = thread.messages
    assert shown.acknowledged_by == (HERMES,) and shown.seen_by == (HERMES,)
    assert thread.unread == 0
    theirs = Mailbox.of([news, ack], HERMES).find(news.id).state
    assert theirs.acknowledged and theirs.read


def test_an_acknowledgement_that_says_more_is_shown_too() -> None:
    news = sent(ME, HERMES, "News")
    ack = sent(HERMES, ME, "ack: News", 1, reply_to=news.id, thread=news.id, body="but Friday is a holiday")
    (thread,) = Mailbox.of([news, ack], ME).threads()
    assert [message.id for message in thread.messages] == [news.id, ack.id]
    assert thread.messages[0].acknowledged_by == (HERMES,) and thread.unread == 1


def test_nobody_acknowledges_what_was_not_sent_to_them() -> None:
    private = sent(ME, HERMES, "Private")
    stranger = acknowledgement(private, CLAUDE, at=AT, token="1" * 8)
    own = acknowledgement(private, ME, at=AT, token="2" * 8)
    box = Mailbox.of([private, stranger, own], ME)
    assert box.find(private.id).acknowledged_by == ()


def test_what_agents_have_seen_is_told_by_their_seen_lists() -> None:
    task = sent(ME, HERMES, "Book", type="task")
    seen = {HERMES: {task.id, "other"}, CLAUDE: {task.id}}
    assert Mailbox.of([task], ME, {}, seen).find(task.id).seen_by == (HERMES,)
    assert Mailbox.of([task], HERMES, {}, seen).unread == 0
    assert Mailbox.of([task], HERMES, {}, {}).unread == 1


def test_what_its_sender_put_away_is_archived_and_not_unread() -> None:
    path = PATH.replace("/outbox/", "/outbox/archive/")
    box = Mailbox.of([parse_message(path, EXAMPLE)], ME)
    assert box.unread == 0 and box.threads()[0].archived and not box.threads()[0].waiting
    assert box.messages[0].problems == ()


def test_a_new_answer_brings_an_archived_thread_back() -> None:
    old = sent(HERMES, ME, "Old")
    new = sent(HERMES, ME, "More", 5, reply_to=old.id, thread=old.id)
    (thread,) = Mailbox.of([old, new], ME, {old.id: MessageState(archived=True)}).threads()
    assert not thread.archived and thread.unread == 1


def test_a_second_message_with_the_same_id_is_pointed_out() -> None:
    copy = parse_message(PATH.replace("vps/hermes", "pi/codex"), EXAMPLE)
    box = Mailbox.of([parse_message(PATH, EXAMPLE), copy], ME)
    assert all(any("same id" in said for said in message.problems) for message in box.messages)


def test_a_message_is_found_by_the_beginning_or_the_end_of_its_id() -> None:
    one = parse_message(PATH, EXAMPLE)
    two = sent(CLAUDE, ME, "Two", 1)
    box = Mailbox.of([one, two], ME)
    assert box.find(one.id).path == box.find("a1b2c3d4").path == box.find(one.id[:-3]).path == PATH
    for wanted, code in (("2026", Code.AMBIGUOUS), ("nothing", Code.NO_ITEM), ("", Code.NO_ITEM)):
        with pytest.raises(Refused) as refused:
            box.find(wanted)
        assert refused.value.code is code


def test_search_finds_every_word_in_any_case() -> None:
    one = parse_message(PATH, EXAMPLE)
    two = sent(CLAUDE, ME, "Aisle", 1, body="no friday here")
    box = Mailbox.of([one, two], ME)
    assert [message.id for message in box.search("FRIDAY aisle")] == [two.id, one.id]
    assert box.search("hermes train") == (box.find(one.id),)
    assert box.search("  ") == () == box.search("nowhere")


def test_the_nine_keys_are_nestworks() -> None:
    head = EXAMPLE.decode().split("---\n")[1]
    assert tuple(line.split(":")[0] for line in head.splitlines()) == KEYS


def test_times_of_several_zones_sort_by_the_moment() -> None:
    early = sent(HERMES, ME, "early")
    late = compose(CLAUDE, ME, "late", "", at=AT.astimezone(UTC) + timedelta(minutes=1), token="3" * 8)
    assert [message.subject for message in Mailbox.of([early, late], ME).messages] == ["late", "early"]
