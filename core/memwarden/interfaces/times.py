"""Times as programs and people read them."""

from __future__ import annotations

from datetime import UTC, datetime


def iso(at: datetime | None) -> str | None:
    """ISO 8601 with the offset of this machine's zone."""
    return None if at is None else at.astimezone().isoformat(timespec="seconds")


def ago(at: datetime | None) -> str:
    if at is None:
        return ""
    from memwarden.text.ages import age

    return age((datetime.now(UTC) - at).total_seconds())
