"""`review restore`: all that one item of the queue took comes back, in every note of it, as one act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli.asking import require_yes
from memwarden.interfaces.cli.differences import show_difference
from memwarden.interfaces.cli.wrote import wrote_all
from memwarden.memory.giving_back import goals
from memwarden.store.snapshots import revision_of

if TYPE_CHECKING:
    from memwarden.interfaces.cli.door import Door
    from memwarden.memory.person import Person
    from memwarden.memory.review import ReviewItem


def restore_item(door: Door, person: Person, item: ReviewItem, yes: bool) -> None:
    """Bound to the notes as they are shown. Raises Refused BAD_ARGUMENT where the item took nothing."""
    taken = [record for record in item.records if record.before]
    if not taken:
        raise Refused(Code.BAD_ARGUMENT, f"{item.id} took nothing out.", "List the versions: memwarden versions NOTE")
    tree = door.tree()
    shown: dict[str, str | None] = {}
    for note, (before, _) in goals(taken).items():
        now = tree.bytes_of(note)
        shown[note] = None if now is None else revision_of(now)
        if not door.json:
            text = (tree.text_of(before) or b"") if before else b""
            show_difference(now or b"", text, f"{note} now", f"{note} restored", paged=False)
    if not yes:
        require_yes(f"Restore {len(shown)} notes?" if len(shown) > 1 else f"Restore {next(iter(shown))}?")
    wrote_all(door, "restore", person.restore_burst(taken, bases=shown, item=item.id))
