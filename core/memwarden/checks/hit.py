"""A match inside a stretch of text, before it is known whether the change brought it in."""

from __future__ import annotations

from typing import NamedTuple


class Hit(NamedTuple):
    """`offset` counts characters in the text that was scanned; `offending` is what matched.

    `says` goes on after "Line 3 "; it never holds a secret. A `quotable` hit is admitted inside a closed
    fenced code block.
    """

    code: str
    offset: int
    offending: str
    says: str
    fix: str
    secret: bool = False
    warning: bool = False
    quotable: bool = False
