"""The compact form in which the store keeps what git said: derived, so a form of another time is asked for again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Any

from memwarden.memory.past import Claim, Claims, Past
from memwarden.store.records import Flag
from memwarden.text.lines import decode, encode


def dump(versions: Iterable[Past]) -> bytes:
    return _json(
        [
            version.id, version.engine, version.note, version.note_before, version.content, version.content_before,
            version.blob, version.at.isoformat(), version.by, version.act, version.why, version.size, version.added,
            version.removed, version.counted, version.flags,
        ]
        for version in versions
    )  # fmt: skip


def load(data: bytes) -> tuple[Past, ...]:
    """None of them where the bytes were written in another form."""
    try:
        return tuple(_version(row) for row in json.loads(decode(data)))
    except (ValueError, TypeError):
        return ()


def dump_claims(claims: Claims) -> bytes:
    runs = []
    for claim, lines in groupby(claims):
        said = claim and [claim.by, claim.at.isoformat(), claim.id, claim.via]
        runs.append([sum(1 for _ in lines), said])
    return _json(runs)


def load_claims(data: bytes) -> Claims | None:
    try:
        claims: list[Claim | None] = []
        for count, said in json.loads(decode(data)):
            claims.extend([_claim(*said) if said else None] * count)
    except (ValueError, TypeError):
        return None
    return claims


def _version(row: list[Any]) -> Past:
    (id_, engine, note, note_before, content, content_before, blob, at, by, act, why, size, added, removed, counted,
     flags) = row  # fmt: skip
    return Past(
        id_, engine, note, note_before, content, content_before, blob, datetime.fromisoformat(at), by, act, why, size,
        added, removed, counted, tuple(map(Flag, flags)),
    )  # fmt: skip


def _claim(by: str, at: str, id_: str, via: str) -> Claim:
    return Claim(by, datetime.fromisoformat(at), id_, via)


def _json(value: Iterable[Any]) -> bytes:
    return encode(json.dumps(list(value), ensure_ascii=False, separators=(",", ":")))
