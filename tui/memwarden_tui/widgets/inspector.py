"""The inspector of a note: this line, who wrote how much, versions, links, findings; given ready to be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.style import Style

from memwarden_tui.fit import columns, fit_middle, fit_path
from memwarden_tui.glyphs import Look
from memwarden_tui.safe import safe
from memwarden_tui.widgets import wrap
from memwarden_tui.widgets.bars import bar
from memwarden_tui.widgets.gutter import NAME, Face
from memwarden_tui.widgets.pieces import Band, Piece, spread, width_of
from memwarden_tui.widgets.rowview import RowView
from memwarden_tui.widgets.sparkline import sparkline

GRADES = {"proven": "ok", "claimed": "warn"}
AGE = 5
LABEL = 5


@dataclass(frozen=True, slots=True)
class ThisLine:
    """`when` exact, as `today 14:03:22`; `before` what stood here before, as `before: 06:30, by you`.

    `confirmed` says which person let a proposed line in.
    """

    face: Face
    grade: str
    when: str = ""
    door: str = ""
    why: str = ""
    before: str = ""
    confirmed: str = ""


@dataclass(frozen=True, slots=True)
class VersionLine:
    """`change` as `+3 −1`, or a word."""

    age: str
    face: Face
    change: str = ""


@dataclass(frozen=True, slots=True)
class LinkLine:
    """`way` is `from` or `to`; `note` muted at the right, as the section that links."""

    way: str
    path: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Inspection:
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


class InspectorView(RowView):
    """Shows an `Inspection`; the rule above the first section is the pane's own."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._inspection = Inspection()
        self._bands: list[Band] = []
        self._sources: dict[int, VersionLine | LinkLine] = {}

    def inspect(self, inspection: Inspection, *, keep: bool = False) -> None:
        """`keep`: of the same note, so what was scrolled to stays."""
        if keep and inspection == self._inspection:
            return
        self._inspection = inspection
        self.prepare()
        self.renew(place=None if keep else (0, 0))

    def link_at(self, item: int) -> LinkLine | None:
        """The link that a row shows."""
        found = self._sources.get(item)
        return found if isinstance(found, LinkLine) else None

    def version_at(self, item: int) -> int | None:
        """The place in `versions` of the one that a row shows."""
        found = self._sources.get(item)
        return self._inspection.versions.index(found) if isinstance(found, VersionLine) else None

    def prepare(self) -> bool:
        self._bands = inspection_rows(self._inspection, self.size.width, self.look)
        self._sources = dict(self._places())
        return True

    def _places(self) -> Iterator[tuple[int, VersionLine | LinkLine]]:
        """Which row shows which version or link: they stand at the ends of their sections."""
        at = -1
        shown = _sections(self._inspection, self.size.width, self.look) if self._bands else []
        for number, section in enumerate(shown):
            at += len(section) + 1 if section else 0
            listed = {2: self._inspection.versions, 3: self._inspection.links}.get(number, ())
            yield from zip(range(at - len(listed), at), listed)

    def count(self) -> int:
        return len(self._bands)

    def measure(self, item: int) -> int:
        return 1 if item < len(self._bands) else 0

    def rows(self, item: int) -> list[Band]:
        return [self._bands[item]]


def inspection_rows(inspection: Inspection, width: int, look: Look) -> list[Band]:
    """The rows of all sections, a blank one between two."""
    if width < 1:
        return []
    bands: list[Band] = []
    for section in _sections(inspection, width, look):
        if section:
            bands += [*([Band(())] if bands else []), *(Band(tuple(row)) for row in section)]
    return bands


def _sections(inspection: Inspection, width: int, look: Look) -> list[list[Sequence[Piece]]]:
    return [
        this_line(inspection.line, width) if inspection.line else [],
        authors(inspection.authors, width, look),
        versions(inspection, width, look),
        links(inspection.links, width, look),
        findings(inspection.findings, width, look),
    ]


