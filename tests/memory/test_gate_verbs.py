"""Every verb of a writer and of a person passes the one gate: enumerated, so that none is forgotten."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.letters import letter
from tests.memory.refusals import refused

from memwarden import Code, Origin, Refused, Replace, Tree, Written
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change
from memwarden.memory.guard import PERSONS_VERBS
from memwarden.memory.person import Person
from memwarden.memory.writer import Writer
from memwarden.store.records import Grade, What

LOG = "logs/daily.md"
TEXT = "# Daily\n\n- one\n- two\n"
OTHER = "other.md"
COPY = "logs/daily.sync-conflict-20261130-141639-NJDDEFB.md"
CONFIG = b"""
[[rule]]
paths = "logs/**"
agents = ["append"]
"""

Verb = Callable[[Writer], object]
ON_THE_NOTE: Mapping[str, Verb] = {
    "append": lambda writer: writer.append(LOG, "- x"),
    "edit": lambda writer: writer.edit(LOG, [Replace("one", "1")]),
    "rewrite": lambda writer: writer.rewrite(LOG, "# New\n", base=writer.read(LOG).revision),
    "create": lambda writer: writer.create("logs/new.md", "# New\n"),
    "delete": lambda writer: writer.delete(LOG),
    "move": lambda writer: writer.move(LOG, "elsewhere.md"),
}
"""What an agent may try on an append-only note; a new verb of `Writer` that is in no table fails a test."""
IN_THE_OWN_DIRECTORY: Mapping[str, Verb] = {
    "propose": lambda writer: writer.propose(LOG, "rewrite", "# New\n"),
    "send": lambda writer: writer.send("laptop/sam", "Hello", "text", new=True),
    "send_each": lambda writer: writer.send_each(
        ("laptop/sam", "laptop/kim"), "Hello", "text", new=("laptop/sam", "laptop/kim")
    ),
    "acknowledge": lambda writer: writer.acknowledge(LETTER),
}
WITHOUT_WRITING = {"read", "identity", "actor", "mark"}
"""`mark` keeps the reader's own state in the store, and changes no note."""
PERSONS = {
    *(
        "restore",
        "restore_hunks",
        "restore_burst",
        "restore_lost",
        "resolve",
        "keep_both",
        "resolve_all_identical",
        "git_act",
        "confirm",
        "reject",
    ),
    *(
        "forget",
        "admit",
        "admit_refused",
        "accept_rules",
        "accept",
        "pin",
        "prune",
        "purge",
        "hold",
        "release",
        "revoke",
        "undo",
        "redo",
    ),
}
LETTER = "20261129T090000+0000-sam-0a1b2c3d"


def verbs(kind: type) -> set[str]:
    return {name for name, _ in inspect.getmembers(kind) if not name.startswith("_")}


@pytest.fixture
def tree(make_tree: MakeTree, folder: Path) -> Tree:
    mail = letter(LETTER, "laptop/sam", "all", "message", "Hello", "text")
    outbox = f"agents/laptop/sam/outbox/{LETTER}.md"
    tree = make_tree({"INDEX.md": "# Index\n", LOG: TEXT, OTHER: "# Other\n", outbox: mail})
    tree.rules.accept(CONFIG)
    return tree


@pytest.fixture
def hermes(tree: Tree) -> Writer:
    return tree.writer("vps/hermes", origin=Origin.CHAT)


def untouched(folder: Path) -> bool:
    notes = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md") if "agents" not in path.parts}
    return notes - {COPY} == {"INDEX.md", LOG, OTHER} and (folder / LOG).read_text() == TEXT


def test_every_verb_is_in_one_of_the_tables_above() -> None:
    assert verbs(Writer) - {"actor"} == {*ON_THE_NOTE, *IN_THE_OWN_DIRECTORY, *WITHOUT_WRITING} - {"actor"}
    assert verbs(Person) - verbs(Writer) == PERSONS


