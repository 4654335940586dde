"""Writers that die by SIGKILL before any chosen line of a guarded write, as `python -c` programs of a test run them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from memwarden import Origin, Replace, Tree
from memwarden.memory.recovery import sweep
from memwarden.store import exchange

FILES_OF_A_WRITE = ("replace.py", "exchange.py", "snapshots.py", "gate.py", "moves.py")
STEPS_OF_A_WRITE = ("keep", "append", "void", "create", "resolve", "_link")
"""Code in these files and functions with these names (in `store` and `memory`) is what a write consists of."""
LONG = "".join(f"- fact number {number} of many\n" for number in range(40))
FILES = {"a.md": "# A\n\n" + LONG, "INDEX.md": "# Index\n\n- [A](a.md)\n"}
KEY = "run-1"
KEYED = ("append", "edit", "rewrite", "create", "delete")

ACTS: dict[str, Callable[[Tree], Any]] = {
    "append": lambda tree: _hermes(tree).append("a.md", "- appended", key=KEY),
    "edit": lambda tree: _hermes(tree).edit("a.md", [Replace("number 7 ", "number seven ")], key=KEY),
    "rewrite": lambda tree: _hermes(tree).rewrite("a.md", "# A\n", base=tree.text("a.md").revision, key=KEY),
    "create": lambda tree: _hermes(tree).create("new.md", "# New\n", key=KEY),
    "delete": lambda tree: tree.person().delete("a.md", key=KEY),
    "move": lambda tree: tree.person().move("a.md", "b.md"),
    "restore": lambda tree: tree.person().restore("a.md", tree.history("a.md").versions()[-1].revision or ""),
}


def _hermes(tree: Tree) -> Any:
    return tree.writer("vps/hermes", origin=Origin.CHAT)


def make(root: Path) -> None:
    """A tree with an index, a note of some length, and one version before it."""
    root.mkdir()
    for name, text in FILES.items():
        (root / name).write_bytes(text.replace("fact", "old fact").encode())
    with Tree.open(root) as tree:
        tree.person().rewrite("a.md", FILES["a.md"])
        tree.person().rewrite("INDEX.md", FILES["INDEX.md"])


def deaths(root: Path, act: str, stride: int = 1) -> Iterator[int]:
    """Die before line 1 of the act, before line 1 + `stride`, … each in a fresh tree; ends when the act survived."""
    state = Path(os.environ["MEMWARDEN_STATE"])
    make(root)
    with Tree.open(root) as tree:
        tree.index()
    kept = [(path, path.with_name(path.name + ".kept")) for path in (root, state)]
    for path, copy in kept:
        shutil.copytree(path, copy, symlinks=True)
    for step in range(1, 100_000, stride):
        for path, copy in kept:
            shutil.rmtree(path)
            shutil.copytree(copy, path, symlinks=True)
        if not died(root, act, step):
            return
        yield step


def seen(root: Path, act: str) -> dict[str, Any]:
    """What is on disk, what the next start makes of it, and what the same call answers when it is made again."""
    lying, temps = texts(root), len(leftovers(root))
    with Tree.open(root) as tree:
        opened = texts(root)
        with tree.store.locked():
            sweep(tree.ledger, [os.path.join(root, name) for name in leftovers(root)], older_than=0)
        newest = {name: tree.history(name).versions() for name in (*FILES, "new.md", "b.md")}
        known = {name: tree.text_of(vs[0].revision or "") for name, vs in newest.items() if vs and vs[0].revision}
        found: dict[str, Any] = {
            "lying": lying,
            "temps": temps,
            "changed_by_opening": opened != lying,
            "left": leftovers(root),
            "journal": {name: data.decode() for name, data in known.items() if data is not None},
            "acts": [version.act for version in newest["a.md"]],
            "outside": [
                record.what for record in tree.activity() if record.via == "outside" and record.what != "found"
            ],
            "told": [finding.code for finding in tree.health()],
            "authors": sorted({line.by for name in lying for line in tree.provenance(name)}),
        }
        if act in KEYED:
            found["replayed"] = ACTS[act](tree).replayed
            found["again"] = texts(root)
    return found


def texts(root: Path) -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in root.glob("*.md")}


def leftovers(root: Path) -> list[str]:
    return [name for name in os.listdir(root) if name.endswith(".tmp")]


def died(root: Path, act: str, step: int) -> bool:
    """Whether a child that does the act was killed before its line number `step`."""
    child = os.fork()
    if child == 0:
        tree = Tree.open(root)
        sys.settrace(_tracer(step))
        ACTS[act](tree)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        assert os.WEXITSTATUS(status) == 0, "the act failed by itself"
    return os.WIFSIGNALED(status)


def dies_before(function: str, act: Callable[[Tree], Any], root: Path) -> None:
    """A child does the act and is killed where it would swap or rename the note: `exchange` or `rename_new`."""
    child = os.fork()
    if child == 0:
        setattr(exchange, function, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        act(Tree.open(root))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)


def _tracer(step: int) -> Callable[[FrameType, str, Any], Any]:
    left = step

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal left
        if event == "line":
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        folder, _, file = frame.f_code.co_filename.rpartition("/")
        ours = folder.endswith(("memwarden/store", "memwarden/memory"))
        return line if ours and (file in FILES_OF_A_WRITE or frame.f_code.co_name in STEPS_OF_A_WRITE) else None

    return call


def run(program: str, *arguments: object) -> list[Any]:
    """Run a program against these helpers in its own process; what it printed, one JSON value a line."""
    code = f"from tests.memory.dying import *\n{program}"
    ran = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], cwd=Path(__file__).parents[2], capture_output=True
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return [json.loads(line) for line in ran.stdout.splitlines()]
