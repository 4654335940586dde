"""The versions of a note and the change that each one was, read in a thread."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Literal, NamedTuple

from memwarden.errors import Refused
from memwarden.memory.history import Version
from memwarden.memory.looks import when_unwatched
from memwarden_tui import wording
from memwarden_tui.faces import faces_of
from memwarden_tui.safe import safe
from memwarden_tui.screens.history_rows import VersionRow, version_row
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.gutter import Face

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

Against = Literal["before", "now"]


class Past(NamedTuple):
    """All that the list shows; `revision` is the note's now, None where it is gone."""

    note: str
    versions: tuple[Version, ...]
    rows: tuple[VersionRow, ...]
    faces: Mapping[str, Face]
    revision: str | None
    now: datetime

    @property
    def sizes(self) -> list[int]:
        """Oldest first."""
        return [version.size for version in reversed(self.versions)]

    def at(self, version_id: str) -> int:
        """The place of a version, -1 where it is not."""
        return next((at for at, version in enumerate(self.versions) if version.id == version_id), -1)


class Change(NamedTuple):
    """What a version changed, or what has changed since; `says` instead of a model where a text is not kept.

    `restorable`: its hunks can be given back one by one. `lost` counts lines by author, and
    `given_back` is the version that brought them back. `unwatched` says since when nobody had watched as it was found.
    """

    version: Version
    against: Against
    model: DiffModel | None
    says: str = ""
    restorable: bool = False
    lost: Mapping[str, int] | None = None
    given_back: Version | None = None
    unwatched: datetime | None = None


def read_past(tree: Tree, note: str) -> Past:
    """Every version, whoever kept it."""
    versions = tree.history(note).versions()
    now, data = tree.now(), tree.bytes_of(note)
    faces = faces_of(tree, (version.by for version in versions))
    undone = _undone(versions)
    rows = tuple(
        version_row(version, faces[version.by], wording.short_age(version.at, now), undone=version.id in undone)
        for version in versions
    )
    return Past(note, versions, rows, faces, None if data is None else tree.text(note).revision, now)


def _undone(versions: tuple[Version, ...]) -> set[str]:
    """Versions that an undo took back: it led to the text before them."""
    found: set[str] = set()
    for at, version in enumerate(versions):
        if version.act == "undo" and at + 1 < len(versions):
            undone = next((older for older in versions[at + 1 :] if older.before == version.revision), None)
            if undone is not None:
                found.add(undone.id)
    return found


def read_change(tree: Tree, past: Past, version: Version, against: Against) -> Change:
    try:
        change = _change(tree, past, version, against)
    except Refused as refusal:
        change = Change(version, against, None, safe(str(refusal)))
    record = version.record
    return change._replace(unwatched=when_unwatched(record)) if record else change


def _change(tree: Tree, past: Past, version: Version, against: Against) -> Change:
    history = tree.history(past.note)
    if against == "now":
        after = history.data(version.revision) if version.revision else b""
        return Change(version, against, DiffModel.build(after, tree.bytes_of(past.note) or b""))
    if version.set_aside:
        older = next((one.revision for one in past.versions[past.at(version.id) + 1 :]), None)
        texts = [history.data(revision) if revision else b"" for revision in (older, version.revision)]
        return Change(version, against, DiffModel.build(*texts))
    made = history.change(version)
    lost = history.lost(version) if any(hunk.cut for hunk in made.hunks) else {}
    return Change(
        version, against, DiffModel.of(made.before, made.hunks), "", bool(made.hunks), lost, _given_back(past, version)
    )


def _given_back(past: Past, version: Version) -> Version | None:
    """The later version in which what this one changed was as before again."""
    newer = past.versions[: max(0, past.at(version.id))]
    return next((one for one in reversed(newer) if version.before and one.revision == version.before), None)
