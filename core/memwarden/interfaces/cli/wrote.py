"""The answer to a write, for programs and for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.texts import short, text_of

if TYPE_CHECKING:
    from memwarden.interfaces.cli.door import Door
    from memwarden.memory.gate import Written

_SAID = {
    "large-deletion": "Most of the text is gone: the version before is kept, and a person will look at it.",
    "lost-lines": "Lines of another author are gone: they are kept, and a person will look at it.",
    "erosion": "Half of this note went within a day: a person will look at it.",
    "revert": "This is an older version again: a person will look at it.",
}


def append_to(
    door: Door, note: str, text: str, *, key: str = "", dated: bool = False, why: str = "", source: str = ""
) -> None:
    written = door.writer().append(note, text_of(text), key=key, dated=dated, why=why, source=source)
    wrote(door, "append", written)


def wrote(door: Door, verb: str, written: Written) -> None:
    if door.json:
        from memwarden.interfaces.shapes import written_shape

        say.value(written_shape(written))
        return
    _say(verb, written)


def wrote_all(door: Door, verb: str, several: Sequence[Written]) -> None:
    """What one act wrote."""
    if door.json:
        from memwarden.interfaces.shapes import written_shape

        say.value([written_shape(written) for written in several])
        return
    for written in several:
        _say(verb, written)


def _say(verb: str, written: Written) -> None:
    again = " (already done, nothing written)" if written.replayed else ""
    say.line(f"[{short(written.revision)}] {verb} {written.note}{again}")
    for flag in written.flags:
        say.aside(_SAID[flag])
    for finding in written.findings:
        say.aside(f"{written.note}:{finding.line}:{finding.column}: {finding.message} {finding.fix}")
