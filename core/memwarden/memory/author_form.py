"""The compact form in which the store keeps who wrote the lines of a text, for processes to come."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import chain, groupby, repeat
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


class LineAuthor(NamedTuple):
    """One line of a note and who wrote it.

    `record` is the id of the version that brought it: of a record, or of the commit that explains it.
    `confirmed_by` names the person a proposed line was accepted by.
    """

    line: bytes
    by: str
    grade: Grade
    at: datetime | None
    record: str
    confirmed_by: str = ""


NOBODY = Author("", Grade.UNKNOWN, None, "", "")


def dump(lines: Sequence[LineAuthor]) -> bytes:
    """Six columns: hands, then the hand, time and id of each version, then the version and length of each run."""
    hands: dict[tuple[str, Grade, str], int] = {}
    versions: dict[Author, int] = {}
    numbers, lengths = [], []
    for author, run in groupby(lines, key=lambda line: Author(*line[1:])):
        numbers.append(versions.setdefault(author, len(versions)))
        lengths.append(sum(1 for _ in run))
    wrote = [hands.setdefault((one.by, one.grade, one.confirmed_by), len(hands)) for one in versions]
    times = [one.at and one.at.isoformat() for one in versions]
    columns = [list(hands), wrote, times, [one.record for one in versions], numbers, lengths]
    return encode(json.dumps(columns, ensure_ascii=False, separators=(",", ":")))


def load(data: bytes, text: Sequence[bytes]) -> tuple[LineAuthor, ...] | None:
    """One for each line of the text; None for what `dump` did not make of as many."""
    try:
        hands, wrote, times, records, numbers, lengths = json.loads(decode(data))
        known = [(by, _GRADES[grade], confirmed) for by, grade, confirmed in hands]
        versions = [
            (known[hand], at and datetime.fromisoformat(at), record) for hand, at, record in zip(wrote, times, records)
        ]
        behind = chain.from_iterable(map(repeat, map(versions.__getitem__, numbers), lengths))
        return tuple(
            [
                LineAuthor(line, by, grade, at, record, confirmed)
                for line, ((by, grade, confirmed), at, record) in zip(text, behind, strict=True)
            ]
        )
    except (ValueError, TypeError, KeyError, IndexError):
        return None


_GRADES = {str(grade): grade for grade in Grade}
