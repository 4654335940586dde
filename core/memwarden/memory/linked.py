"""What the notes of a tree link and where that leads, kept up note by note."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from memwarden.memory.graph import Backlink, EntryState
from memwarden.memory.targets import Files, Target, Targets, names_in, names_of
from memwarden.text.link import Link
from memwarden.text.markdown import Outline

Outlines = Callable[[str], Outline]
"""The outline of a note by its path, so that whoever keeps notes by content can keep these too."""
Lead = tuple[Link, Target]


class Backlinks(Mapping[str, tuple[Backlink, ...]]):
    """The notes that lead to one, by path, each with the heading above its first link; it grows with what is read."""

    def __init__(self, links: Mapping[str, dict[str, Backlink]]) -> None:
        self._links = links

    def __getitem__(self, note: str) -> tuple[Backlink, ...]:
        return tuple(sorted(self._links[note].values(), key=lambda link: link.note))

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._links))

    def __len__(self) -> int:
        return len(self._links)


class Linked:
    """Knows of a note once it was read: its outline, the targets of its links, the notes it leads to (`ahead`).

    `finder` says where a link leads now.
    """

    def __init__(self, files: Files, outlines: Outlines) -> None:
        self.outlines: dict[str, Outline] = {}
        self.targets: dict[str, tuple[Target | None, ...]] = {}
        self.ahead: dict[str, dict[str, str]] = {}
        self._finder: Targets | None = None
        self._files = files
        self._read = outlines
        self._back: dict[str, dict[str, Backlink]] = {}
        self._decided_by: defaultdict[str, set[str]] = defaultdict(set)
        self._unnamed: set[str] = set()
        self.backlinks = Backlinks(self._back)

    @property
    def finder(self) -> Targets:
        if self._finder is None:
            self._finder = Targets(self._files)
        return self._finder

    def leads(self, note: str) -> list[Lead]:
        """The links of a note that lead, or were meant to lead, to something of the tree."""
        found = zip(self.outlines[note].links, self.targets[note], strict=True)
        return [(link, to) for link, to in found if to and (to.path.endswith(".md") or link.form != "image")]

    def read(self, note: str) -> bool:
        """Take in what this note links now; whether it leads to other notes than it did."""
        self.outlines[note] = self._read(note)
        self._unnamed.add(note)
        return self.lead(note)

    def lead(self, note: str) -> bool:
        """Find again where its links lead; whether to other notes."""
        self.targets[note] = tuple(self.finder.of(note, link) for link in self.outlines[note].links)
        return self._link(note, self._sections(note))

    def drop(self, note: str) -> None:
        """Know nothing of a note any more."""
        if self.outlines.pop(note, None) is not None:
            self._link(note, {})
            del self.targets[note], self.ahead[note]

    def move(self, moved: Iterable[str]) -> set[str]:
        """Other things than before lie at these paths: the notes that may lead elsewhere now, to `lead` again."""
        self._finder = None
        if not self.outlines:
            return set()
        for note in self._unnamed & self.outlines.keys():
            for name in {name for link in self.outlines[note].links for name in names_of(note, link)}:
                self._decided_by[name].add(note)
        self._unnamed.clear()
        names = {name for path in moved for name in names_in(path)}
        return {note for name in names for note in self._decided_by.get(name, ()) if note in self.outlines}

    def _sections(self, note: str) -> dict[str, str]:
        """The notes that this one leads to, with the heading above the first link."""
        headings = self.outlines[note].headings
        lines = [heading.line for heading in headings]
        found: dict[str, str] = {}
        for link, target in self.leads(note):
            if target.state is EntryState.OK and target.path not in found:
                above = bisect_right(lines, link.line)
                found[target.path] = headings[above - 1].title if above else ""
        return found

    def _link(self, note: str, ahead: dict[str, str]) -> bool:
        before = self.ahead.get(note, {})
        self.ahead[note] = ahead
        for path in before.keys() - ahead.keys() - {note}:
            del self._back[path][note]
            if not self._back[path]:
                del self._back[path]
        for path, section in ahead.items():
            if path != note and before.get(path) != section:
                self._back.setdefault(path, {})[note] = Backlink(note, section)
        return before.keys() != ahead.keys()
