"""The JSON shapes of answers, stable: programs read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memwarden.interfaces.times import ago, iso

if TYPE_CHECKING:
    from memwarden.checks.finding import Finding
    from memwarden.memory.conflicts import Conflict
    from memwarden.memory.gate import Written
    from memwarden.memory.gone import Gone
    from memwarden.memory.history import Version
    from memwarden.memory.notes import Note
    from memwarden.memory.opening import Opening, Part
    from memwarden.memory.review import ReviewItem
    from memwarden.store.records import Record
    from memwarden.text.diff import Hunk

Shape = dict[str, Any]


def note_shape(note: Note, warnings: Sequence[str] = ()) -> Shape:
    return {
        "note": note.path,
        "revision": note.revision,
        "text": note.text,
        "by": note.by,
        "at": iso(note.at),
        "age": ago(note.at) or None,
        "warnings": [*note.warnings, *warnings],
    }


def written_shape(written: Written) -> Shape:
    return {
        "note": written.note,
        "revision": written.revision,
        "replayed": written.replayed,
        "flags": list(written.flags),
        "findings": [finding_shape(finding) for finding in written.findings],
    }


def finding_shape(finding: Finding) -> Shape:
    return {
        "code": finding.code,
        "note": finding.note,
        "line": finding.line,
        "column": finding.column,
        "message": finding.message,
        "fix": finding.fix,
        "fingerprint": finding.fingerprint,
    }


def version_shape(version: Version) -> Shape:
    return {
        "revision": version.revision,
        "record": version.record.id if version.record else "",
        "at": iso(version.at),
        "by": version.by,
        "grade": version.grade,
        "act": version.act,
        "via": version.via,
        "size": version.size,
        "added": version.added,
        "removed": version.removed,
        "flags": list(version.flags),
        "why": version.why,
    }


def gone_shape(gone: Gone) -> Shape:
    return {
        "note": gone.note,
        "revision": gone.revision,
        "at": iso(gone.at),
        "by": gone.by,
        "engine": gone.engine,
    }


def deletion_shape(version: Version) -> Shape:
    """A commit that took most of a note from what it was at `before`; git has not counted its lines."""
    return {
        "note": version.note,
        "commit": version.id,
        "before": version.before,
        "revision": version.revision,
        "at": iso(version.at),
        "by": version.by,
        "engine": version.engine,
        "why": version.why,
    }


def record_shape(record: Record) -> Shape:
    return {
        "record": record.id,
        "at": iso(record.time),
        "by": record.by,
        "grade": record.grade,
        "via": record.via,
        "origin": record.origin,
        "act": record.what,
        "note": record.note,
        "before": record.before,
        "revision": record.after,
        "added": record.added,
        "removed": record.removed,
        "flags": list(record.flags),
        "why": record.why,
    }


def conflict_shape(conflict: Conflict) -> Shape:
    copies = [
        {"path": copy.path, "at": iso(copy.at), "device": copy.device, "same_as": copy.same_as}
        for copy in conflict.copies
    ]
    base = conflict.base
    return {
        "note": conflict.note,
        "kind": conflict.kind,
        "copies": copies,
        "base": {"revision": base.revision, "how": base.how, "verified": base.verified},
        "open_hunks": conflict.open_hunks,
    }


def item_shape(item: ReviewItem) -> Shape:
    return {
        "id": item.id,
        "kind": item.kind,
        "note": item.note,
        "by": item.by,
        "at": iso(item.at),
        "summary": f"{item.title}: {item.detail}" if item.detail else item.title,
    }


def hunk_shape(hunk: Hunk) -> Shape:
    """`start` counts the lines before it; lines are text without their ends."""
    from memwarden.text.lines import decode

    def shown(lines: tuple[bytes, ...]) -> list[str]:
        return [decode(line).rstrip("\r\n") for line in lines]

    return {"start": hunk.start, "cut": shown(hunk.cut), "put": shown(hunk.put)}


def opening_shape(opening: Opening) -> Shape:
    """The texts of the parts stand in `text`."""
    return {
        "identity": opening.identity,
        "text": opening.text,
        "tokens": opening.tokens,
        "unread": len(opening.news.unread),
        "conflicts": list(opening.news.conflicts),
        "parts": [_part_shape(part) for part in opening.parts],
    }


def _part_shape(part: Part) -> Shape:
    return {
        "title": part.title,
        "note": part.note,
        "rank": part.rank,
        "revision": part.revision,
        "bytes": part.bytes,
        "tokens": part.tokens,
        "budget": part.budget,
        "over": part.over,
        "missing": part.missing,
        "rest": part.rest,
    }
