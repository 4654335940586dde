"""What the inspector says of a note and of the line under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memwarden.memory.history import Version
from memwarden.memory.provenance import LineAuthor
from memwarden_tui import wording
from memwarden_tui.fit import fit_end
from memwarden_tui.safe import safe
from memwarden_tui.screens.notes_page import LONGEST, Page, shares
from memwarden_tui.widgets.inspector import Inspection, LinkLine, ThisLine, VersionLine

NEWEST = 8
DOORS = {"tui": "here", "cli": "CLI", "mcp": "MCP", "hook": "hook", "syncthing": "Syncthing"}


def inspection(page: Page, line: int, *, before: str = "", findings: Sequence[str] = ()) -> Inspection:
    """`line` counts from 0; `before` says what stood there; `findings` are safe sentences about the note."""
    if not page.whole:
        return Inspection(findings=findings)
    return Inspection(
        line=this_line(page, line, before),
        authors=shares(page),
        sizes=[version.size for version in reversed(page.versions)],
        size=wording.size(len(page.data)),
        version_count=len(page.versions),
        versions=[version_line(page, version) for version in page.versions[:NEWEST]],
        links=list(_links(page)),
        findings=findings,
    )


def this_line(page: Page, line: int, before: str = "") -> ThisLine | None:
    if line >= len(page.authors):
        return None
    author = page.authors[line]
    version = page.by_id.get(author.record)
    face = page.faces[author.by]
    if author.at is None:
        return ThisLine(face, author.grade.value, "no record of it")
    why = version.why if version else ""
    return ThisLine(
        face,
        author.grade.value,
        wording.exact(author.at, page.now),
        DOORS.get(version.via, safe(version.via)) if version else "",
        fit_end(why, LONGEST),
        f"before: {before}" if before else "",
        _confirmed(page, author),
    )


def _confirmed(page: Page, author: LineAuthor) -> str:
    if not author.confirmed_by:
        return ""
    face = page.faces.get(author.confirmed_by)
    return f"confirmed by {face.name if face else safe(author.confirmed_by)}"


def version_line(page: Page, version: Version) -> VersionLine:
    return VersionLine(
        wording.short_age(version.at, page.now), page.faces[version.by], change_of(version) or version.act
    )


def change_of(version: Version) -> str:
    """`+3 −1`, with the side that is nothing left out."""
    added = f"+{version.added:,}" if version.added else ""
    removed = f"−{version.removed:,}" if version.removed else ""
    return " ".join(filter(None, (added, removed)))


def _links(page: Page) -> Iterable[LinkLine]:
    for link in page.backlinks:
        yield LinkLine("from", link.note, link.section)
    for path in dict.fromkeys(lead.path for lead in page.leads if lead.path):
        yield LinkLine("to", path)
    for lead in {lead.target: lead for lead in page.leads if lead.state and not lead.path}.values():
        yield LinkLine("to", lead.target, lead.state.value if lead.state else "")
