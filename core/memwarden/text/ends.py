"""How much two texts begin and end with in common."""

from __future__ import annotations

from typing import TypeVar

Text = TypeVar("Text", bytes, str)


def common_head(one: Text, other: Text) -> int:
    """Length of the longest common beginning, by halving: comparing slices is far quicker than a loop."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_tail(one: Text, other: Text, head: int) -> int:
    """Length of the longest common end that leaves the first `head` of both alone."""
    low, high = 0, min(len(one), len(other)) - head
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
