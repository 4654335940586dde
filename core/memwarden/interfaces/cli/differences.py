"""Prints the difference of two versions: exact in a pipe, in colours and made visible on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.unified import unified


def show_difference(before: bytes, after: bytes, old: str, new: str, *, paged: bool = True) -> bool:
    """Whether there is one."""
    lines = unified(before, after, old, new)
    if not say.on_terminal():
        say.data(b"".join(line + b"\n" for line in lines))
    elif lines:
        drawn = _drawn(lines)
        if paged:
            from memwarden.interfaces.cli.pager import page

            page(drawn)
        else:
            say.data(drawn.encode("utf-8", "backslashreplace"))
    return bool(lines)


def _drawn(lines: Sequence[bytes]) -> str:
    from memwarden.interfaces.cli.render import difference

    return difference(lines)
