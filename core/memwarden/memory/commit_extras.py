"""What goes into git beside the notes: what this store published of them, and the rules that a person accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from memwarden.memory.policy import CONFIG
from memwarden.memory.published import own_file
from memwarden.store.files import read_if_possible
from memwarden.sync.commits import Draft, Ident
from memwarden.sync.gitfiles import File, blob_of, ignored

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree
    from memwarden.sync.git import Repository

NOT_ACCEPTED = "nobody accepted these rules here: see memwarden review"


class Extras:
    """Made for one look at git, whose commit has the files `there` and whose index those of `index`.

    Rules that nobody accepted stay out: an agent may have written them. `held` then says so.
    """

    def __init__(
        self, tree: Tree, repo: Repository, there: Mapping[str, File], index: Mapping[str, File], person: Ident
    ) -> None:
        self._tree = tree
        self._repo = repo
        self._there = there
        self._index = index
        self._person = person
        self.held: dict[str, str] = {}

    def added(self, drafts: Sequence[Draft]) -> list[Draft]:
        """These commits, the last of them with what was published; before them one of the rules."""
        records = self._new(self._published())
        found = [*self._rules(), *drafts]
        if records and not found:
            return [self._draft("what memwarden recorded", records)]
        return [*found[:-1], found[-1]._replace(blobs={**found[-1].blobs, **records})] if records else found

    def _rules(self) -> Iterator[Draft]:
        data = read_if_possible(self._tree.root / CONFIG)
        if data is None:
            return
        accepted = data == self._tree.rules.accepted()
        if rules := self._new((CONFIG, data), keep=accepted):
            if accepted:
                yield self._draft("the rules that were accepted", rules)
            else:
                self.held[CONFIG] = NOT_ACCEPTED

    def _published(self) -> tuple[str, bytes | None]:
        name = own_file(self._tree.store.id)
        with self._tree.store.locked():
            return name, read_if_possible(self._tree.root / name)

    def _new(self, file: tuple[str, bytes | None], *, keep: bool = True) -> dict[str, str]:
        """Its blob, where git lacks it and nobody keeps it from git."""
        name, data = file
        if data is None or self._index.get(name) != self._there.get(name) or ignored(self._repo, [name]):
            return {}
        blob = blob_of(self._repo, name, data, keep=keep)
        return {} if name in self._there and self._there[name].blob == blob else {name: blob}

    def _draft(self, what: str, blobs: Mapping[str, str]) -> Draft:
        return Draft(self._person, self._tree.now(), f"memory: {what}\n", blobs)
