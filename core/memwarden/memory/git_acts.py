"""Going on with what git has under way, giving it up, dropping a stash: said first, done only by a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memwarden.errors import Code, EngineFailed, Refused
from memwarden.memory.git_findings import GitFinding, findings
from memwarden.memory.git_previews import ACTS, GitPreview, Previewing, autostash, in_the_way
from memwarden.memory.git_sides import GitConflicts, GitLook
from memwarden.memory.notes import is_note_name
from memwarden.memory.published import own_file
from memwarden.store.records import What
from memwarden.sync import gitacts
from memwarden.sync.git import GitState, Repository

if TYPE_CHECKING:
    from memwarden.memory.actor import Actor
    from memwarden.memory.tree import Tree


@dataclass(frozen=True, slots=True)
class GitDone:
    """What came of it, judged by the state afterwards; `said` is git's own output."""

    lines: tuple[str, ...]
    findings: tuple[GitFinding, ...]
    said: str = ""


class GitActs:
    def __init__(self, tree: Tree, git: GitConflicts, settled: Callable[[str], set[str]]) -> None:
        self._tree = tree
        self._git = git
        self._settled = settled

    def findings(self) -> tuple[GitFinding, ...]:
        """What git left for a person in the repository as a whole; none without one."""
        return findings(self._look())

    def require_unlocked(self) -> None:
        """Raises Refused BUSY where git could not be told of a resolution."""
        state = self._look().state
        if state is not None and state.index_lock is not None:
            raise Refused(
                Code.BUSY, f"git is locked by {state.index_lock.holder or 'a lock that was left over'}.",
                "Wait for it to end, or remove the lock, then resolve.",
            )  # fmt: skip

    def stage(self, note: str) -> None:
        """Tell git that this one note is resolved. Raises EngineFailed."""
        repo = self._git.repository()
        if repo is not None:
            gitacts.add(repo, note)
            # What was published of the resolution would keep git from going on.
            gitacts.add_known(repo, own_file(self._tree.store.id))

    def preview(self, act: str) -> GitPreview:
        """Raises Refused BAD_ARGUMENT for an act there is not."""
        if act not in ACTS:
            raise Refused(Code.BAD_ARGUMENT, f"git has no act {act!r} here.", f"One of: {', '.join(ACTS)}.")
        look = self._look()
        repo = self._git.repository() if look.state is not None else None
        if look.state is None or repo is None:
            return GitPreview(act, "", (), look.problem or "git has nothing under way here.")
        state = look.state
        return Previewing(repo, look, state, self._tree).of(act)

    def carry_out(self, actor: Actor, preview: GitPreview) -> GitDone:
        """Raises Refused CHANGED_SINCE_SHOWN, OPEN_HUNKS where it cannot be done; EngineFailed."""
        with self._tree.store.locked():
            now = self.preview(preview.act)
            if now.refusal:
                raise Refused(Code.OPEN_HUNKS, now.refusal, "Resolve what waits first.")
            if now != preview:
                raise Refused(Code.CHANGED_SINCE_SHOWN, "git has moved on since that was shown.", "Look again.")
            self._tree.rescan()
            said = self._do(preview)
            self._tree.remember(actor, What.VERDICT, why=preview.command, verdict=preview.act, git=preview.mark)
            self._tree.rescan()
        left = self.findings()
        return GitDone(tuple(finding.title for finding in left) or ("git has nothing under way any more",), left, said)

    def _do(self, preview: GitPreview) -> str:
        repo, state = self._git.repository(), self._look().state
        if repo is None or state is None:
            raise EngineFailed("There is no repository any more.")
        if preview.act == "drop-stash":
            self._keep_stash(repo, autostash(state))
            gitacts.drop(repo, state, autostash(state))
            return ""
        if preview.act == "unlock":
            gitacts.unlock(state)
            return ""
        if preview.act == "continue" and state.under_way == "rebase":
            self._make_ready(repo, state)
        return gitacts.carry_out(repo, gitacts.command(state.under_way, preview.act))

    def _make_ready(self, repo: Repository, state: GitState) -> None:
        """git goes on only where every change is staged. Raises Refused OPEN_HUNKS where one cannot be committed."""
        from memwarden.memory.commits import Commits

        own = own_file(self._tree.store.id)
        written = set(filter(is_note_name, state.unstaged))
        for note in written.intersection(state.staged):
            gitacts.add(repo, note)
        Commits(self._tree).meanwhile(repo, written.difference(state.staged))
        gitacts.add_known(repo, own)
        if left := repo.state().unstaged:
            raise Refused(Code.OPEN_HUNKS, in_the_way(left), "Commit them, or take the change back.")

    def _keep_stash(self, repo: Repository, sha: str) -> None:
        """No text goes: what the stash holds goes to the store first."""
        blobs = [after for _, after in repo.changes(repo.parent(sha), sha).values() if after]
        for data in repo.blobs(blobs).values():
            self._tree.store.snapshots.put(data)

    def _look(self) -> GitLook:
        return self._git.look(self._settled)
