"""`watch`: keep up with a tree without a screen, so that whatever is overwritten has a text before."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb

if TYPE_CHECKING:
    from memwarden.memory.live import Live
    from memwarden.store.records import Record

_LOOK_SECONDS = 5.0


@click.command(cls=Verb)
@click.pass_obj
def watch(door: Door) -> None:
    """Take in every change of the tree as it happens, one line for each, until an interrupt or SIGTERM.

    Where a person had memwarden commit (`sync --commit on`), what is recorded is committed and pushed meanwhile.
    """
    tree = door.tree()
    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())
    live = tree.watch(lambda records: _told(door, records, over))
    say.aside(f"Watching {tree.name}. {live.state.reason}".rstrip())
    _wait(live, over)
    live.stop()


def _wait(live: Live, over: threading.Event) -> None:
    """Until the end, saying each new trouble once: a watcher that went blind must not look well."""
    said = live.state.reason
    while not over.wait(_LOOK_SECONDS):
        trouble = live.problem or live.state.reason or live.held_up
        if trouble and trouble != said:
            say.aside(trouble)
        said = trouble


def _told(door: Door, records: tuple[Record, ...], over: threading.Event) -> None:
    """Whoever read the lines may be gone; then there is nobody to watch for."""
    try:
        for record in records:
            _line(door, record)
        say.flush()
    except (BrokenPipeError, ValueError):
        over.set()


def _line(door: Door, record: Record) -> None:
    if door.json:
        from memwarden.interfaces.shapes import record_shape

        say.value(record_shape(record))
        return
    from memwarden.interfaces.times import iso

    who = f"{record.by} ({record.grade})" if record.by else "unknown"
    flags = f" [{', '.join(record.flags)}]" if record.flags else ""
    say.line(f"{iso(record.time)} {record.what} {record.note} +{record.added} -{record.removed} by {who}{flags}")
