"""How many tokens a text costs an agent, estimated the same way on every machine and without a model."""

from __future__ import annotations

import re

_CJK = (
    "[\u1100-\u11ff\u2e80-\u2fdf\u3000-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
    "\U00020000-\U0003ffff]"
)
_PER_TOKEN = 4


def tokens(text: str) -> int:
    """One for each CJK character and one for every four others, rounded up."""
    cjk = 0 if text.isascii() else len(re.findall(_CJK, text))
    return cjk + -(-(len(text) - cjk) // _PER_TOKEN)
