"""The outline of a long text, section by section: where a line is new, only the section it stands in is read again.

An index of ten thousand links takes a second to read, and a new note adds a line to it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from memwarden.text.blocks import MOST_TEXT
from memwarden.text.markdown import Outline, outline

LONG = 20_000
_SHORT = 64_000
"""Characters of a section that is worth remembering."""
_HEADING = re.compile(r"^#{1,6}(?=[ \t]|$)", re.MULTILINE)
_BEYOND_SECTIONS = re.compile(r"```|~~~|^ {0,3}<|<!--|\]:|[\r\0]|\A\ufeff?---", re.MULTILINE)
"""What may reach over a heading, make a comment of it, or hold for the whole text: fences, HTML, definitions."""


def outline_of(text: str) -> Outline:
    """As `outline`."""
    if not LONG <= len(text) <= MOST_TEXT or _BEYOND_SECTIONS.search(text):
        return outline(text)
    starts = [0, *(found.start() for found in _HEADING.finditer(text) if found.start()), len(text)]
    headings, links, problems, line = [], [], [], 0
    for start, end in pairwise(starts):
        section = text[start:end]
        read = _outline(section) if len(section) <= _SHORT else outline(section)
        headings += [one._replace(line=one.line + line) for one in read.headings]
        links += [one._replace(line=one.line + line) for one in read.links]
        problems += [one._replace(line=one.line + line) for one in read.problems]
        line += section.count("\n")
    return Outline(tuple(headings), tuple(links), tuple(problems))


@lru_cache(maxsize=512)
def _outline(section: str) -> Outline:
    return outline(section)
