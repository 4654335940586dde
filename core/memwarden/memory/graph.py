"""The index as values: its sections, what they link, and what no link leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class EntryState(StrEnum):
    OK = "ok"
    MISSING = "missing"
    OUTSIDE = "outside"
    DIRECTORY = "directory"
    COPY = "copy"


class Entry(NamedTuple):
    """A link of the index: `note` is where it leads in the tree, empty where it leads to nothing there.

    `source` is the index that holds the link, on 1-based `line`; an entry made from folders has neither. `also` are
    the other titles that its section links the same note by.
    """

    title: str
    note: str
    target: str
    line: int
    state: EntryState
    description: str = ""
    source: str = ""
    also: tuple[str, ...] = ()


class Section(NamedTuple):
    """Entries under one heading of the index; before the first heading of the hub `title` is empty, `level` 0.

    `level` grows with nesting. A `generated` section comes from folders, not from links.
    """

    title: str
    level: int
    entries: tuple[Entry, ...]
    generated: bool = False


class Backlink(NamedTuple):
    """A note that links here, and the heading above the first link."""

    note: str
    section: str


@dataclass(frozen=True, slots=True)
class IndexGraph:
    """`hubs` are all indices, `hub` the one at the root; without it `orphans` is empty.

    Not `whole`, the indices alone were read: `orphans` are what these do not link themselves.
    """

    hub: str | None = None
    sections: tuple[Section, ...] = ()
    orphans: tuple[str, ...] = ()
    dangling: tuple[Entry, ...] = ()
    backlinks: Mapping[str, tuple[Backlink, ...]] = field(default_factory=lambda: MappingProxyType({}))
    hubs: tuple[str, ...] = ()
    whole: bool = True
