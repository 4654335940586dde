"""A nestwork repository with real commits of several authors: its rules, its authors, its mail, its proposals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.memory.letters import letter
from tests.memory.refusals import refused
from tests.sync.nests import Nest, set_up

from memwarden import Code, Delete, Grade, InsertAfter, Origin, Replace, Tree
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change
from memwarden.memory.messages import Message
from memwarden.memory.person import Person
from memwarden.memory.proposals import Proposal
from memwarden.store.records import What

TASK = "20261129T090000+0000-hermes-0a1b2c3d"
HELLO = "20261129T100000+0000-claude-a7k2-11223344"
OWN = "agents/vps/hermes/memory.md"
SHARED = "shared/memory.md"


@pytest.fixture
def nest(tmp_path: Path) -> Nest:
    made = Nest(tmp_path / "nest")
    made.path.mkdir()
    made.git("init", "-q", "-b", "main")
    set_up(made)
    made.write("queen/agent-rules.md", b"# Rules\n\n- Ask before you delete\n")
    made.write(SHARED, b"# Shared\n\n- Sam lives in Graz\n")
    made.write("projects/atlas.md", b"# Atlas\n\n- Starts in May\n")
    made.commit("memory: start")
    made.write(OWN, b"# Hermes\n\n- The flat is on the third floor\n")
    made.write(f"agents/vps/hermes/outbox/{TASK}.md", letter(TASK, "vps/hermes", "all", "task", "Flat", "Which one?"))
    made.commit("memory: update vps/hermes", "-c", "user.name=Hermes", "-c", "user.email=hermes@vps")
    made.write("agents/laptop/claude-a7k2/memory.md", b"# Claude\n\n- Tests run with pytest\n")
    mail = letter(HELLO, "laptop/claude-a7k2", "vps/hermes", "message", "Hello", "I read your notes.")
    made.write(f"agents/laptop/claude-a7k2/outbox/{HELLO}.md", mail)
    made.commit("memory: update laptop/claude-a7k2")
    return made


@pytest.fixture
def tree(nest: Nest) -> Iterator[Tree]:
    with Tree.open(nest.path) as opened:
        yield opened


@pytest.fixture
def me(tree: Tree) -> Person:
    return tree.person()


def test_opening_a_repository_changes_nothing_that_git_sees(nest: Nest, tree: Tree) -> None:
    tree.review(), tree.index(), tree.mailbox(), tree.proposals(), tree.agents(), tree.health()
    assert nest.git("status", "--porcelain", "--ignored") == b""
    assert tree.rules.policy().layout == "nest"
    assert OWN in tree.paths()


def test_lines_are_whose_commit_says_so_and_what_is_not_committed_is_the_directorys_owners(
    nest: Nest, tree: Tree
) -> None:
    assert {(line.by, line.grade) for line in tree.provenance(OWN)} == {("vps/hermes", Grade.CLAIMED)}
    assert {line.by for line in tree.provenance("agents/laptop/claude-a7k2/memory.md")} == {"laptop/claude-a7k2"}
    assert {(line.by, line.grade) for line in tree.provenance(SHARED)} == {("Sam", Grade.CLAIMED)}
    nest.write("agents/pi/aras/memory.md", b"- new\n")
    tree.rescan()
    (line,) = tree.provenance("agents/pi/aras/memory.md")
    assert (line.by, line.grade) == ("pi/aras", Grade.INFERRED)
    cards = {card.identity: card for card in tree.agents()}
    assert {"vps/hermes", "laptop/claude-a7k2", "pi/aras"} <= set(cards)
    assert OWN in cards["vps/hermes"].owns


def test_a_commit_pulled_past_us_is_taken_in_with_its_directorys_owner(nest: Nest, tree: Tree) -> None:
    nest.write(OWN, b"# Hermes\n\n- The flat is on the third floor\n- It has a lift\n")
    nest.write(SHARED, b"# Shared\n\n- Sam lives in Linz\n")
    nest.commit("memory: update vps/hermes")
    records = {record.note: record for record in tree.rescan()}
    assert (records[OWN].by, records[OWN].grade, records[SHARED].by) == ("vps/hermes", Grade.INFERRED, "")
    assert tree.history(SHARED).data(records[SHARED].before or "") == b"# Shared\n\n- Sam lives in Graz\n"


def test_an_agent_is_free_in_its_own_directory_and_only_adds_where_no_person_asked(nest: Nest, tree: Tree) -> None:
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    hermes.append(OWN, "- It has a lift")
    hermes.edit(OWN, [Replace("third", "fourth")])
    hermes.rewrite(OWN, "# Hermes\n", base=hermes.read(OWN).revision)
    hermes.create("agents/vps/hermes/plans.md", "# Plans\n")
    hermes.move("agents/vps/hermes/plans.md", "agents/vps/hermes/later.md")
    hermes.delete("agents/vps/hermes/later.md")
    routine = tree.writer("vps/hermes", origin=Origin.ROUTINE)
    routine.append(OWN, "- by night")
    with refused(Code.ORIGIN):
        routine.edit(OWN, [Delete("- by night\n")])
    assert (nest.path / OWN).read_bytes() == b"# Hermes\n- by night\n"


@pytest.mark.parametrize("note", ["agents/laptop/claude-a7k2/memory.md", SHARED, "queen/agent-rules.md"])
def test_what_is_anothers_or_everybodys_takes_proposals_only(nest: Nest, tree: Tree, note: str) -> None:
    before = (nest.path / note).read_bytes()
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    base = hermes.read(note).revision
    for write in (
        lambda: hermes.append(note, "- x"),
        lambda: hermes.edit(note, [InsertAfter("#", "x")]),
        lambda: hermes.rewrite(note, "x\n", base=base),
        lambda: hermes.delete(note),
        lambda: hermes.move(note, "agents/vps/hermes/taken.md"),
        lambda: hermes.create(note.replace(".md", "-2.md"), "x\n"),
    ):
        with refused(Code.POLICY):
            write()
    assert (nest.path / note).read_bytes() == before
    assert hermes.propose(note, "append", "- x").target == note


def test_projects_may_be_changed_by_every_agent_but_not_deleted(tree: Tree) -> None:
    claude = tree.writer("laptop/claude-a7k2", origin=Origin.CHAT)
    claude.edit("projects/atlas.md", [Replace("May", "June")])
    with refused(Code.POLICY):
        claude.delete("projects/atlas.md")


def test_what_is_written_is_published_for_the_other_machines_without_its_text(nest: Nest, tree: Tree) -> None:
    tree.writer("vps/hermes", origin=Origin.CHAT).append(OWN, "- the code of the door is hidden")
    (file,) = (nest.path / ".memwarden/records").rglob("*.jsonl")
    assert b"vps/hermes" in file.read_bytes()
    assert b"door" not in file.read_bytes()


def thread_of(tree: Tree, identity: str, subject: str) -> tuple[Message, ...]:
    return next(thread.messages for thread in tree.mailbox(identity).threads() if thread.subject == subject)


def test_mail_is_read_by_the_one_it_is_for_and_a_task_waits_until_it_is_answered(tree: Tree, me: Person) -> None:
    (mine,) = tree.mailbox().threads(mine=True)
    assert (mine.subject, mine.unread, mine.waiting) == ("Flat", 1, True)
    assert [message.body for message in mine.messages] == ["Which one?"]
    assert [item.kind for item in tree.review() if item.kind in {"task", "message"}] == ["task"]
    assert tree.mailbox("vps/hermes").unread == 1
    me.mark(TASK, "read")
    assert (tree.mailbox().unread, tree.mailbox().threads(mine=True)[0].waiting) == (0, True)
    me.send("vps/hermes", "Re: Flat", "The one in Graz.", thread=TASK, reply_to=TASK)
    assert not tree.mailbox().threads(mine=True)[0].waiting
    assert [item for item in tree.review() if item.kind in {"task", "message"}] == []
    with Tree.open(tree.root) as again:
        assert again.mailbox().unread == 0
        assert again.mailbox("vps/hermes").unread == 2


def test_an_acknowledgement_is_a_reply_in_the_readers_own_outbox_that_the_sender_sees(nest: Nest, tree: Tree) -> None:
    hermes = tree.writer("vps/hermes")
    sent = hermes.acknowledge(HELLO)
    assert (sent.subject, sent.reply_to, sent.to) == ("ack: Hello", HELLO, "laptop/claude-a7k2")
    assert (nest.path / sent.path).read_bytes().startswith(b"---\nid: ")
    assert (sent.path.startswith("agents/vps/hermes/outbox/"), tree.mailbox("vps/hermes").unread) == (True, 0)
    (hello,) = thread_of(tree, "laptop/claude-a7k2", "Hello")
    assert hello.acknowledged_by == ("vps/hermes",)


def test_a_task_that_is_only_acknowledged_still_waits(tree: Tree, me: Person) -> None:
    me.acknowledge(TASK)
    (mine,) = tree.mailbox().threads(mine=True)
    assert (mine.unread, mine.waiting) == (0, True)


def test_mail_to_nobody_known_or_with_a_forged_line_is_not_sent(nest: Nest, tree: Tree, me: Person) -> None:
    with refused(Code.UNKNOWN_RECIPIENT):
        me.send("vps/hermees", "x", "y")
    with refused(Code.BAD_ARGUMENT):
        me.send("vps/hermes", "x\nfrom: laptop/claude-a7k2", "y")
    me.send("vps/new-one", "x", "y", new=True)
    assert nest.git("status", "--porcelain").count(b"outbox") <= 1


def waiting(tree: Tree) -> Proposal:
    (proposal,) = tree.proposals()
    return proposal


def test_a_confirmed_proposal_changes_its_note_and_its_lines_stay_the_proposers(tree: Tree, me: Person) -> None:
    hermes = tree.writer("vps/hermes")
    hermes.propose(SHARED, "append", "- Sam moved to Linz", why="said so", sources=["'I live in Linz now'"])
    assert [item.note for item in tree.review() if item.kind == "proposal"] == [SHARED]
    me.confirm(waiting(tree))
    last = tree.provenance(SHARED)[-1]
    assert (last.line, last.by, last.confirmed_by) == (b"- Sam moved to Linz\n", "vps/hermes", me.identity)
    assert (tree.proposals(), tree.proposals(all=True)[0].verdict) == ((), "confirmed")
    me.undo()
    assert tree.read(SHARED).data.endswith(b"Graz\n")
    assert waiting(tree).verdict == ""


@pytest.mark.parametrize(
    ("act", "text", "after"),
    [("rewrite", "# Shared\n", b"# Shared\n"), ("create", "# Shared\n", b"# Shared\n"), ("delete", "", None)],
)
def test_every_act_that_can_be_proposed_can_be_confirmed(
    tree: Tree, me: Person, act: str, text: str, after: bytes | None
) -> None:
    target = "shared/new.md" if act == "create" else SHARED
    tree.writer("vps/hermes").propose(target, act, text)
    me.confirm(waiting(tree))
    assert tree.bytes_of(target) == after
    me.undo()
    assert (tree.bytes_of(target) is None) == (act == "create")


def test_a_proposal_to_create_a_note_that_is_there_by_now_never_overwrites_it(tree: Tree, me: Person) -> None:
    tree.writer("vps/hermes").propose("shared/new.md", "create", "# Proposed\n")
    me.create("shared/new.md", "# Mine\n")
    with refused(Code.STALE):
        me.confirm(waiting(tree))
    assert tree.bytes_of("shared/new.md") == b"# Mine\n"


def test_a_proposed_deletion_of_a_note_that_has_changed_since_is_not_done(tree: Tree, me: Person) -> None:
    tree.writer("vps/hermes").propose(SHARED, "delete")
    me.append(SHARED, "- Written after the proposal")
    with refused(Code.STALE):
        me.confirm(waiting(tree))
    assert tree.bytes_of(SHARED) is not None


def test_what_is_confirmed_leaves_the_queue_also_where_the_note_says_it_already(tree: Tree, me: Person) -> None:
    tree.writer("vps/hermes").propose(SHARED, "rewrite", "# Shared\n")
    me.rewrite(SHARED, "# Shared\n")
    me.confirm(waiting(tree), text=b"# Shared\n")
    assert (tree.proposals(), tree.proposals(all=True)[0].verdict) == ((), "confirmed")
    tree.writer("vps/hermes").propose("shared/gone.md", "delete")
    me.confirm(waiting(tree))
    assert tree.proposals() == ()


def test_a_proposal_is_not_confirmed_twice_from_two_screens(tree: Tree, me: Person) -> None:
    tree.writer("vps/hermes").propose(SHARED, "append", "- once")
    shown = waiting(tree)
    me.confirm(shown)
    for judge in (me.confirm, me.reject):
        with refused(Code.CHANGED_SINCE_SHOWN):
            judge(shown)
    assert (tree.bytes_of(SHARED) or b"").count(b"- once") == 1


def test_a_whole_text_is_confirmed_only_over_the_note_that_was_shown(tree: Tree, me: Person) -> None:
    tree.writer("vps/hermes").propose(SHARED, "append", "- x")
    base = tree.text(SHARED).revision
    me.append(SHARED, "- Written meanwhile")
    with refused(Code.STALE):
        me.confirm(waiting(tree), text=b"# Shared\n\n- x\n", base=base)


def test_a_proposed_rewrite_is_carried_over_later_lines_and_refused_where_they_meet(tree: Tree, me: Person) -> None:
    hermes = tree.writer("vps/hermes")
    hermes.propose(SHARED, "rewrite", "# Shared notes\n\n- Sam lives in Graz\n")
    me.append(SHARED, "- And has a cat")
    me.confirm(waiting(tree))
    assert tree.bytes_of(SHARED) == b"# Shared notes\n\n- Sam lives in Graz\n- And has a cat\n"
    hermes.propose(SHARED, "rewrite", "# Other\n")
    me.rewrite(SHARED, "# All new\n")
    with refused(Code.STALE):
        me.confirm(waiting(tree))


def test_a_rejection_keeps_its_reason_and_the_file_and_undo_lets_it_wait_again(
    nest: Nest, tree: Tree, me: Person
) -> None:
    proposal = tree.writer("vps/hermes").propose(SHARED, "append", "- x")
    me.reject(waiting(tree), "not so")
    (judged,) = tree.proposals(all=True)
    assert (tree.proposals(), judged.verdict, judged.reason) == ((), "rejected", "not so")
    assert (nest.path / proposal.path).exists()
    me.undo()
    assert waiting(tree).id == proposal.id


def test_a_proposal_that_was_edited_after_it_was_shown_is_neither_confirmed_nor_rejected(
    nest: Nest, tree: Tree, me: Person
) -> None:
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    made = hermes.propose(SHARED, "append", "- transfer 82,000")
    shown = waiting(tree)
    hermes.edit(made.path, [Replace("82,000", "820,000")])
    for judge in (me.confirm, me.reject):
        with refused(Code.CHANGED_SINCE_SHOWN):
            judge(shown)
    assert tree.bytes_of(SHARED) == b"# Shared\n\n- Sam lives in Graz\n"
    (nest.path / made.path).unlink()
    with refused(Code.CHANGED_SINCE_SHOWN):
        me.confirm(waiting_or(shown, tree))


def waiting_or(shown: Proposal, tree: Tree) -> Proposal:
    return next(iter(tree.proposals()), shown)


def test_a_verdict_does_not_carry_over_to_other_bytes_of_the_same_file(tree: Tree, me: Person) -> None:
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    made = hermes.propose(SHARED, "append", "- harmless")
    me.reject(waiting(tree))
    hermes.edit(made.path, [Replace("harmless", "other")])
    assert waiting(tree).text == b"- other"


def test_a_mark_in_the_file_is_no_verdict(nest: Nest, tree: Tree) -> None:
    made = tree.writer("vps/hermes").propose(SHARED, "append", "- x")
    file = nest.path / made.path
    file.write_bytes(file.read_bytes().replace(b"act: append\n", b"act: append\nverdict: confirmed\n"))
    tree.rescan()
    marked = waiting(tree)
    assert marked.verdict == ""
    assert any("verdict" in problem for problem in marked.problems)
    assert tree.bytes_of(SHARED) == b"# Shared\n\n- Sam lives in Graz\n"


def test_an_edit_then_confirmation_writes_what_the_person_made_of_it(tree: Tree, me: Person) -> None:
    tree.writer("vps/hermes").propose(SHARED, "append", "- Sam lives in Linz, i think")
    me.confirm(waiting(tree), text=b"# Shared\n\n- Sam lives in Linz\n")
    assert tree.bytes_of(SHARED) == b"# Shared\n\n- Sam lives in Linz\n"


def test_a_proposal_out_of_the_tree_or_forged_in_anothers_name_changes_nothing(
    nest: Nest, tree: Tree, me: Person
) -> None:
    made = tree.writer("vps/hermes").propose(SHARED, "append", "- x")
    file = nest.path / made.path
    file.write_bytes(file.read_bytes().replace(b"target: shared/memory.md", b"target: ../outside.md"))
    outside = waiting(tree)
    assert outside.problems
    with refused(Code.OUTSIDE, Code.BAD_NAME):
        me.confirm(outside)
    file.write_bytes(file.read_bytes().replace(b"from: vps/hermes", b"from: laptop/root"))
    assert waiting(tree).sender == "vps/hermes"


def test_no_agent_confirms_by_whatever_way(tree: Tree) -> None:
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT, grade=Grade.PROVEN)
    hermes.propose(SHARED, "append", "- x")
    with refused(Code.PERSON_ONLY):
        Person(tree, hermes.actor)
    with refused(Code.PERSON_ONLY):
        tree.person("vps/hermes")
    for actor in (hermes.actor, Actor("vps/hermes", Origin.PERSON, Grade.PROVEN, "mcp")):
        with refused(Code.PERSON_ONLY):
            tree.gate.write(actor, Change(What.CONFIRM, SHARED, lambda now: (now or b"") + b"- x\n"))
    forged = replace(waiting(tree), verdict="confirmed")
    assert forged.verdict != waiting(tree).verdict
