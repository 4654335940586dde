"""SIGKILL at every step of a guarded write: old or new bytes, nothing acknowledged lost, nothing doubled."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import MakeTree
from tests.memory.dying import FILES, run

from memwarden import Tree

DIE = """
root = Path(sys.argv[1])
for step in deaths(root, sys.argv[2], int(sys.argv[3])):
    print(json.dumps(seen(root, sys.argv[2])))
"""
OLD = FILES["a.md"]
NEW = {
    "append": {**FILES, "a.md": OLD + "- appended\n"},
    "edit": {**FILES, "a.md": OLD.replace("number 7 ", "number seven ")},
    "rewrite": {**FILES, "a.md": "# A\n"},
    "create": {**FILES, "new.md": "# New\n"},
    "delete": {"INDEX.md": FILES["INDEX.md"]},
    "restore": {**FILES, "a.md": OLD.replace("fact", "old fact")},
}
STRIDE = {"append": 2, "create": 3, "delete": 3, "restore": 4, "edit": 7, "rewrite": 7}


@pytest.mark.parametrize("act", NEW)
def test_a_writer_killed_before_any_line_of_a_write_leaves_the_old_or_the_new_bytes_and_no_trace(
    tmp_path: Path, act: str
) -> None:
    outcomes = run(DIE, tmp_path / "memory", act, STRIDE[act])
    assert [found["lying"] for found in outcomes if found["lying"] not in (FILES, NEW[act])] == []
    assert {found["lying"] == NEW[act] for found in outcomes} == {False, True}
    for found in outcomes:
        done = found["lying"] == NEW[act]
        assert not found["changed_by_opening"]
        assert found["left"] == []
        assert found["journal"] == found["lying"]
        assert set(found["outside"]) <= {"void", "late"}
        assert ("vps/hermes" in found["authors"]) == (done and act in {"append", "edit", "create"})
        if "again" in found:
            assert (found["replayed"], found["again"]) == (done, NEW[act])


def test_a_writer_killed_in_the_middle_of_a_move_leaves_the_note_under_the_old_or_the_new_name_or_both(
    tmp_path: Path,
) -> None:
    outcomes = run(DIE, tmp_path / "memory", "move", 11)
    assert {("a.md" in found["lying"], "b.md" in found["lying"]) for found in outcomes} >= {
        (True, False),
        (False, True),
    }
    for found in outcomes:
        assert {found["lying"].get(name, OLD) for name in ("a.md", "b.md")} == {OLD}
        assert found["lying"].keys() & {"a.md", "b.md"}
        assert ("half-moved" in found["told"]) == ({"a.md", "b.md"} <= found["lying"].keys())
        assert (found["changed_by_opening"], found["left"], found["journal"]) == (False, [], found["lying"])
        assert set(found["outside"]) <= {"void", "late"}
        assert "vps/hermes" not in found["authors"]


ANOTHER_LIVES = """
root = Path(sys.argv[1])
make(root)
living = Tree.open(root)
dies_before("exchange", ACTS["append"], root)
{what}
print(json.dumps([texts(root)["a.md"], [record.what for record in living.rescan()]]))
with Tree.open(root) as again:
    done = ACTS["append"](again)
    print(json.dumps([texts(root)["a.md"], done.replayed, [v.act for v in again.history("a.md").versions()]]))
