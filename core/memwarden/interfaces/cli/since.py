"""Times as people give them on the command line: a date, a time, or how long ago."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import click

_UNITS = {"s": "seconds", "min": "minutes", "m": "minutes", "h": "hours", "d": "days", "w": "weeks", "wk": "weeks"}
_AGO = re.compile(rf"(\d{{1,6}})\s*({'|'.join(_UNITS)})")


def moment(_: click.Context, param: click.Parameter, value: str | None) -> datetime | None:
    """A click callback: the moment with its zone; times without one are this machine's."""
    if value is None:
        return None
    text = value.strip().removesuffix("ago").strip()
    try:
        if ago := _AGO.fullmatch(text):
            return datetime.now().astimezone() - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        raise click.BadParameter(f"{value!r} is no time: give 2026-11-30, 3h or 2d.", param=param) from None
