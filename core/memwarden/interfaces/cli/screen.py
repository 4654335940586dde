"""`open`: hands a tree over to the screen, which is found through the entry point `memwarden.screen`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from memwarden.errors import Code, Failed, Refused
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb


@click.command("open", cls=Verb)
@click.argument("folder", required=False, metavar="[TREE]")
@click.option("--readonly", is_flag=True, help="Show only: no key writes.")
@click.option("--theme", default="", metavar="NAME", help="A theme by its name.")
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
@click.pass_obj
def open_(door: Door, folder: str | None, readonly: bool, theme: str, plain: bool) -> None:
    """Open the screen on TREE, else on the tree above here, else on a list of the trees found."""
    place = Path(folder).expanduser() if folder else door.place()
    open_screen(place, readonly=readonly, theme=theme, plain=plain)


def open_screen(place: Path | None, *, readonly: bool = False, theme: str = "", plain: bool = False) -> None:
    """Raises Refused NO_TREE, BAD_ARGUMENT without a terminal, Failed where no screen is installed."""
    from importlib.metadata import entry_points

    if place is not None and not place.is_dir():
        raise Refused(Code.NO_TREE, f"{place} is no folder.", "Name a folder of notes, or make one: memwarden init DIR")
    if not (os.isatty(0) and os.isatty(1)):
        raise Refused(
            Code.BAD_ARGUMENT,
            "The screen needs a terminal.",
            "Use the verbs from a program: memwarden --help lists them.",
        )
    found = next(iter(entry_points(group="memwarden.screen", name="open")), None)
    if found is None:
        raise Failed("No screen is installed beside this program.", "Install memwarden again: pip install memwarden")
    found.load()(None if place is None else os.fspath(place), readonly=readonly, theme=theme, ascii=plain)
