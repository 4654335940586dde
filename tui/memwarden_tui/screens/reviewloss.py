"""The preview of a write that took text away: who, how much of whose, why, and the lines themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from memwarden.memory.causes import cause_of
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden.memory.review_writes import lost_count, lost_of
from memwarden.text.diff import Hunk, diff_bytes
from memwarden.text.lines import split_lines
from memwarden_tui.faces import SURE, face_of
from memwarden_tui.glyphs import Glyphs
from memwarden_tui.safe import safe
from memwarden_tui.screens.reviewparts import turning_point
from memwarden_tui.widgets.diffmodel import DiffLine, DiffModel, Kind
from memwarden_tui.widgets.facts import Fact, Gap, Line, Said, Share, Shares
from memwarden_tui.widgets.gutter import LineMark
from memwarden_tui.widgets.pieces import Piece
from memwarden_tui.widgets.preview import DiffBody, Preview
from memwarden_tui.wording import ago, clock, many, size, tally

if TYPE_CHECKING:
    from memwarden import Record, Tree

ORIGINS = {
    "person": "a person",
    "chat": "asked in a chat",
    "routine": "a routine, nobody asked",
    "agent": "the agent itself, nobody asked",
    "dream": "dream, nobody asked",
}
DOORS = {
    "mcp": "by MCP", "cli": "at the command line", "hook": "by a hook", "tui": "on this screen",
    "shell": "by a shell, not guarded", "outside": "past memwarden", "library": "by a program", "git": "in git",
    "syncthing": "kept by Syncthing",
}  # fmt: skip


@dataclass(frozen=True)
class Loss:
    """One write of the item: the text that was lost, who wrote each line of it, and what was done to it."""

    record: Record
    start: Record
    before: bytes
    marks: tuple[LineMark, ...]
    hunks: tuple[Hunk, ...]

    @cached_property
    def model(self) -> DiffModel:
        return DiffModel.of(split_lines(self.before), self.hunks, context=1)

    @property
    def line_count(self) -> int:
        """Lines with text in them; blank ones are nobody's loss."""
        return sum(1 for line in split_lines(self.before) if line.strip())


def loss_preview(tree: Tree, item: ReviewItem, glyphs: Glyphs) -> Preview:
    """For a thread."""
    now = tree.now()
    losses = [_loss(tree, record, now) for record in item.records]
    lost = sum((Counter(lost_of(record)) for record in item.records), Counter[str]())
    first = losses[0]
    head: tuple[Line, ...] = (
        Said(tuple(_sentence(tree, item, losses, now))),
        *((Gap(), Shares(tuple(_shares(tree, lost)))) if lost else ()),
        Gap(),
        *_facts(tree, item, losses, now),
    )
    model = first.model
    if item.kind is ItemKind.DELETION:
        removed = _removed(losses)
        count = many(sum(line.kind is Kind.CUT for line in removed.lines), "line")
        body, heading = DiffBody(removed, tuple(mark for loss in losses for mark in loss.marks)), "What was removed"
    else:
        body, heading = DiffBody(model, first.marks), "What was changed"
        count = tally((len(model.gone), "gone"), (len(model.come), "new"), (model.reworded, "reworded"))
    return Preview(safe(item.title), _change(losses, glyphs), head, heading, count, body)


def origin_pieces(record: Record) -> tuple[Piece, ...]:
    """What started a write, and how its author is known."""
    door = DOORS.get(record.via, f"by {safe(record.via)}" if record.via else "")
    return (ORIGINS.get(record.origin, record.origin), "text"), (f"   {record.grade} {door}".rstrip(), "muted")


def quoted(text: str, nothing: str = "nothing said") -> Piece:
    return (f'"{safe(text)}"', "text") if text else (nothing, "muted")


def _loss(tree: Tree, record: Record, now: datetime) -> Loss:
    start = turning_point(tree, record)
    authors = tree.provenance_before(start)
    marks = tuple(
        LineMark(face_of(tree, one.by), one.grade in SURE, ago(one.at, now) if one.at else "") for one in authors
    )
    before = b"".join(one.line for one in authors)
    if start.id == record.id:
        return Loss(record, record, before, marks, record.hunks)
    after = tree.text_of(record.after) if record.after else b""
    return Loss(record, start, before, marks, diff_bytes(before, after or b""))


