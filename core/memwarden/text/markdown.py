"""The outline of a note: its headings, its links, and which of its lines are code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from memwarden.text import blocks as structure
from memwarden.text import rough
from memwarden.text.blocks import Blocks
from memwarden.text.frontmatter import FrontMatter, front_matter
from memwarden.text.links import Link, Problem, gather, links, problems

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = [
    "FrontMatter",
    "Heading",
    "Link",
    "Outline",
    "Problem",
    "fences",
    "front_matter",
    "headings",
    "links",
    "outline",
    "problems",
]

_MAYBE_HEADING = re.compile(r"^[ \t>*+0-9.)-]*#|^[ \t>]*(?:=+|-+)[ \t]*\r?$", re.MULTILINE)
_MAYBE_CODE = re.compile(r"```|~~~|^(?: {4}|\t| {1,3}\t)|<!--|[-*+.)] {4}", re.MULTILINE)


class Heading(NamedTuple):
    """`title` is without its markup; `line` counts from 1, for an underlined heading it is its first one."""

    level: int
    title: str
    line: int


class Outline(NamedTuple):
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    problems: tuple[Problem, ...]

    def heading_at(self, line: int) -> Heading | None:
        """The last heading at or above a line."""
        above = [heading for heading in self.headings if heading.line <= line]
        return above[-1] if above else None


def outline(text: str) -> Outline:
    """All three from one reading, about 1 ms for a usual note."""
    blocks = structure.parse(text)
    if blocks is None:
        lines = structure.split(text)
        return Outline(_rough_headings(lines), rough.links(lines), ())
    found, wrong = gather(blocks)
    return Outline(tuple(_headings(blocks)), found, wrong)


def headings(text: str) -> tuple[Heading, ...]:
    if _MAYBE_HEADING.search(text) is None:
        return ()
    blocks = structure.parse(text)
    return tuple(_headings(blocks)) if blocks else _rough_headings(structure.split(text))


def fences(text: str) -> frozenset[int]:
    """1-based numbers of the lines in fences (their own lines included), indented code and HTML comments."""
    if _MAYBE_CODE.search(text) is None:
        return frozenset()
    blocks = structure.parse(text)
    if blocks is None:
        return rough.code_lines(structure.split(text))
    return frozenset(number for token in blocks.tokens for number in _code_lines(token))


def _rough_headings(lines: list[str]) -> tuple[Heading, ...]:
    return tuple(Heading(*found) for found in rough.headings(lines))


def _headings(blocks: Blocks) -> Iterator[Heading]:
    for opened, inline in zip(blocks.tokens, blocks.tokens[1:]):
        if opened.type == "heading_open" and opened.map:
            yield Heading(int(opened.tag[1:]), _title(blocks, inline), opened.map[0] + 1)


def _title(blocks: Blocks, inline: Token) -> str:
    children = structure.children(blocks, inline)
    if children is None:
        return inline.content
    words = (" " if child.type == "softbreak" else child.content for child in children if child.type != "html_inline")
    return " ".join("".join(words).split())


def _code_lines(token: Token) -> Iterator[int]:
    if token.map is None:
        return
    first, last = token.map
    if token.type in {"fence", "code_block"}:
        yield from range(first + 1, last + 1)
    elif token.type == "html_block":
        inside = False
        for number, line in enumerate(token.content.split("\n")[: last - first], first + 1):
            inside = inside or "<!--" in line
            if inside:
                yield number
            inside = inside and "-->" not in line.rpartition("<!--")[2]
