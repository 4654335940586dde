"""What a hook does once a tree is concerned: each phase in its own module, and never longer than the program waits."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from memwarden.errors import Failed
from memwarden.interfaces.hooks.answer import Answer
from memwarden.interfaces.hooks.calls import Call
from memwarden.interfaces.hooks.options import Options
from memwarden.interfaces.hooks.places import Place


class Late(BaseException):
    """The time is up. Not an Exception, so that nothing on the way takes it for a fault of its own."""


def answer_in_time(options: Options, call: Call, places: Sequence[Place], seconds: float) -> Answer:
    """Raises Refused, Failed and OSError where memwarden cannot do its part, within so many seconds."""
    try:
        with _in_time(seconds):
            return _answer(options, call, places)
    except Late:
        raise Failed("The memory is busy.") from None


def _answer(options: Options, call: Call, places: Sequence[Place]) -> Answer:
    if call.phase == "pre":
        from memwarden.interfaces.hooks.before import before

        return Answer(reasons=[reason for place in places for reason in before(options, call, place)])
    if call.phase == "post":
        from memwarden.interfaces.hooks.after import after

        return after(options, call, places)
    from memwarden.interfaces.hooks.session import begin, end

    return begin(options, call, places[0]) if call.phase == "start" else end(options, call, places)


@contextmanager
def _in_time(seconds: float) -> Iterator[None]:
    """Raises Late after so many seconds: another process may hold the tree."""

    def late(_: int, __: FrameType | None) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
