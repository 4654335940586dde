"""The other side of a branch: pushed to, and taken in by fast-forward or rebase; never forced, never stashed."""

from __future__ import annotations

from typing import NamedTuple

from memwarden.errors import EngineFailed
from memwarden.sync.commits import Ident, holds, named
from memwarden.sync.git import GitState, Repository
from memwarden.sync.gitrun import run
from memwarden.text.lines import decode

_ANY = tuple(range(256))
_THERE = "@{upstream}"
_OURS = f"{_THERE}..HEAD"
_UNATTENDED = (
    "core.editor=true",
    "rebase.autoStash=false",
    "merge.autoStash=false",
    "commit.gpgSign=false",
)


class Upstream(NamedTuple):
    """`name` is what people call it, as `origin/main`; `ref` what the remote calls it."""

    remote: str
    ref: str
    name: str


def upstream(repo: Repository, branch: str) -> Upstream | None:
    """Where the branch goes to; None where nobody said."""
    remote, ref = (_said(repo, "config", "--get", f"branch.{branch}.{part}") for part in ("remote", "merge"))
    return Upstream(remote, ref, f"{remote}/{ref.removeprefix('refs/heads/')}") if remote and ref else None


def tip(repo: Repository) -> str:
    """Where the other side stands, as far as that is known here; empty where it has no such branch."""
    return _said(repo, "rev-parse", "--quiet", "--verify", f"{_THERE}^{{commit}}")


def fetch(repo: Repository, there: Upstream) -> None:
    """Raises EngineFailed, as without a network, or where the branch that was there is gone."""
    known = (there.ref,) if tip(repo) else ()
    run(repo.top, "fetch", "--quiet", there.remote, *known)


def push(repo: Repository, there: Upstream) -> None:
    """Raises EngineFailed where it did not come to that: without a network, or where others were first.

    Nothing is overwritten: the lease only refuses what a plain push would do to a branch that was cut back or taken
    away meanwhile, since this side has all of where that stood.
    """
    head, seen = repo.head(), tip(repo)
    if seen and not holds(repo, seen, head):
        raise EngineFailed("others were first")
    lease = (f"--force-with-lease={there.ref}:{seen}",) if seen else ()
    run(repo.top, "push", "--quiet", *lease, there.remote, f"{head}:{there.ref}")


def takes_others_along(repo: Repository) -> bool:
    """Whether commits that are not pushed change more than the tree: somebody's own work in the same repository."""
    if not repo.prefix:
        return False
    listed = ("diff", "--name-only", f"{_THERE}...HEAD") if tip(repo) else ("ls-tree", "-r", "--name-only", "HEAD")
    changed = decode(run(repo.top, *listed, "-z")[1]).split("\0")
    return any(path and not path.startswith(repo.prefix) for path in changed)


def holds_merges(repo: Repository) -> bool:
    """Whether a merge is among what is not pushed: a rebase would take it apart."""
    return bool(_said(repo, "rev-list", "--merges", "--max-count=1", _OURS))


def replays(repo: Repository, who: Ident) -> bool:
    """Whether each commit that is not pushed goes on top of the other side without a conflict.

    Tried beside the working tree; False too where this git cannot (before 2.38).
    """
    tree = f"{_THERE}^{{tree}}"
    for pair in _said(repo, "rev-list", "--reverse", "--topo-order", "--parents", _OURS).split("\n"):
        commit, _, parent = pair.partition(" ")
        if not parent:
            return False
        # Beside the parent, so that this is what both have in common.
        onto = decode(run(repo.top, "commit-tree", tree, "-p", parent, "-m", "so far", settings=named(who))[1]).strip()
        status, output = run(repo.top, "merge-tree", "--write-tree", onto, commit, ok=_ANY)
        if status:
            return False
        tree = decode(output).split("\n")[0]
    return True


def take_in(repo: Repository, state: GitState, who: Ident) -> str:
    """Have the branch go on from the other side; what came of it the state tells. Answers what git objects to."""
    act = ("rebase", "--quiet", _THERE) if state.ahead else ("merge", "--quiet", "--ff-only", _THERE)
    try:
        run(repo.top, *act, settings=(*_UNATTENDED, *named(who)))
    except EngineFailed as failure:
        return failure.message
    return ""


def _said(repo: Repository, *asked: str) -> str:
    """Empty where git has no answer."""
    return decode(run(repo.top, *asked, ok=_ANY)[1]).strip()
