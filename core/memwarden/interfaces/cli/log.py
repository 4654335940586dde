"""`log`: the journal, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.since import moment

if TYPE_CHECKING:
    from memwarden.interfaces.cli.cells import Row
    from memwarden.store.records import Record

_PAGE = 500
_SHOWN = 100


def _act(_: click.Context, __: click.Parameter, name: str) -> str:
    from memwarden.store.records import What

    if name and name not in set(What):
        raise click.BadParameter(f"{name!r} is none of {', '.join(What)}.")
    return name


@click.command(cls=Verb)
@click.argument("note", default="")
@click.option("--author", default="", metavar="HOST/ID", help="Only what this identity did.")
@click.option(
    "--act", default="", metavar="VERB", callback=_act, help="Only this act: append, edit, outside, restore …"
)
@click.option("--since", metavar="TIME", callback=moment, help="Only from this time on: 2026-11-30, 3h, 2d.")
@click.option("-n", "count", type=click.IntRange(1), default=_SHOWN, show_default=True, help="At most so many.")
@click.option("--follow", is_flag=True, help="Go on under the names that the note had before it was moved.")
@click.pass_obj
def log(door: Door, note: str, author: str, act: str, since: datetime | None, count: int, follow: bool) -> None:
    """Show who did what to which note, newest first; with NOTE only what was done to it."""
    tree = door.tree()
    page = partial(tree.activity, limit=_PAGE, note=note, by=author, what=act, follow=follow)
    wanted = (record for record in _pages(page, since) if since is None or record.time >= since)
    records = list(islice(wanted, count))
    if door.json:
        from memwarden.interfaces.shapes import record_shape

        say.value([record_shape(record) for record in records])
        return
    from memwarden.interfaces.cli.table import show

    show([_row(record) for record in records], empty="Nothing was recorded.")


def _pages(read: Callable[..., tuple[Record, ...]], since: datetime | None) -> Iterator[Record]:
    """Page after page, until one is wholly older than `since` (clocks of two machines may differ)."""
    before = ""
    while page := read(before=before):
        yield from page
        if since is not None and all(record.time < since for record in page):
            return
        before = page[-1].id


def _row(record: Record) -> Row:
    from memwarden.interfaces.cli.cells import Cell, when
    from memwarden.interfaces.cli.texts import short

    stateful = record.before is not None or record.after is not None
    change = f"+{record.added} -{record.removed}" if stateful else ""
    said = " ".join(filter(None, [", ".join(record.flags), record.why]))
    return (
        Cell(record.id, "yellow", record.id[:8]),
        when(record.time),
        Cell(record.by or "unknown", "bold"),
        Cell(record.what),
        Cell(record.note, "cyan"),
        Cell(short(record.after) if stateful else "", "dim"),
        Cell(change, right=True),
        Cell(said, "dim"),
    )
