"""`versions`, `show`, `diff`: what was in a note before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.texts import note_and_revision

if TYPE_CHECKING:
    from memwarden.interfaces.cli.cells import Row
    from memwarden.memory.history import Version
    from memwarden.memory.tree import Tree


@click.command(cls=Verb)
@click.argument("note", default="")
@click.pass_obj
def versions(door: Door, note: str) -> None:
    """List the versions of NOTE, newest first, also of one that is gone.

    Without NOTE, list the notes that are gone and can be brought back, each with the command that does it, and then
    the large deletions of the past that git remembers.
    """
    if not note:
        from memwarden.interfaces.cli.gone import list_gone

        list_gone(door)
        return
    found = _versions(door.tree(), note)
    if door.json:
        from memwarden.interfaces.shapes import version_shape

        say.value([version_shape(version) for version in found])
        return
    from memwarden.interfaces.cli.table import show as show_table

    show_table([_row(version) for version in found])


@click.command(cls=Verb)
@click.argument("note", metavar="NOTE[@REV]")
@click.pass_obj
def show(door: Door, note: str) -> None:
    """Print NOTE as it is now, or as it was at REV. In a pipe these are its exact bytes."""
    from memwarden.interfaces.cli.note_shown import show_note
    from memwarden.memory.notes import Note

    tree = door.tree()
    path, revision = note_and_revision(note)
    if not revision:
        show_note(door, tree.text(path))
        return
    version = tree.history(path).find(revision)
    if version.revision is None:
        raise Refused(Code.NO_VERSION, f"{path} was gone in this version.", f"memwarden versions {path}")
    data = tree.history(path).data(version.revision)
    show_note(door, Note(path, data, version.by, version.grade, version.at), more=version.act)


@click.command(cls=Verb)
@click.argument("note")
@click.argument("old", metavar="[REV", default="")
@click.argument("new", metavar="[REV]]", default="")
@click.pass_obj
def diff(door: Door, note: str, old: str, new: str) -> None:
    """Show what changed in NOTE: between two versions, from one to now, or in the last change."""
    tree = door.tree()
    found = _versions(tree, note)
    after = tree.history(note).find(new).revision if new else found[0].revision
    before = tree.history(note).find(old).revision if old else found[0].before
    texts = _text(tree, note, before), _text(tree, note, after)
    if door.json:
        from memwarden.interfaces.shapes import hunk_shape
        from memwarden.text.diff import diff_bytes

        hunks = [hunk_shape(hunk) for hunk in diff_bytes(*texts)]
        say.value({"note": note, "before": before, "after": after, "hunks": hunks})
        return
    from memwarden.interfaces.cli.differences import show_difference
    from memwarden.interfaces.cli.texts import short

    show_difference(*texts, f"{note}@{short(before)}", f"{note}@{short(after)}")


def _versions(tree: Tree, note: str) -> tuple[Version, ...]:
    found = tree.history(note).versions()
    if not found:
        tree.text(note)
        raise Refused(Code.NO_VERSION, f"Nothing is kept of {note}.", "Only notes have versions.")
    return found


def _text(tree: Tree, note: str, revision: str | None) -> bytes:
    return b"" if revision is None else tree.history(note).data(revision)


def _row(version: Version) -> Row:
    from memwarden.interfaces.cli.cells import Cell, when
    from memwarden.interfaces.cli.texts import short

    notable = [*version.flags, *(["pinned"] if version.pinned else [])]
    return (
        Cell(version.revision or "gone", "yellow", short(version.revision)),
        when(version.at),
        Cell(version.by or ("pending" if version.pending else "unknown"), "bold"),
        Cell(version.grade, "dim"),
        Cell(version.act),
        Cell(str(version.size), right=True),
        Cell(f"+{version.added} -{version.removed}", right=True),
        Cell(", ".join(notable), "red"),
        Cell(version.why, "dim"),
    )
