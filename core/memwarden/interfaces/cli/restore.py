"""`restore`: a person brings a version back, or what one change took out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.texts import note_and_revision
from memwarden.interfaces.cli.wrote import wrote
from memwarden.store.snapshots import revision_of

if TYPE_CHECKING:
    from memwarden.memory.history import Version
    from memwarden.memory.person import Person
    from memwarden.memory.tree import Tree
    from memwarden.store.records import Record


@click.command(cls=Verb)
@click.argument("note", metavar="NOTE@REV")
@click.option("--hunk", "hunks", type=click.IntRange(1), multiple=True, help="Put back what this hunk of REV cut.")
@click.option("--yes", is_flag=True, help="Do not ask after the difference.")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.pass_obj
def restore(door: Door, note: str, hunks: tuple[int, ...], yes: bool, why: str) -> None:
    """Bring NOTE back to what it was at REV; its difference is shown first.

    With --hunk, REV names a change, and only what those hunks of it cut comes back (counted from 1).
    """
    tree = door.tree()
    person = door.person("restoring")
    path, revision = note_and_revision(note)
    if not revision:
        raise Refused(Code.BAD_ARGUMENT, "Which version?", f"List them: memwarden versions {path}")
    version = tree.history(path).find(revision)
    now = tree.bytes_of(path)
    if hunks:
        _restore_hunks(door, person, path, now, version, hunks, yes)
        return
    after = b"" if version.revision is None else tree.history(path).data(version.revision)
    _show(door, path, now or b"", after, yes)
    base = None if now is None else revision_of(now)
    wrote(door, "restore", person.restore(path, version.revision or revision, base=base, why=why))


def _restore_hunks(
    door: Door, person: Person, note: str, now: bytes | None, version: Version, hunks: tuple[int, ...], yes: bool
) -> None:
    record = version.record
    if record is None or max(hunks) > len(record.hunks):
        count = len(record.hunks) if record else 0
        raise Refused(
            Code.BAD_ARGUMENT, f"This change has {count} hunks.", f"memwarden diff {note} {(version.before or '')[:8]}"
        )
    chosen = [number - 1 for number in hunks]
    before = _text(door.tree(), record.before)
    _show(door, note, _without(record, chosen, before), before, yes)
    base = None if now is None else revision_of(now)
    wrote(door, "restore", person.restore_hunks(note, record.id, chosen, base=base))


def _without(record: Record, chosen: list[int], before: bytes) -> bytes:
    """The text before with only the chosen hunks done, so that the difference shows what comes back."""
    from memwarden.text.diff import apply
    from memwarden.text.lines import split_lines

    return b"".join(apply(split_lines(before), [record.hunks[number] for number in sorted(set(chosen))]))


def _text(tree: Tree, revision: str | None) -> bytes:
    return (tree.text_of(revision) if revision else b"") or b""


def _show(door: Door, note: str, now: bytes, after: bytes, yes: bool) -> None:
    from memwarden.interfaces.cli.asking import require_yes
    from memwarden.interfaces.cli.differences import show_difference

    if not door.json:
        show_difference(now, after, f"{note} now", f"{note} restored", paged=False)
    if not yes:
        require_yes(f"Restore {note}?")
