"""A conflict as entries of one line each, in the columns of the look: key, sign, label, then the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memwarden.text.lines import decode
from memwarden.text.merge import Choice, Region, RegionKind
from memwarden.text.words import pair_lines
from memwarden_tui.glyphs import Glyphs
from memwarden_tui.widgets import conflicttext
from memwarden_tui.widgets.conflictentry import LABEL, Entry, Plan, Side
from memwarden_tui.widgets.conflictmodel import ConflictModel
from memwarden_tui.widgets.pieces import Piece, width_of

CONTEXT = 4


def entries(model: ConflictModel, yours: Side, theirs: Side, plan: Plan, glyphs: Glyphs) -> list[Entry]:
    builder = _Builder(model, yours, theirs, plan, glyphs)
    return [entry for index in range(len(model.merge.regions)) for entry in builder.region(index)]


class _Builder:
    def __init__(self, model: ConflictModel, yours: Side, theirs: Side, plan: Plan, glyphs: Glyphs) -> None:
        self._model, self._plan, self._glyphs = model, plan, glyphs
        self._sides = {"yours": yours, "theirs": theirs}

    def region(self, index: int) -> Iterator[Entry]:
        region = self._model.merge.regions[index]
        if region.kind is RegionKind.UNCHANGED:
            yield from self._context(index, region)
        elif index == self._model.active or self._model.lines(index) is None:
            yield from self._hunk(index, region)
        else:
            yield from self._done(index, region)

    def _context(self, index: int, region: Region) -> Iterator[Entry]:
        count = len(region.merged or ())
        head = CONTEXT if index else 0
        tail = CONTEXT if index + 1 < len(self._model.merge.regions) else 0
        hidden = count - head - tail
        if hidden < CONTEXT:
            head, hidden = count, 0
        for place in range(head):
            yield self._context_line(index, region, place)
        if hidden:
            text = f"{hidden:,} unchanged lines"
            yield Entry(index, self._plan.margin(), text, "muted italic")
        for place in range(head + hidden, count):
            yield self._context_line(index, region, place)

    def _context_line(self, index: int, region: Region, place: int) -> Entry:
        number = f"{region.base_start + place + 1:>{LABEL - 1}}"
        margin = (number, "faint"), (" " * (self._plan.column - LABEL + 1), "")
        return Entry(index, margin, _text((region.merged or ())[place]), "muted")

    def _hunk(self, index: int, region: Region) -> Iterator[Entry]:
        """A hunk in full: what happened, base, both sides, and on the active one the result."""
        active = index == self._model.active
        blank = Entry(index, active=active, fill="surface" if active else "bg")
        if index:
            yield Entry(-1)
        yield self._head(index, region, active)
        spread = [] if self._plan.low else [blank]
        yield from spread
        if self._model.merge.based:
            yield from self._base(index, region, active)
        yield from self._side(index, region, "yours", "o", active)
        yield from self._side(index, region, "theirs", "t", active)
        if active:
            yield from self._result(index, region, spread)
        if index + 1 < len(self._model.merge.regions):
            yield Entry(-1)

    def _head(self, index: int, region: Region, active: bool) -> Entry:
        number, total = self._model.number(index), len(self._model.conflicts)
        title = f"Hunk {number} of {total}" if number else "Merged"
        is_open = self._model.lines(index) is None
        state: Piece = ("open", "warn bold") if is_open else ("done", "ok bold")
        pieces = (
            (title, "strong bold" if active else "text"),
            ("   ", ""),
            state,
            ("  " + self._happened(index, region), "muted"),
        )
        return Entry(index, head=pieces, active=active, fill="surface" if active else "bg")

    def _happened(self, index: int, region: Region) -> str:
        merge = self._model.merge
        return conflicttext.what_happened(region, based=merge.based, touches=merge.touches(index))

    def _done_by(self, index: int, region: Region) -> str:
        choice = self._model.choices.get(index)
        return conflicttext.what_was_done(region, choice, touches=self._model.merge.touches(index))

    def _base(self, index: int, region: Region, active: bool) -> Iterator[Entry]:
        margin = self._plan.margin("s" if active else "", (self._glyphs.base, "muted"), ("base", "muted"))
        fill = "surface" if active else "bg"
        if not region.base:
            yield Entry(index, margin, "nothing here", "muted italic", fill, active)
        pairs = [_partners(region.base, side) for side in (region.yours, region.theirs) if side]
        for place, line in enumerate(region.base):
            against = tuple(_text(found[place]) for found in pairs if place in found)
            shown = margin if place == 0 else self._plan.margin()
            yield Entry(index, shown, _text(line), "text", fill, active, against=against, mark="on remmark")

    def _side(self, index: int, region: Region, name: str, key: str, active: bool) -> Iterator[Entry]:
        own, other = region.yours, region.theirs
        if name == "theirs":
            own, other = other, own
        label = (name, "text bold" if active else "muted")
        who = self._sides[name].pieces
        fill = "surface" if active else "bg"
        right, below = ((), who) if self._plan.narrow else (who, ())
        beside = 0 if self._plan.narrow else width_of(who)
        key = key if active else ""
        if not own:
            margin = self._plan.margin(key, (self._glyphs.minus, "danger"), label)
            text = f"{conflicttext.lines(len(region.base))} removed" if region.base else "nothing here"
            yield Entry(index, margin, text, "danger italic", fill, active, right, beside, below)
            return
        weight = "ok bold" if active else "ok"
        margin = self._plan.margin(key, (self._glyphs.plus, weight), label)
        partners = _partners(own, region.base or other)
        for place, line in enumerate(own):
            against = (_text(partners[place]),) if place in partners else ()
            yield Entry(
                index,
                margin if place == 0 else self._plan.margin(),
                _text(line),
                "text",
                fill,
                active,
                right if place == 0 else (),
                beside if place == 0 else 0,
                below if place == len(own) - 1 else (),
                against,
                "on addmark",
            )

    def _result(self, index: int, region: Region, spread: Sequence[Entry]) -> Iterator[Entry]:
        chosen = self._model.lines(index)
        if chosen is None:
            if not self._plan.low:
                yield from spread
                margin = self._plan.margin("", (self._glyphs.open, "warn bold"), ("result", "muted"))
                yield Entry(index, margin, "not chosen yet", "warn", "surface", True)
            return
        yield from spread
        note: tuple[Piece, ...] = ((self._done_by(index, region), "muted"),)
        yield from self._outcome(index, region, chosen, label="result", note=note, ground="surface")

    def _done(self, index: int, region: Region) -> Iterator[Entry]:
        """A hunk that is decided, closed up to what stands in the text now."""
        choice = self._model.choices.get(index)
        done = self._done_by(index, region)
        number = self._model.number(index)
        note: tuple[Piece, ...] = ((done, "muted"),)
        if number:
            after = "" if self._plan.narrow else f", {done}"
            note = ((f"hunk {number} ", "muted"), ("done", "ok bold"), (after, "muted"))
        label, chosen = conflicttext.label(region, choice), self._model.lines(index) or ()
        yield from self._outcome(index, region, chosen, label=label, note=note, ground="bg")

    def _outcome(
        self,
        index: int,
        region: Region,
        chosen: Sequence[bytes],
        *,
        label: str,
        note: tuple[Piece, ...],
        ground: str,
    ) -> Iterator[Entry]:
        beside, active = width_of(note), index == self._model.active
        sign: Piece = (self._glyphs.plus, "ok bold")
        if self._model.choices.get(index) is Choice.BASE:
            sign = (self._glyphs.base, "muted")
        text, style, fill = "", "text", "addbg"
        if not chosen:
            sign, style, fill = (self._glyphs.minus, "danger bold"), "danger italic", "rembg"
            text = f"{conflicttext.lines(len(region.base))} removed" if region.base else "nothing put here"
        for place, line in enumerate(chosen or [None]):
            margin = self._plan.margin("", sign, (label, "muted"), ground=ground) if place == 0 else None
            yield Entry(
                index,
                margin or self._plan.margin(ground=ground),
                text if line is None else _text(line),
                style,
                fill,
                active,
                note if place == 0 else (),
                beside if place == 0 else 0,
            )


def _partners(own: Sequence[bytes], other: Sequence[bytes]) -> dict[int, bytes]:
    return {place: other[partner] for place, partner in pair_lines(own, other)}


def _text(line: bytes) -> str:
    return decode(line.removesuffix(b"\n").removesuffix(b"\r"))
