"""`resolve`: a person settles the conflict of a note; the copies go to the store and undo brings both back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.resolving import SIDES, Resolution, resolution
from memwarden.interfaces.cli.texts import file_of
from memwarden.interfaces.cli.wrote import wrote, wrote_all
from memwarden.memory.conflicts import Conflict

if TYPE_CHECKING:
    from memwarden.memory.bulk import Settling
    from memwarden.memory.tree import Tree


def numbered(_: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[int, str]:
    """A click callback: `N=SIDE` as numbers and their sides."""
    sides = {}
    for value in values:
        number, side = value.partition("=")[::2]
        if not number.isdigit() or side not in SIDES:
            raise click.BadParameter(f"{value!r} is not N=SIDE with a side of {', '.join(SIDES)}.", param=param)
        sides[int(number)] = side
    return sides


@click.command(cls=Verb)
@click.argument("note", default="")
@click.option(
    "--take", type=click.Choice(SIDES), default=None, help="This side, whole; with --hunk: for the open rest."
)
@click.option(
    "--hunk",
    "hunks",
    metavar="N=SIDE",
    callback=numbered,
    multiple=True,
    help="This side for hunk N (see `conflicts NOTE`); repeatable.",
)
@click.option("--from", "source", metavar="FILE", help="The text of this file (- for stdin).")
@click.option("--copy", default="", metavar="PATH", help="Settle this copy only, where there are several.")
@click.option("--to", default="", metavar="NOTE", help="Keep the copy as this note, where its own name is taken.")
@click.option("--all-identical", is_flag=True, help="Take away every copy that is equal to its note.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@click.pass_obj
def resolve(
    door: Door, note: str, take: str | None, hunks: dict[int, str], source: str | None, copy: str,
    to: str, all_identical: bool, dry_run: bool,
) -> None:  # fmt: skip
    """Resolve the conflict of NOTE: yours is kept under the name, theirs was set aside.

    Without a side, what merges by itself is written; both and union keep both texts, union in the order of their times.
    """
    tree = door.tree()
    if all_identical:
        _all_identical(door, tree, dry_run)
        return
    conflict = tree.conflict(note) if note else None
    if conflict is None:
        raise Refused(Code.NO_ITEM, f"{note or 'No note'} has no conflict.", "List them with: memwarden conflicts")
    if not conflict.has_place:
        _without_place(door, conflict, take or "", to)
        return
    text = None if source is None else file_of(source)
    found = resolution(conflict, take=take or "", hunks=hunks, text=text, copy=copy)
    if dry_run:
        _preview(door, conflict, found)
        return
    resolve_as = door.person("resolving").resolve
    written = resolve_as(conflict, found.data, copies=found.copies, taken=found.taken, why=found.why)
    wrote(door, "resolve", written)


def _all_identical(door: Door, tree: Tree, dry_run: bool) -> None:
    """One act, so that one undo brings all of them back."""
    identical = tree.identical()
    if dry_run:
        _what_goes(door, identical)
        return
    written = door.person("resolving").resolve_all_identical(identical)
    wrote_all(door, "resolve", written)
    if not door.json:
        say.aside(f"{len(written)} resolved." if written else "No copy is equal to its note.")


def _what_goes(door: Door, identical: Sequence[Settling]) -> None:
    if door.json:
        say.value([path for settling in identical for path in settling.copies])
        return
    from memwarden.interfaces.cli.cells import Cell
    from memwarden.interfaces.cli.table import show

    rows = [
        (Cell(path, "cyan"), Cell(settling.conflict.note, "bold"), Cell(settling.why, "dim"))
        for settling in identical
        for path in settling.copies
    ]
    show(rows, empty="No copy is equal to its note.")


def _without_place(door: Door, conflict: Conflict, take: str, to: str) -> None:
    """The note's own name is taken by a folder, or unknown: the copies go, or the only one gets a name."""
    copy = conflict.copies[0]
    if take == "yours":
        wrote(door, "resolve", door.person("resolving").resolve(conflict, None, taken="yours"))
    elif to and len(conflict.copies) == 1:
        moved = door.person("resolving").move(copy.path, to, base=copy.revision, why="kept a conflict copy")
        wrote(door, "resolve", moved)
    else:
        raise Refused(
            Code.BAD_ARGUMENT,
            f"{copy.path} cannot get the name {conflict.note}.",
            "Keep it with --to NOTE, or drop it with --take yours; of several, move each by its path.",
        )


def _preview(door: Door, conflict: Conflict, found: Resolution) -> None:
    if door.json:
        from memwarden.text.lines import decode

        text = None if found.data is None else decode(found.data)
        say.value({"note": conflict.note, "text": text, "copies": list(found.copies), "dry_run": True})
        return
    from memwarden.interfaces.cli.differences import show_difference

    changed = show_difference(
        conflict.data or b"", found.data or b"", conflict.note, f"{conflict.note} resolved", paged=False
    )
    if not changed:
        say.aside(f"{conflict.note} would stay as it is.")
    for path in found.copies:
        say.aside(f"would take away {path}")
