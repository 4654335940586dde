"""Sizes, lines and large deletions of versions that git keeps: blobs in batches, within a moment's work."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

from memwarden.memory.flags import large_deletion
from memwarden.memory.past import Past
from memwarden.store.records import Flag
from memwarden.sync.git import Repository
from memwarden.sync.gitblame import sizes
from memwarden.text.diff import diff_bytes

_SECONDS = 0.12
_BATCH = 250
_BATCH_BYTES = 16_000_000
_WORTH_A_LOOK = 0.5
"""A version of this share of the bytes before may have lost four fifths of its characters."""
_MINIMUM = 200


def find_deletions(repository: Repository, versions: Sequence[Past]) -> tuple[Past, ...]:
    """The versions with their sizes in bytes, and flagged where they took most of the note."""
    names = {name for version in versions for name in (version.content, version.content_before) if name}
    of = sizes(repository, names)
    suspects = [version for version in versions if _suspect(version, of)]
    texts = repository.blobs(name for version in suspects for name in (version.content, version.content_before) if name)
    large = {id(version) for version in suspects if _large(version, texts)}
    return tuple(
        version._replace(
            size=of.get(version.content or "", 0), flags=(Flag.LARGE_DELETION,) if id(version) in large else ()
        )
        for version in versions
    )


def count_lines(repository: Repository, versions: Sequence[Past], *, seconds: float = _SECONDS) -> tuple[Past, ...]:
    """The versions with lines counted, the first of them first, until the time is up."""
    end = time.monotonic() + seconds
    done: dict[int, Past] = {}
    waiting = [at for at, version in enumerate(versions) if not version.counted]
    while waiting and time.monotonic() < end:
        batch = _batch(versions, waiting)
        texts = repository.blobs(_contents(versions[at] for at in batch))
        for at in batch:
            if time.monotonic() > end:
                break
            done[at] = _counted(versions[at], texts)
        waiting = waiting[len(batch) :]
    return tuple(done.get(at, version) for at, version in enumerate(versions))


def _batch(versions: Sequence[Past], waiting: Sequence[int]) -> list[int]:
    batch: list[int] = []
    total = 0
    for at in waiting[:_BATCH]:
        batch.append(at)
        total += versions[at].size
        if total > _BATCH_BYTES:
            break
    return batch


def _contents(versions: Iterable[Past]) -> Iterable[str]:
    return (name for version in versions for name in (version.content, version.content_before) if name)


def _counted(version: Past, texts: Mapping[str, bytes]) -> Past:
    if version.content == version.content_before:
        return version._replace(counted=True)
    hunks = diff_bytes(texts.get(version.content_before or "", b""), texts.get(version.content or "", b""))
    added, removed = sum(len(hunk.put) for hunk in hunks), sum(len(hunk.cut) for hunk in hunks)
    return version._replace(added=added, removed=removed, counted=True)


def _suspect(version: Past, of: Mapping[str, int]) -> bool:
    before, after = of.get(version.content_before or "", 0), of.get(version.content or "", 0)
    return before >= _MINIMUM and after <= before * _WORTH_A_LOOK


def _large(version: Past, texts: Mapping[str, bytes]) -> bool:
    before, after = texts.get(version.content_before or "", b""), texts.get(version.content or "", b"")
    return large_deletion(before, after)
