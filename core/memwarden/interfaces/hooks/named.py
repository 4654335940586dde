"""The notes that a command names, as far as its words show it."""

from __future__ import annotations

import os
import re

_WORD = re.compile(r"""[^\s'"`;|&<>()=:,]+\.md\b""", re.IGNORECASE)


def named(command: str) -> tuple[str, ...]:
    """File names, or patterns of them as a shell has them."""
    return tuple(dict.fromkeys(os.path.basename(word) for word in _WORD.findall(command)))
