"""The other side of a branch: pushed to, and taken in by fast-forward or rebase; never forced, never stashed."""

from __future__ import annotations

from typing import NamedTuple

from memwarden.sync.commits import Ident
from memwarden.sync.git import GitState, Repository
from memwarden.sync.gitrun import run
from memwarden.text.lines import decode

_ANY = tuple(range(256))
_UNATTENDED = (
    *("-c", "core.editor=true"),
    *("-c", "rebase.autoStash=false"),
    *("-c", "merge.autoStash=false"),
    *("-c", "commit.gpgSign=false"),
)


class Upstream(NamedTuple):
    """`name` is what people call it, as `origin/main`; `ref` what the remote calls it."""

    remote: str
    ref: str
    name: str


def upstream(repo: Repository, branch: str) -> Upstream | None:
    """Where the branch goes to; None where nobody said."""
    form = "--format=%(upstream:remotename)%00%(upstream:remoteref)%00%(upstream:short)"
    words = decode(run(repo.top, "for-each-ref", form, f"refs/heads/{branch}")[1]).strip("\n").split("\0")
    return Upstream(*words) if len(words) == 3 and all(words) else None


def fetch(repo: Repository, there: Upstream) -> None:
    """Raises EngineFailed, as without a network."""
    run(repo.top, "fetch", "--quiet", there.remote)


def push(repo: Repository, branch: str, there: Upstream) -> None:
    """Raises EngineFailed where it did not come to that, be it without a network or because others were first."""
    run(repo.top, "push", "--quiet", there.remote, f"refs/heads/{branch}:{there.ref}")


def takes_others_along(repo: Repository) -> bool:
    """Whether commits that are not pushed change more than the tree: somebody's own work in the same repository."""
    if not repo.prefix:
        return False
    changed = decode(run(repo.top, "diff", "--name-only", "-z", "@{upstream}...HEAD")[1]).split("\0")
    return any(path and not path.startswith(repo.prefix) for path in changed)


def merges(repo: Repository) -> bool:
    """Whether both sides go together without a conflict; False too where this git cannot say (before 2.38)."""
    return run(repo.top, "merge-tree", "--write-tree", "HEAD", "@{upstream}", ok=_ANY)[0] == 0


def take_in(repo: Repository, state: GitState, who: Ident) -> None:
    """Have the branch go on from the other side; what came of it the state tells."""
    named = ("-c", f"user.name={who.name}", "-c", f"user.email={who.email}")
    act = ("rebase", "--quiet", "@{upstream}") if state.ahead else ("merge", "--quiet", "--ff-only", "@{upstream}")
    run(repo.top, *_UNATTENDED, *named, *act, ok=_ANY)
