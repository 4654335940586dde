"""What git left for a person in single notes: versions unmerged in its index, and edits that stayed in its stash."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from memwarden.errors import DiskFailed, EngineFailed, Refused
from memwarden.memory.conflicts import Base, Conflict, ConflictKind, Copy, Source
from memwarden.memory.owner_rules import owner_rule
from memwarden.memory.set_aside import against, kind_of
from memwarden.store.files import read_file
from memwarden.store.snapshots import revision_of
from memwarden.sync.git import Commit, GitState, Repository, Stash, Unmerged, agent_of, repository
from memwarden.sync.gitsigns import GitSigns
from memwarden.text.markers import has_markers

_STAGE = "the ancestor in git's index"
_VIRTUAL = "git made it out of several ancestors that conflict themselves: no proof"
_STASH = "the commit that the stash was made on"
AUTOSTASH = "autostash"


@dataclass(frozen=True, slots=True)
class Side:
    """One version in git; `data` None where that side deleted the note."""

    blob: str
    data: bytes | None
    at: datetime
    by: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Both sides of a note and their ancestor; `yours` is this machine's side, whatever git calls it."""

    yours: Side
    theirs: Side
    base: Base
    why: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class GitLook:
    """What one look at a repository found, by note; `problem` where git did not answer."""

    unmerged: dict[str, Pair] = field(default_factory=dict)
    stashed: dict[str, tuple[Side, Base]] = field(default_factory=dict)
    state: GitState | None = None
    problem: str = ""

    @property
    def notes(self) -> set[str]:
        return {*self.unmerged, *self.stashed}

    @property
    def is_under_way(self) -> bool:
        """Whether git is in the middle of something, so that the notes are not yet what they will be."""
        return self.state is not None and bool(self.state.under_way)

    def conflict(self, root: Path, note: str, copies: list[Copy]) -> Conflict | None:
        """The conflict of a note that git has something of, with the copies that lie beside it."""
        now = _on_disk(root, note)
        if (pair := self.unmerged.get(note)) is not None:
            return _unmerged(note, pair, now, copies)
        if (stashed := self.stashed.get(note)) is None:
            return None
        side, base = stashed
        theirs = against(_copy(side, Source.STASH, base), now)
        both = (*copies, theirs)
        kind = ConflictKind.GIT_DELETED if side.data is None else kind_of(now, both)
        kind = ConflictKind.GIT_STASH if kind in {ConflictKind.EDITS, ConflictKind.CONTAINED} else kind
        return Conflict(note, kind, now, None if now is None else revision_of(now), both)


class GitConflicts:
    """git is asked only where something in its folder speaks for it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._repository: Repository | None = None

    def look(self, settled: Callable[[str], set[str]]) -> GitLook:
        """`settled` gives the versions of a note that a person already decided about."""
        signs = GitSigns.find(self._root)
        if signs is None or signs.quiet:
            return GitLook()
        try:
            repo = self.repository()
            return _look(repo, settled) if repo else GitLook()
        except EngineFailed as failure:
            return GitLook(problem=str(failure))

    def repository(self) -> Repository | None:
        """Raises EngineFailed."""
        if self._repository is None:
            self._repository = repository(self._root)
        return self._repository

    def close(self) -> None:
        if self._repository is not None:
            self._repository.close()


def _look(repo: Repository, settled: Callable[[str], set[str]]) -> GitLook:
    state = repo.state()
    unmerged = {entry.path: _pair(repo, state, entry) for entry in state.unmerged}
    stashed: dict[str, tuple[Side, Base]] = {}
    for stash in state.stashes:
        if stash.subject == AUTOSTASH:
            for note, side in _stashed(repo, stash).items():
                if note not in unmerged and note not in stashed and side[0].blob not in settled(note):
                    stashed[note] = side
    lying = {note: side for note, side in stashed.items() if _on_disk(repo.root, note) != side[0].data}
    return GitLook(unmerged, lying, state)


def _pair(repo: Repository, state: GitState, entry: Unmerged) -> Pair:
    ours, others = state.sides(entry)
    read = repo.blobs(blob for blob in (entry.base, ours, others) if blob)
    here, there = _commits(state)
    yours = _side(repo, entry.path, ours, read, here, state.stashes)
    theirs = _side(repo, entry.path, others, read, there, state.stashes)
    data = read.get(entry.base or "")
    base = Base()
    if data is not None:
        virtual = bool(has_markers(data))
        base = Base(revision_of(data), _VIRTUAL if virtual else _STAGE, not virtual, data=data)
    return Pair(yours, theirs, base)


def _commits(state: GitState) -> tuple[str, str]:
    """Names of the commits behind this machine's side and the other one."""
    return {
        "rebase": ("REBASE_HEAD", "HEAD"),
        "merge": ("HEAD", "MERGE_HEAD"),
        "cherry-pick": ("HEAD", "CHERRY_PICK_HEAD"),
        "revert": ("HEAD", "REVERT_HEAD"),
    }.get(state.under_way, ("", "HEAD"))


