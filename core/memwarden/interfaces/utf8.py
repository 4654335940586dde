"""Names of notes are the same text for everyone: where the locale is not UTF-8, the program begins again in it."""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def begin_again() -> NoReturn:
    """This very program, with the locale's encoding out of play."""
    os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
