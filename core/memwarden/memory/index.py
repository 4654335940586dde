"""Builds the index graph from the hub, the indices nested below it, and the links of every note."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from memwarden.memory import unlisted
from memwarden.memory.graph import Entry, EntryState, IndexGraph, Section
from memwarden.memory.linked import Linked
from memwarden.memory.notes import INDEX_NAMES
from memwarden.memory.targets import Files
from memwarden.text.link import Link
from memwarden.text.markdown import Heading, outline

_MARKS = " \t\r-–—:·|*"


def is_index(path: str) -> bool:
    return path.endswith(INDEX_NAMES) and path.rpartition("/")[2] in INDEX_NAMES


class _Part(NamedTuple):
    """What an index links under one of its headings; `nested` are the indices among it."""

    head: Heading
    entries: tuple[Entry, ...]
    nested: tuple[Entry, ...]


class Index:
    """Walks from the indices; what stands in one is kept until it, or where its links lead, is another."""

    def __init__(self, files: Files, linked: Linked) -> None:
        self._files = files
        self._linked = linked
        self._parts: dict[str, list[_Part]] = {}
        self._expanded: set[str] = set()

    def forget(self, notes: Iterable[str]) -> None:
        """These were read anew, or lead elsewhere now."""
        for note in notes:
            self._parts.pop(note, None)

    def graph(self, notes: Sequence[str]) -> IndexGraph:
        """Of all these notes, sorted; where not every one was read, of the indices as they are."""
        hubs = [note for note in notes if is_index(note)]
        hub = next((name for name in INDEX_NAMES if name in hubs), None)
        self._expanded = set()
        sections = list(self._expand(hub, "", 0)) if hub else []
        for nested in sorted(hubs, key=lambda path: (path.count("/"), path)):
            if nested not in self._expanded:
                sections += self._expand(nested, nested.rpartition("/")[0] or nested, 1)
        rest = self._unreached(notes, hubs)
        sections += unlisted.agents(filter(unlisted.is_agents, rest))
        rest = [path for path in rest if not unlisted.is_agents(path)]
        if hub is None:
            sections += unlisted.folders(rest)
        return IndexGraph(
            hub=hub,
            sections=tuple(sections),
            orphans=tuple(rest) if hub else (),
            dangling=tuple(
                entry for section in sections for entry in section.entries if entry.state is EntryState.MISSING
            ),
            backlinks=self._linked.backlinks,
            hubs=tuple(hubs),
        )

    def _unreached(self, notes: Iterable[str], hubs: Collection[str]) -> list[str]:
        """Notes to be linked that no index leads to, by however many steps."""
        pending = list(hubs)
        reached = set(pending)
        while pending:
            if ahead := self._linked.ahead.get(pending.pop()):
                new = ahead.keys() - reached
                reached |= new
                pending += new
        return [note for note in notes if note not in reached and not unlisted.is_unlisted(note)]

    def _expand(self, hub: str, title: str, depth: int) -> Iterator[Section]:
        """The sections of an index, each followed by those of the indices it links; `depth` shifts levels."""
        self._expanded.add(hub)
        for head, entries, nested in self._parts_of(hub):
            if entries or (head.level > 1 and head.line):
                yield Section(head.title if head.line else title, head.level + depth, entries)
            for entry in nested:
                if entry.note in self._linked.outlines and entry.note not in self._expanded:
                    yield from self._expand(entry.note, entry.title, max(head.level, 1) + depth)

    def _parts_of(self, hub: str) -> list[_Part]:
        if hub not in self._parts:
            self._parts[hub] = list(self._read_parts(hub))
        return self._parts[hub]

    def _read_parts(self, hub: str) -> Iterator[_Part]:
        text = self._files.text(hub)
        heads = [Heading(0, "", 0), *(self._linked.outlines[hub].headings or outline(text).headings)]
        entries = self._entries(hub, text.split("\n"))
        starts = [head.line for head in heads] + [entries[-1].line + 1 if entries else 1]
        for head, first, last in zip(heads, starts, starts[1:]):
            within = slice(*(bisect_left(entries, line, key=lambda entry: entry.line) for line in (first, last)))
            listed = _unique(entries[within])
            yield _Part(head, listed, tuple(entry for entry in listed if is_index(entry.note)))

    def _entries(self, hub: str, lines: Sequence[str]) -> list[Entry]:
        columns = sorted((link.line, link.column) for link in self._linked.outlines[hub].links)
        return [
            Entry(
                link.text or (target.path or link.target).rpartition("/")[2].removesuffix(".md"),
                target.path if target.state in _THERE else "",
                link.target,
                link.line,
                target.state,
                _description(lines[link.line - 1], link, columns),
                hub,
            )
            for link, target in self._linked.leads(hub)
        ]


_THERE = frozenset({EntryState.OK, EntryState.COPY})


def _description(line: str, link: Link, columns: list[tuple[int, int]]) -> str:
    """What stands behind the link on its line, up to the next one."""
    after = bisect_right(columns, (link.line, link.end - 1))
    following = columns[after] if after < len(columns) else (0, 0)
    end = following[1] - 1 if following[0] == link.line else len(line)
    return line[link.end - 1 : end].strip(_MARKS)


def _unique(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """A section names each thing once, however often it links it, and keeps every title it has there."""
    kept: dict[str, Entry] = {}
    for entry in entries:
        first = kept.setdefault(key := entry.note or entry.target, entry)
        if entry.title not in (first.title, *first.also):
            kept[key] = first._replace(also=(*first.also, entry.title))
    return tuple(kept.values())