def _sentence(tree: Tree, item: ReviewItem, losses: Sequence[Loss], now: datetime) -> Iterator[Piece]:
    face, record = face_of(tree, item.by), losses[0].record
    yield (face.name, f"{face.style} bold")
    total = sum(loss.line_count for loss in losses)
    count = min(total, sum(lost_count(loss.record) for loss in losses))
    when = ago(item.at, now)
    if item.kind is ItemKind.EROSION:
        gone = len(losses[0].model.gone)
        yield (" and the writes before it took ", "text")
        yield (f"{gone:,} of {many(total, 'line')}", "strong bold")
        yield (f" within a day, {when}.", "text")
    elif item.kind is ItemKind.REVERT:
        yield (f" put an older text back without saying so, {when}.", "text")
    elif len(losses) > 1:
        yield (" removed ", "text")
        yield (f"{count:,} of {many(total, 'line')}", "strong bold")
        yield (f" from {many(len(item.notes), 'note')}, {when}.", "text")
    elif record.after is None:
        yield (" deleted the note with its ", "text")
        yield (many(total, "line"), "strong bold")
        yield (f", {when}.", "text")
    else:
        yield (" removed ", "text")
        yield (f"{count:,} of {many(total, 'line')}", "strong bold")
        added = len(losses[0].model.come) if item.kind is ItemKind.LOST_LINES else 0
        yield (f" and put {many(added, 'line')} in, {when}." if added else f" in one write, {when}.", "text")


def _shares(tree: Tree, lost: Counter[str]) -> Iterator[Share]:
    for identity, count in lost.most_common():
        yield Share(face_of(tree, identity), count, "your own lines" if identity == tree.me else "")


def _facts(tree: Tree, item: ReviewItem, losses: Sequence[Loss], now: datetime) -> Iterator[Line]:
    record = losses[0].record
    yield Fact("why", (quoted(record.why),))
    yield Fact("origin", origin_pieces(record))
    if cause := cause_of(tree, record):
        yield Fact("cause", ((f"{safe(cause)}, at about that time", "text"),))
    if len(losses) > 1:
        for loss in losses:
            said = f"{safe(loss.record.note)}, {many(lost_count(loss.record), 'line')} of {size(len(loss.before))}"
            yield Fact("note" if loss is losses[0] else "", ((said, "text"),))
        return
    versions = tree.history(item.note).versions()
    made = next((version for version in versions if version.revision == losses[0].start.before), None)
    since = f", {clock(made.at, now)}" if made else ""
    kept = f"{size(len(losses[0].before))}{since}, kept as {(losses[0].start.before or '')[:8]}"
    yield Fact("before", ((kept, "text"),))
    place = next((at for at, version in enumerate(versions) if version.record == record), 0)
    if place:
        yield Fact("also", ((f"{many(place, 'write')} to this note since", "text"),))


def _change(losses: Sequence[Loss], glyphs: Glyphs) -> tuple[Piece, ...]:
    """How much smaller the note became, or all of them together."""
    before, after = sum(len(loss.before) for loss in losses), sum(loss.record.size for loss in losses)
    if not before or after > before:
        return ()
    percent = round(100 * (before - after) / before)
    return ((f"{glyphs.minus}{percent} %", "danger"),) if percent else ()


def _removed(losses: Sequence[Loss]) -> DiffModel:
    """The removed lines of all notes in one model, each note's under its path."""
    if len(losses) == 1:
        return replace(losses[0].model, lines=losses[0].model.gone)
    lines: list[DiffLine] = []
    shift = 0
    for loss in losses:
        lines.append(DiffLine(Kind.SAME, loss.record.note))
        lines += [line._replace(before=line.before + shift, hunk=-1) for line in loss.model.gone]
        shift += len(loss.marks)
    return DiffModel((), (), tuple(lines))
