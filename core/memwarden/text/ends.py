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


def common_ends(one: bytes, other: bytes) -> tuple[int, int]:
    """Both lengths for a pair of lines, of which a merge compares many: by the first and last bit that differ."""
    size = min(len(one), len(other))
    differ = int.from_bytes(one[:size], "little") ^ int.from_bytes(other[:size], "little")
    head = ((differ & -differ).bit_length() - 1) // 8 if differ else size
    if len(one) != len(other):
        differ = int.from_bytes(one[len(one) - size :], "little") ^ int.from_bytes(other[len(other) - size :], "little")
    return head, min(size - (differ.bit_length() + 7) // 8, size - head)
