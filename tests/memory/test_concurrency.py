"""Many processes write one note at once, an editor among them: nothing is lost, doubled or torn."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import MakeTree

from memwarden import Tree

BEGIN = "import os, sys\nsys.stdin.readline()\n"
WRITER = """
from memwarden import Code, Origin, Refused, Replace, Tree
if sys.argv[4] == "plain":
    from memwarden.store import exchange
    exchange._call = lambda: None
own, count = sys.argv[2], int(sys.argv[3])
with Tree.open(sys.argv[1]) as tree:
    writer = tree.writer("vps/agent" + own, origin=Origin.CHAT)
    for number in range(count):
        line = f"- entry {own}.{number}"
        edit = [Replace(f"- entry {own}.{number - 1}\\n", f"- entry {own}.{number - 1}\\n{line}\\n")]
        while True:
            try:
                if number % 3 == 1:
                    writer.edit("daily.md", edit, key=f"k{number}")
                else:
                    writer.append("daily.md", line, key=f"k{number}")
                break
            except Refused as refusal:
                if refusal.code is Code.ANCHOR_MISSING:
                    edit = [Replace("# Daily\\n", f"# Daily\\n{line}\\n")]
                elif refusal.code is not Code.BUSY:
                    raise
        print(number, flush=True)
"""
NAIVE = """
path, own = sys.argv[1] + "/daily.md", sys.argv[2]
for number in range(int(sys.argv[3])):
    with open(path, "rb") as file:
        text = file.read()
    with open(path + own, "wb") as file:
        file.write(text + f"- entry {own}.{number}\\n".encode())
    os.replace(path + own, path)
    print(number, flush=True)
"""
EDITOR = """
path, how = sys.argv[1] + "/daily.md", sys.argv[2]
for number in range(int(sys.argv[3])):
    text = b""
    while not text:
        with open(path, "rb") as file:
            text = file.read()
    text += f"- typed {how} {number}\\n".encode()
    if how == "rename":
        with open(path + "~", "wb") as file:
            file.write(text)
        os.replace(path + "~", path)
    elif how == "add":
        with open(path, "ab") as file:
            file.write(f"- typed {how} {number}\\n".encode())
    else:
        with open(path, "wb") as file:
            file.write(text)
    print(number, flush=True)
"""


def start(code: str, *arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", BEGIN + code, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def together(processes: list[subprocess.Popen[bytes]]) -> list[int]:
    """Let them begin at the same moment; how many writes each said were done."""
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    said = [len(process.communicate(timeout=120)[0].split()) for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return said


def entries(count: int, each: int) -> list[str]:
    return sorted(f"- entry {own}.{number}" for own in range(count) for number in range(each))


@pytest.mark.parametrize(("count", "each"), [(8, 25), (16, 5)])
def test_no_acknowledged_write_of_many_processes_is_lost_or_doubled(
    make_tree: MakeTree, folder: Path, count: int, each: int
) -> None:
    make_tree({"daily.md": "# Daily\n"}).close()
    assert together([start(WRITER, folder, own, each, "swap") for own in range(count)]) == [each] * count
    assert sorted((folder / "daily.md").read_text().splitlines()[1:]) == entries(count, each)
    with Tree.open(folder) as tree:
        assert len(tree.history("daily.md").versions()) == count * each + 1
        assert {author.by for author in tree.provenance("daily.md")} == {"", *(f"vps/agent{n}" for n in range(count))}


def test_where_files_cannot_be_swapped_the_lock_still_keeps_guarded_writes_apart(
    make_tree: MakeTree, folder: Path
) -> None:
    make_tree({"daily.md": "# Daily\n"}).close()
    assert together([start(WRITER, folder, own, 10, "plain") for own in range(6)]) == [10] * 6
    assert sorted((folder / "daily.md").read_text().splitlines()[1:]) == entries(6, 10)


def test_writers_that_read_and_write_by_themselves_lose_each_others_lines(folder: Path) -> None:
    """What the tests here would find: the same load without the gate."""
    (folder / "daily.md").write_text("# Daily\n")
    assert together([start(NAIVE, folder, own, 100) for own in range(8)]) == [100] * 8
    assert len((folder / "daily.md").read_text().splitlines()) < 600


@pytest.mark.parametrize("how", ["rename", "in-place", "add"])
def test_whatever_an_editor_saves_between_guarded_writes_is_in_the_note_or_in_its_versions(
    make_tree: MakeTree, folder: Path, how: str
) -> None:
    make_tree({"daily.md": "# Daily\n"}).close()
    writers = [start(WRITER, folder, own, 20, "swap") for own in range(4)]
    assert together([*writers, start(EDITOR, folder, how, 30)])
    with Tree.open(folder) as tree:
        records = tree.activity(note="daily.md", limit=10_000)
        late = [tree.text_of(str(record.refs["revision"])) or b"" for record in records if record.what == "late"]
        ever = b"".join([*(line for record in records for hunk in record.hunks for line in hunk.put), *late])
        typed = [f"- typed {how} {number}" for number in range(30)]
        assert [line for line in (*entries(4, 20), *typed) if f"{line}\n".encode() not in ever] == []
        assert tree.text_of(tree.history("daily.md").versions()[0].revision or "") is not None
        newest = next(version for version in tree.history("daily.md").versions() if version.act != "late save")
        assert tree.text_of(newest.revision or "") == (folder / "daily.md").read_bytes()
