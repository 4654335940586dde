"""Where git keeps what it knows of a tree, and on which commit that stands, told by its folder: no process, 20 µs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple, Self

from memwarden.text.lines import decode

_DIGITS = frozenset("0123456789abcdef")


def git_mark(root: Path) -> Path | None:
    """The `.git` of the repository whose working tree holds `root`: git passes an empty `.git` folder by."""
    real = Path(os.path.realpath(root))
    marks = (folder / ".git" for folder in (real, *real.parents))
    return next((mark for mark in marks if mark.is_file() or os.path.lexists(mark / "HEAD")), None)


class GitFolder(NamedTuple):
    """`top` is the working tree, `folder` git's own for it, `common` the one that worktrees share."""

    top: Path
    folder: Path
    common: Path
    prefix: str

    @classmethod
    def find(cls, root: Path) -> Self | None:
        mark = git_mark(root)
        if mark is None:
            return None
        folder = mark.parent / said(mark).removeprefix("gitdir: ") if mark.is_file() else mark
        common = said(folder / "commondir")
        inside = Path(os.path.realpath(root)).relative_to(mark.parent).as_posix()
        return cls(mark.parent, folder, folder / common if common else folder, "" if inside == "." else f"{inside}/")

    @property
    def head(self) -> str:
        """The commit that HEAD leads to; empty where there is none, or only git can say."""
        commit = said(self.folder / "HEAD")
        name = commit.removeprefix("ref: ")
        if name != commit:
            commit = said(self.common / name) or _packed(self.common / "packed-refs", name)
        return commit if len(commit) in {40, 64} and _DIGITS.issuperset(commit) else ""


def said(file: Path) -> str:
    """What a small file of git's says; empty where it is not there."""
    try:
        return decode(file.read_bytes()).strip()
    except OSError:
        return ""


def _packed(file: Path, name: str) -> str:
    """What the file of packed references says of one of them."""
    listed = (line.partition(" ") for line in said(file).split("\n"))
    return next((commit for commit, _, reference in listed if reference == name), "")
