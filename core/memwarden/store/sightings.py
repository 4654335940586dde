"""How files looked that held what we know of their notes: what looks the same need not be read again.

Ten thousand rows take longer to load than the files take to look at, so most stamps lie in one list, two columns of
one value of the index. A note that changed since is told by its own row, until the next list of all.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from itertools import chain

from memwarden.store.cache import Shadow
from memwarden.store.files import Stamp

LIST = "sightings"
Stamps = dict[str, tuple[int, ...]]
"""The stamp of each note's file, by path."""
_MANY = 64
_FIELDS = len(Stamp._fields)


class Sightings:
    """`known` maps a path to its stamp, `there` holds every note that is known to be there, with or without one.

    `same` is what a walk found to look as it is known.
    """

    def __init__(self, listed: Stamps, unlisted: Iterable[tuple[str, Shadow]]) -> None:
        self.known = listed
        self.there = set(self.known)
        self.same: Stamps = {}
        self.fresh: dict[str, tuple[Stamp, str]] = {}
        for note, shadow in unlisted:
            self.known.pop(note, None)
            self.there.discard(note)
            if shadow.revision is not None:
                self.there.add(note)
                if shadow.stamp.inode:
                    self.known[note] = shadow.stamp

    def add(self, note: str, stamp: Stamp, now_ns: int, revision: str) -> None:
        """This file was read and held this revision: what we know, or may know soon."""
        self.fresh[note] = stamp.settled(now_ns), revision

    @property
    def many(self) -> bool:
        """Whether so much changed that a new list is worth it."""
        return len(self.fresh) > _MANY


def dump_list(stamps: Mapping[str, tuple[int, ...]]) -> bytes:
    names = "\0".join(stamps).encode("utf-8", "surrogatepass")
    return len(names).to_bytes(8, "big") + names + array("q", chain.from_iterable(stamps.values())).tobytes()


def load_list(listed: bytes) -> Stamps | None:
    """Stamps by path; None where the list is not whole."""
    end = 8 + int.from_bytes(listed[:8], "big")
    numbers = array("q")
    try:
        numbers.frombytes(listed[end:])
        names = listed[8:end].decode("utf-8", "surrogatepass").split("\0") if end > 8 else []
    except (ValueError, UnicodeDecodeError):
        return None
    columns = iter(numbers)
    return dict(zip(names, zip(*[columns] * _FIELDS))) if len(numbers) == _FIELDS * len(names) else None
