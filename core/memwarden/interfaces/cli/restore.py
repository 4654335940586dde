"""`restore`: a person brings a version back, or what one change took out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.texts import note_and_revision
from memwarden.interfaces.cli.wrote import wrote
from memwarden.store.snapshots import revision_of

if TYPE_CHECKING:
    from memwarden.memory.history import History, Version, VersionChange
    from memwarden.text.diff import Hunk

_NOBODY = "unknown"


@click.command(cls=Verb)
@click.argument("note", metavar="NOTE@REV")
@click.option("--hunk", "hunks", type=click.IntRange(1), multiple=True, help="Put back what this hunk of REV cut.")
@click.option("--lost", metavar="HOST/ID", help="Put back only the lines of this author that REV took out.")
@click.option("--yes", is_flag=True, help="Do not ask after the difference.")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.pass_obj
def restore(door: Door, note: str, hunks: tuple[int, ...], lost: str | None, yes: bool, why: str) -> None:
    """Bring NOTE back to what it was at REV; its difference is shown first.

    A note that is gone comes back as it was last where no REV is given. With --hunk (counted from 1) or --lost, REV
    names a change, and only that much of it is taken back.
    """
    tree = door.tree()
    person = door.person("restoring")
    path, revision = note_and_revision(note)
    now, history = tree.bytes_of(path), tree.history(path)
    base = None if now is None else revision_of(now)
    if hunks or lost is not None:
        author = "" if lost == _NOBODY else lost
        version = history.find_change(revision)
        _show(door, path, now, _less(history, version, [number - 1 for number in hunks], author, now), yes)
        if author is None:
            done = person.restore_hunks(path, version.id, [number - 1 for number in hunks], base=base)
        else:
            done = person.restore_lost(path, version.id, author, base=base)
    else:
        version = history.find(revision or _last(history, now))
        _show(door, path, now, history.data(version.revision) if version.revision else b"", yes)
        done = person.restore(path, version.revision or version.id, base=base, why=why)
    wrote(door, "restore", done)


def _last(history: History, now: bytes | None) -> str:
    """The revision that a note had before it went; what was set aside meanwhile is another text."""
    newest = next((version for version in history.versions() if not version.set_aside), None)
    if now is not None or newest is None or newest.before is None:
        raise Refused(Code.BAD_ARGUMENT, "Which version?", f"List them: memwarden versions {history.note}")
    return newest.before


def _less(history: History, version: Version, hunks: Iterable[int], author: str | None, now: bytes | None) -> bytes:
    """The note as it would be with that much of the change taken back."""
    from memwarden.memory.giving_back import put_back, without, without_losing

    made: VersionChange = history.change(version)
    kept: list[Hunk] = (
        without(made.hunks, hunks)
        if author is None
        else without_losing(made.hunks, history.authors_before(version), author)
    )
    return put_back(made, kept, now)


def _show(door: Door, note: str, now: bytes | None, after: bytes, yes: bool) -> None:
    from memwarden.interfaces.cli.asking import require_yes
    from memwarden.interfaces.cli.differences import show_difference

    if not door.json:
        show_difference(now or b"", after, f"{note} now", f"{note} restored", paged=False)
    if not yes:
        require_yes(f"Restore {note}?")
