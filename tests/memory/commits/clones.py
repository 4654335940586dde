"""Two clones of one bare remote that lies beside them, and what git says of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.sync.nests import Nest, set_up

from memwarden import Tree
from memwarden.memory.commits import Commits, Standing

Pair = tuple[Nest, Nest]


def two_clones(folder: Path) -> None:
    """`here`, `other` and `remote`, with `note.md` of three lines."""
    here = Nest(folder / "here")
    here.path.mkdir()
    here.git("init", "-q", "-b", "main", "--template=")
    set_up(here).write("note.md", b"one\ntwo\nthree\n")
    here.commit("memory: start")
    here.git("init", "-q", "--bare", "-b", "main", "--template=", "../remote")
    here.git("remote", "add", "origin", "../remote")
    here.git("push", "-q", "-u", "origin", "main")
    shutil.copytree(here.path, folder / "other")


def enabled(tree: Tree, pause: Callable[[float], object] = lambda _: None) -> Commits:
    commits = Commits(tree, pause)
    commits.enable(tree.person().actor, on=True)
    return commits


def log(nest: Nest, form: str = "%an %s", ref: str = "HEAD") -> list[str]:
    """Oldest first, without the commit that was there before."""
    return nest.git("log", "--reverse", f"--format={form}", ref).decode().splitlines()[1:]


def text(nest: Nest, name: str, ref: str = "HEAD") -> bytes:
    return nest.git("cat-file", "blob", f"{ref}:{name}")


def settled(standing: Standing) -> bool:
    return standing.on and not (standing.waiting or standing.held or standing.problem)