print(json.dumps(leftovers(root)))
"""


def another_lives(root: Path, what: str) -> list[Any]:
    """What a process saw that had the tree open while another died with its record written and its text not."""
    return run(ANOTHER_LIVES.replace("{what}", what), root)


def test_a_death_that_only_a_living_process_saw_is_no_outside_change_and_its_key_is_free(tmp_path: Path) -> None:
    seen, retried, left = another_lives(tmp_path / "memory", "")
    assert seen == [OLD, []]
    assert retried == [OLD + "- appended\n", False, ["append", "rewrite", "found"]]
    assert left == []


def test_the_same_key_given_to_a_living_process_writes_what_the_dead_one_did_not(tmp_path: Path) -> None:
    seen, retried, _ = another_lives(tmp_path / "memory", 'assert not ACTS["append"](living).replayed')
    assert seen[0] == OLD + "- appended\n"
    assert retried == [OLD + "- appended\n", True, ["append", "rewrite", "found"]]


def test_what_a_person_restores_after_a_crash_stands_at_the_next_start(tmp_path: Path) -> None:
    restore = 'living.person().restore("a.md", living.history("a.md").versions()[-1].revision)'
    seen, retried, _ = another_lives(tmp_path / "memory", restore)
    restored = OLD.replace("fact", "old fact")
    assert seen == [restored, []]
    assert retried == [restored + "- appended\n", False, ["append", "restore", "rewrite", "found"]]


SPOILED = {
    "torn": b'{"v":1,"id":"0123456789abcdef","act":"0123456789abcdef","clock":"0199',
    "no record": b'{"what": "edit"}\n',
    "zeroes": b"\0" * 512,
    "not UTF-8": b"\xff\xfe\n",
}


@pytest.mark.parametrize("tail", SPOILED)
def test_a_spoiled_end_of_the_journal_costs_nothing_that_was_whole(
    make_tree: MakeTree, folder: Path, alone: Path, tail: str
) -> None:
    tree = make_tree({"a.md": OLD})
    tree.writer("vps/hermes").append("a.md", "- one", key="k1")
    (journal,) = (alone / "state").glob("*/journal/*.jsonl")
    with journal.open("ab") as file:
        file.write(SPOILED[tail])
    for number in (2, 3):
        with Tree.open(folder) as again:
            assert again.writer("vps/hermes").append("a.md", "- one", key="k1").replayed
            again.writer("vps/hermes").append("a.md", f"- {number}", key=f"k{number}")
    tree.writer("vps/hermes").append("a.md", "- four", key="k4")
    assert (folder / "a.md").read_text() == OLD + "- one\n- 2\n- 3\n- four\n"
    assert [version.act for version in tree.history("a.md").versions()] == ["append"] * 4 + ["found"]


def test_a_journal_that_lost_its_last_record_takes_the_notes_text_in_as_it_lies(
    make_tree: MakeTree, folder: Path, alone: Path
) -> None:
    tree = make_tree({"a.md": OLD})
    tree.writer("vps/hermes").append("a.md", "- one", key="k1")
    tree.close()
    (journal,) = (alone / "state").glob("*/journal/*.jsonl")
    journal.write_bytes(journal.read_bytes()[:-9])
    for cache in (alone / "state").glob("*/cache.sqlite3*"):
        cache.unlink()
    with Tree.open(folder) as again:
        assert [version.act for version in again.history("a.md").versions()] == ["outside", "found"]
        assert (folder / "a.md").read_text() == OLD + "- one\n"


APPENDER = """
import sys
from memwarden import Tree
tree = Tree.open(sys.argv[1])
writer = tree.writer("vps/hermes")
for number in range(int(sys.argv[2]), 10_000):
    writer.append("a.md", f"- entry {number}", key=f"k{number}")
    print(number, flush=True)
"""


def test_of_appends_killed_at_random_no_acknowledged_one_is_lost_or_doubled_or_torn(
    make_tree: MakeTree, folder: Path
) -> None:
    make_tree({"a.md": "# A\n"}).close()
    chance, tick, following = random.Random(20261130), threading.Event(), 0
    for _ in range(25):
        writer = subprocess.Popen([sys.executable, "-c", APPENDER, folder, str(following)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        for _ in range(chance.randrange(1, 12)):
            following = int(writer.stdout.readline()) + 1
        tick.wait(chance.random() * 0.004)
        writer.kill()
        rest, _ = writer.communicate()
        following = int(rest.split()[-1]) + 1 if rest.split() else following
    with Tree.open(folder) as tree:
        last = tree.writer("vps/hermes").append("a.md", f"- entry {following}", key=f"k{following}")
        assert last.revision
        lines = (folder / "a.md").read_text().splitlines()
        assert lines == ["# A", *(f"- entry {number}" for number in range(following + 1))]
        assert {line.by for line in tree.provenance("a.md")[1:]} == {"vps/hermes"}
        assert {version.act for version in tree.history("a.md").versions()} == {"append", "found"}
