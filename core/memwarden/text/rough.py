"""Markdown read line by line with bounded patterns, for texts too long to be parsed.

Its time grows with the length of the text and with nothing else; it knows fences, code spans and comments on
one line, and misses what goes over several lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from memwarden.text.link import Form, Link, link

MOST_LINKS = 20_000

INLINE = re.compile(r"\]\(|\[\[|://|<[A-Za-z]")
_FENCE = re.compile(r"[ \t>]{0,20}(?:[-*+][ \t]{1,4})?(`{3,}|~{3,})")
_SPAN = re.compile(r"(?<!`)(`{1,3})(?!`)[^`\n]{1,1000}(?<!`)\1(?!`)")
_LINKED = re.compile(
    r"(?P<image>!?)(?:\[(?P<text>[^\[\]\n]{0,300})\]\("
    r"(?:<(?P<angle>[^<>\n]{0,1000})>|(?P<path>[^\s()<>]{0,1000}))"
    r"(?:[ \t]+(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'))?\)"
    r"|\[\[(?P<wiki>[^\[\]\n|]{1,500})(?:\\?\|(?P<alias>[^\[\]\n]{0,500}))?\]\])"
)
_URL = re.compile(r"://[^\s<>\[\]()\"'`{}|\\^\x00-\x1f]{1,2000}")
SCHEME = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,31}\Z")
"""What stands before the colon of a URL."""
_ATTRIBUTE = re.compile(
    r"""<[A-Za-z][^<>]{0,500}?\s(?:href|src)\s{0,5}=\s{0,5}["']?([^"'\s<>]{1,1000})""", re.IGNORECASE
)
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.{1,1000}?)(?:[ \t]+#{1,50})?[ \t]*", re.DOTALL)


def code_lines(lines: Sequence[str]) -> frozenset[int]:
    """1-based numbers of the lines in fences, the fences themselves included."""
    inside: set[int] = set()
    fence = ""
    for number, line in enumerate(lines, 1):
        match = _FENCE.match(line)
        if fence:
            inside.add(number)
            if match and match[1].startswith(fence) and not line[match.end() :].strip():
                fence = ""
        elif match and "`" not in line[match.end() : match.end() + 200]:
            inside.add(number)
            fence = match[1]
    return frozenset(inside)


def headings(lines: Sequence[str]) -> Iterator[tuple[int, str, int]]:
    """Level, title and 1-based line of each `#` heading."""
    code = code_lines(lines)
    for number, line in enumerate(lines, 1):
        if (match := _HEADING.fullmatch(line[:2000])) and number not in code:
            yield len(match[1]), match[2].strip(), number


def links(lines: Sequence[str]) -> tuple[Link, ...]:
    """At most `MOST_LINKS` of the links outside code."""
    code = code_lines(lines)
    found: list[Link] = []
    for number, line in enumerate(lines, 1):
        if number not in code and INLINE.search(line):
            found += line_links(line, number)
        if len(found) >= MOST_LINKS:
            break
    return tuple(found[:MOST_LINKS])


def line_links(line: str, number: int, shift: int = 0) -> list[Link]:
    """The links of one line; `shift` is how far its first character stands from the start of its line."""
    line = _SPAN.sub(lambda match: " " * len(match[0]), _uncommented(line))
    found: list[Link] = []
    covered = bytearray(len(line))
    for match, form, text, raw in _marked(line):
        covered[match.start() : match.end()] = b"\1" * (match.end() - match.start())
        place = (number, shift + match.start() + 1, shift + match.end() + 1)
        found.append(link(text, raw, form, place))
        if len(found) >= MOST_LINKS:
            return found
    for start, end in urls(line):
        if not covered[start]:
            found.append(link("", line[start:end], "bare", (number, shift + start + 1, shift + end + 1)))
    return sorted(found, key=lambda item: item.column)


def urls(line: str) -> Iterator[tuple[int, int]]:
    """Where the URLs of a line begin and end."""
    for match in _URL.finditer(line):
        if scheme := SCHEME.search(line[max(0, match.start() - 33) : match.start()]):
            yield match.start() - len(scheme[0]), match.start() + len(match[0].rstrip(".,;:!?*_~"))


def _uncommented(line: str) -> str:
    """The line with blanks for its comments; one that does not end on it is text."""
    pieces: list[str] = []
    done = 0
    while (start := line.find("<!--", done)) >= 0 and (end := line.find("-->", start + 4)) >= 0:
        pieces += [line[done:start], " " * (end + 3 - start)]
        done = end + 3
    return "".join([*pieces, line[done:]])


def _marked(line: str) -> Iterator[tuple[re.Match[str], Form, str, str]]:
    for match in _LINKED.finditer(line):
        if match["wiki"] is not None:
            yield match, "wiki", match["alias"] or "", match["wiki"]
        else:
            form: Form = "image" if match["image"] else "inline" if match["angle"] is None else "angle"
            yield match, form, match["text"], unescape(match["angle"] or match["path"] or "")
    for match in _ATTRIBUTE.finditer(line):
        yield match, "html", "", unescape(match[1])
