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

_NOBODY = "unknown"


@click.command(cls=Verb)
@click.argument("note")
@click.option("--porcelain", is_flag=True, help="As `git blame --line-porcelain` writes it, for programs.")
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
        for number, line in enumerate(authors, 1):
            say.data(_porcelain(path, number, line, versions))
    else:
        _show(authors, versions)


def _by_record(tree: Tree, note: str) -> dict[str, Version]:
    return {version.id: version for version in tree.history(note).versions()}


def _revision(line: LineAuthor, versions: dict[str, Version]) -> str | None:
    return versions[line.record].revision if line.record in versions else None


def _text(line: LineAuthor) -> str:
    return decode(line.line.removesuffix(b"\n").removesuffix(b"\r"))


def _shape(number: int, line: LineAuthor, versions: dict[str, Version]) -> dict[str, object]:
    from memwarden.interfaces.cli.table import iso

    return {
        "line": number,
        "text": _text(line),
        "by": line.by,
        "grade": line.grade,
        "at": iso(line.at),
        "revision": _revision(line, versions),
    }


def _porcelain(path: str, number: int, line: LineAuthor, versions: dict[str, Version]) -> bytes:
    """git's form; the first 40 digits of the revision stand for the commit."""
    from memwarden.text.visible import visible

    version = versions.get(line.record)
    revision = ((version.revision if version else "") or "0" * 40)[:40]
    at = line.at.astimezone() if line.at else None
    head = [
        f"{revision} {number} {number} 1",
        f"author {line.by or _NOBODY}",
        f"author-time {int(at.timestamp()) if at else 0}",
        f"author-tz {at.strftime('%z') if at else '+0000'}",
        f"grade {line.grade}",
        f"summary {visible(version.why or version.act) if version else ''}".rstrip(),
        f"filename {visible(path)}",
    ]
    text = line.line.removesuffix(b"\n")
    return "\n".join(head).encode("utf-8", "surrogateescape") + b"\n\t" + text + b"\n"


def _show(authors: Sequence[LineAuthor], versions: dict[str, Version]) -> None:
    from memwarden.interfaces.cli.table import Cell, show, when

    rows = []
    for number, line in enumerate(authors, 1):
        revision = _revision(line, versions) or ""
        rows.append(
            (
                Cell(revision, "yellow", revision[:8]),
                Cell(line.by or _NOBODY, "bold"),
                Cell(line.grade, "dim"),
                when(line.at),
                Cell(str(number), "dim", right=True),
                Cell(_text(line)),
            )
        )
    show(rows, empty="The note is empty.")
