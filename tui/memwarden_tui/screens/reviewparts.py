"""What can be given back of a write that took text away: whole notes, or single hunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from memwarden.errors import Code, Refused
from memwarden.memory.flags import EROSION_HOURS
from memwarden.memory.review import ReviewItem
from memwarden.memory.review_writes import lost_count
from memwarden.text.diff import apply
from memwarden.text.lines import decode, split_lines
from memwarden.text.splice import carry
from memwarden_tui.fit import columns, fit_end, fit_path
from memwarden_tui.safe import safe
from memwarden_tui.widgets.rows import Drawing, Row
from memwarden_tui.wording import many

if TYPE_CHECKING:
    from memwarden import Record, Tree

_EROSION = timedelta(hours=EROSION_HOURS)


class Part(NamedTuple):
    """One thing that can come back: the note as it was before a write, or one hunk of that write."""

    id: str
    record: Record
    hunk: int | None
    says: str
    lines: int


class Stand(NamedTuple):
    """A note as it was shown: its bytes and revision now, None where it is gone, and the texts round the write.

    `goal` is the revision of `before`, which a whole restore brings back.
    """

    now: bytes | None
    revision: str | None
    before: bytes
    after: bytes
    goal: str = ""


@dataclass(frozen=True, slots=True)
class PartRow(Row):
    id: str
    part: Part
    chosen: bool
    height = 2

    @property
    def words(self) -> str:
        return f"{self.part.record.note} {self.part.says}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        mark, tone = ("back", f"bold {draw.tokens.ok}") if self.chosen else ("stays out", draw.tokens.muted)
        room, cut = draw.width - 13, draw.glyphs.cut
        title = safe(self.part.says)
        fitted = fit_path(title, room, cut) if self.part.hunk is None else fit_end(title, room, cut)
        first = Text.assemble(" ", (columns(mark, 11), tone), (fitted, draw.title))
        return [first, Text(" " * 12 + many(self.part.lines, "line"), draw.tokens.muted)]


def parts_of(item: ReviewItem, *, some: bool) -> tuple[Part, ...]:
    """The notes of a burst, or with `some` the hunks of a single write."""
    records = {record.note: record for record in reversed(item.records) if record.before}
    if some and len(records) == 1:
        (record,) = records.values()
        cuts = [(number, hunk) for number, hunk in enumerate(record.hunks) if hunk.cut]
        return tuple(
            Part(f"{record.id}:{number}", record, number, _first_words(hunk.cut), _worded(hunk.cut))
            for number, hunk in cuts
        )
    whole = reversed(records.values())
    return tuple(Part(record.id, record, None, record.note, lost_count(record)) for record in whole)


def _first_words(lines: Sequence[bytes]) -> str:
    return next((text for line in lines if (text := decode(line).strip())), "blank lines")


def _worded(lines: Sequence[bytes]) -> int:
    """Blank lines are nobody's loss, as long as there are others."""
    return sum(bool(line.strip()) for line in lines) or len(lines)


def result_of(stand: Stand, record: Record, chosen: Sequence[Part]) -> bytes | None:
    """The note with what is chosen given back. Raises Refused OVERLAP where hunks have no certain place."""
    if not chosen:
        return stand.now
    if any(part.hunk is None for part in chosen):
        return stand.before
    wanted = {part.hunk for part in chosen}
    kept = [hunk for number, hunk in enumerate(record.hunks) if number not in wanted]
    given_back = carry(stand.after, b"".join(apply(split_lines(stand.before), kept)), stand.now or b"")
    if given_back is None:
        raise Refused(Code.OVERLAP, "The lines around it have changed since, so it has no certain place.")
    return given_back


def turning_point(tree: Tree, record: Record) -> Record:
    """The write whose text before is what was lost: for erosion that of the largest text of the last 24 hours."""
    if "erosion" not in record.flags:
        return record
    versions = tree.history(record.note).versions()
    sizes = {version.revision: version.size for version in versions}
    day = [
        version.record
        for version in versions
        if version.record and version.record.before and record.time - _EROSION <= version.at <= record.time
    ]
    return max(day, key=lambda one: sizes.get(one.before, 0), default=record)


def stand_of(tree: Tree, record: Record) -> Stand:
    """For a thread."""
    goal = turning_point(tree, record).before or ""
    before = tree.text_of(goal) if goal else b""
    after = tree.text_of(record.after) if record.after else b""
    try:
        note = tree.text(record.note)
    except Refused:
        return Stand(None, None, before or b"", after or b"", goal)
    return Stand(note.data, note.revision, before or b"", after or b"", goal)
