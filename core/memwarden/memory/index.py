"""Builds the index graph from the hub, the indices nested below it, and the links of every note."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType

from memwarden.memory import unlisted
from memwarden.memory.graph import Backlink, Entry, EntryState, IndexGraph, Section
from memwarden.memory.notes import INDEX_NAMES
from memwarden.memory.targets import Files, Target, Targets, readable
from memwarden.memory.topics import resolve_topic
from memwarden.text.links import Link, has_links
from memwarden.text.markdown import Heading, Outline, outline

__all__ = [
    "Backlink",
    "Entry",
    "EntryState",
    "Files",
    "IndexGraph",
    "Outlines",
    "Section",
    "build",
    "outlines_of",
    "resolve_topic",
]

Outlines = Callable[[str], Outline]
"""The outline of a note by its path, so that whoever keeps notes by content can keep these too."""

_EMPTY = Outline((), (), ())
_MARKS = " \t\r-–—:·|*"


def build(files: Files, outlines: Outlines | None = None, *, deep: bool = True) -> IndexGraph:
    """The graph of a tree; `outlines` answers from a cache where there is one.

    Not `deep`, only the indices are read, for a first look at a large tree: its sections are whole, while
    `orphans` are what no index links itself and `backlinks` come from indices alone.
    """
    return _Builder(files, outlines or outlines_of(files), deep).graph()


def outlines_of(files: Files) -> Outlines:
    """Reads each outline afresh, and only where the text can hold links at all."""

    def read(path: str) -> Outline:
        text = files.text(path)
        return outline(text) if has_links(text) else _EMPTY

    return read


class _Builder:
    """Reads every note once, then walks from the indices."""

    def __init__(self, files: Files, outlines: Outlines, deep: bool) -> None:
        self._files = files
        self._targets = Targets(files)
        self._notes = readable(files)
        self._hubs = [path for path in self._notes if path.rpartition("/")[2] in INDEX_NAMES]
        self._outlines = {path: outlines(path) for path in (self._notes if deep else self._hubs)}
        self._leads = {path: self._leading(path) for path in self._outlines}
        self._expanded: set[str] = set()

    def graph(self) -> IndexGraph:
        hub = next((name for name in INDEX_NAMES if name in self._hubs), None)
        sections = list(self._expand(hub, "", 0)) if hub else []
        for nested in sorted(self._hubs, key=lambda path: (path.count("/"), path)):
            if nested not in self._expanded:
                sections += self._expand(nested, nested.rpartition("/")[0] or nested, 1)
        reached = self._reached(self._hubs)
        rest = [path for path in self._notes if path not in reached and not unlisted.is_unlisted(path)]
        sections += unlisted.agents(filter(unlisted.is_agents, rest))
        rest = [path for path in rest if not unlisted.is_agents(path)]
        if hub is None:
            sections += unlisted.folders(rest)
        entries = [entry for section in sections for entry in section.entries]
        return IndexGraph(
            hub=hub,
            sections=tuple(sections),
            orphans=tuple(rest) if hub else (),
            dangling=tuple(entry for entry in entries if entry.state is EntryState.MISSING),
            backlinks=MappingProxyType(self._backlinks()),
            hubs=tuple(self._hubs),
        )

    def _expand(self, hub: str, title: str, depth: int) -> Iterator[Section]:
        """The sections of an index, each followed by those of the indices it links; `depth` shifts levels."""
        self._expanded.add(hub)
        headings = self._outlines[hub].headings or outline(self._files.text(hub)).headings
        heads = [Heading(0, title, 0), *headings]
        entries = self._entries(hub)
        starts = [head.line for head in heads] + [entries[-1].line + 1 if entries else 1]
        for head, first, last in zip(heads, starts, starts[1:]):
            within = slice(*(bisect_left(entries, line, key=lambda entry: entry.line) for line in (first, last)))
            listed = _unique(entries[within])
            if listed or (head.level > 1 and head.line):
                yield Section(head.title, head.level + depth, listed)
            for entry in listed:
                if entry.note in self._hubs and entry.note not in self._expanded:
                    yield from self._expand(entry.note, entry.title, max(head.level, 1) + depth)

    def _entries(self, hub: str) -> list[Entry]:
        lines = self._files.text(hub).split("\n")
        columns = sorted((link.line, link.column) for link in self._outlines[hub].links)
        return [
            Entry(
                title=link.text or (target.path or link.target).rpartition("/")[2].removesuffix(".md"),
                note=target.path if target.state in {EntryState.OK, EntryState.COPY} else "",
                target=link.target,
                line=link.line,
                state=target.state,
                description=_description(lines[link.line - 1], link, columns),
                source=hub,
            )
            for link, target in self._leads[hub]
        ]

    def _leading(self, path: str) -> list[tuple[Link, Target]]:
        """The links of a note that lead, or were meant to lead, to something of the tree."""
        found = ((link, self._targets.of(path, link)) for link in self._outlines[path].links)
        return [
            (link, target) for link, target in found if target and (target.path.endswith(".md") or link.form != "image")
        ]

    def _reached(self, starts: Iterable[str]) -> set[str]:
        pending = list(starts)
        reached = set(pending)
        while pending:
            for _, target in self._leads.get(pending.pop(), ()):
                if target.state is EntryState.OK and target.path not in reached:
                    reached.add(target.path)
                    pending.append(target.path)
        return reached

    def _backlinks(self) -> dict[str, tuple[Backlink, ...]]:
        found: dict[str, dict[str, Backlink]] = {}
        for path, leads in self._leads.items():
            for link, target in leads:
                if target.state is EntryState.OK and target.path != path:
                    head = self._outlines[path].heading_at(link.line)
                    sources = found.setdefault(target.path, {})
                    sources.setdefault(path, Backlink(path, head.title if head else ""))
        return {note: tuple(sources.values()) for note, sources in found.items()}


def _description(line: str, link: Link, columns: list[tuple[int, int]]) -> str:
    """What stands behind the link on its line, up to the next one."""
    after = bisect_right(columns, (link.line, link.end - 1))
    following = columns[after] if after < len(columns) else (0, 0)
    end = following[1] - 1 if following[0] == link.line else len(line)
    return line[link.end - 1 : end].strip(_MARKS)


def _unique(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """A section names each thing once, however often it links it."""
    kept: dict[str, Entry] = {}
    for entry in entries:
        kept.setdefault(entry.note or entry.target, entry)
    return tuple(kept.values())
