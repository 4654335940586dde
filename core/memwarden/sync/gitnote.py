"""How one note stands in git: committed, changed since, not in it, and whether its commits were pushed."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from memwarden.sync.gitrun import run

if TYPE_CHECKING:
    from memwarden.sync.git import Repository


class GitStanding(StrEnum):
    """In words; `AHEAD` is committed here and not yet pushed, `HERE` where there is nowhere to push to."""

    UNMERGED = "unmerged"
    UNCOMMITTED = "uncommitted"
    NEW = "not in git"
    AHEAD = "committed, not pushed"
    PUSHED = "committed and pushed"
    HERE = "committed"


def standing(repository: Repository, note: str) -> GitStanding:
    """Two or three git processes that take no lock. Raises EngineFailed."""
    path = repository.prefix + note
    status = run(repository.top, "status", "--porcelain=v2", "-z", "--untracked-files=all", "--", path)[1]
    if status:
        return _KINDS.get(status[:1], GitStanding.UNCOMMITTED)
    if not run(repository.top, "ls-files", "-z", "--", path)[1]:
        return GitStanding.NEW
    asked = ("rev-list", "--max-count=1", "@{upstream}..HEAD", "--", path)
    failed, ahead = run(repository.top, *asked, ok=(0, 128))
    if failed:
        return GitStanding.HERE
    return GitStanding.AHEAD if ahead else GitStanding.PUSHED


_KINDS = {b"u": GitStanding.UNMERGED, b"?": GitStanding.NEW}
