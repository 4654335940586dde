"""What the inspector of a note says: this line, who wrote how much, versions, links, findings, how it is carried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memwarden_tui.widgets.gutter import Face


class ThisLine(NamedTuple):
    """`when` exact, as `today 14:03:22`; `before` what stood here before, as `before: 06:30, by you`.

    `confirmed` says which person let a proposed line in, `unwatched` since when nobody had watched as it came.
    """

    face: Face
    grade: str
    when: str = ""
    door: str = ""
    why: str = ""
    before: str = ""
    confirmed: str = ""
    unwatched: str = ""


class VersionLine(NamedTuple):
    """`change` as `+3 −1`, or a word."""

    age: str
    face: Face
    change: str = ""


class LinkLine(NamedTuple):
    """`way` is `from` or `to`; `note` muted at the right, as the section that links."""

    way: str
    path: str
    note: str = ""


class SyncLine(NamedTuple):
    """What carries the note, a device or git, and how it stands there; without a name a sentence of its own."""

    name: str
    word: str
    tone: str = "muted"


class Inspection(NamedTuple):
    """All that the inspector shows; a section without content is left out. `sizes` in bytes, oldest first.

    `findings` are sentences about the note, safe already.
    """

    line: ThisLine | None = None
    authors: Sequence[tuple[Face, int]] = ()
    sizes: Sequence[float] = ()
    size: str = ""
    version_count: int = 0
    versions: Sequence[VersionLine] = ()
    links: Sequence[LinkLine] = ()
    findings: Sequence[str] = ()
    sync: Sequence[SyncLine] = ()
