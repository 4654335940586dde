"""The sections of an inspection as rows, each but the first below a rule of its own."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from memwarden_tui.fit import columns, fit_middle, fit_path
from memwarden_tui.glyphs import Look
from memwarden_tui.safe import safe
from memwarden_tui.widgets import wrap
from memwarden_tui.widgets.bars import bar
from memwarden_tui.widgets.gutter import NAME, Face
from memwarden_tui.widgets.inspection import Inspection, LinkLine, SyncLine, ThisLine, VersionLine
from memwarden_tui.widgets.pieces import Band, Piece, spread, width_of
from memwarden_tui.widgets.sparkline import sparkline

GRADES = {"proven": "ok", "claimed": "warn"}
AGE = 5
LABEL = 5


def inspection_rows(inspection: Inspection, width: int, look: Look) -> list[Band]:
    """The rows of all sections, a blank one between two."""
    if width < 1:
        return []
    bands: list[Band] = []
    for section in sections(inspection, width, look):
        if section:
            bands += [*([Band(())] if bands else []), *(Band(tuple(row)) for row in section)]
    return bands


def sections(inspection: Inspection, width: int, look: Look) -> list[list[Sequence[Piece]]]:
    return [
        this_line(inspection.line, width) if inspection.line else [],
        authors(inspection.authors, width, look),
        versions(inspection, width, look),
        links(inspection.links, width, look),
        findings(inspection.findings, width, look),
        sync(inspection.sync, width, look),
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
    if line.unwatched:
        rows += _wrapped(line.unwatched, "warn", width)
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
        rows.append(spread(left, [(version.change.replace("−", look.glyphs.minus), "text")], width))
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


def sync(found: Sequence[SyncLine], width: int, look: Look) -> list[Sequence[Piece]]:
    if not found:
        return []
    rows: list[Sequence[Piece]] = [_rule("Sync", "", width, look)]
    for line in found:
        if not line.name:
            rows += _wrapped(line.word, line.tone, width)
            continue
        name = fit_middle(line.name, max(3, width - len(line.word) - 1), look.glyphs.cut)
        rows.append(spread([(name, "text")], [(line.word, line.tone)], width))
    return rows


def _rule(title: str, right: str, width: int, look: Look) -> list[Piece]:
    ends: list[Piece] = [(f" {right}", "muted")] if right else []
    stroke = max(0, width - len(title) - 1 - width_of(ends))
    return [(f"{title} ", "muted"), (look.glyphs.light * stroke, "rule"), *ends]


def _wrapped(text: str, style: str, width: int) -> list[Sequence[Piece]]:
    return [[(text[start:end], style)] for start, end in wrap.breaks(text, width)]
