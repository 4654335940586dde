"""How long ago something was, in at most six columns."""

from __future__ import annotations

import math

_MINUTE = 60.0
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR
_WEEK = 7 * _DAY
_YEAR = 365.25 * _DAY
_MONTH = _YEAR / 12
_UNITS = ((_YEAR, "y"), (_MONTH, "mo"), (_WEEK, "wk"), (_DAY, "d"), (_HOUR, "h"), (_MINUTE, "min"))
_MOST = 9999 * _YEAR


def age(seconds: float) -> str:
    """`12 s 3 min 2 h 4 d 3 wk 5 mo 2 y`, rounded down; a time ahead of the clock is `0 s`."""
    if math.isnan(seconds):
        return "?"
    seconds = min(max(seconds, 0.0), _MOST)
    for length, unit in _UNITS:
        if seconds >= length:
            return f"{int(seconds / length)} {unit}"
    return f"{int(seconds)} s"
