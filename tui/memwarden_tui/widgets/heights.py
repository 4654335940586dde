"""How many rows each item takes and where it begins, measured in slices so that a long note opens at once."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable


class Heights:
    """Items not measured yet count as one row; what lies before `measured` is exact and never changes."""

    def __init__(self, count: int, measure: Callable[[int], int]) -> None:
        self._count = count
        self._measure = measure
        self._tops = [0]

    @property
    def measured(self) -> int:
        return len(self._tops) - 1

    @property
    def complete(self) -> bool:
        return self.measured >= self._count

    @property
    def total(self) -> int:
        """Rows of all items."""
        return self._tops[-1] + self._count - self.measured

    def advance(self, seconds: float) -> None:
        """Measure until the time is used up."""
        deadline = time.perf_counter() + seconds
        while not self.complete and time.perf_counter() < deadline:
            self._until(self.measured + 256)

    def top(self, item: int) -> int:
        """The row at which an item begins."""
        self._until(item)
        return self._tops[min(item, self.measured)]

    def height(self, item: int) -> int:
        self._until(item + 1)
        return self._tops[item + 1] - self._tops[item]

    def at(self, row: int) -> tuple[int, int] | None:
        """The item that covers a row, and the row's number within it; None past the end."""
        while self._tops[-1] <= row and not self.complete:
            self._until(self.measured + 256)
        if row < 0 or row >= self._tops[-1]:
            return None
        item = bisect_right(self._tops, row) - 1
        return item, row - self._tops[item]

    def _until(self, item: int) -> None:
        tops, measure = self._tops, self._measure
        last = tops[-1]
        for index in range(self.measured, min(item, self._count)):
            last += measure(index)
            tops.append(last)
