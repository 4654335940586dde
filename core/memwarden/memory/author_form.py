"""The compact form in which the store keeps who wrote the lines of a text, for processes to come."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from memwarden.store.records import Grade
from memwarden.text.lines import decode, encode


class Author(NamedTuple):
    """Identity, how it is known, time, id of the version that brought the line, and who confirmed it."""

    by: str
    grade: Grade
    at: datetime | None
    record: str
    confirmed_by: str


NOBODY = Author("", Grade.UNKNOWN, None, "", "")


def dump(authors: Sequence[Author]) -> bytes:
    """Each author once, then runs of lines: `[number of the author, lines]`."""
    numbers: dict[Author, int] = {}
    runs = [[numbers.setdefault(author, len(numbers)), sum(1 for _ in lines)] for author, lines in groupby(authors)]
    rows = [[by, grade, at and at.isoformat(), *rest] for by, grade, at, *rest in numbers]
    return encode(json.dumps([rows, runs], ensure_ascii=False, separators=(",", ":")))


def load(data: bytes) -> list[Author] | None:
    """One author a line; None for what `dump` did not make."""
    try:
        rows, runs = json.loads(decode(data))
        known = [
            Author(by, _GRADES[grade], datetime.fromisoformat(at) if at else None, record, confirmed)
            for by, grade, at, record, confirmed in rows
        ]
        return [known[number] for number, count in runs for _ in range(count)]
    except (ValueError, TypeError, KeyError, IndexError):
        return None


_GRADES = {str(grade): grade for grade in Grade}
