"""The JSON shape of an opening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memwarden.memory.opening import Opening, Part


def opening_shape(opening: Opening) -> dict[str, Any]:
    """The texts of the parts stand in `text`."""
    return {
        "identity": opening.identity,
        "text": opening.text,
        "tokens": opening.tokens,
        "unread": len(opening.news.unread),
        "conflicts": list(opening.news.conflicts),
        "parts": [_part_shape(part) for part in opening.parts],
    }


def _part_shape(part: Part) -> dict[str, Any]:
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
