"""git as the carrier of a tree: its history and its state, only ever read.

Nothing here resets, checks out, stashes or forces. Whole histories and batches take one plain git process
each, which is fastest. Single blobs, as a person walks a history key by key, go through GitPython, which
keeps one `git cat-file --batch` alive: 0.1 ms a blob instead of 3 ms for a process, after 0.1 s once.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.errors import EngineFailed
from memwarden.sync.gitfolder import git_mark
from memwarden.sync.gitlock import IndexLock
from memwarden.sync.gitlog import ARGUMENTS, Commit, Node, agent_of, follow, parse
from memwarden.sync.gitrun import run
from memwarden.sync.gitstate import GitState, Stash, Unmerged, read_state
from memwarden.text.lines import decode, encode

if TYPE_CHECKING:
    from git.cmd import Git

__all__ = ["Commit", "GitState", "IndexLock", "Repository", "Stash", "Unmerged", "agent_of", "repository"]

SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def repository(root: Path) -> Repository | None:
    """The repository whose working tree holds `root`, or None without one.

    Raises `EngineFailed` where there is one that git does not read: not installed, another user's, broken.
    """
    mark = git_mark(root)
    if mark is None:
        return None
    answer = decode(run(mark.parent, "rev-parse", "--absolute-git-dir")[1])
    return Repository(Path(os.path.realpath(root)), mark.parent, Path(answer.removesuffix("\n")))


class Repository:
    """One repository and the tree in it. Paths are relative to the tree; threads may share it."""

    def __init__(self, root: Path, top: Path, git_dir: Path) -> None:
        self.root, self.top, self.git_dir = root, top, git_dir
        inside = root.relative_to(top).as_posix()
        self.prefix = "" if inside == "." else f"{inside}/"
        self._lock = threading.Lock()
        self._graph: tuple[str, tuple[Node, ...]] = ("", ())
        self._git: Git | None = None

    def log(self, note: str) -> tuple[Commit, ...]:
        """Every commit of one note, newest first, through its renames and both sides of merges."""
        return tuple(follow(self._nodes(), note))

    def log_all(self, paths: Collection[str] | None = None, limit: int | None = None) -> tuple[Commit, ...]:
        """Every note in every commit (of the last `limit`), children before parents, in one git call."""
        nodes = self._nodes() if limit is None else self._read("-n", str(limit))
        wanted = None if paths is None else frozenset(paths)
        changes = ((node, change) for node in nodes for change in node.changes)
        return tuple(node.commit(change) for node, change in changes if wanted is None or change.path in wanted)

    def blob(self, sha: str) -> bytes:
        """The content of one blob. Raises `EngineFailed` where the repository does not have it."""
        if not SHA.fullmatch(sha):
            raise EngineFailed(f"{sha} is no name of a git object.")
        with self._lock:
            if self._git is None:
                self._git = self._start_reader()
            try:
                data: bytes = self._git.get_object_data(sha)[3]
            except (ValueError, OSError) as error:
                raise EngineFailed(f"git does not have the object {sha}: {error}.") from error
        return data

    def blobs(self, shas: Iterable[str]) -> dict[str, bytes]:
        """The contents of many blobs in one git process; what the repository does not have is left out."""
        wanted = [sha for sha in dict.fromkeys(shas) if SHA.fullmatch(sha)]
        if not wanted:
            return {}
        output = run(self.top, "cat-file", "--batch", stdin=encode("\n".join(wanted) + "\n"))[1]
        found: dict[str, bytes] = {}
        at = 0
        for sha in wanted:
            end = output.index(b"\n", at)
            words = output[at:end].split(b" ")
            at = end + 1
            if len(words) == 3:
                size = int(words[2])
                found[sha] = output[at : at + size]
                at += size + 1
        return found

    def head(self) -> str:
        """The commit that the tree stands on; empty before the first one."""
        return decode(run(self.top, "rev-parse", "--quiet", "--verify", "HEAD", ok=(0, 1))[1]).strip()

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor of two commits; None where they share none, or one is not here."""
        if not SHA.fullmatch(one) or not SHA.fullmatch(other):
            return None
        status, output = run(self.top, "merge-base", one, other, ok=(0, 1, 128))
        return decode(output).strip() or None if status == 0 else None

    def last(self, commit: str, note: str) -> Commit | None:
        """The newest commit behind `commit` that changed the note. `commit` may be a name such as MERGE_HEAD."""
        asked = (*ARGUMENTS, "-1", commit, "--", self.prefix + note)
        status, output = run(self.top, *asked, ok=(0, 128))
        nodes = parse(output, self.prefix) if status == 0 else ()
        return next((node.commit(change) for node in nodes for change in node.changes if change.path == note), None)

    def changes(self, before: str, after: str) -> dict[str, tuple[str | None, str | None]]:
        """The notes that differ between two commits: blobs before and after, None for no file."""
        listed = run(self.top, "diff-tree", "-r", "-z", "--no-renames", "--no-abbrev", before, after, ok=(0, 128))[1]
        words = decode(listed).split("\0")
        found: dict[str, tuple[str | None, str | None]] = {}
        for said, path in zip(words[::2], words[1::2]):
            if path.startswith(self.prefix):
                old, new = (blob if blob.strip("0") else None for blob in said.split(" ")[2:4])
                found[path.removeprefix(self.prefix)] = (old, new)
        return found

    def parent(self, commit: str) -> str:
        """The first parent's name; empty where there is none."""
        return decode(run(self.top, "rev-parse", "--quiet", "--verify", f"{commit}^", ok=(0, 1, 128))[1]).strip()

    def state(self) -> GitState:
        """What waits here for a person, judged by what lies there."""
        return read_state(self.top, self.git_dir, self.prefix)

    def close(self) -> None:
        """Ends the process that single blobs are read through."""
        with self._lock:
            if self._git is not None:
                self._git.clear_cache()
                self._git = None

    def _nodes(self) -> tuple[Node, ...]:
        head = self.head()
        with self._lock:
            if head != self._graph[0]:
                self._graph = (head, self._read())
            return self._graph[1]

    def _read(self, *options: str) -> tuple[Node, ...]:
        # A path makes git compare every tree twice, so only where the tree is a part of the repository.
        inside = ("--", self.prefix) if self.prefix else ()
        status, output = run(self.top, *ARGUMENTS, *options, *inside, ok=(0, 128))
        if status and self.head():
            raise EngineFailed(f"git does not read the history of {self.top}.", "Run `git fsck` there.")
        return parse(output, self.prefix) if not status else ()

    def _start_reader(self) -> Git:
        from git.cmd import Git

        reader = Git(str(self.top))
        reader.update_environment(GIT_DIR=str(self.git_dir), GIT_OPTIONAL_LOCKS="0", LC_ALL="C")
        return reader
