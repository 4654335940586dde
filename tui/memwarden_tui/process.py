"""How the whole process goes on once everything was loaded: threads in short turns, memory given back."""

from __future__ import annotations

import gc
import sys

TURN = 0.001
"""Seconds after which a thread that works lets the loop have its turn; the interpreter's own are five times as many."""
_MMAP_THRESHOLD = -3
_ARENA_MAX = -8
_LARGE = 128 * 1024


def settle_down() -> None:
    """For a process that put off collecting garbage while it loaded; any other is left alone.

    What there is stays, and is not gone through again. A look stops the screen for as long as the objects take that it
    goes through: it comes soon at the new ones, which are few then, and seldom at all of them.
    """
    if gc.isenabled():
        return
    gc.freeze()
    gc.set_threshold(2_000, 10, 400)
    gc.enable()
    sys.setswitchinterval(TURN)
    _give_back()


def _give_back() -> None:
    """Where it is glibc's: it keeps a heap for every thread otherwise, and all that a large note ever took."""
    import ctypes

    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, _LARGE)
        mallopt(_ARENA_MAX, 1)
