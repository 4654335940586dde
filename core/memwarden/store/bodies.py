"""The part of a record that a replay needs: its hunks and what else it refers to, parsed from its line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from memwarden.store.records import unpack_line
from memwarden.text.diff import Hunk


class Body(NamedTuple):
    """Of a pruned record no hunks are left: `refs` then says how many lines there were, under `thin`."""

    hunks: tuple[Hunk, ...]
    refs: Mapping[str, Any]

    @property
    def thin(self) -> bool:
        return "thin" in self.refs


_NO_REFS: Mapping[str, Any] = {}
NOTHING = Body((), {"thin": [0, 0]})
"""What stands for a line that cannot be read any more."""


def body_of(line: bytes) -> Body:
    try:
        raw = json.loads(line.decode("utf-8"))
        hunks = tuple([Hunk(start, _lines(cut), _lines(put)) for start, cut, put in raw.get("hunks", ())])
        return Body(hunks, raw.get("refs", _NO_REFS))
    except (ValueError, KeyError, TypeError, AttributeError):
        return NOTHING


def _lines(kept: list[str | dict[str, str]]) -> tuple[bytes, ...]:
    return tuple([unpack_line(line) for line in kept]) if kept else ()
