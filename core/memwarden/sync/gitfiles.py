"""What git has of the tree's files: in a commit and in its index, kept out of the way, or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from memwarden.sync.git import Repository
from memwarden.sync.gitrun import run
from memwarden.text.lines import decode, encode

PLAIN = "100644"
EXECUTABLE = "100755"
_OWN = frozenset({".git", "git~1"})
_UNSEEN_BY_MACOS = dict.fromkeys([*range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070), 0xFEFF])


class File(NamedTuple):
    """A path as git has it."""

    mode: str
    blob: str

    @property
    def is_plain(self) -> bool:
        return self.mode in {PLAIN, EXECUTABLE}


def committed(repo: Repository, commit: str) -> dict[str, File]:
    """The tree's files in a commit; none before the first one."""
    return {} if not commit else _files(repo, 2, "ls-tree", "-r", "-z", "--full-tree", commit)


def staged(repo: Repository) -> dict[str, File]:
    """The tree's files in git's index."""
    return _files(repo, 1, "ls-files", "-s", "-z")


def left_out(repo: Repository) -> frozenset[str]:
    """Files that git has and keeps out of the working tree, as a sparse checkout does: nobody deleted them."""
    listed = decode(run(repo.top, "ls-files", "-t", "-z", "--", *_inside(repo))[1]).split("\0")
    return frozenset(entry[2:].removeprefix(repo.prefix) for entry in listed if entry.startswith("S "))


def untracked(repo: Repository) -> frozenset[str]:
    """Files that git does not have, and is not told to ignore."""
    asked = ("ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--")
    listed = decode(run(repo.top, *asked, *_inside(repo))[1]).split("\0")
    return frozenset(path.removeprefix(repo.prefix) for path in listed if path)


def ignored(repo: Repository, paths: Iterable[str]) -> frozenset[str]:
    """Those of these paths, none beyond a symlink, that git is told to ignore and does not have."""
    named = "".join(f"./{repo.prefix}{path}\0" for path in paths)
    # Paths are literal here anyway, and git refuses to be told so.
    asked = ("--no-literal-pathspecs", "check-ignore", "-z", "--stdin")
    found = decode(run(repo.top, *asked, stdin=encode(named), ok=(0, 1))[1]).split("\0")
    return frozenset(path.removeprefix(f"./{repo.prefix}") for path in found if path)


def is_barred(path: str) -> bool:
    """Whether a part of it is git's own folder as Windows or macOS spell it: no git checks out a commit with that."""
    parts = path.lower().translate(_UNSEEN_BY_MACOS).split("/")
    return any(part.partition(":")[0].rstrip(" .") in _OWN for part in parts)


def blob_of(repo: Repository, path: str, data: bytes, *, keep: bool) -> str:
    """git's name of these bytes under this path, with filters and line ends as `git add` has them."""
    kept = ("-w",) if keep else ()
    return decode(run(repo.top, "hash-object", *kept, "--stdin", f"--path={repo.prefix}{path}", stdin=data)[1]).strip()


def new_mode(repo: Repository, path: str) -> str:
    """How git would add this file of the working tree."""
    if not os.access(repo.root / path, os.X_OK):
        return PLAIN
    asked = ("config", "--get", "--type=bool", "--default=true", "core.fileMode")
    return EXECUTABLE if decode(run(repo.top, *asked)[1]).strip() == "true" else PLAIN


def is_ignored(repo: Repository) -> bool:
    """Whether git is told to ignore the whole tree."""
    return bool(repo.prefix) and bool(ignored(repo, [""]))


def _files(repo: Repository, blob: int, *asked: str) -> dict[str, File]:
    """What git lists as words, the mode first and the blob at its place, a tab and the path."""
    listed = decode(run(repo.top, *asked, "--", *_inside(repo))[1]).split("\0")
    entries = (entry.partition("\t") for entry in listed)
    found = ((path.removeprefix(repo.prefix), said.split(" ")) for said, _, path in entries if path)
    return {path: File(words[0], words[blob]) for path, words in found}


def _inside(repo: Repository) -> tuple[str, ...]:
    return (repo.prefix,) if repo.prefix else ()
