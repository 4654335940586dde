"""`blame --porcelain`: git's form of it, for programs that read git's.

The first 40 digits of the revision stand for the commit, zeros where no version is known. What is known of a version
stands where it is named first, and again where a line of it has another author; `grade` is a word of ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from memwarden.text.visible import visible

if TYPE_CHECKING:
    from memwarden.memory.history import Version
    from memwarden.memory.provenance import LineAuthor

NOBODY = "unknown"


class _Line(NamedTuple):
    """`place` is its number in the version that put it, `number` that in the note."""

    name: str
    place: int
    number: int
    author: LineAuthor


def in_gits_form(
    path: str, authors: Sequence[LineAuthor], places: Sequence[tuple[str, int]], versions: Mapping[str, Version]
) -> Iterator[bytes]:
    """Lines with their ends; `places` as `memory.line_walk.places` has them."""
    told: dict[str, tuple[object, ...]] = {}
    for _, run in groupby(enumerate(_lines(authors, places, versions)), key=lambda one: _together(*one)):
        group = [line for _, line in run]
        for at, line in enumerate(group):
            count = "" if at else f" {len(group)}"
            yield f"{line.name} {line.place} {line.number}{count}\n".encode()
            who = line.author[1:]
            if told.get(line.name) != who:
                told[line.name] = who
                head = _head(path, line.author, versions.get(line.author.record))
                yield "".join(f"{row}\n" for row in head).encode("utf-8", "surrogateescape")
            yield b"\t" + line.author.line.removesuffix(b"\n") + b"\n"


def _lines(
    authors: Sequence[LineAuthor], places: Sequence[tuple[str, int]], versions: Mapping[str, Version]
) -> Iterator[_Line]:
    for number, author in enumerate(authors, 1):
        record, place = places[number - 1] if number <= len(places) else ("", 0)
        yield _Line(
            _name(versions.get(author.record)), place if place and record == author.record else number, number, author
        )


def _together(at: int, line: _Line) -> tuple[object, ...]:
    """Lines of one version that follow each other there as here are one group."""
    return line.name, line.author[1:], line.place - at


def _name(version: Version | None, *, before: bool = False) -> str:
    revision = version and (version.before if before else version.revision)
    return (revision or "0" * 40)[:40]


def _head(path: str, author: LineAuthor, version: Version | None) -> list[str]:
    file = visible(path)
    head = [
        *_who("author", author.by or NOBODY, author.at),
        *_who("committer", author.confirmed_by or author.by or NOBODY, author.at),
        f"summary {visible(version.why or version.act) if version else ''}".rstrip(),
        f"grade {author.grade}",
    ]
    if version is not None and version.before is not None:
        head.append(f"previous {_name(version, before=True)} {file}")
    return [*head, f"filename {file}"]


def _who(role: str, name: str, at: datetime | None) -> list[str]:
    local = at.astimezone() if at else None
    return [
        f"{role} {name}",
        f"{role}-mail <{name}>",
        f"{role}-time {int(local.timestamp()) if local else 0}",
        f"{role}-tz {local.strftime('%z') if local else '+0000'}",
    ]
