"""Which record is behind each line of a text, and the compact form in which that is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

WHOLE = -1
CONFIRMER = -2


class Source(NamedTuple):
    """The record that brought a line in, and what is needed to tell whose it is.

    `line` is WHOLE where the record's writer wrote all its new lines. CONFIRMER marks a line that a person put into a
    proposal before confirming it. Otherwise the record came past us, and `line` counts the lines before this one in
    the text it left: whoever explains that text later, git or another store, may know the author line by line.
    """

    record: str
    line: int = WHOLE


NOBODY = Source("")


def pack(sources: Sequence[Source]) -> dict[str, Any]:
    """Runs of lines with one record behind them: `[number of its id, lines, first line or mark]`."""
    numbers: dict[str, int] = {}
    runs: list[list[int]] = []
    for _, group in groupby(enumerate(sources), key=_run):
        members = [source for _, source in group]
        first = members[0]
        number = numbers.setdefault(first.record, len(numbers))
        runs.append([number, len(members)] if first.line == WHOLE else [number, len(members), first.line])
    return {"ids": list(numbers), "runs": runs}


def unpack(packed: dict[str, Any]) -> list[Source]:
    """Raises KeyError, TypeError, ValueError or IndexError for what `pack` did not make."""
    ids: list[str] = packed["ids"]
    whole = [Source(record) for record in ids]
    sources: list[Source] = []
    for number, count, *rest in packed["runs"]:
        first = rest[0] if rest else WHOLE
        if first == WHOLE:
            sources.extend([whole[number]] * count)
        elif first < 0:
            sources.extend([Source(ids[number], first)] * count)
        else:
            sources.extend(Source(ids[number], line) for line in range(first, first + count))
    return sources


def dump(sources: Sequence[Source]) -> bytes:
    return json.dumps(pack(sources), separators=(",", ":")).encode()


def load(data: bytes) -> list[Source] | None:
    """None where these bytes hold no sources."""
    try:
        return unpack(json.loads(data))
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def _run(placed: tuple[int, Source]) -> tuple[str, int]:
    """Equal for lines of one run: same mark, or numbers that go up with the place."""
    at, (record, line) = placed
    return record, line if line < 0 else at - line + 2**40
