"""A note ready to be shown: its lines, who wrote each, its versions and its links; read in a thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from memwarden import Note, Record
from memwarden.memory.graph import Backlink
from memwarden.memory.history import Version
from memwarden.memory.looks import when_unwatched
from memwarden.memory.provenance import LineAuthor
from memwarden.text.lines import decode, split_lines
from memwarden_tui import wording
from memwarden_tui.faces import SURE, face_of, faces_of
from memwarden_tui.fit import fit_end
from memwarden_tui.safe import safe
from memwarden_tui.screens.notes_links import Lead, leads_of
from memwarden_tui.widgets.gutter import Face, LineMark

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

LONGEST = 80


@dataclass(frozen=True, slots=True)
class Page:
    """`whole` once authors, versions and links are read too."""

    path: str
    data: bytes
    revision: str
    now: datetime
    utf8: bool = True
    whole: bool = False
    authors: tuple[LineAuthor, ...] = ()
    marks: tuple[LineMark, ...] = ()
    faces: Mapping[str, Face] = field(default_factory=dict)
    versions: tuple[Version, ...] = ()
    leads: tuple[Lead, ...] = ()
    backlinks: tuple[Backlink, ...] = ()

    @property
    def lines(self) -> list[str]:
        return text_lines(self.data)

    @property
    def by_id(self) -> Mapping[str, Version]:
        return {version.id: version for version in self.versions}

    @property
    def last_author(self) -> str:
        """The agent that wrote last, whom a message would go to; empty where only people and nobody did."""
        return next((one.by for one in self.versions if one.by and self._is_agent(one.by)), "")

    def _is_agent(self, identity: str) -> bool:
        face = self.faces.get(identity)
        return face is not None and face.style != "person"


def text_lines(data: bytes) -> list[str]:
    """Lines without their ends."""
    return [decode(line.removesuffix(b"\n").removesuffix(b"\r")) for line in split_lines(data)]


def read_text(tree: Tree, path: str) -> Page:
    """The text alone. Raises Refused NO_NOTE, NOT_A_NOTE."""
    note = tree.reading.bare(path)
    return Page(path, note.data, note.revision, tree.now(), note.utf8)


def complete(tree: Tree, page: Page, since: datetime | None) -> Page:
    """All of it; lines by others that are younger than `since` are new."""
    authors = tree.provenance(page.path)
    versions = tree.history(page.path).versions()
    faces = faces_of(tree, [*(one.by for one in authors), *(one.by for one in versions)])
    pending = {version.id for version in versions if version.pending}
    data = b"".join(one.line for one in authors)
    if data != page.data:
        note = Note(page.path, data)
        page = replace(page, data=data, revision=note.revision, utf8=note.utf8)
    return replace(
        page,
        whole=True,
        authors=authors,
        marks=tuple(
            mark_of(one, faces, page.now, since if one.by != tree.me else None, pending=one.record in pending)
            for one in authors
        ),
        faces=faces,
        versions=versions,
        leads=leads_of(tree, page.path, decode(page.data)),
        backlinks=tree.reading.backlinks(page.path),
    )


def mark_of(
    author: LineAuthor, faces: Mapping[str, Face], now: datetime, since: datetime | None, *, pending: bool = False
) -> LineMark:
    """`pending`: nobody is known, but the record that names the author may still come."""
    when = "pending" if pending and not author.by else wording.since(author.at if author.by else None, now)
    new = since is not None and author.at is not None and author.at > since
    return LineMark(faces[author.by], author.grade in SURE, when, new)


class Past(NamedTuple):
    """What the journal knows of how a line came: what stood `before` in its place, and whose it was
    (`06:30, by you`); `unwatched` since when nobody had watched, where it was found after that."""

    before: str = ""
    unwatched: datetime | None = None


def read_past(tree: Tree, page: Page, line: int) -> Past:
    record = tree.record(page.authors[line].record)
    if record is None:
        return Past()
    return Past(_before(tree, record, page.authors[line].line), when_unwatched(record))


def _before(tree: Tree, record: Record, line: bytes) -> str:
    found = replaced(record, line)
    if found is None:
        return ""
    place, words = found
    authors = tree.provenance_before(record)
    by = authors[place].by if place < len(authors) else ""
    return f"{safe(words)}, by {face_of(tree, by).name}"


def replaced(record: Record, line: bytes) -> tuple[int, str] | None:
    """The line that a change found in the place of `line`: its number from 0, and the words of it that went."""
    from memwarden.text.words import pair_lines

    for hunk in record.hunks:
        if line not in hunk.put or not hunk.cut:
            continue
        put = hunk.put.index(line)
        was = next((cut for cut, other in pair_lines(hunk.cut, hunk.put) if other == put), put)
        if was >= len(hunk.cut):
            return None
        old, new = decode(hunk.cut[was]).strip(), decode(line).strip()
        return (hunk.start + was, fit_end(_gone(old, new), LONGEST)) if old != new else None
    return None


def _gone(old: str, new: str) -> str:
    """From the first to the last word of `old` that went; all of it where that is most of it."""
    from memwarden.text.words import mark_words

    changed = mark_words(old, new)[0]
    words = old[changed[0].start : changed[-1].end].strip() if changed else ""
    return words if words and len(words) * 2 <= len(old) else old


def shares(page: Page) -> Sequence[tuple[Face, int]]:
    """Lines with text per author, most first, nobody last."""
    counts = Counter(one.by for one in page.authors if one.line.strip())
    ordered = sorted(counts.items(), key=lambda item: (item[0] == "", -item[1], item[0]))
    return [(page.faces[by], count) for by, count in ordered]
