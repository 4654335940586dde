"""What is turned down: kept for a person where it may be, counted and kept nowhere where it holds a secret."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Origin, Refused, Replace, Tree
from memwarden.memory.review import ReviewItem
from memwarden.memory.writer import Writer

NOTE = "# Travel\n\n- Aisle seats\n- Never the last row\n"
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
MARKED = "one\n<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> branch\n"


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n", "travel.md": NOTE, "marked.md": MARKED, "data.json": "{}\n"})


@pytest.fixture
def chat(tree: Tree) -> Writer:
    return tree.writer("vps/hermes", origin=Origin.CHAT)


def only_refused(tree: Tree) -> ReviewItem:
    (item,) = [item for item in tree.review() if item.kind == "refused"]
    return item


def ever_stored(state: Path, secret: str) -> list[str]:
    """Files of the store that hold it, as they are or unpacked."""
    found = []
    for file in filter(Path.is_file, state.rglob("*")):
        data = file.read_bytes()
        with suppress(zlib.error):
            data += zlib.decompress(data)
        if secret.encode() in data:
            found.append(file.name)
    return found


def test_a_stale_rewrite_that_is_admitted_keeps_what_others_wrote_meanwhile(
    tree: Tree, chat: Writer, folder: Path
) -> None:
    base = tree.text("travel.md").revision
    tree.person().append("travel.md", "- Sam's own line")
    with refused(Code.STALE):
        chat.rewrite("travel.md", NOTE.replace("Aisle", "Window"), base=base)
    tree.person().admit_refused(only_refused(tree).records[0].id)
    assert (folder / "travel.md").read_text() == NOTE.replace("Aisle", "Window") + "- Sam's own line\n"


def test_a_stale_rewrite_of_the_same_lines_is_not_admitted_over_them(tree: Tree, chat: Writer, folder: Path) -> None:
    base = tree.text("travel.md").revision
    tree.person().edit("travel.md", [Replace("Aisle seats", "Sam's own words")])
    with refused(Code.STALE):
        chat.rewrite("travel.md", NOTE.replace("Aisle", "Window"), base=base)
    with refused(Code.OVERLAP):
        tree.person().admit_refused(only_refused(tree).records[0].id)
    assert "Sam's own words" in (folder / "travel.md").read_text()


def test_a_rewrite_of_a_version_nobody_knows_is_not_admitted_over_the_note(
    tree: Tree, chat: Writer, folder: Path
) -> None:
    with refused(Code.STALE):
        chat.rewrite("travel.md", "# Other\n", base="0" * 64)
    with refused(Code.OVERLAP):
        tree.person().admit_refused(only_refused(tree).records[0].id)
    assert (folder / "travel.md").read_text() == NOTE


def test_a_stale_edit_is_kept_and_can_be_admitted(tree: Tree, chat: Writer, folder: Path) -> None:
    base = tree.text("travel.md").revision
    tree.person().append("travel.md", "- Sam's own line")
    with refused(Code.STALE):
        chat.edit("travel.md", [Replace("Aisle", "Window")], base=base)
    tree.person().admit_refused(only_refused(tree).records[0].id)
    assert (folder / "travel.md").read_text() == NOTE.replace("Aisle", "Window") + "- Sam's own line\n"


WAYS: dict[str, Callable[[Writer], object]] = {
    "append": lambda chat: chat.append("travel.md", f"- token {SECRET}"),
    "edit": lambda chat: chat.edit("travel.md", [Replace("Aisle", SECRET)]),
    "rewrite": lambda chat: chat.rewrite("travel.md", SECRET, base=chat.read("travel.md").revision),
    "create": lambda chat: chat.create("new.md", f"# New\n\n- token {SECRET}\n"),
    "proposal": lambda chat: chat.propose("travel.md", "append", f"- token {SECRET}"),
    "mail": lambda chat: chat.send("vps/codex", "hello", f"the token is {SECRET}", new=True),
    "subject": lambda chat: chat.send("vps/codex", f"the token is {SECRET}", "hello", new=True),
    "reason": lambda chat: chat.append("travel.md", "- fine", why=f"with {SECRET}"),
    "source": lambda chat: chat.append("travel.md", "- fine", source=f"Sam said {SECRET}"),
    "key": lambda chat: chat.append("travel.md", "- fine", key=SECRET),
    "into conflict markers": lambda chat: chat.append("marked.md", f"- token {SECRET}"),
    "where it may not": lambda chat: chat.create("agents/pi/aras/memory.md", f"- token {SECRET}\n"),
    "reason where it may not": lambda chat: chat.create("agents/pi/aras/memory.md", "- x\n", why=SECRET),
    "stale": lambda chat: chat.rewrite("travel.md", SECRET, base="0" * 64),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_secret_is_counted_and_stored_nowhere_whichever_way_it_comes(
    tree: Tree, chat: Writer, folder: Path, alone: Path, way: str
) -> None:
    with pytest.raises(Refused) as refusal:
        WAYS[way](chat)
    assert SECRET not in f"{refusal.value} {refusal.value.details}"
    assert only_refused(tree).detail.endswith("maybe a secret")
    tree.close()
    assert ever_stored(alone / "state", SECRET) == []
    assert ever_stored(folder, SECRET) == []


def test_a_secret_in_what_a_consolidation_may_not_do_is_not_kept_either(tree: Tree, alone: Path) -> None:
    dream = tree.writer("vps/hermes", origin=Origin.DREAM)
    with refused(Code.ORIGIN):
        dream.append("travel.md", f"- token {SECRET}")
    assert ever_stored(alone / "state", SECRET) == []


@pytest.mark.parametrize("path", ["data.json", ".git/config", ".stignore", ".obsidian/notes.md"])
def test_agents_write_notes_and_nothing_else(tree: Tree, chat: Writer, folder: Path, path: str) -> None:
    (folder / path).parent.mkdir(exist_ok=True)
    (folder / path).write_bytes(b"[core]\n")
    for write in (
        lambda: chat.append(path, "evil"),
        lambda: chat.edit(path, [Replace("core", "evil")]),
        lambda: chat.rewrite(path, "evil", base=tree.text(path).revision),
    ):
        with refused(Code.NOT_A_NOTE):
            write()
    assert (folder / path).read_bytes() == b"[core]\n"


def test_no_agent_writes_into_a_conflict_copy(tree: Tree, chat: Writer, folder: Path) -> None:
    copy = "travel.sync-conflict-20261130-141639-NJDDEFB.md"
    (folder / copy).write_bytes(b"theirs\n")
    with refused(Code.CONFLICT_PENDING):
        chat.append(copy, "- more")
    assert (folder / copy).read_bytes() == b"theirs\n"


def test_an_agent_cannot_say_that_a_person_started_its_turn(tree: Tree) -> None:
    with refused(Code.ORIGIN):
        tree.writer("vps/hermes", origin=Origin.PERSON)


def test_a_finding_that_a_person_admitted_is_found_no_more_until_that_is_undone(tree: Tree, chat: Writer) -> None:
    tree.person().append("travel.md", f"- the old token {SECRET}")
    (found,) = [finding for finding in tree.check(["travel.md"]) if finding.code == "secret"]
    with refused(Code.BAD_ARGUMENT):
        tree.person().admit("travel.md")
    tree.person().admit(found.fingerprint)
    assert "secret" not in {finding.code for finding in tree.check(["travel.md"])}
    chat.create("again.md", f"# Again\n\n- {SECRET}\n")
    tree.person().undo()
    assert "secret" in {finding.code for finding in tree.check(["travel.md"])}


def test_a_finding_of_the_trees_health_can_be_admitted_too(tree: Tree) -> None:
    (found,) = [finding for finding in tree.health() if finding.note == "travel.md"]
    tree.person().admit(found.fingerprint)
    assert "travel.md" not in {finding.note for finding in tree.health()}


def test_what_the_checks_and_the_health_scan_both_see_is_said_once(tree: Tree) -> None:
    codes = [finding.code for finding in tree.check(["marked.md"])]
    assert codes == ["not-in-index", "merge-markers", "merge-markers", "merge-markers"]
