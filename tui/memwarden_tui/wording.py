"""Times, sizes and counts as the screen writes them."""

from __future__ import annotations

from datetime import datetime

from memwarden.text.ages import age

_SHORT = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_RECENT = 30 * 24 * 3600


def short_age(at: datetime | None, now: datetime) -> str:
    """`3 min`; empty where no time is known."""
    return age((now - at).total_seconds()) if at else ""


def ago(at: datetime | None, now: datetime) -> str:
    """`3 min ago`, or `at an unknown time`."""
    return f"{short_age(at, now)} ago" if at else "at an unknown time"


def day(at: datetime, now: datetime) -> str:
    """`12 Feb`, with its year where that is another one, in this machine's time zone."""
    local, today = at.astimezone(), now.astimezone()
    year = f" {local.year}" if local.year != today.year else ""
    return f"{local.day} {_SHORT[local.month - 1]}{year}"


def clock(at: datetime, now: datetime) -> str:
    """`14:03` today, `12 Feb 14:03` on another day."""
    local = at.astimezone()
    time = f"{local:%H:%M}"
    return time if local.date() == now.astimezone().date() else f"{day(at, now)} {time}"


def nobody_watched(since: datetime, now: datetime) -> str:
    """Of a change that was found at the end of a time without a watcher."""
    return f"nobody watched from {clock(since, now)} to then"


def size(count: int) -> str:
    """`312 bytes`, `6.8 KB`, `1.2 MB`."""
    if count < 1000:
        return many(count, "byte")
    if count < 1_000_000:
        return f"{count / 1000:.1f} KB"
    return f"{count / 1_000_000:.1f} MB"


def sizes(least: int, most: int) -> str:
    """`63 to 629 bytes`, `0.9 to 2.1 KB`, `312 bytes to 6.8 KB`; one size where both are the same."""
    one, other = size(least), size(most)
    if one == other:
        return one
    number, unit = one.split()
    return f"{number if other.endswith(f' {unit}') else one} to {other}"


def tally(*counts: tuple[int, str]) -> str:
    """`34 lines back, 2 go, 6 reworded`: lines with text, without what there is none of."""
    there = [(count, what) for count, what in counts if count]
    lines = [f"{many(count, 'line')} {what}" for count, what in there[:1]]
    return ", ".join((*lines, *(f"{count:,} {what}" for count, what in there[1:])))


def many(count: int, word: str, plural: str = "") -> str:
    """`1 line`, `1,204 lines`."""
    return f"{count:,} {word if count == 1 else plural or word + 's'}"


def listed(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def exact(at: datetime, now: datetime) -> str:
    """`today 14:03:22`, `18 Apr 2026 07:14:52`."""
    local = at.astimezone()
    if local.date() == now.astimezone().date():
        return f"today {local:%H:%M:%S}"
    return f"{local.day} {_SHORT[local.month - 1]} {local.year} {local:%H:%M:%S}"


def since(at: datetime | None, now: datetime) -> str:
    """`3 min ago` for thirty days, then `12 Feb 2026`; `no record` where no time is known."""
    if at is None:
        return "no record"
    if (now - at).total_seconds() < _RECENT:
        return ago(at, now)
    local = at.astimezone()
    return f"{local.day} {_SHORT[local.month - 1]} {local.year}"
