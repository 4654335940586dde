"""What is wrong inside one note: its encoding, its front matter, left-over merge markers, and its links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memwarden.checks.finding import Finding, fingerprint
from memwarden.memory.graph import EntryState
from memwarden.memory.notes import INDEX_NAMES, is_note_name
from memwarden.memory.targets import Target
from memwarden.memory.unlisted import is_unlisted
from memwarden.text.frontmatter import front_matter
from memwarden.text.lines import encode
from memwarden.text.link import Link, Problem

_NOT_UTF8 = re.compile("[\udc80-\udcff]")


def noticed(
    code: str, note: str, message: str, fix: str, *, offending: str = "", at: tuple[int, int] = (1, 1)
) -> Finding:
    """A finding of the health scan: a warning, named by its note and the offending text wherever that stands."""
    line, column = at
    mark = fingerprint(code, f"{note}\n{offending}")
    return Finding(code, line, column, message, fix, warning=True, note=note, fingerprint=mark)


def in_text(path: str, text: str) -> Iterator[Finding]:
    if not text.isascii() and (match := _NOT_UTF8.search(text)):
        yield noticed(
            "not-utf8",
            path,
            f"It is not UTF-8: byte {ord(match[0]) - 0xDC00:#04x}.",
            "Save it as UTF-8; until then such bytes are kept as they are.",
            at=_place(text, match.start()),
        )
    if (nul := text.find("\0")) >= 0:
        yield noticed(
            "nul-byte",
            path,
            "It holds a NUL byte.",
            "Take it out: other programs stop reading there.",
            at=_place(text, nul),
        )
    yield from _markers(path, text)
    yield from _front(path, text)


def _markers(path: str, text: str) -> Iterator[Finding]:
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return
    from memwarden.text.markers import has_markers

    for line in has_markers(encode(text))[:1]:
        yield noticed(
            "merge-marker",
            path,
            "Markers of an unfinished merge stand in the text.",
            "Keep the lines that are right and delete the markers.",
            at=(line, 1),
        )


def _front(path: str, text: str) -> Iterator[Finding]:
    front = None if is_unlisted(path) else front_matter(text)
    if front is None:
        return
    if front.malformed is not None:
        yield noticed(
            "front-matter",
            path,
            f"Malformed front matter: {front.problem}.",
            "Correct it; until then no program changes it.",
            offending=front.problem,
            at=(front.malformed, 1),
        )
    elif front.awkward is not None:
        yield noticed(
            "front-matter",
            path,
            "This value is no plain YAML, so other programs may fail to read the note.",
            "Put the value in quotes.",
            at=(front.awkward, 1),
        )


def in_links(path: str, problems: Iterable[Problem], leads: Iterable[tuple[Link, Target | None]]) -> Iterator[Finding]:
    for problem in problems:
        yield noticed(
            "space-in-link",
            path,
            f"({problem.target}) is no link: its blank ends it.",
            f"Write (<{problem.target}>) or %20 for the blank.",
            offending=problem.target,
            at=(problem.line, problem.column),
        )
    for link, target in leads:
        if target is not None:
            yield from _target(path, link, target)


def _target(path: str, link: Link, target: Target) -> Iterable[Finding]:
    def found(code: str, message: str, fix: str) -> list[Finding]:
        return [noticed(code, path, message, fix, offending=link.target, at=(link.line, link.column))]

    match target.state:
        case EntryState.OUTSIDE:
            return found(
                "outside-link", f"{link.target!r} lies outside the tree.", "Link a note of the tree, or quote the path."
            )
        case EntryState.COPY:
            return found("link-to-copy", f"{link.target!r} is a conflict copy.", "Link the note itself.")
        case EntryState.MISSING if link.form != "codync" or path.rpartition("/")[2] in INDEX_NAMES:
            kind = "note" if is_note_name(link.target) or link.form == "wiki" else "file"
            return found(
                "dangling-link",
                f"There is no {kind} {link.target!r}; it may still be on its way from another machine.",
                "Correct the link or create the note.",
            )
        case _:
            return []


def _place(text: str, position: int) -> tuple[int, int]:
    """1-based line and column."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
