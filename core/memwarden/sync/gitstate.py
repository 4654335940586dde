"""What state a repository is in, judged from what lies there and never from how a command ended.

`git pull --rebase --autostash` reports success although it left a stash, and a note unmerged and full of
markers.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memwarden.sync.gitfolder import said
from memwarden.sync.gitlock import IndexLock, index_lock
from memwarden.sync.gitlog import moment
from memwarden.sync.gitrun import run
from memwarden.text.lines import decode

UNDER_WAY = {
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "BISECT_LOG": "bisect",
}


@dataclass(frozen=True, slots=True)
class Unmerged:
    """A note with several versions in git's index: blobs of stage 1, 2 and 3, None for a missing stage.

    "Ours" and "theirs" are git's words, which a rebase swaps: see `GitState.sides`.
    """

    path: str
    base: str | None
    ours: str | None
    theirs: str | None


@dataclass(frozen=True, slots=True)
class Stash:
    """An entry of the stash; `sha` is a commit whose files can be read."""

    sha: str
    at: datetime
    subject: str


@dataclass(frozen=True, slots=True)
class GitState:
    """One look at a repository. Paths are relative to the tree; what happens outside it is only counted.

    `under_way` is "rebase", "merge", "cherry-pick", "revert", "bisect" or "". `held` is the commit in which a
    stopped rebase keeps uncommitted edits. `ahead` and `behind` are None where the other side has no such branch.
    Of what is `uncommitted`, some is `staged`, some lies `unstaged` in the working tree, some is both.
    """

    branch: str
    detached: bool
    under_way: str
    unmerged: tuple[Unmerged, ...]
    unmerged_outside: int
    uncommitted: tuple[str, ...]
    staged: tuple[str, ...]
    unstaged: tuple[str, ...]
    unstaged_outside: tuple[str, ...]
    stashes: tuple[Stash, ...]
    held: str
    index_lock: IndexLock | None
    ahead: int | None
    behind: int | None

    @property
    def autostash_left(self) -> bool:
        """Whether a pull put a person's uncommitted edits into the stash and could not put them back."""
        return any(stash.subject == "autostash" for stash in self.stashes)

    @property
    def clean(self) -> bool:
        """Whether nothing waits for a person here."""
        stuck = self.unmerged or self.unmerged_outside or self.under_way or self.autostash_left
        return not (stuck or self.detached or self.index_lock)

    def sides(self, unmerged: Unmerged) -> tuple[str | None, str | None]:
        """The blobs of this machine's side and of the other one.

        Git calls "theirs" what this machine wrote while it rebases, and when it applies a stash (nothing is
        then under way).
        """
        swapped = self.under_way in {"rebase", ""}
        return (unmerged.theirs, unmerged.ours) if swapped else (unmerged.ours, unmerged.theirs)


def read_state(top: Path, git_dir: Path, prefix: str) -> GitState:
    """The state of the repository at `top` for the tree below `prefix`; two git processes, no lock taken."""
    look = _Status(top, prefix)
    return GitState(
        branch=_rebased_branch(git_dir) or look.branch,
        detached=look.detached,
        under_way=next((name for mark, name in UNDER_WAY.items() if (git_dir / mark).exists()), ""),
        unmerged=tuple(look.unmerged),
        unmerged_outside=look.outside,
        uncommitted=tuple(look.uncommitted),
        staged=tuple(look.staged),
        unstaged=tuple(look.unstaged),
        unstaged_outside=tuple(look.unstaged_outside),
        stashes=_stashes(top),
        held=said(git_dir / "rebase-merge/autostash") or said(git_dir / "rebase-apply/autostash"),
        index_lock=index_lock(git_dir / "index.lock", top),
        ahead=look.ahead,
        behind=look.behind,
    )


class _Status:
    """The answer of `git status --porcelain=v2 -z`, taken apart."""

    def __init__(self, top: Path, prefix: str) -> None:
        self.branch, self.detached, self.outside = "", False, 0
        self.ahead: int | None = None
        self.behind: int | None = None
        self.unmerged: list[Unmerged] = []
        self.uncommitted: list[str] = []
        self.staged: list[str] = []
        self.unstaged: list[str] = []
        self.unstaged_outside: list[str] = []
        options = ("--porcelain=v2", "--branch", "-z", "--untracked-files=no", "--ignore-submodules=all")
        tokens = iter(decode(run(top, "status", *options)[1]).split("\0"))
        for token in tokens:
            kind, _, rest = token.partition(" ")
            if kind == "#":
                self._header(*rest.split(" ", 1))
            elif kind == "u":
                self._stages(rest, prefix)
            elif kind in {"1", "2"}:
                self._changed(rest[:2], rest.split(" ", 7 if kind == "1" else 8)[-1], prefix)
                if kind == "2":
                    next(tokens, None)

    def _header(self, name: str, value: str = "") -> None:
        if name == "branch.head":
            self.detached = value == "(detached)"
            self.branch = "" if self.detached else value
        elif name == "branch.ab":
            ahead, behind = value.split(" ")
            self.ahead, self.behind = int(ahead), -int(behind)

    def _changed(self, how: str, path: str, prefix: str) -> None:
        """`how` is git's letter for the index, and its letter for the working tree."""
        if not path.startswith(prefix):
            self.unstaged_outside += [path] if how[1] != "." else []
            return
        path = path.removeprefix(prefix)
        self.uncommitted.append(path)
        self.staged += [path] if how[0] != "." else []
        self.unstaged += [path] if how[1] != "." else []

    def _stages(self, rest: str, prefix: str) -> None:
        words = rest.split(" ", 9)
        base, ours, theirs = (sha if sha.strip("0") else None for sha in words[6:9])
        if words[9].startswith(prefix):
            self.unmerged.append(Unmerged(words[9].removeprefix(prefix), base, ours, theirs))
        else:
            self.outside += 1


def _stashes(top: Path) -> tuple[Stash, ...]:
    words = decode(run(top, "stash", "list", "-z", "--format=%H%x00%ct%x00%gs")[1]).split("\0")
    return tuple(Stash(sha, moment(at), subject) for sha, at, subject in zip(words[::3], words[1::3], words[2::3]))


def _rebased_branch(git_dir: Path) -> str:
    name = said(git_dir / "rebase-merge/head-name") or said(git_dir / "rebase-apply/head-name")
    return name.removeprefix("refs/heads/")
