"""Whether git may have left something for a person here, told by what lies in its folder: no process, 20 µs."""

from __future__ import annotations

import os

from memwarden.errors import EngineFailed
from memwarden.sync.gitfolder import GitFolder, said
from memwarden.sync.gitrun import run
from memwarden.sync.gitstate import UNDER_WAY
from memwarden.text.lines import decode

_MAY_BE_UNMERGED = (*UNDER_WAY, "AUTO_MERGE", "SQUASH_MSG")
"""A stash that did not apply leaves none of these, but it always stays in the stash."""
Stamp = tuple[int, int, int]


class GitSigns(GitFolder):
    """What in git's folder speaks for asking git."""

    __slots__ = ()

    @property
    def stashed(self) -> bool:
        return os.path.lexists(self.common / "refs/stash") or os.path.lexists(self.common / "logs/refs/stash")

    @property
    def may_be_unmerged(self) -> bool:
        return self.stashed or any(os.path.lexists(self.folder / name) for name in _MAY_BE_UNMERGED)

    @property
    def quiet(self) -> bool:
        """Whether nothing at all speaks for asking git."""
        locked = os.path.lexists(self.folder / "index.lock")
        return not (self.may_be_unmerged or locked) and said(self.folder / "HEAD").startswith("ref:")

    def index_stamp(self) -> Stamp:
        """Changes whenever git's index does."""
        try:
            status = os.stat(self.folder / "index")
        except OSError:
            return (0, 0, 0)
        return (status.st_mtime_ns, status.st_size, status.st_ino)

    def unmerged(self) -> frozenset[str]:
        """Paths of the tree with several versions in the index; none where git does not answer."""
        try:
            listed = decode(run(self.top, "ls-files", "-u", "-z")[1])
        except EngineFailed:
            return frozenset()
        paths = (entry.partition("\t")[2] for entry in listed.split("\0") if entry)
        return frozenset(path.removeprefix(self.prefix) for path in paths if path.startswith(self.prefix))
