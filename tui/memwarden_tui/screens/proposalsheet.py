"""A proposal with all that is known of it, as one look at the tree found it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from memwarden.memory.outlook import Outlook
from memwarden.memory.proposals import Proposal
from memwarden_tui.faces import faces_of
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.gutter import Face
from memwarden_tui.wording import many

if TYPE_CHECKING:
    from memwarden import Tree


@dataclass(frozen=True, slots=True)
class Sheet:
    """`model` leads from the note as it is now to what is proposed; `place` is its place among those that wait."""

    proposal: Proposal
    outlook: Outlook
    model: DiffModel
    now: datetime
    me: str = ""
    place: str = ""
    faces: Mapping[str, Face] = field(default_factory=dict)

    @property
    def shown(self) -> tuple[str, str | None]:
        """What a confirmation is bound to: the proposal's file, and the note."""
        return self.proposal.digest, self.outlook.revision

    @property
    def face(self) -> Face:
        return self.faces.get(self.proposal.sender, Face(self.proposal.sender))


def sheet_of(tree: Tree, path: str) -> Sheet | None:
    """None where the proposal is gone, or was judged; for a thread."""
    from memwarden.memory.outlook import outlook_of

    waiting = tree.proposals()
    place = next((place for place, one in enumerate(waiting, 1) if one.path == path), 0)
    if not place:
        return None
    proposal = waiting[place - 1]
    outlook = outlook_of(tree, proposal)
    model = DiffModel.build(outlook.before or b"", outlook.after or b"")
    faces = faces_of(tree, {proposal.sender, *(line.by for _, line in outlook.taken)})
    return Sheet(proposal, outlook, model, tree.now(), tree.me, f"{place} of {many(len(waiting), 'proposal')}", faces)
