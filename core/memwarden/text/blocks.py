"""The block structure of a note as markdown-it reads it, with a way back to the place in the text.

Blocks decide what is code, comment, heading or list; inline text is parsed only where somebody asks for it.
"""

from __future__ import annotations

import functools
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from memwarden.text import inline
from memwarden.text.frontmatter import BOM, front_matter

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# Beyond these (characters, lines, characters of a line, marks) a text is read line by line instead of being parsed.
MOST_TEXT = 1_500_000
MOST_LINES = 50_000
MOST_LINE = 128_000
MOST_MARKS = 60_000
_LABELS = 4_000_000


@dataclass(slots=True)
class Blocks:
    """`lines` are those of the text, without their ends; the first `body - 1` of them are front matter."""

    lines: list[str]
    tokens: list[Token]
    env: dict[str, Any]
    body: int


def split(text: str) -> list[str]:
    """Lines without their ends, each as long as in the text; NUL and a lone CR inside a line are replaced."""
    plain = text.replace("\r\n", "\n").replace("\r", " ").replace("\0", "\ufffd")
    return plain.split("\n")


def parse(text: str) -> Blocks | None:
    """The blocks, or None for a text past the limits."""
    if len(text) > MOST_TEXT:
        return None
    lines = split(text)
    if len(lines) > MOST_LINES or max(map(len, lines)) > MOST_LINE or _marks(text) > MOST_MARKS:
        return None
    front = front_matter(text)
    body = front.body_line if front else 1
    source = [""] * (body - 1) + lines[body - 1 :]
    env: dict[str, Any] = {inline.BUDGET: _LABELS}
    return Blocks(lines, _parser().parse("\n".join(source).removeprefix(BOM), env), env, body)


def _marks(text: str) -> int:
    """How often something begins that may be a link: each costs the parser 20 microseconds or more."""
    return sum(map(text.count, ("](", "[[", "://", "<")))


def children(blocks: Blocks, token: Token) -> list[Token] | None:
    """The inline tokens of an `inline` token; None where reading them would take too long."""
    parser = _parser()
    try:
        return parser.inline.parse(token.content, parser, blocks.env, [])
    except (inline.OverrunError, RecursionError):
        return None


class Places:
    """Where in the text the characters of one token's content stand.

    A line of the content is the tail of its line in the text, without the markers of lists and quotes. A cell
    of a table stands `after` the cell before it, and a `|` in it was written `\\|`.
    """

    def __init__(self, blocks: Blocks, token: Token, *, after: int | None = None) -> None:
        self._lines = blocks.lines
        self._first = (token.map or [0])[0]
        self._after = after
        self._pieces = token.content.split("\n")
        self._starts = [0, *accumulate(len(piece) + 1 for piece in self._pieces)][:-1]
        self._shifts: dict[int, int] = {}

    def of(self, position: int) -> tuple[int, int]:
        """1-based line and column of a position in the content."""
        at = bisect_right(self._starts, position) - 1
        if at not in self._shifts:
            self._shifts[at] = self._aligned(at)
        within = position - self._starts[at]
        if self._after is not None:
            within = len(self._written(self._pieces[at][:within]))
        return self._first + at + 1, max(self._shifts[at] + within, 0) + 1

    def end(self) -> int:
        """Index in its line of what follows a cell."""
        return self.of(self._starts[-1] + len(self._pieces[-1]))[1] - 1

    def _aligned(self, at: int) -> int:
        source, piece = self._lines[self._first + at], self._pieces[at]
        bare = piece.strip()
        margin = len(piece) - len(piece.lstrip())
        if self._after is not None:
            return source.find(self._written(bare), self._after) - margin
        return source.rfind(bare) - margin

    def _written(self, cell: str) -> str:
        return cell.replace("|", "\\|")


@functools.cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"store_labels": True}).enable("table")
    # Every destination is taken as it was written: `file:` and drive letters are findings, not text.
    vars(parser).update(validateLink=lambda _: True, normalizeLink=str)
    parser.core.ruler.enableOnly(["block"])
    inline.install(parser)
    return parser
