"""The list of notes as the index links them, made from the tree in a thread."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memwarden.memory.graph import Entry, EntryState, IndexGraph, Section
from memwarden.memory.notes import TEXTS, Found, NoteKind
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden.memory.review_writes import lost_of
from memwarden.memory.unlisted import is_unlisted
from memwarden_tui.safe import safe
from memwarden_tui.widgets.notetree import MissingRow, NoteRow, SectionRow, State, short_names
from memwarden_tui.widgets.rows import Row

if TYPE_CHECKING:
    from memwarden import Record
    from memwarden.memory.tree import Tree

ORPHANS = "Not in INDEX"
INDICES = "Index files"
UNREADABLE = "Cannot be read"
_ODD = frozenset({NoteKind.SPECIAL, NoteKind.UNREADABLE})
_NO_NOTE = {
    EntryState.MISSING: (State("missing", "warn"), "which is not here"),
    EntryState.OUTSIDE: (State("outside", "warn"), "which lies outside the tree"),
    EntryState.DIRECTORY: (State("folder", "muted"), "which is a folder without an index"),
    EntryState.COPY: (State("copy", "warn"), "which is a conflict copy"),
}
_WORDS = {
    ItemKind.CONFLICT: State("conflict"),
    ItemKind.EROSION: State("eroded"),
    ItemKind.REVERT: State("reverted"),
    ItemKind.REFUSED: State("refused", "warn"),
    ItemKind.PROPOSAL: State("proposal", "accent"),
}


@dataclass(frozen=True, slots=True)
class Listing:
    """`title` names the hub; `sections` are the titles of the hub itself, where a note can be linked.

    `odd` are files that are no notes; with the graph they are all that the rows are made of.
    """

    graph: IndexGraph
    odd: tuple[Found, ...]
    title: str
    hub: str | None
    rows: tuple[Row, ...]
    count: int
    orphans: frozenset[str]
    sections: tuple[str, ...]


def read_listing(tree: Tree, before: Listing | None = None) -> Listing:
    """Everything but the states of the notes, which take longer; the listing of `before` while nothing is another.

    The first one is that of the indices alone, where it takes time to read every note.
    """
    graph, found = tree.index(deep=before is not None), tree.reading.found()
    odd = tuple(entry for entry in found if entry.kind in _ODD)
    if before is not None and before.graph is graph and before.odd == odd:
        return before
    count = sum(entry.kind in TEXTS and not is_unlisted(entry.path) for entry in found)
    hub = graph.hub
    return Listing(
        graph=graph,
        odd=odd,
        title=safe(hub.removesuffix(".md")) if hub else "Notes",
        hub=hub,
        rows=tuple(_Rows(graph, odd).rows()),
        count=count,
        orphans=frozenset(graph.orphans),
        sections=tuple(dict.fromkeys(_own_sections(graph))),
    )


def _own_sections(graph: IndexGraph) -> Iterator[str]:
    for section in graph.sections:
        entries = section.entries
        if section.title and not section.generated and (not entries or entries[0].source == graph.hub):
            yield section.title


class _Rows:
    """Walks the sections once; a note that several link has a row in each."""

    def __init__(self, graph: IndexGraph, odd: Iterable[Found]) -> None:
        self._graph = graph
        self._odd = odd
        notes = [entry.note for section in graph.sections for entry in section.entries if entry.note]
        self._names = short_names(dict.fromkeys([*notes, *graph.orphans, *graph.hubs]))
        self._used: dict[str, int] = {}
        self._top = min((section.level for section in graph.sections if section.level > 1), default=1)

    def rows(self) -> Iterator[Row]:
        first = True
        for section in self._graph.sections:
            depth = max(0, min(2, section.level - self._top))
            if section.title:
                yield SectionRow(safe(section.title), space=not first, depth=depth)
            for entry in section.entries:
                yield self._entry(section, entry, depth)
            first = first and not section.entries and not section.title
        yield from self._group(ORPHANS, (self._note(path, "", 0) for path in self._graph.orphans))
        yield from self._group(INDICES, (self._note(path, "", 0) for path in self._unlisted_hubs()))
        yield from self._group(UNREADABLE, map(self._unreadable, self._odd))

    def _group(self, title: str, rows: Iterable[Row]) -> Iterator[Row]:
        if found := list(rows):
            count = f"{len(found):,}" if title != INDICES and self._graph.whole else ""
            yield SectionRow(title, count=count, space=bool(self._used))
            yield from found

    def _unlisted_hubs(self) -> list[str]:
        """The indices that no index links, so that they can be read and edited too."""
        return [path for path in self._graph.hubs if path not in self._used]

    def _entry(self, section: Section, entry: Entry, depth: int) -> Row:
        if entry.note and entry.state is EntryState.OK:
            also = " ".join((section.title, entry.title, *entry.also, entry.description))
            return self._note(entry.note, also, depth)
        state, says = _NO_NOTE.get(entry.state, _NO_NOTE[EntryState.MISSING])
        where = f"{safe(entry.source)} line {entry.line} links {safe(entry.target)}, {says}."
        path = posixpath.normpath(posixpath.join(posixpath.dirname(entry.source), entry.target))
        return MissingRow(
            self._unique(f"missing:{entry.target}"), path, safe(posixpath.basename(path)), state, where,
            f"{section.title} {entry.title}", depth, entry.state is EntryState.MISSING,
            entry.source, entry.line,
        )  # fmt: skip

    def _note(self, path: str, also: str, depth: int) -> Row:
        return NoteRow(self._unique(path), path, safe(self._names.get(path, path)), also, None, depth)

    def _unreadable(self, entry: Found) -> Row:
        path = safe(entry.path)
        if entry.kind is NoteKind.UNREADABLE:
            state, says = State("locked", "warn"), f"{path} cannot be read by this user."
        elif entry.target:
            state, says = State("link", "warn"), f"{path} is a link to {safe(entry.target)}, which is no note here."
        else:
            state, says = State("no file", "warn"), f"{path} is named like a note but is no file."
        return MissingRow(self._unique(f"missing:{entry.path}"), entry.path, path, state, says)

    def _unique(self, name: str) -> str:
        count = self._used[name] = self._used.get(name, 0) + 1
        return name if count == 1 else f"{name}#{count}"


@dataclass(frozen=True, slots=True)
class Standing:
    """What waits about each note: the most urgent in a word, and the findings of the health scan as safe sentences."""

    states: Mapping[str, State] = field(default_factory=dict)
    findings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def standing_of(items: Iterable[ReviewItem]) -> Standing:
    states: dict[str, State] = {}
    findings: dict[str, tuple[str, ...]] = {}
    for item in items:
        for note, state in _states_of(item):
            states.setdefault(note, state)
        if item.kind is ItemKind.HEALTH and isinstance(item.subject, tuple):
            for finding in item.subject:
                where = f"Line {finding.line}: " if finding.line > 1 else ""
                said = safe(f"{where}{finding.message} {finding.fix}".rstrip())
                findings[finding.note] = (*findings.get(finding.note, ()), said)
    return Standing(states, findings)


def _states_of(item: ReviewItem) -> Iterator[tuple[str, State]]:
    match item.kind:
        case ItemKind.DELETION:
            for record in item.records:
                yield record.note, State(f"−{_percent_gone(record)} %")
        case ItemKind.LOST_LINES:
            for record in item.records:
                yield record.note, State(f"−{sum(lost_of(record).values()) or record.removed} lines")
        case kind if kind in _WORDS:
            yield item.note, _WORDS[kind]


def _percent_gone(record: Record) -> int:
    """How much of the text before a record took out, in percent of its bytes."""
    change = sum(len(line) for hunk in record.hunks for line in hunk.put)
    change -= sum(len(line) for hunk in record.hunks for line in hunk.cut)
    before = record.size - change
    return round(-100 * change / before) if before > 0 else 100