def test_every_verb_that_writes_goes_through_the_gate_itself(
    tree: Tree, hermes: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> Written:
        raise Refused(Code.BUSY, "The gate is shut.")

    monkeypatch.setattr(tree.gate, "write", closed)
    for verb in (*ON_THE_NOTE.values(), *IN_THE_OWN_DIRECTORY.values()):
        with refused(Code.BUSY, Code.POLICY):
            verb(hermes)
    me = tree.person()
    for verb in (*ON_THE_NOTE.values(), *IN_THE_OWN_DIRECTORY.values()):
        with refused(Code.BUSY):
            verb(me)
    with refused(Code.BUSY):
        me.restore(LOG, tree.text(LOG).revision)


@pytest.mark.parametrize("name", ON_THE_NOTE)
def test_an_append_only_note_takes_appends_and_nothing_else_from_agents(
    hermes: Writer, folder: Path, name: str
) -> None:
    if name == "append":
        ON_THE_NOTE[name](hermes)
        assert (folder / LOG).read_text() == TEXT + "- x\n"
        return
    with refused(Code.POLICY):
        ON_THE_NOTE[name](hermes)
    assert untouched(folder)


def test_no_agent_moves_another_note_over_or_into_an_append_only_place(make_tree: MakeTree, folder: Path) -> None:
    mine = "agents/vps/hermes/plans.md"
    tree = make_tree({"INDEX.md": "# Index\n", LOG: TEXT, mine: "# Plans\n"})
    tree.rules.accept(CONFIG)
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    with refused(Code.BAD_ARGUMENT, Code.POLICY):
        hermes.move(mine, LOG)
    with refused(Code.POLICY):
        hermes.move(mine, "logs/new.md")
    assert (folder / mine).read_text() == "# Plans\n"
    assert (folder / LOG).read_text() == TEXT


def test_a_link_that_names_an_append_only_note_opens_no_way_around_its_rule(make_tree: MakeTree, folder: Path) -> None:
    (folder / "alias.md").symlink_to(LOG)
    tree = make_tree({"INDEX.md": "# Index\n", LOG: TEXT})
    tree.rules.accept(CONFIG)
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    with refused(Code.POLICY):
        hermes.edit("alias.md", [Replace("one", "1")])
    with refused(Code.POLICY, Code.BAD_ARGUMENT):
        hermes.delete("alias.md")
    assert (folder / LOG).read_text() == TEXT


@pytest.mark.parametrize("how", ["held", "revoked"])
@pytest.mark.parametrize("name", [*ON_THE_NOTE, *IN_THE_OWN_DIRECTORY])
def test_one_who_is_held_or_revoked_is_refused_by_every_verb_that_writes_until_released(
    tree: Tree, folder: Path, name: str, how: str
) -> None:
    me = tree.person()
    if how == "held":
        me.hold("vps/hermes", 30)
    else:
        me.revoke("vps/hermes")
    tree.rules.accept(b"")
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT, grade=Grade.PROVEN)
    verb = {**ON_THE_NOTE, **IN_THE_OWN_DIRECTORY}[name]
    with refused(Code.HELD if how == "held" else Code.REVOKED):
        verb(hermes)
    assert untouched(folder)
    assert not (folder / "agents/vps").exists()
    me.release("vps/hermes")
    tree.writer("vps/hermes").append(LOG, "- free again")


@pytest.mark.parametrize("name", [name for name in ON_THE_NOTE if name != "create"])
def test_a_pending_conflict_stops_every_verb_of_every_agent_on_its_note(tree: Tree, folder: Path, name: str) -> None:
    tree.rules.accept(b"")
    base = tree.text(LOG).revision
    (folder / COPY).write_bytes(b"theirs\n")
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    with refused(Code.CONFLICT_PENDING):
        if name == "rewrite":
            hermes.rewrite(LOG, "# New\n", base=base)
        else:
            ON_THE_NOTE[name](hermes)
    assert untouched(folder)
    tree.person().append(LOG, "- a person may")


def test_persons_verbs_are_not_on_a_writer_and_no_agent_becomes_a_person(tree: Tree, hermes: Writer) -> None:
    assert not [name for name in PERSONS if hasattr(hermes, name)]
    for actor in (hermes.actor, Actor("vps/hermes", Origin.PERSON, Grade.PROVEN, "tui")):
        with refused(Code.PERSON_ONLY):
            Person(tree, actor)
        for what in PERSONS_VERBS:
            with refused(Code.PERSON_ONLY):
                tree.gate.write(actor, Change(what, LOG, lambda _: b""))


def test_every_kind_of_record_that_changes_a_note_is_refused_to_agents_where_no_rule_names_it(
    tree: Tree, hermes: Writer, folder: Path
) -> None:
    for what in set(What) - {What.APPEND}:
        with refused(Code.PERSON_ONLY, Code.POLICY):
            tree.gate.write(hermes.actor, Change(what, LOG, lambda _: b"overwritten\n"))
    assert untouched(folder)


def test_an_agent_never_writes_the_rules_themselves(tree: Tree, folder: Path) -> None:
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    tree.rules.accept(b'[[rule]]\npaths = "**"\nagents = ["append", "edit", "create", "delete", "rewrite"]\n')
    for name in (".memwarden/config.toml", ".memwarden/x.md", ".MEMWARDEN/x.md", ".memwarden/records/x/1.jsonl"):
        with refused(Code.POLICY, Code.BAD_NAME):
            hermes.create(name, "x\n")
    with refused(Code.POLICY):
        tree.gate.write(hermes.actor, Change(What.CREATE, ".memwarden/config.toml", lambda _: b"x\n"))
    assert not (folder / ".memwarden").exists()


def test_rules_in_the_tree_hold_only_once_a_person_accepted_them(make_tree: MakeTree) -> None:
    tree = make_tree({"INDEX.md": "# Index\n", LOG: TEXT, ".memwarden/config.toml": CONFIG})
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    chat.edit(LOG, [Replace("one", "1")])
    tree.rules.accept(CONFIG)
    with refused(Code.POLICY):
        chat.edit(LOG, [Replace("two", "2")])
