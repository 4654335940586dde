"""`blame`: who wrote each line of a note, how that is known, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.text.lines import decode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memwarden.memory.history import Version
    from memwarden.memory.provenance import LineAuthor
    from memwarden.memory.tree import Tree


@click.command(cls=Verb)
@click.argument("note")
@click.option("--porcelain", is_flag=True, help="As `git blame --porcelain` writes it, for programs.")
@click.pass_obj
def blame(door: Door, note: str, porcelain: bool) -> None:
    """Show who wrote each line of NOTE."""
    tree = door.tree()
    path = tree.text(note).path
    authors = tree.provenance(path)
    versions = _by_record(tree, path)
    if door.json:
        say.value([_shape(number, line, versions) for number, line in enumerate(authors, 1)])
    elif porcelain:
        from memwarden.interfaces.cli.porcelain import in_gits_form
        from memwarden.memory.line_walk import places

        say.data(b"".join(in_gits_form(path, authors, places(tree, path), versions)))
    else:
        _show(authors, versions)


def _by_record(tree: Tree, note: str) -> dict[str, Version]:
    return {version.id: version for version in tree.history(note).versions()}


def _revision(line: LineAuthor, versions: dict[str, Version]) -> str | None:
    return versions[line.record].revision if line.record in versions else None


def _nobody(version: Version | None) -> str:
    """A record that names the author may still be on its way."""
    return "pending" if version is not None and version.pending else "unknown"


def _text(line: LineAuthor) -> str:
    return decode(line.line.removesuffix(b"\n").removesuffix(b"\r"))


def _shape(number: int, line: LineAuthor, versions: dict[str, Version]) -> dict[str, object]:
    from memwarden.interfaces.times import iso

    return {
        "line": number,
        "text": _text(line),
        "by": line.by,
        "grade": line.grade,
        "at": iso(line.at),
        "revision": _revision(line, versions),
    }


def _show(authors: Sequence[LineAuthor], versions: dict[str, Version]) -> None:
    from memwarden.interfaces.cli.cells import Cell, when
    from memwarden.interfaces.cli.table import show

    rows = []
    for number, line in enumerate(authors, 1):
        revision = _revision(line, versions) or ""
        rows.append(
            (
                Cell(revision, "yellow", revision[:8]),
                Cell(line.by or _nobody(versions.get(line.record)), "bold"),
                Cell(line.grade, "dim"),
                when(line.at),
                Cell(str(number), "dim", right=True),
                Cell(_text(line)),
            )
        )
    show(rows, empty="The note is empty.")
