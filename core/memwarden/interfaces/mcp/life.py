"""Ends the server soon after its client is gone, whichever way that goes; a call that can be finished is finished."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GONE_WITHIN = 0.8
"""Seconds from the end of stdin, the parent's death or a signal until the process is gone, whatever it does."""
_FINISHING = 0.4
_LOOKING = 0.2


class Life:
    """`farewell` is called once, at the end; `tick` every now and then while the server lives.

    A process that is killed in the middle of a write leaves the old or the new bytes, so a hard end is safe.
    """

    def __init__(self, farewell: Callable[[], None], tick: Callable[[], None]) -> None:
        self._farewell = farewell
        self._tick = tick
        self._parent = os.getppid()
        self._calls = 0
        self._idle = threading.Condition()
        self._ending = threading.Event()
        self._said = threading.Lock()

    def begin(self) -> None:
        """From the main thread, before anything is served."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: self.end())
        _in_background(self._watch)

    @contextmanager
    def call(self) -> Iterator[None]:
        """While one call is carried out."""
        with self._idle:
            self._calls += 1
        try:
            yield
        finally:
            with self._idle:
                self._calls -= 1
                self._idle.notify_all()

    def deadline(self) -> None:
        """The client said goodbye: what is under way may finish, within bounds."""
        timer = threading.Timer(GONE_WITHIN, os._exit, (0,))
        timer.daemon = True
        timer.start()

    def end(self) -> None:
        """Finish the call under way, say farewell, and be gone. Does not block: it is called by signals."""
        if self._ending.is_set():
            return
        self._ending.set()
        self.deadline()
        _in_background(self._finish)

    def farewell(self) -> None:
        with self._said:
            farewell, self._farewell = self._farewell, _nothing
            farewell()

    def _finish(self) -> None:
        with self._idle:
            self._idle.wait_for(lambda: self._calls == 0, _FINISHING)
        self.farewell()
        os._exit(0)

    def _watch(self) -> None:
        """A client may die without closing the pipe, where another process holds its other end."""
        while not self._ending.wait(_LOOKING):
            if os.getppid() != self._parent:
                self.end()
            self._tick()


def _nothing() -> None:
    pass


def _in_background(act: Callable[[], None]) -> None:
    threading.Thread(target=act, daemon=True).start()
