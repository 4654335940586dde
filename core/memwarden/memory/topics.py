"""Finds the note of a topic through the index, and says so loudly where the index does not tell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches

from memwarden.errors import Code, Refused
from memwarden.memory.graph import Entry, EntryState, IndexGraph
from memwarden.memory.targets import nfc

Linked = tuple[str, Entry]
"""An entry and the title of its section."""

_NEAREST = 5
_WORD = re.compile(r"\w+")


def resolve_topic(graph: IndexGraph, paths: Collection[str], topic: str) -> str:
    """The path of the one note that the topic names: an existing path, else titles and names of the index.

    Raises Refused: NO_LINK (with the nearest topics), NO_NOTE, AMBIGUOUS, OUTSIDE, NOT_A_NOTE; where there is
    something to choose from, `details["candidates"]` holds the paths.
    """
    wanted = topic.strip().removeprefix("./")
    if not wanted:
        raise Refused(Code.BAD_ARGUMENT, "The topic is empty.", "Name a topic of the index or a path.")
    if found := _path(paths, wanted):
        return found
    linked = [
        (section.title, entry) for section in graph.sections if not section.generated for entry in section.entries
    ]
    for matching in (_named, _worded, _under):
        if matches := matching(linked, wanted):
            return _only(wanted, matches)
    raise _nothing(graph, paths, wanted, linked)


def _path(paths: Collection[str], wanted: str) -> str | None:
    if wanted in paths:
        return wanted
    key = nfc(wanted)
    return next((path for path in sorted(paths) if nfc(path) == key), None)


def _named(linked: list[Linked], wanted: str) -> list[Entry]:
    """The link's words, its path, or the file's name say just this."""
    key = _key(wanted)
    return [entry for _, entry in linked if key in _names(entry)]


def _worded(linked: list[Linked], wanted: str) -> list[Entry]:
    """All words of the topic stand in the link's words or path."""
    words = _words(wanted)
    return [entry for _, entry in linked if words and words <= _words(_said(entry))]


def _under(linked: list[Linked], wanted: str) -> list[Entry]:
    """As `_worded`, with the words of the heading above the link."""
    words = _words(wanted)
    return [entry for title, entry in linked if words and words <= _words(f"{title} {_said(entry)}")]


def _only(wanted: str, matches: list[Entry]) -> str:
    notes = {entry.note: entry for entry in matches if entry.state is EntryState.OK}
    if len(notes) == 1:
        return next(iter(notes))
    if notes:
        raise Refused(
            Code.AMBIGUOUS,
            f"{wanted!r} may be any of {len(notes)} notes.",
            f"Name one of: {', '.join(sorted(notes))}.",
            details={"candidates": sorted(notes)},
        )
    entry = matches[0]
    where = f"{entry.source} line {entry.line} links {entry.target!r}"
    match entry.state:
        case EntryState.OUTSIDE:
            raise Refused(Code.OUTSIDE, f"{where}, which lies outside the tree.", "Correct the link.")
        case EntryState.COPY:
            raise Refused(
                Code.NOT_A_NOTE,
                f"{where}, which is a conflict copy.",
                "Resolve the conflict, then link the note.",
            )
        case EntryState.DIRECTORY:
            raise Refused(Code.NOT_A_NOTE, f"{where}, which is a folder.", "Name one of the notes in it.")
        case _:
            raise Refused(
                Code.NO_NOTE,
                f"{where}, but there is no such file.",
                "It may still be on its way from another machine; else correct the link or create the note.",
                details={"target": entry.target, "index": entry.source, "line": entry.line},
            )


def _nothing(graph: IndexGraph, paths: Collection[str], wanted: str, linked: list[Linked]) -> Refused:
    """The refusal, with what else there is: a note of this name that no index links, else the nearest topics."""
    unlinked = [path for path in (*graph.orphans, *_generated(graph)) if _key(wanted) in _names_of(path)]
    nearest = {entry.note: entry.title for entry in _nearest(linked, wanted) if entry.note}
    candidates = list(dict.fromkeys([*unlinked, *nearest]))
    if unlinked:
        hint = f"{unlinked[0]} exists but no index links it: read it by its path, or link it."
    elif nearest:
        hint = f"Nearest: {', '.join(nearest.values())}."
    else:
        hint = "The index links nothing like it." if graph.hub else "There is no INDEX.md here; name a path."
    if not wanted.endswith(".md"):
        message = f"{graph.hub} links no {wanted!r}." if graph.hub else f"No index links {wanted!r}."
        return Refused(Code.NO_LINK, message, hint, details={"candidates": candidates})
    if close := get_close_matches(wanted, sorted(paths), _NEAREST):
        candidates = list(dict.fromkeys([*candidates, *close]))
        hint = hint if unlinked else f"Nearest: {', '.join(close)}."
    return Refused(Code.NO_NOTE, f"There is no note {wanted!r}.", hint, details={"candidates": candidates})


def _nearest(linked: list[Linked], wanted: str) -> Iterator[Entry]:
    by_name: dict[str, Entry] = {}
    for _, entry in linked:
        by_name.setdefault(_key(entry.title), entry)
        by_name.setdefault(_key(entry.note.rpartition("/")[2].removesuffix(".md")), entry)
    for name in get_close_matches(_key(wanted), by_name, 2 * _NEAREST, 0.5)[:_NEAREST]:
        yield by_name[name]


def _generated(graph: IndexGraph) -> Iterator[str]:
    return (entry.note for section in graph.sections if section.generated for entry in section.entries)


def _names(entry: Entry) -> frozenset[str]:
    return frozenset(map(_key, (entry.title, *entry.also))) | _names_of(entry.note or entry.target)


def _said(entry: Entry) -> str:
    return " ".join((entry.title, *entry.also, entry.target))


def _names_of(path: str) -> frozenset[str]:
    name = path.rpartition("/")[2]
    return frozenset(_key(form) for form in (path, name, path.removesuffix(".md"), name.removesuffix(".md")))


def _key(text: str) -> str:
    """Case, normalisation, and how words are joined make no difference."""
    return " ".join(re.split(r"[\s_-]+", nfc(text).casefold())).strip()


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(_key(text.removesuffix(".md"))))
