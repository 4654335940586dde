"""What went wrong with notes elsewhere, each with the smallest input that shows the kind of fault."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

import memwarden
from memwarden import Code, Delete, Flag, Origin, Refused, Replace, Tree
from memwarden.memory.notes import NoteKind
from memwarden.memory.person import Person

NOTE = "# Travel\n\n- Aisle seats\n- Never the last row\n- No flights on 24 December\n"
LONG = "".join(f"- fact number {number} of many\n" for number in range(40))
COPY = "sync-conflict-20261130-141639-NJDDEFB"


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n\n- [Travel](travel.md)\n", "travel.md": NOTE})


def kinds(tree: Tree) -> list[str]:
    return [item.kind.value for item in tree.review()]


def test_the_text_of_a_stale_rewrite_is_refused_and_kept_for_a_person(tree: Tree, folder: Path) -> None:
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    base = chat.read("travel.md").revision
    tree.person().append("travel.md", "- Sam's own line")
    with pytest.raises(Refused) as stale:
        chat.rewrite("travel.md", "# Travel\n\n- Window, an hour of work\n", base=base, why="tidy")
    assert stale.value.details["now"] == tree.text("travel.md").revision
    assert stale.value.details["between"] == [{"line": 6, "cut": [], "put": ["- Sam's own line"]}]
    assert (folder / "travel.md").read_text() == NOTE + "- Sam's own line\n"
    (item,) = [item for item in tree.review() if item.kind == "refused"]
    assert tree.text_of(str(item.records[0].refs["revision"])) == b"# Travel\n\n- Window, an hour of work\n"


@pytest.mark.parametrize("how", ["stale", "policy", "held"])
def test_a_refused_text_that_holds_a_secret_is_kept_nowhere(tree: Tree, alone: Path, how: str) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLF"
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    base = chat.read("travel.md").revision
    if how == "stale":
        tree.person().append("travel.md", "- in between")
    if how == "held":
        tree.person().hold("vps/hermes", 30)
    target = "agents/pi/aras/memory.md" if how == "policy" else "travel.md"
    with refused(Code.STALE, Code.POLICY, Code.HELD):
        if how == "policy":
            chat.create(target, f"- the key is {secret}\n")
        else:
            chat.rewrite(target, NOTE + f"- the key is {secret}\n", base=base)
    (item,) = [item for item in tree.review() if item.kind == "refused"]
    assert item.records[0].refs["secret"] is True
    assert "revision" not in item.records[0].refs
    for file in (alone / "state").rglob("*"):
        assert file.is_dir() or secret.encode() not in file.read_bytes()


@pytest.mark.parametrize("apart", ["\u200b", "\0"])
def test_a_secret_that_hidden_characters_split_is_kept_nowhere(tree: Tree, apart: str) -> None:
    with refused(Code.CHECKS):
        tree.writer("vps/hermes").append("travel.md", "the key is " + apart.join("AKIA" + "IOSFODNN7EXAMPLF"))
    (item,) = [item for item in tree.review() if item.kind == "refused"]
    assert item.records[0].refs["secret"] is True
    assert "revision" not in item.records[0].refs


@pytest.mark.parametrize("to", ["{}.md", "{}/x.md", "agents/pi/aras/{}.md"])
def test_a_name_that_holds_a_secret_is_refused_without_saying_or_keeping_it(tree: Tree, alone: Path, to: str) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLF"
    with refused(Code.CHECKS) as caught:
        tree.writer("vps/hermes", origin=Origin.CHAT).create(to.format(secret), "# Keys\n")
    assert secret not in f"{caught.value.message}{caught.value.hint}"
    assert not any(secret.encode() in file.read_bytes() for file in alone.rglob("*") if file.is_file())


def test_a_block_that_the_note_has_already_is_named_by_its_lines_and_not_doubled(tree: Tree, folder: Path) -> None:
    with pytest.raises(Refused, match=r"line 1 to 5") as doubled:
        tree.writer("vps/hermes").append("travel.md", NOTE + "- One new line\n")
    assert doubled.value.details["findings"][0]["code"] == "already-present"
    assert (folder / "travel.md").read_text() == NOTE


EDITOR = """
import sys
from memwarden import Origin, Replace, Tree
with Tree.open(sys.argv[1]) as tree:
    tree.writer(sys.argv[2], origin=Origin.CHAT).edit("travel.md", [Replace(sys.argv[3], sys.argv[3].upper())])
