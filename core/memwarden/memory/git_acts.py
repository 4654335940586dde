"""Going on with what git has under way, giving it up, dropping a stash: said first, done only by a person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memwarden.errors import Code, EngineFailed, Refused
from memwarden.memory.git_findings import GitFinding, findings
from memwarden.memory.git_sides import AUTOSTASH, GitConflicts, GitLook
from memwarden.memory.published import own_file
from memwarden.store.records import What
from memwarden.sync import gitacts
from memwarden.sync.git import GitState, Repository
from memwarden.text.markers import has_markers

if TYPE_CHECKING:
    from memwarden.memory.actor import Actor
    from memwarden.memory.tree import Tree

ACTS = ("continue", "abort", "drop-stash", "unlock")


@dataclass(frozen=True, slots=True)
class GitPreview:
    """What an act will do, in sentences; `refusal` says why it cannot be done now, or is empty.

    `mark` is the state it was made from: the act is refused once that is another.
    """

    act: str
    command: str
    lines: tuple[str, ...]
    refusal: str = ""
    mark: str = ""


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
        return _Previewing(repo, look, state, self._tree).of(act)

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
            self._keep_stash(repo, _autostash(state))
            gitacts.drop(repo, state, _autostash(state))
            return ""
        if preview.act == "unlock":
            gitacts.unlock(state)
            return ""
        return gitacts.carry_out(repo, gitacts.command(state.under_way, preview.act))

    def _keep_stash(self, repo: Repository, sha: str) -> None:
        """No text goes: what the stash holds goes to the store first."""
        blobs = [after for _, after in repo.changes(repo.parent(sha), sha).values() if after]
        for data in repo.blobs(blobs).values():
            self._tree.store.snapshots.put(data)

    def _look(self) -> GitLook:
        return self._git.look(self._settled)


class _Previewing:
    def __init__(self, repo: Repository, look: GitLook, state: GitState, tree: Tree) -> None:
        self._repo, self._look, self._state, self._tree = repo, look, state, tree

    def of(self, act: str) -> GitPreview:
        lines = {"continue": self._continue, "abort": self._abort, "drop-stash": self._drop, "unlock": self._unlock}
        words = gitacts.command(self._state.under_way, act) or {
            "drop-stash": ("stash", "drop"), "unlock": ("rm", ".git/index.lock")
        }.get(act, ())  # fmt: skip
        mark = f"{self._repo.head()}:{self._state.under_way}:{_autostash(self._state)}"
        command = " ".join(words) if act == "unlock" else " ".join(("git", *words))
        return GitPreview(act, command, tuple(lines[act]()), self._refusal(act, words), mark)

    def _refusal(self, act: str, words: tuple[str, ...]) -> str:
        if act in {"continue", "abort"} and not words:
            return "git has nothing under way here that it could go on with."
        if act == "continue":
            return self._unready()
        if act == "drop-stash" and not _autostash(self._state):
            return "git left no edits in its stash."
        if act == "drop-stash" and (self._look.stashed or self._look.unmerged):
            return "Some of its notes still wait: take or drop their versions first."
        lock = self._state.index_lock
        if act == "unlock" and (lock is None or lock.holder or lock.age < gitacts.UNLOCKED_AFTER):
            return "There is no lock here that was left over."
        return ""

    def _unready(self) -> str:
        unmerged = len(self._state.unmerged) + self._state.unmerged_outside
        if unmerged:
            return f"{unmerged} file{'' if unmerged == 1 else 's'} still unmerged."
        marked = [note for note in self._state.uncommitted if has_markers(self._bytes(note))]
        return f"Conflict markers still stand in {', '.join(marked)}." if marked else ""

    def _continue(self) -> Iterator[str]:
        done, all_ = gitacts.steps(self._repo.git_dir)
        count = len(self._state.uncommitted)
        yield f"Commits what is resolved and staged, {count} note{'' if count == 1 else 's'}, as git prepared it."
        if all_ > done:
            yield f"Then goes on with {all_ - done} more of {all_} commits, and may stop again."
        if self._state.held:
            yield "At the end your uncommitted edits come back, where they still fit."

    def _abort(self) -> Iterator[str]:
        branch = self._state.branch or "the commit"
        yield f"git puts everything back as it was before the {self._state.under_way}, on {branch}."
        changed = [*self._state.uncommitted, *(entry.path for entry in self._state.unmerged)]
        yield f"These notes change back: {', '.join(changed)}." if changed else "No note changes."
        yield "What you resolved so far stays among the versions of each note here."

    def _drop(self) -> Iterator[str]:
        yield f"Takes {_autostash(self._state)[:12]} out of git's stash; its texts stay in memwarden's store."

    def _unlock(self) -> Iterator[str]:
        lock = self._state.index_lock
        if lock is not None:
            yield f"Removes {lock.path}, which no process holds."

    def _bytes(self, note: str) -> bytes:
        try:
            return self._tree.bytes_of(note) or b""
        except Refused:
            return b""


def _autostash(state: GitState) -> str:
    return next((stash.sha for stash in state.stashes if stash.subject == AUTOSTASH), "")