def this_line(line: ThisLine, width: int) -> list[Sequence[Piece]]:
    name: Piece = (fit_middle(line.face.name, width - len(line.grade) - 1), f"{line.face.style} bold")
    rows: list[Sequence[Piece]] = [
        spread([name], [(line.grade, GRADES.get(line.grade, "muted"))], width),
    ]
    if len(line.when) + len(line.door) < width:
        rows.append(spread([(line.when, "text")], [(line.door, "muted")] if line.door else [], width))
    else:
        rows += [[(line.when, "text")], [(line.door, "muted")]]
    if line.why:
        rows += _wrapped(f'"{safe(line.why)}"', "text italic", width)
    if line.before:
        rows += _wrapped(safe(line.before), "muted", width)
    if line.confirmed:
        rows += _wrapped(line.confirmed, "muted", width)
    return rows


def authors(shares: Sequence[tuple[Face, int]], width: int, look: Look) -> list[Sequence[Piece]]:
    if not shares:
        return []
    peak = max(count for _, count in shares)
    digits = len(f"{peak:,}")
    room = max(0, width - NAME - digits - 3)
    rows: list[Sequence[Piece]] = [_rule("Authors", "lines", width, look)]
    for face, count in shares:
        name = columns(fit_middle(face.name, NAME, look.glyphs.cut), NAME + 1)
        drawn = bar(count, peak, room, look, Style()).plain
        rows.append([(name, face.style), (drawn, face.style), (f"{count:>{digits + 2},}", "text")])
    return rows


def versions(inspection: Inspection, width: int, look: Look) -> list[Sequence[Piece]]:
    if not inspection.versions:
        return []
    count = inspection.version_count or len(inspection.versions)
    rows: list[Sequence[Piece]] = [_rule("Versions", f"{count:,}", width, look)]
    if inspection.sizes:
        room = max(1, width - len(inspection.size) - 2)
        spark = sparkline(inspection.sizes[-room:], look).plain
        rows.append(spread([(spark, "faint")], [(inspection.size, "muted")], width))
    widest = max(AGE, *(len(version.age) for version in inspection.versions))
    for version in inspection.versions:
        left = [(f"{version.age:>{widest}}  ", "muted"), (_name(version, width, widest), version.face.style)]
        rows.append(spread(left, [(version.change, "text")], width))
    return rows


def _name(version: VersionLine, width: int, age: int) -> str:
    return fit_middle(version.face.name, max(3, min(NAME, width - age - 3 - len(version.change))))


def links(found: Sequence[LinkLine], width: int, look: Look) -> list[Sequence[Piece]]:
    if not found:
        return []
    rows: list[Sequence[Piece]] = [_rule("Links", "", width, look)]
    for link in found:
        path, note, cut = safe(link.path), safe(link.note), look.glyphs.cut
        room = width - LABEL - (len(note) + 1 if note else 0)
        if room < len(path):
            note, room = "", width - LABEL
        left: list[Piece] = [(columns(link.way, LABEL), "muted"), (fit_path(path, room, cut), "text")]
        rows.append(spread(left, [(note, "muted")] if note else [], width))
    return rows


def findings(found: Sequence[str], width: int, look: Look) -> list[Sequence[Piece]]:
    if not found:
        return []
    rows: list[Sequence[Piece]] = [_rule("Findings", f"{len(found):,}", width, look)]
    for finding in found:
        rows += _wrapped(finding, "text", width)
    return rows


def _rule(title: str, right: str, width: int, look: Look) -> list[Piece]:
    ends: list[Piece] = [(f" {right}", "muted")] if right else []
    stroke = max(0, width - len(title) - 1 - width_of(ends))
    return [(f"{title} ", "muted"), (look.glyphs.light * stroke, "rule"), *ends]


def _wrapped(text: str, style: str, width: int) -> list[Sequence[Piece]]:
    return [[(text[start:end], style)] for start, end in wrap.breaks(text, width)]