print("updated")
"""


def test_two_edits_at_the_same_time_that_both_say_done_are_both_done(tree: Tree, folder: Path) -> None:
    asked = [("vps/hermes", "Aisle"), ("pi/aras", "Never"), ("pi/third", "flights"), ("pi/fourth", "last")]
    running = [
        subprocess.Popen([sys.executable, "-c", EDITOR, folder, *edit], stdout=subprocess.PIPE) for edit in asked
    ]
    assert [process.communicate(timeout=60)[0] for process in running] == [b"updated\n"] * 4
    text = (folder / "travel.md").read_text()
    assert all(word.upper() in text for _, word in asked)


FULL = """
import resource, signal, sys
from memwarden import DiskFailed, MemwardenError, Origin, StoreFailed, Tree
tree = Tree.open(sys.argv[1])
chat = tree.writer("vps/hermes", origin=Origin.CHAT)
before = tree.text("travel.md")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))
text, why = ("- x\\n" * 15_000, "") if sys.argv[2] == "tree" else ("# Short\\n", "w" * 60_000)
try:
    tree.person().rewrite("travel.md", text, base=before.revision, why=why)
except (DiskFailed if sys.argv[2] == "tree" else StoreFailed) as failure:
    assert "File too large" in failure.message, failure
else:
    raise AssertionError("written")
