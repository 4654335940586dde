"""What git left for a person in the repository as a whole: each with what to do, and which acts there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memwarden.memory.git_sides import AUTOSTASH, GitLook
from memwarden.sync.git import GitState, IndexLock
from memwarden.sync.gitacts import UNLOCKED_AFTER, command
from memwarden.text.ages import age


@dataclass(frozen=True, slots=True)
class GitFinding:
    """`acts` are what `Tree.git_preview` takes: continue, abort, drop-stash, unlock. `mark` tells one from the next."""

    code: str
    title: str
    detail: str
    fix: str
    acts: tuple[str, ...] = ()
    mark: str = ""
    at: datetime | None = None

    @property
    def id(self) -> str:
        return f"{self.code}:{self.mark}" if self.mark else self.code


def findings(look: GitLook) -> tuple[GitFinding, ...]:
    if look.state is None:
        problem = GitFinding("git-unreadable", "git cannot be asked here", look.problem, "Make git work here again.")
        return (problem,) if look.problem else ()
    return tuple(_of(look.state, look))


def _of(state: GitState, look: GitLook) -> Iterator[GitFinding]:
    if state.under_way:
        yield _under_way(state)
    elif state.detached:
        yield GitFinding(
            "git-detached", "the repository is on no branch",
            "commits made now belong to no branch, and the next switch leaves them behind",
            "Make a branch here (git switch -c NAME), or go back to yours (git switch NAME).",
        )  # fmt: skip
    if state.index_lock is not None:
        yield _lock(state.index_lock)
    if state.unmerged_outside:
        yield GitFinding(
            "git-outside", f"{state.unmerged_outside} unmerged outside this tree",
            "the repository holds more than these notes, and git waits there too", "Resolve them in that repository.",
        )  # fmt: skip
    for stash in state.stashes:
        if stash.subject == AUTOSTASH:
            waiting, open_ = len(look.stashed), bool(look.stashed or look.unmerged)
            yield GitFinding(
                "git-autostash", "git put your uncommitted edits into its stash and left them there",
                f"{waiting} of its notes wait for you" if open_ else "nothing in it waits any more",
                f"{'Take or drop its version of each note; then the' if open_ else 'The'} stash can be dropped.",
                ("drop-stash",), stash.sha[:12], stash.at,
            )  # fmt: skip


def _under_way(state: GitState) -> GitFinding:
    open_ = state.unmerged or state.unmerged_outside
    go_on = "Resolve what is unmerged, then continue" if open_ else "Continue"
    held = "; your uncommitted edits come back at its end" if state.held else ""
    acts = tuple(act for act in ("continue", "abort") if command(state.under_way, act))
    to = {"merge": "into", "rebase": "of"}.get(state.under_way, "on")
    branch = f" {to} {state.branch}" if state.branch else ""
    return GitFinding(
        f"git-{state.under_way}", f"{state.under_way}{branch} under way", _waits(state) + held,
        f"{go_on}; or abort to have everything as before it." if acts
        else f"End it with git {state.under_way} reset.", acts,
    )  # fmt: skip


def _waits(state: GitState) -> str:
    if count := len(state.unmerged):
        return f"{count} note{'' if count == 1 else 's'} to resolve, then it goes on"
    return "files outside this tree are unmerged" if state.unmerged_outside else "it can go on"


def _lock(lock: IndexLock) -> GitFinding:
    stale = not lock.holder and lock.age >= UNLOCKED_AFTER
    held = f"held by {lock.holder}" if lock.holder else "no process seems to hold it"
    return GitFinding(
        "git-index-lock", "git is locked", f"index.lock is {age(lock.age)} old, {held}: git can write nothing",
        "Remove the lock." if stale else "Wait until that git has ended.", ("unlock",) if stale else (),
        at=datetime.now(UTC) - timedelta(seconds=lock.age),
    )  # fmt: skip
