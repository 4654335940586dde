"""A note as `read` and `show` print it: as JSON, as its bytes, or as it may be shown on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden.interfaces.cli import say

if TYPE_CHECKING:
    from memwarden.interfaces.cli.door import Door
    from memwarden.memory.notes import Note
    from memwarden.memory.tree import Tree

_NO_INDEX = "There is no INDEX.md here: this is the list of the notes."


def show_topic(door: Door, topic: str) -> None:
    """The note of a topic or path; for an empty one the index, or what one would say."""
    tree = door.tree()
    wanted = topic or tree.hub()
    if wanted is None:
        _list(door, tree)
    else:
        show_note(door, tree.read(wanted), tree.warnings)


def show_note(door: Door, note: Note, warnings: tuple[str, ...] = (), *, more: str = "") -> None:
    """A note as JSON, as its bytes, or as it may be shown on a terminal; `more` is said of it in its title."""
    if door.json:
        from memwarden.interfaces.shapes import note_shape

        say.value(note_shape(note, warnings))
        return
    for warning in note.warnings:
        say.aside(warning)
    if not say.on_terminal():
        say.data(note.data)
        return
    from memwarden.interfaces.cli.pager import page
    from memwarden.interfaces.cli.render import note as drawn
    from memwarden.interfaces.times import ago

    said = [note.path, note.revision[:8], note.by, f"{ago(note.at)} ago" if note.at else "", more]
    page(drawn(note.data, "  ".join(filter(None, said))))


def _list(door: Door, tree: Tree) -> None:
    """What an index would say, made from the folders."""
    listed = "".join(
        f"{'#' * max(section.level, 1)} {section.title}\n"
        + "".join(f"- {entry.note or entry.target}\n" for entry in section.entries)
        for section in tree.index().sections
    )
    if door.json:
        said = {"note": None, "revision": None, "text": listed, "by": "", "at": None, "age": None}
        say.value({**said, "warnings": [_NO_INDEX, *tree.warnings]})
        return
    say.aside(_NO_INDEX)
    say.lines(listed.splitlines())