assert tree.text("travel.md").data == before.data
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
chat.append("travel.md", "- after", key="k")
assert chat.append("travel.md", "- after", key="k").replayed
assert [version.act for version in tree.history("travel.md").versions()] == ["append", "found"]
"""


@pytest.mark.parametrize("where", ["tree", "store"])
def test_a_disk_that_is_full_leaves_the_old_text_and_no_temp_and_says_why(tree: Tree, folder: Path, where: str) -> None:
    ran = subprocess.run([sys.executable, "-c", FULL, folder, where], capture_output=True, timeout=60)
    assert ran.returncode == 0, ran.stderr.decode()
    assert sorted(path.name for path in folder.iterdir()) == ["INDEX.md", "travel.md"]
    assert (folder / "travel.md").read_text() == NOTE + "- after\n"


def test_a_note_that_a_shell_redirect_emptied_comes_back_whole(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"MEMORY.md": LONG})
    (folder / "MEMORY.md").write_bytes(b"")
    (record,) = tree.rescan()
    assert (record.what, record.by, record.flags) == ("outside", "", (Flag.LARGE_DELETION,))
    (item,) = [item for item in tree.review() if item.kind == "deletion"]
    tree.person().restore("MEMORY.md", record.before or "", item=item.id)
    assert (folder / "MEMORY.md").read_text() == LONG
    assert "deletion" not in kinds(tree)


def test_many_notes_emptied_past_us_are_one_card(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({f"n{number}.md": LONG for number in range(12)})
    for number in range(12):
        (folder / f"n{number}.md").write_bytes(b"")
    tree.rescan()
    (item,) = [item for item in tree.review() if item.kind == "deletion"]
    assert len(item.records) == 12
    tree.writer("vps/hermes").append("n0.md", "- nobody is held for it")


@pytest.mark.parametrize("anchor", ["- TODO", "- Aisle seats ", "aisle seats", "- Aisle  seats", "\t- Aisle seats"])
def test_no_anchor_is_matched_loosely_and_none_is_made_up(tree: Tree, folder: Path, anchor: str) -> None:
    with refused(Code.ANCHOR_MISSING):
        tree.writer("vps/hermes", origin=Origin.CHAT).edit("travel.md", [Replace(anchor, "x")])
    assert (folder / "travel.md").read_text() == NOTE


def test_an_anchor_that_overlaps_itself_is_counted_as_often_as_it_occurs(make_tree: MakeTree) -> None:
    tree = make_tree({"a.md": "aaa\n"})
    with pytest.raises(Refused) as several:
        tree.writer("vps/hermes", origin=Origin.CHAT).edit("a.md", [Delete("aa")])
    assert several.value.details["count"] == 2


@pytest.mark.parametrize(
    ("block", "joined"),
    [
        ("---\n\n## New", b"last line\n\n---\n\n## New\n"),
        ("=== x", b"last line\n\n=== x\n"),
        ("- bullet", b"last line\n- bullet\n"),
    ],
)
def test_a_block_with_a_heading_or_a_rule_is_set_off_and_a_bullet_is_not(
    make_tree: MakeTree, folder: Path, block: str, joined: bytes
) -> None:
    make_tree({"a.md": "last line"}).writer("vps/hermes").append("a.md", block)
    assert (folder / "a.md").read_bytes() == joined


def test_a_heading_that_stands_there_already_is_appended_and_said(make_tree: MakeTree) -> None:
    tree = make_tree({"a.md": "# A\n\n## Deploy\n\n- one\n"})
    written = tree.writer("vps/hermes").append("a.md", "## Deploy\n\n- two\n")
    assert [finding.code for finding in written.findings] == ["duplicate-heading"]
    assert tree.read("a.md").text.count("## Deploy") == 2


def test_two_writes_without_a_key_are_two_writes_however_alike(tree: Tree, folder: Path) -> None:
    for session in ("one", "two"):
        assert not tree.writer("vps/hermes", session=session).append("travel.md", "- same").replayed
    assert (folder / "travel.md").read_text() == NOTE + "- same\n- same\n"


def test_a_key_is_found_however_many_writes_came_after_it(tree: Tree, folder: Path) -> None:
    hermes = tree.writer("vps/hermes")
    first = hermes.append("travel.md", "- first", key="k")
    for number in range(150):
        hermes.append("travel.md", f"- {number}")
    again = hermes.append("travel.md", "- first", key="k")
    assert (again.replayed, again.revision, again.record) == (True, first.revision, first.record)
    assert (folder / "travel.md").read_text().count("- first\n") == 1


@pytest.mark.parametrize("verb", ["edit", "rewrite", "create", "delete"])
def test_every_verb_with_a_key_is_done_once_and_refused_with_other_arguments(tree: Tree, verb: str) -> None:
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    me = tree.person()
    base = tree.text("travel.md").revision
    first, other = {
        "edit": (lambda: chat.edit("travel.md", [Replace("Aisle", "Window")], key="k"),
                 lambda: chat.edit("travel.md", [Replace("Never", "Ever")], key="k")),
        "rewrite": (lambda: chat.rewrite("travel.md", "# New\n", base=base, key="k"),
                    lambda: chat.rewrite("travel.md", "# Other\n", base=base, key="k")),
        "create": (lambda: chat.create("new.md", "x\n", key="k"), lambda: chat.create("new.md", "y\n", key="k")),
        "delete": (lambda: me.delete("travel.md", key="k"), lambda: me.delete("INDEX.md", key="k")),
    }[verb]  # fmt: skip
    done = first()
    assert (first().replayed, first().record) == (True, done.record)
    with refused(Code.KEY_REUSED):
        other()


def test_a_link_and_a_file_whose_letters_are_encoded_differently_find_each_other(make_tree: MakeTree) -> None:
    nfc, nfd = (unicodedata.normalize(form, "café.md") for form in ("NFC", "NFD"))
    tree = make_tree({"INDEX.md": f"- [Café]({nfd})\n", nfc: "x\n"})
    assert tree.read("Café").path == nfc
    assert tree.read(nfd).path == nfc
    (tree.root / nfd).write_bytes(b"y\n")
    tree.rescan()
    assert {(finding.code, finding.note) for finding in tree.health()} >= {("twin-name", nfd)}
    assert (tree.text(nfc).data, tree.text(nfd).data) == (b"x\n", b"y\n")


def test_a_tree_that_is_opened_through_a_link_is_the_same_tree(tree: Tree, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other-way").symlink_to(folder)
    with Tree.open(tmp_path / "other-way") as again:
        again.writer("vps/hermes").append("travel.md", "- x")
        assert len(again.history("travel.md").versions()) == 2
    assert tree.text("travel.md").by == "vps/hermes"


@pytest.mark.parametrize(
    "front", ["title: L2 (Split: Core)", "key: `C:\\agent` ", "title: *Italic*", "- [[wiki]]x", "plain sentence"]
)
def test_front_matter_that_no_parser_likes_hides_no_note_and_loses_no_byte(
    make_tree: MakeTree, folder: Path, front: str
) -> None:
    data = f"---\n{front}\n---\nbody\n"
    tree = make_tree({"a.md": data, "b.md": "\ufeff" + data})
    for note in ("a.md", "b.md"):
        before = tree.read(note).data
        tree.writer("vps/hermes").append(note, "- more")
        assert (folder / note).read_bytes() == before + b"- more\n"


def test_a_target_that_is_not_there_yet_leaves_the_index_alone_and_is_found_when_it_comes(
    make_tree: MakeTree, folder: Path
) -> None:
    tree = make_tree({"INDEX.md": "- [Late](late.md)\n"})
    assert {finding.code for finding in tree.health()} == {"dangling-link"}
    with refused(Code.NO_NOTE):
        tree.read("Late")
    (folder / "late.md").write_bytes(b"here\n")
    tree.rescan()
    assert tree.read("Late").text == "here\n"
    assert tree.health() == ()
    assert (folder / "INDEX.md").read_text() == "- [Late](late.md)\n"


def test_the_device_in_a_copys_name_is_never_its_author(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"INDEX.md": "yours\n"})
    tree.writer("vps/hermes", origin=Origin.CHAT).rewrite(
        "INDEX.md", "by hermes\n", base=tree.read("INDEX.md").revision
    )
    (folder / f"INDEX.{COPY}.md").write_bytes(b"unknown\n")
    tree.rescan()
    (conflict,) = tree.conflicts()
    assert (conflict.yours_by, conflict.copies[0].by, conflict.copies[0].device) == ("vps/hermes", "", "NJDDEFB")
    (folder / f"INDEX.{COPY}.md").write_bytes(b"yours\n")
    tree.rescan()
    assert "NJDDEFB" not in {conflict.copies[0].by for conflict in tree.conflicts()}
    assert "NJDDEFB" not in {record.by for record in tree.activity()}


def test_a_text_that_went_back_by_itself_is_pointed_out_and_the_newer_one_kept(tree: Tree, folder: Path) -> None:
    tree.writer("vps/hermes").append("travel.md", "- newer")
    newer = tree.text("travel.md").revision
    (folder / "travel.md").write_text(NOTE)
    (record,) = tree.rescan()
    assert Flag.REVERT in record.flags
    assert "revert" in kinds(tree)
    tree.person().restore("travel.md", newer)
    assert (folder / "travel.md").read_text() == NOTE + "- newer\n"


def test_appends_on_both_sides_of_a_conflict_are_both_kept_in_order(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"log.md": "- one\n- two\n- three\n"})
    me = tree.person()
    me.append("log.md", "- theirs")
    theirs = (folder / "log.md").read_bytes()
    me.undo()
    me.append("log.md", "- yours")
    (folder / f"log.{COPY}.md").write_bytes(theirs)
    tree.rescan()
    (conflict,) = tree.conflicts()
    merged = conflict.merge(conflict.copies[0])
    assert merged.open == ()
    assert sorted(merged.text({}).splitlines()[3:]) == [b"- theirs", b"- yours"]


def test_a_restore_is_by_content_whatever_came_in_between(tree: Tree, folder: Path) -> None:
    shown = tree.history("travel.md").versions()
    tree.writer("vps/hermes").append("travel.md", "- a new version")
    before = tree.text("travel.md").revision
    written = tree.person().restore("travel.md", (shown[0].revision or "")[:8])
    assert (written.revision, (folder / "travel.md").read_text()) == (shown[0].revision, NOTE)
    assert tree.history("travel.md").data(before) == NOTE.encode() + b"- a new version\n"
    with refused(Code.NO_VERSION):
        tree.person().restore("travel.md", "3")
    with refused(Code.STALE):
        tree.person().restore("travel.md", before, base=before)


def test_nobody_says_in_a_call_who_he_is_and_the_names_of_people_are_taken(tree: Tree) -> None:
    for name, verb in inspect.getmembers(Person, inspect.isfunction):
        if not name.startswith("_") and name not in {"hold", "release", "revoke"}:
            asked = set(inspect.signature(verb).parameters)
            assert not asked & {"by", "agent", "agent_id", "identity", "origin", "grade", "host", "person"}
    for name in ("human", "laptop/human", "laptop/person", "you", "VPS/hermes", "vps/../hermes", ""):
        with refused(Code.BAD_IDENTITY):
            tree.writer(name)
    for name in (tree.me, f" {tree.me}\n"):
        with refused(Code.PERSON_ONLY):
            tree.writer(name)


def test_a_conflict_copys_name_of_another_program_is_a_note_like_any_other(make_tree: MakeTree) -> None:
    names = ["travel (conflicted copy).md", "travel_conflict-20261130-141639.md", "travel 2.md"]
    tree = make_tree({"travel.md": NOTE, **dict.fromkeys(names, "theirs\n")})
    assert {entry.path for entry in tree.notes() if entry.kind is NoteKind.NOTE} == {"travel.md", *names}
    assert tree.conflicts() == ()
    tree.writer("vps/hermes").append("travel.md", "- not stopped")


def test_small_cuts_one_after_the_other_are_measured_against_the_days_longest_version(make_tree: MakeTree) -> None:
    tree = make_tree({})
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    chat.create("a.md", LONG)
    flags: list[Flag] = []
    for left in (32, 25, 19, 14, 10):
        text = "".join(LONG.splitlines(keepends=True)[:left])
        flags += chat.rewrite("a.md", text, base=tree.text("a.md").revision).flags
    assert flags == [Flag.EROSION]
    assert "erosion" in kinds(tree)


def test_a_small_note_that_is_emptied_has_its_version_like_any_other(make_tree: MakeTree) -> None:
    tree = make_tree({"a.md": "- " + "x" * 187 + "\n"})
    before = tree.text("a.md")
    written = tree.writer("vps/hermes", origin=Origin.CHAT).rewrite("a.md", "", base=before.revision)
    assert Flag.LARGE_DELETION not in written.flags
    assert tree.history("a.md").data(before.revision) == before.data


def test_a_note_of_sixty_thousand_lines_is_written_and_restored_in_bounded_time(
    make_tree: MakeTree, folder: Path
) -> None:
    lines = [f"line {number % 977} of a long note\n" for number in range(60_000)]
    tree = make_tree({"long.md": "".join(lines)})
    me = tree.person()
    start = time.perf_counter()
    base = tree.text("long.md").revision
    me.rewrite("long.md", "".join([*lines[1000:], *lines[:500], "new\n"]), base=base)
    assert len(tree.provenance("long.md")) == 59_501
    me.restore("long.md", base)
    assert (folder / "long.md").read_text() == "".join(lines)
    assert time.perf_counter() - start < 20


def test_two_that_have_the_tree_open_always_agree_on_the_newest_text(tree: Tree, folder: Path) -> None:
    """What one of them knew before is older, and never takes the place of what the other wrote since."""
    with Tree.open(folder) as other:
        for number, (writes, looks) in enumerate([(tree, other), (other, tree)] * 3):
            written = writes.writer(f"vps/a{number}").append("travel.md", f"- {number}")
            looks.rescan()
            for one in (looks, writes):
                (entry,) = [entry for entry in one.notes() if entry.path == "travel.md"]
                assert entry.revision == one.text("travel.md").revision == written.revision
                assert one.text("travel.md").by == f"vps/a{number}"
                assert one.provenance("travel.md")[-1].by == f"vps/a{number}"
                assert one.search(f"- {number}")[-1].text.strip() == f"- {number}"


def test_no_file_of_the_tree_is_ever_opened_as_text() -> None:
    core = Path(inspect.getfile(memwarden)).parent
    for file in core.rglob("*.py"):
        for call in (node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            modes = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            assert name != "write_text", f"{file}:{call.lineno}"
            if name in {"open", "fdopen"} and modes:
                assert not set("wa+") & set(modes[-1]) or "b" in modes[-1], f"{file}:{call.lineno}"
