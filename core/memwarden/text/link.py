"""A link as it stands in a note, and what it points at once it is decoded."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple
from urllib.parse import unquote

Form = Literal["inline", "reference", "autolink", "angle", "wiki", "codync", "image", "html", "bare"]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


class Link(NamedTuple):
    """Where: `line`, `column` and `end` (the column after it), 1-based, in characters, a BOM included.

    `target` is decoded once and without its anchor, but of a URL it is the whole; `raw` is as written.
    `text` is empty where there are no words. A link over several lines ends with its first one.
    """

    text: str
    target: str
    line: int
    column: int
    form: Form
    anchor: str = ""
    raw: str = ""
    end: int = 0

    @property
    def external(self) -> bool:
        """Whether it names something by a URL, `file:` included; a drive letter or `//` is no scheme."""
        return _SCHEME.match(self.raw) is not None


class Problem(NamedTuple):
    """What looks like a link and is none; `target` is what was probably meant."""

    code: Literal["space-in-link"]
    target: str
    line: int
    column: int


def link(text: str, raw: str, form: Form, place: tuple[int, int, int]) -> Link:
    """A link from its destination, without backslashes and entities, and its line, column and end."""
    line, column, end = place
    text = " ".join(text.split())
    if form == "wiki":
        path, _, anchor = raw.partition("#")
        return Link(text or path.strip() or anchor, path.strip(), line, column, form, anchor.strip(), raw, end)
    path, _, anchor = raw.partition("#")
    whole = raw if _SCHEME.match(raw) else path
    return Link(text, _decode(whole), line, column, form, _decode(anchor), raw, end)


def _decode(text: str) -> str:
    return unquote(text, errors="surrogateescape") if "%" in text else text
