"""The hybrid logical clock: stamps that respect cause and effect whatever the wall clocks say."""

from __future__ import annotations

from collections.abc import Callable

Clock = Callable[[], float]
"""The wall clock, seconds since 1970: injected where a story is told as if it had happened before."""

ZERO = "000000000000.0000"


def tick(last: str, now: int) -> str:
    """The next stamp after `last` at wall time `now` (milliseconds since 1970); always greater than `last`."""
    millis, counter = parse(last)
    if now > millis:
        return _form(now, 0)
    if counter < 0xFFFF:
        return _form(millis, counter + 1)
    return _form(millis + 1, 0)


def parse(stamp: str) -> tuple[int, int]:
    millis, _, counter = stamp.partition(".")
    return int(millis, 16), int(counter or "0", 16)


def _form(millis: int, counter: int) -> str:
    return f"{millis:012x}.{counter:04x}"
