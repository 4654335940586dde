"""What a hook gives back to the agent's program."""

from __future__ import annotations

from collections.abc import Sequence


class Answer:
    """`reasons` stop the call, or tell the agent what was wrong with it; `out` is for the program."""

    __slots__ = ("out", "reasons")

    def __init__(self, out: str = "", reasons: Sequence[str] = ()) -> None:
        self.out = out
        self.reasons = reasons
