"""The versions and the authors of a note that git has kept since before anybody looked, asked once for each HEAD."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from memwarden.errors import EngineFailed
from memwarden.memory import past_form
from memwarden.memory.notes import is_note_name
from memwarden.memory.past import Claim, Claims, Past, author_form
from memwarden.store.store import Store
from memwarden.sync.gitsigns import git_mark
from memwarden.text.visible import visible

if TYPE_CHECKING:
    from memwarden.sync.git import Repository
    from memwarden.sync.gitlog import Commit

T = TypeVar("T")
_ACTS = {"A": "create", "D": "delete", "R": "move", "C": "create"}
_DELETIONS = ".deletions"


class GitPast:
    """Any thread; git is never asked under the store's lock. `problem` says why git does not answer, if so."""

    def __init__(self, root: Path, store: Store) -> None:
        self._root = root
        self._store = store
        self._repository: Repository | None = None
        self._blames: dict[str, Claims] = {}
        self.problem = ""

    def commits(self, note: str, *, ask: bool = True) -> tuple[Past, ...]:
        """Newest first, through renames and merges; without `ask` only what was asked before."""
        head = self._head() if ask else ""
        tag, kept = self._kept(note)
        if not head or tag == head:
            return kept
        counted = {(version.id, version.note): version for version in kept if version.counted}
        found = self._asked(lambda repository: self._read(repository, repository.log(note), counted), kept)
        return self._keep(note, head, found)

    def deletions(self) -> tuple[Past, ...]:
        """Every commit that took most of a note, or all of it, newest first: the large deletions of the past."""
        head = self._head()
        tag, kept = self._kept(_DELETIONS)
        if not head or tag == head:
            return kept
        return self._keep(_DELETIONS, head, self._asked(self._read_deletions, kept))

    def count(self, note: str) -> tuple[Past, ...]:
        """The commits of a note with their lines counted, as many as a moment allows; newest first."""
        tag, kept = self._kept(note)
        if not tag or all(version.counted for version in kept):
            return kept
        from memwarden.memory.counting import count_lines

        return self._keep(note, tag, self._asked(lambda repository: count_lines(repository, kept), kept))

    def data(self, blob: str) -> bytes | None:
        return self._asked(lambda repository: repository.blob(blob), None)

    def lines(self, version: Past, *, ask: bool = True) -> Claims | None:
        """Who wrote each line of a version, as `git blame` has it; None where it was not asked, or git cannot say."""
        name = f"{version.id}:{version.note}"
        if name not in self._blames:
            with self._store.locked():
                kept = self._store.derived("blame", name)
            claims = past_form.load_claims(kept[1]) if kept else self._blamed(version) if ask else None
            if claims is None:
                return None
            if not kept:
                with self._store.locked():
                    self._store.derive("blame", name, version.id, past_form.dump_claims(claims))
            self._blames[name] = claims
        return self._blames[name]

    def origin(self, version: Past, line: int) -> tuple[str, int] | None:
        """The commit that a line of a version came with, and its number there; both lines counted from 1."""

        def ask(repository: Repository) -> tuple[str, int] | None:
            from memwarden.sync.gitblame import origin

            found = origin(repository, version.id, version.note, line)
            return (found[0].sha, found[1]) if found else None

        return self._asked(ask, None)

    def close(self) -> None:
        if self._repository is not None:
            self._repository.close()

    def _blamed(self, version: Past) -> Claims | None:
        def ask(repository: Repository) -> Claims:
            from memwarden.sync.gitblame import Blamed, blame

            made: dict[Blamed, Claim] = {}
            found = []
            for line in blame(repository, version.id, version.note):
                if line not in made:
                    made[line] = Claim(author_form(line.author, line.subject, line.path), line.at, line.sha, "git")
                found.append(made[line])
            return found

        return self._asked(ask, None)

    def _read(
        self, repository: Repository, commits: Sequence[Commit], counted: dict[tuple[str, str], Past]
    ) -> tuple[Past, ...]:
        fresh = [counted.get((commit.sha, commit.path)) or _version(commit) for commit in commits]
        from memwarden.memory.counting import find_deletions

        return find_deletions(repository, fresh)

    def _read_deletions(self, repository: Repository) -> tuple[Past, ...]:
        versions = [_version(commit) for commit in repository.log_all() if is_note_name(commit.path)]
        from memwarden.memory.counting import find_deletions

        return tuple(version for version in find_deletions(repository, versions) if version.flags)

    def _head(self) -> str:
        if git_mark(self._root) is None:
            return ""
        return self._asked(lambda repository: repository.head(), "")

    def _asked(self, ask: Callable[[Repository], T], otherwise: T) -> T:
        try:
            if self._repository is None:
                from memwarden.sync.git import repository

                self._repository = repository(self._root)
            answer = otherwise if self._repository is None else ask(self._repository)
        except EngineFailed as error:
            self.problem = str(error)
            return otherwise
        self.problem = ""
        return answer

    def _kept(self, note: str) -> tuple[str, tuple[Past, ...]]:
        with self._store.locked():
            kept = self._store.derived("past", note)
        return (kept[0], past_form.load(kept[1])) if kept else ("", ())

    def _keep(self, note: str, head: str, versions: Iterable[Past]) -> tuple[Past, ...]:
        found = tuple(versions)
        if not self.problem:
            with self._store.locked():
                self._store.derive("past", note, head, past_form.dump(found))
        return found


def _version(commit: Commit) -> Past:
    act = "merge" if len(commit.parents) > 1 else _ACTS.get(commit.status, "edit")
    return Past(
        commit.sha, "git", commit.path, commit.path_before, commit.blob_after, commit.blob_before,
        commit.blob_after or "", commit.at, author_form(commit.author, commit.subject, commit.path), act,
        why=visible(commit.subject), counted=False,
    )  # fmt: skip
