"""What the inspector says of a note and of the line under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memwarden.memory.history import Version
from memwarden.memory.provenance import LineAuthor
from memwarden.memory.whereabouts import Holder, Whereabouts
from memwarden_tui import wording
from memwarden_tui.fit import fit_end
from memwarden_tui.safe import safe
from memwarden_tui.screens.notes_page import LONGEST, Page, Past, shares
from memwarden_tui.widgets.inspection import Inspection, LinkLine, SyncLine, ThisLine, VersionLine

NEWEST = 8
NOWHERE, UNTOLD = Whereabouts(), Past()
DOORS = {
    "tui": "here", "cli": "CLI", "mcp": "MCP", "hook": "hook", "shell": "shell", "library": "program",
    "outside": "outside", "git": "git", "syncthing": "Syncthing",
}  # fmt: skip


def inspection(
    page: Page, line: int, *, past: Past = UNTOLD, findings: Sequence[str] = (), stands: Whereabouts = NOWHERE
) -> Inspection:
    """`line` counts from 0, `past` is that line's; `findings` are safe sentences about the note."""
    sync = list(_sync(stands, page))
    if not page.whole:
        return Inspection(findings=findings, sync=sync)
    return Inspection(
        line=this_line(page, line, past),
        authors=shares(page),
        sizes=[version.size for version in reversed(page.versions)],
        size=wording.size(len(page.data)),
        version_count=len(page.versions),
        versions=[version_line(page, version) for version in page.versions[:NEWEST]],
        links=list(_links(page)),
        findings=findings,
        sync=sync,
    )


def this_line(page: Page, line: int, past: Past = UNTOLD) -> ThisLine | None:
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
        f"before: {past.before}" if past.before else "",
        _confirmed(page, author),
        wording.nobody_watched(past.unwatched, page.now) if past.unwatched else "",
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


def _sync(stands: Whereabouts, page: Page) -> Iterable[SyncLine]:
    if stands.problem:
        yield SyncLine("", stands.problem, "warn")
    for holder in stands.holders:
        word, tone = _holding(holder, page)
        yield SyncLine(safe(holder.name), word, tone)
    if stands.git:
        yield SyncLine("git", stands.git, "warn" if stands.git in _OPEN else "muted")


_OPEN = frozenset({"unmerged", "uncommitted", "committed, not pushed", "git does not answer"})


def _holding(holder: Holder, page: Page) -> tuple[str, str]:
    age = wording.short_age(holder.seen, page.now)
    away = f"offline {age}".rstrip() if holder.away else ""
    if holder.has is None:
        return away or "not known", "warn"
    word = "has it" if holder.has else "behind"
    return f"{word}, {away}" if away else word, "muted" if holder.has else "warn"