def _side(
    repo: Repository, note: str, blob: str | None, read: dict[str, bytes], commit: str, stashes: tuple[Stash, ...]
) -> Side:
    data = read.get(blob) if blob else None
    said = repo.last(commit, note) if commit else None
    if said is not None:
        return Side(blob or "", data, said.at, agent_of(said.subject) or "", _label(said))
    at = stashes[0].at if stashes and not commit else datetime.now(UTC)
    return Side(blob or "", data, at, "", "your uncommitted edits" if not commit else "")


def _label(commit: Commit) -> str:
    return f"{commit.sha[:7]} {commit.author}: {commit.subject}"


def _stashed(repo: Repository, stash: Stash) -> dict[str, tuple[Side, Base]]:
    parent = repo.parent(stash.sha)
    changed = repo.changes(parent, stash.sha) if parent else {}
    read = repo.blobs(blob for pair in changed.values() for blob in pair if blob)
    proven = bool(parent) and repo.merge_base(parent, "HEAD" if not repo.head() else repo.head()) == parent
    found: dict[str, tuple[Side, Base]] = {}
    for note, (before, after) in changed.items():
        data = read.get(before or "")
        base = Base() if data is None else Base(revision_of(data), _STASH, proven, data=data)
        side = Side(after or "", read.get(after or ""), stash.at, label="the uncommitted edits that git put aside")
        found[note] = (side, base)
    return found


def _unmerged(note: str, pair: Pair, now: bytes | None, copies: list[Copy]) -> Conflict:
    theirs = _copy(pair.theirs, Source.GIT, pair.base)
    both = (theirs, *copies)
    take, why = owner_rule(note)
    return Conflict(
        note, _unmerged_kind(pair, both), pair.yours.data, None if now is None else revision_of(now), both,
        yours_by=pair.yours.by, yours_at=pair.yours.at, yours_label=pair.yours.label,
        yours_from=f"git:{pair.yours.blob or 'deleted'}", proposal=take, why=why,
    )  # fmt: skip


def _unmerged_kind(pair: Pair, copies: tuple[Copy, ...]) -> ConflictKind:
    if pair.yours.data is None or pair.theirs.data is None:
        return ConflictKind.GIT_DELETED
    is_binary = kind_of(pair.yours.data, copies) is ConflictKind.UNDECODABLE
    return ConflictKind.UNDECODABLE if is_binary else ConflictKind.GIT_UNMERGED


def _copy(side: Side, source: Source, base: Base) -> Copy:
    data = side.data or b""
    return Copy(
        f"git:{side.blob or 'deleted'}", data, revision_of(data), None, "", len(data), side.at,
        by=side.by, source=source, gone=side.data is None, label=side.label, base=base,
    )  # fmt: skip


def _on_disk(root: Path, note: str) -> bytes | None:
    try:
        return read_file(root / note)
    except (DiskFailed, Refused):
        return None
