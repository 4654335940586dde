"""What messages and proposals have in common: a head of fields, in a file that lies in a folder of its sender's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import PurePosixPath

from memwarden.text.header import Header

NO_TIME = datetime.fromtimestamp(0, UTC)
UNTIMED = "it does not say when it was written"
_YEARS = range(1971, 2200)


def stamp(at: datetime) -> str:
    """Local time as ids and `created` have it: `20260606T103000+0800`."""
    return at.strftime("%Y%m%dT%H%M%S") + at.strftime("%z")[:5]


def time_of(text: str) -> datetime | None:
    """The time that such a stamp tells, where it tells one that can be."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo is not None and at.year in _YEARS else None


def owner_of(path: str, folder: str) -> str:
    """`<host>/<agent>` of `agents/<host>/<agent>/<folder>/…`; empty for any other place."""
    parts = PurePosixPath(path).parts
    below = parts[4:-1]
    if len(parts) > 4 and (parts[0], parts[3]) == ("agents", folder) and below in ((), ("archive",)):
        return f"{parts[1]}/{parts[2]}"
    return ""


def head_problems(header: Header, keys: Sequence[str], owner: str, folder: str) -> Iterator[str]:
    """What is wrong with the head of any of them: fields that lack or stand twice, a sender who is not the owner."""
    said = header.fields
    yield from header.problems
    if said and (missing := [key for key in keys if key not in said]):
        yield f"it lacks {', '.join(missing)}"
    if not owner:
        yield f"it lies in nobody's {folder}"
    elif said.get("from", owner) != owner:
        yield f"it says it is from {said['from']}, but lies in the {folder} of {owner}"
    for key in dict.fromkeys(header.repeated):
        yield f"{key} stands there more than once: somebody may have forged a line"
