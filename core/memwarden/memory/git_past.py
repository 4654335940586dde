"""The versions and the authors of a note that git has kept since before anybody looked, asked once for each HEAD."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from memwarden.errors import EngineFailed
from memwarden.memory import past_form
from memwarden.memory.notes import is_note_name
from memwarden.memory.past import Claim, Claims, Past, author_form
from memwarden.store.store import Store
from memwarden.sync.gitfolder import GitFolder

if TYPE_CHECKING:
    from memwarden.sync.git import Repository
    from memwarden.sync.gitlog import Commit

T = TypeVar("T")
_ACTS = {"A": "create", "D": "delete", "R": "move", "C": "create"}
_DELETIONS = ".deletions"
_KEPT = 16


class GitPast:
    """Any thread; git is never asked under the store's lock. `problem` says why git does not answer, if so."""

    def __init__(self, root: Path, store: Store) -> None:
        self._root = root
        self._store = store
        self._repository: Repository | None = None
        self._blames: dict[str, Claims] = {}
        self._known: OrderedDict[str, tuple[str, tuple[Past, ...]]] = OrderedDict()
        self.problem = ""

    @property
    def head(self) -> str:
        """The commit that the tree stands on, empty for none; git is asked only where its folder does not say."""
        folder = GitFolder.find(self._root)
        if folder is None:
            return ""
        return folder.head or self._asked(lambda repository: repository.head(), "")

    def commits(self, note: str, *, ask: bool = True) -> tuple[Past, ...]:
        """Newest first, through renames and merges; without `ask` only what was asked before."""
        head = self.head if ask else ""
        tag, kept = self._kept(note)
        if not head or tag == head:
            return kept
        known = {(version.id, version.note): version for version in kept}
        found = self._asked(lambda repository: _read(repository, repository.log(note), known), kept)
        return self._keep(note, head, found)

    def deletions(self) -> tuple[Past, ...]:
        """Every commit that took most of a note, or all of it, newest first: the large deletions of the past."""
        head = self.head
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

    def _read_deletions(self, repository: Repository) -> tuple[Past, ...]:
        versions = [_version(commit) for commit in repository.log_all() if is_note_name(commit.path)]
        from memwarden.memory.counting import find_deletions

        return tuple(version for version in find_deletions(repository, versions) if version.flags)

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
        """HEAD when git was asked last, and what it said."""
        if (known := self._known.get(note)) is not None:
            return known
        with self._store.locked():
            kept = self._store.derived("past", note)
        return self._remember(note, kept[0], past_form.load(kept[1])) if kept else ("", ())

    def _keep(self, note: str, head: str, versions: Iterable[Past]) -> tuple[Past, ...]:
        found = tuple(versions)
        if not self.problem:
            with self._store.locked():
                self._store.derive("past", note, head, past_form.dump(found))
            self._remember(note, head, found)
        return found

    def _remember(self, note: str, head: str, found: tuple[Past, ...]) -> tuple[str, tuple[Past, ...]]:
        self._known[note] = known = (head, found)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return known


def _read(repository: Repository, commits: Sequence[Commit], known: Mapping[tuple[str, str], Past]) -> tuple[Past, ...]:
    """The commits as versions: only of those that are not known yet git is asked anything more."""
    from memwarden.memory.counting import find_deletions

    names = [(commit.sha, commit.path) for commit in commits]
    fresh = [_version(commit) for name, commit in zip(names, commits) if name not in known]
    found = {(version.id, version.note): version for version in find_deletions(repository, fresh)}
    return tuple(known.get(name) or found[name] for name in names)


def _version(commit: Commit) -> Past:
    from memwarden.text.visible import visible

    act = "merge" if len(commit.parents) > 1 else _ACTS.get(commit.status, "edit")
    return Past(
        commit.sha, "git", commit.path, commit.path_before, commit.blob_after, commit.blob_before,
        commit.blob_after or "", commit.at, author_form(commit.author, commit.subject, commit.path), act,
        why=visible(commit.subject), counted=False,
    )  # fmt: skip
