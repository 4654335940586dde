"""Many processes write one note at once, an editor among them: nothing is lost, doubled or torn."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import MakeTree

from memwarden import Tree

APPENDER = """
import sys
from memwarden import Tree
tree = Tree.open(sys.argv[1])
writer = tree.writer(f"vps/agent{sys.argv[2]}")
for number in range(int(sys.argv[3])):
    done = writer.append("daily.md", f"- entry {sys.argv[2]}.{number}", key=f"k{number}")
    print(done.revision, flush=True)
tree.close()
"""
EDITOR = """
import os, sys
path, own = sys.argv[1], "in-place" if sys.argv[2] == "in-place" else "rename"
for number in range(40):
    with open(path, "rb") as file:
        text = file.read()
    text += f"- typed {own} {number}\\n".encode()
    if own == "rename":
        with open(path + "~", "wb") as file:
            file.write(text)
        os.replace(path + "~", path)
    else:
        with open(path, "wb") as file:
            file.write(text)
    print(len(text), flush=True)
"""


def start(code: str, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE)


def finish(processes: list[subprocess.Popen[bytes]]) -> list[int]:
    return [len(process.communicate(timeout=120)[0].split()) for process in processes]


def test_no_acknowledged_append_of_eight_processes_is_lost_or_doubled(make_tree: MakeTree, folder: Path) -> None:
    make_tree({"daily.md": "# Daily\n"}).close()
    acknowledged = finish([start(APPENDER, folder, number, 25) for number in range(8)])
    assert acknowledged == [25] * 8
    lines = (folder / "daily.md").read_text().splitlines()
    assert sorted(lines[1:]) == sorted(f"- entry {agent}.{number}" for agent in range(8) for number in range(25))
    with Tree.open(folder) as tree:
        assert len(tree.history("daily.md").versions()) == 201
        assert {author.by for author in tree.provenance("daily.md")} == {"", *(f"vps/agent{n}" for n in range(8))}


def test_what_an_editor_saves_between_guarded_writes_is_in_the_note_or_in_its_versions(
    make_tree: MakeTree, folder: Path
) -> None:
    make_tree({"daily.md": "# Daily\n"}).close()
    for own in ("rename", "in-place"):
        writers = [start(APPENDER, folder, number if own == "rename" else number + 4, 20) for number in range(4)]
        finish([*writers, start(EDITOR, folder / "daily.md", own)])
    with Tree.open(folder) as tree:
        history = tree.history("daily.md")
        texts = [history.data(version.revision) for version in history.versions() if version.revision]
        ever = b"".join(texts) + (folder / "daily.md").read_bytes()
        for agent in range(8):
            for number in range(20):
                assert f"- entry {agent}.{number}\n".encode() in ever
        for number in range(40):
            assert f"- typed rename {number}\n".encode() in ever
        assert replayed(tree, "daily.md") == (folder / "daily.md").read_bytes()


def replayed(tree: Tree, note: str) -> bytes | None:
    versions = tree.history(note).versions()
    latest = next(version for version in versions if version.act != "late save")
    return tree.text_of(latest.revision or "")
