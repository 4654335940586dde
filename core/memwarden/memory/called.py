"""What a message, a proposal or an item of the queue is called by: its id, the beginning of one, or its short name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from memwarden.errors import Code, Refused


class _Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Named)


def last_digits(id_: str) -> str:
    """The short name of a message or a proposal."""
    return id_.rpartition("-")[2]


def the_one(
    every: Iterable[T], wanted: str, kind: str, hint: str, *,
    place: Callable[[T], str], short: Callable[[str], str] = last_digits,
) -> T:  # fmt: skip
    """Raises Refused NO_ITEM with this hint, AMBIGUOUS with the places of all that are called so."""
    found = list(every)
    near = [one for one in found if wanted and (one.id.startswith(wanted) or short(one.id) == wanted)]
    fits = [one for one in found if one.id == wanted] or near
    if not fits:
        raise Refused(Code.NO_ITEM, f"There is no {kind} {wanted[:80]!r}.", hint)
    if len(fits) > 1:
        places = [place(one) for one in fits]
        raise Refused(
            Code.AMBIGUOUS, f"{len(fits)} {kind}s are called {wanted[:80]!r}.",
            f"They are {', '.join(places[:3])}.", details={"candidates": places},
        )  # fmt: skip
    return fits[0]
