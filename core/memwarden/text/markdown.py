"""The outline of a note: its headings, its links, and what only looks like a link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from memwarden.text import blocks as structure
from memwarden.text import rough
from memwarden.text.blocks import Blocks
from memwarden.text.link import Link, Problem
from memwarden.text.links import gather

if TYPE_CHECKING:
    from markdown_it.token import Token


class Heading(NamedTuple):
    """`title` is without its markup; `line` counts from 1, for an underlined heading it is its first one."""

    level: int
    title: str
    line: int


class Outline(NamedTuple):
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    problems: tuple[Problem, ...]


def outline(text: str) -> Outline:
    """All three from one reading, about 1 ms for a usual note."""
    blocks = structure.parse(text)
    if blocks is None:
        lines = structure.split(text)
        return Outline(tuple(Heading(*found) for found in rough.headings(lines)), rough.links(lines), ())
    found, wrong = gather(blocks)
    return Outline(tuple(_headings(blocks)), found, wrong)


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
