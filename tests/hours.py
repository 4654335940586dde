"""A wall clock that stands until somebody moves it."""

from __future__ import annotations

HOUR = 3600.0


class Hours:
    """Seconds since the epoch; `now` is moved by hand."""

    def __init__(self) -> None:
        self.now = 1_760_000_000.0

    def __call__(self) -> float:
        return self.now
