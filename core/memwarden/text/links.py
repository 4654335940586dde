"""The links of a note in every form that people and agents write; none inside code or comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import TYPE_CHECKING

from memwarden.text import blocks as structure
from memwarden.text import rough
from memwarden.text.blocks import Blocks, Places
from memwarden.text.link import Form, Link, Problem, link

if TYPE_CHECKING:
    from markdown_it.token import Token

_MAYBE = re.compile(r"\]\(|\]:|\[\[|://|<[A-Za-z]|\.md\b", re.IGNORECASE)
_LISTED = re.compile(r"([^\s\[\]<>()`|*:!]{1,250}\.md)(?=[\s:,]|$)(?!:\S)", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style|textarea)\b.*?(?:</\1|\Z)", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[A-Za-z][^<>\s]*(?=[\s/])[^<>]*>", re.DOTALL)
_ATTRIBUTE = re.compile(r"""\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))""", re.IGNORECASE)
_QUOTED_WIKI = re.compile(r"""(?<=["'])\[\[([^\[\]\n|]{1,500})(?:\|([^\[\]\n]{0,500}))?\]\](?=["'])""")


def links(text: str) -> tuple[Link, ...]:
    """In the order of the text; quick for a text that cannot hold any."""
    return gather_text(text)[0] if has_links(text) else ()


def has_links(text: str) -> bool:
    """Whether it is worth parsing: false only where there is certainly none."""
    return _MAYBE.search(text) is not None


def gather_text(text: str) -> tuple[tuple[Link, ...], tuple[Problem, ...]]:
    blocks = structure.parse(text)
    return gather(blocks) if blocks else (rough.links(structure.split(text)), ())


def gather(blocks: Blocks) -> tuple[tuple[Link, ...], tuple[Problem, ...]]:
    """The links and problems of a parsed text."""
    found = _Gatherer(blocks)
    found.front()
    for at, token in enumerate(blocks.tokens):
        if token.type == "inline":
            found.inline(token, blocks.tokens[max(0, at - 2) : at])
        elif token.type == "html_block":
            found.html(token)
    found.definitions()
    return (
        tuple(sorted(found.links, key=lambda item: (item.line, item.column))),
        tuple(found.problems),
    )


class _Gatherer:
    """Walks the blocks once and keeps what it finds."""

    def __init__(self, blocks: Blocks) -> None:
        self.links: list[Link] = []
        self.problems: list[Problem] = []
        self._blocks = blocks
        self._used: set[str] = set()
        self._row = (0, 0)

    def front(self) -> None:
        """In front matter only URLs and quoted wiki links are links: `[[a, b]]` is a list there."""
        for number, line in enumerate(self._blocks.lines[: self._blocks.body - 1], 1):
            for start, end in rough.urls(line):
                self.links.append(link("", line[start:end], "bare", (number, start + 1, end + 1)))
            for match in _QUOTED_WIKI.finditer(line):
                place = (number, match.start() + 1, match.end() + 1)
                self.links.append(link(match[2] or "", match[1], "wiki", place))

    def inline(self, token: Token, before: Sequence[Token]) -> None:
        cell = bool(before) and before[-1].type in {"td_open", "th_open"}
        places = Places(self._blocks, token, after=self._cell_before(token) if cell else None)
        if [parent.type for parent in before] == ["list_item_open", "paragraph_open"]:
            self._listed(token, places)
        if rough.INLINE.search(token.content) or ("[" in token.content and "references" in self._blocks.env):
            children = structure.children(self._blocks, token)
            if children is None:
                self._roughly(token, places)
            else:
                self._children(token, children, places)
        if cell:
            self._row = (self._row[0], places.end())

    def html(self, token: Token) -> None:
        places = Places(self._blocks, token)
        content = _COMMENT.sub(_blank, token.content)
        for start, end, raw in _attributes(content):
            self._add(places, (start, end), "html", raw)
        for start, end in rough.urls(_TAG.sub(_blank, content)):
            self._add(places, (start, end), "bare", content[start:end])

    def definitions(self) -> None:
        """Reference definitions that no link uses still point somewhere."""
        references = self._blocks.env.get("references", {})
        unused = [(label, ref) for label, ref in references.items() if label not in self._used]
        unused += [(ref["label"], ref) for ref in self._blocks.env.get("duplicate_refs", ())]
        for label, ref in unused:
            line = ref["map"][0]
            source = self._blocks.lines[line]
            column = source.find("[") + 1
            self.links.append(link(label, ref["href"], "reference", (line + 1, column, len(source) + 1)))

    def _cell_before(self, token: Token) -> int:
        """Index in the row's line of what follows the cell before this one."""
        line = (token.map or [0])[0]
        if line != self._row[0]:
            self._row = (line, 0)
        return self._row[1]

    def _listed(self, token: Token, places: Places) -> None:
        """The form `- name.md description`."""
        if match := _LISTED.match(token.content):
            name = match[1].rpartition("/")[2]
            self._add(places, (0, match.end()), "codync", match[1], name[:-3])

    def _roughly(self, token: Token, places: Places) -> None:
        offset = 0
        for piece in token.content.split("\n"):
            line, column = places.of(offset)
            self.links += rough.line_links(piece, line, column - 1)
            offset += len(piece) + 1

    def _children(self, token: Token, children: Sequence[Token], places: Places) -> None:
        open_links: list[tuple[Token, list[str]]] = []
        for child in children:
            if child.type == "link_open":
                open_links.append((child, []))
            elif child.type == "link_close":
                opened, words = open_links.pop()
                self._linked(opened, "".join(words), token.content, places)
            elif "problem" in child.meta:
                line, column = places.of(child.meta["start"])
                self.problems.append(Problem("space-in-link", child.meta["problem"], line, column))
            elif child.type == "html_inline":
                shift = child.meta["start"]
                for start, end, raw in _attributes(_COMMENT.sub(_blank, child.content)):
                    self._add(places, (shift + start, shift + end), "html", raw)
            for _, words in open_links:
                words.append(" " if child.type in {"softbreak", "hardbreak"} else child.content)

    def _linked(self, opened: Token, words: str, content: str, places: Places) -> None:
        start, end = opened.meta["start"], opened.meta["end"]
        label = opened.meta.get("label")
        if label:
            self._used.add(label)
        form: Form = opened.meta.get("form") or _form(opened, content[start:end])
        if form in {"autolink", "bare"}:
            words = ""
        self._add(places, (start, end), form, str(opened.attrs["href"]), words)

    def _add(self, places: Places, span: tuple[int, int], form: Form, raw: str, words: str = "") -> None:
        line, column = places.of(span[0])
        last, after = places.of(span[1])
        if last != line:
            after = len(self._blocks.lines[line - 1]) + 1
        self.links.append(link(words, raw, form, (line, column, after)))


def _form(opened: Token, source: str) -> Form:
    if opened.markup == "autolink":
        return "autolink"
    if opened.meta.get("label"):
        return "reference"
    # Destinations in angle brackets end in `>)` or have a title behind them.
    return "angle" if re.search(r"\]\(\s*<[^<>\n]*>[^<>]*\)\Z", source) else "inline"


def _attributes(html: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and decoded value of each `href` and `src` in the tags of an HTML text."""
    for tag in _TAG.finditer(html):
        for match in _ATTRIBUTE.finditer(tag[0]):
            value = next(group for group in match.groups() if group is not None)
            yield tag.start(), tag.end(), unescape(value)


def _blank(match: re.Match[str]) -> str:
    """The same length and lines, but empty."""
    return re.sub(r"[^\n]", " ", match[0])
