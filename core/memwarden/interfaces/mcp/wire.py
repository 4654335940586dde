"""Keeps stdout for JSON-RPC alone: whatever else this process or a child of it prints goes to stderr."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_FIRST_FREE = 3


class Wire:
    """The client's two pipes, taken away from descriptors 0 and 1 as long as the context lasts.

    The SDK serves whatever `sys.stdin` and `sys.stdout` are when it starts: `offer` puts the pipes there, and `taken`
    takes them away again as soon as it has them.
    """

    def __init__(self, ended: Callable[[], None], broken: Callable[[], None]) -> None:
        """`ended` is called when the client closes its end of stdin, `broken` when it no longer reads stdout."""
        sys.stdout.flush()
        self._before: tuple[TextIO, TextIO] = (sys.stdin, sys.stdout)
        self._in, self._out = _moved(0), _moved(1)
        self._point(0, os.open(os.devnull, os.O_RDONLY))
        self._point(1, _stderr())
        sys.stdout = sys.stderr
        self._stdin = io.TextIOWrapper(io.BufferedReader(_Inlet(self._in, ended)), "utf-8")
        self._stdout = io.TextIOWrapper(io.BufferedWriter(_Outlet(self._out, broken)), "utf-8")

    def offer(self) -> None:
        sys.stdin, sys.stdout = self._stdin, self._stdout

    def taken(self) -> None:
        sys.stdin, sys.stdout = self._before[0], sys.stderr

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.dup2(self._in, 0)
        os.dup2(self._out, 1)
        sys.stdin, sys.stdout = self._before

    @staticmethod
    def _point(descriptor: int, at: int) -> None:
        os.dup2(at, descriptor)
        os.close(at)


class _Inlet(io.FileIO):
    def __init__(self, descriptor: int, ended: Callable[[], None]) -> None:
        super().__init__(descriptor, "rb", closefd=False)
        self._ended = ended

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        count = super().readinto(buffer)
        if not count:
            self._ended()
        return count


class _Outlet(io.FileIO):
    def __init__(self, descriptor: int, broken: Callable[[], None]) -> None:
        super().__init__(descriptor, "wb", closefd=False)
        self._broken = broken

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            self._broken()
            raise


def _moved(descriptor: int) -> int:
    """A duplicate above the standard ones, which no child inherits."""
    import fcntl

    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)


def _stderr() -> int:
    try:
        return os.dup(2)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)
