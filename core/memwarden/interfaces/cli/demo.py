"""`demo`: a rich sample tree, made through the core itself."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb


@click.command(cls=Verb)
@click.option("--keep", metavar="DIR", help="Make it here and keep it; else in a new temporary folder.")
@click.pass_obj
def demo(door: Door, keep: str | None) -> None:
    """Make a sample tree: five agents, months of notes, a conflict, mail, proposals. Then open it."""
    from memwarden.interfaces.cli.screen import open_screen
    from memwarden.interfaces.demo.make import make_demo

    folder = Path(keep).expanduser() if keep else Path(tempfile.mkdtemp(prefix="memwarden-demo-"))
    report = make_demo(folder)
    if os.isatty(0) and os.isatty(1) and not door.json:
        open_screen(report.folder)
        say.aside(f"The sample tree is kept: memwarden open {report.folder}")
    elif door.json:
        say.value({"tree": os.fspath(report.folder)})
    else:
        say.lines([*report.lines, f"Open it at a terminal: memwarden open {report.folder}"])
