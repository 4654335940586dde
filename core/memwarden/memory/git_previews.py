"""What an act on the whole repository will do, said before it is done, and why it cannot be done now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memwarden.errors import Refused
from memwarden.memory.git_sides import AUTOSTASH, GitLook
from memwarden.memory.notes import is_note_name
from memwarden.memory.published import own_file
from memwarden.sync import gitacts
from memwarden.sync.git import GitState, Repository
from memwarden.text.markers import has_markers

if TYPE_CHECKING:
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


class Previewing:
    def __init__(self, repo: Repository, look: GitLook, state: GitState, tree: Tree) -> None:
        self._repo, self._look, self._state, self._tree = repo, look, state, tree

    def of(self, act: str) -> GitPreview:
        lines = {"continue": self._continue, "abort": self._abort, "drop-stash": self._drop, "unlock": self._unlock}
        words = gitacts.command(self._state.under_way, act) or {
            "drop-stash": ("stash", "drop"), "unlock": ("rm", ".git/index.lock")
        }.get(act, ())  # fmt: skip
        mark = f"{self._repo.head()}:{self._state.under_way}:{autostash(self._state)}"
        command = " ".join(words) if act == "unlock" else " ".join(("git", *words))
        return GitPreview(act, command, tuple(lines[act]()), self._refusal(act, words), mark)

    def _refusal(self, act: str, words: tuple[str, ...]) -> str:
        if act in {"continue", "abort"} and not words:
            return "git has nothing under way here that it could go on with."
        if act == "continue":
            return self._unready()
        if act == "drop-stash" and not autostash(self._state):
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
        if marked:
            return f"Conflict markers still stand in {', '.join(marked)}."
        own = own_file(self._tree.store.id)
        others = [path for path in self._state.unstaged if not (is_note_name(path) or path == own)]
        others += self._state.unstaged_outside
        return in_the_way(others) if others and self._state.under_way == "rebase" else ""

    def _continue(self) -> Iterator[str]:
        done, all_ = gitacts.steps(self._repo.git_dir)
        count = len(list(filter(is_note_name, self._state.staged)))
        yield f"Commits what is resolved and staged, {count} note{'' if count == 1 else 's'}, as git prepared it."
        written = list(filter(is_note_name, self._state.unstaged))
        if written and self._state.under_way == "rebase":
            yield f"What was written meanwhile goes along, each change its author's: {', '.join(written)}."
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
        yield f"Takes {autostash(self._state)[:12]} out of git's stash; its texts stay in memwarden's store."

    def _unlock(self) -> Iterator[str]:
        lock = self._state.index_lock
        if lock is not None:
            yield f"Removes {lock.path}, which no process holds."

    def _bytes(self, note: str) -> bytes:
        try:
            return self._tree.bytes_of(note) or b""
        except Refused:
            return b""


def in_the_way(files: Iterable[str]) -> str:
    return f"git does not go on while these have changes that are not committed: {', '.join(files)}."


def autostash(state: GitState) -> str:
    return next((stash.sha for stash in state.stashes if stash.subject == AUTOSTASH), "")
