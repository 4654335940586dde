"""Swap two names atomically, where the system can: Linux `renameat2`, macOS `renamex_np`."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ctypes

_NOREPLACE, _EXCHANGE = (1, 2) if sys.platform != "darwin" else (4, 2)
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.EPERM}
"""Some sandboxes answer EPERM to a call they do not know; where the right is missing, the plain way says so too."""


def exchange(one: str, other: str) -> bool:
    """Swap the two; False where the system or the file system cannot. Raises OSError."""
    return _rename(one, other, _EXCHANGE)


def rename_new(source: str, target: str) -> bool:
    """Rename only where `target` does not exist (else FileExistsError); False where the system cannot say so."""
    return _rename(source, target, _NOREPLACE)


def _rename(source: str, target: str, flags: int) -> bool:
    call = _call()
    if call is None:
        return False
    if call(os.fsencode(source), os.fsencode(target), flags) == 0:
        return True
    import ctypes

    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), target)


@cache
def _call() -> Callable[[bytes, bytes, int], int] | None:
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    here = -100  # AT_FDCWD
    if sys.platform == "darwin":
        return _looked_up(library, "renamex_np")
    if (function := _looked_up(library, "renameat2")) is not None:
        return lambda source, target, flags: function(here, source, here, target, flags)
    return None


def _looked_up(library: ctypes.CDLL, name: str) -> Callable[..., int] | None:
    try:
        function: Callable[..., int] = getattr(library, name)
    except AttributeError:
        return None
    return function
