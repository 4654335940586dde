"""Gather what waits on a person: conflicts with their bases, mail, proposals, and the queue of it all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memwarden.errors import DiskFailed, Refused
from memwarden.memory import agent_files
from memwarden.memory.brake import holds
from memwarden.memory.conflicts import Conflict
from memwarden.memory.finder import Finder
from memwarden.memory.mailbox import Mailbox
from memwarden.memory.messages import MessageState
from memwarden.memory.proposals import Proposal
from memwarden.memory.review import ReviewItem, queue
from memwarden.memory.review_conflicts import conflict_item, git_item
from memwarden.memory.review_health import health_items
from memwarden.memory.review_requests import config_item, mail_items, proposal_item
from memwarden.memory.review_writes import held_item, loss_items, refused_items
from memwarden.memory.verdicts import standing, undone_acts
from memwarden.store.records import What

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

_STATES = {
    "read": ("read", True), "unread": ("read", False), "acknowledged": ("acknowledged", True),
    "flagged": ("flagged", True), "unflagged": ("flagged", False),
    "archived": ("archived", True), "unarchived": ("archived", False),
}  # fmt: skip


class Waiting:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.finder = Finder(tree)

    def conflicts(self) -> tuple[Conflict, ...]:
        """Every conflict as it lies on disk now, by note."""
        return self.finder.conflicts()

    def mailbox(self, me: str) -> Mailbox:
        states = self._message_states(me)
        root = self._tree.root
        return Mailbox.of(agent_files.read_messages(root), me, states, agent_files.read_seen(root))

    def recipients(self) -> frozenset[str]:
        directories = agent_files.agent_directories(self._tree.root)
        return frozenset(
            {self._tree.me, "all", *(path.removeprefix("agents/") for path in directories), *self._writers()}
        )

    def proposals(self, *, all: bool = False) -> tuple[Proposal, ...]:
        """With the verdict that a person gave on the very bytes of the file, and on no others."""
        with self._tree.store.locked():
            verdicts = standing(self._tree.store)
        found = []
        for proposal in agent_files.read_proposals(self._tree.root):
            verdict = verdicts.get(f"proposal:{proposal.path}")
            if verdict is not None and verdict.digest == proposal.digest:
                found.append(replace(proposal, verdict=verdict.what, reason=verdict.why))
            else:
                found.append(proposal)
        return tuple(proposal for proposal in found if all or not proposal.verdict)

    def review(self, *, patient: bool = True) -> tuple[ReviewItem, ...]:
        tree = self._tree
        with tree.store.locked():
            verdicts = standing(tree.store)
            flagged = list(tree.store.records("flags != ''"))
            refused = list(tree.store.records("what = ?", (What.REFUSED,)))
            held = list(holds(tree.store).values())
        rules = tree.rules.pending()
        items = [
            *map(conflict_item, self.conflicts()),
            *map(git_item, tree.git_findings()),
            *loss_items(flagged, tree.is_person),
            *refused_items(refused),
            *map(held_item, held),
            *([config_item(rules)] if rules is not None else []),
            *self._proposed(),
            *mail_items(self.mailbox(tree.me), tree.now()),
            *health_items(tree.health(patient=patient)),
        ]
        return queue(items, verdicts)

    def _proposed(self) -> list[ReviewItem]:
        """Pending proposals with what each would change now, where that can be said."""
        proposals = self.proposals()
        if not proposals:
            return []
        from memwarden.memory.outlook import outcome
        from memwarden.text.diff import diff_bytes

        items = []
        for proposal in proposals:
            try:
                now = self._tree.bytes_of(proposal.target)
                hunks = diff_bytes(now or b"", outcome(self._tree, proposal, now) or b"")
            except (Refused, DiskFailed):
                items.append(proposal_item(proposal))
                continue
            items.append(proposal_item(proposal, (sum(len(h.put) for h in hunks), sum(len(h.cut) for h in hunks))))
        return items

    def _message_states(self, me: str) -> dict[str, MessageState]:
        states: dict[str, MessageState] = {}
        with self._tree.store.locked():
            undone = undone_acts(self._tree.store)
            for record in self._tree.store.records("what = ? and who = ?", (What.READ, me)):
                if record.act in undone:
                    continue
                message, said = str(record.refs.get("message", "")), str(record.refs.get("state", ""))
                if said in _STATES:
                    field, value = _STATES[said]
                    states[message] = replace(states.get(message, MessageState()), **{field: value})
        return states

    def _writers(self) -> set[str]:
        with self._tree.store.locked():
            return {record.by for record in self._tree.store.records("who != ''", newest=True, limit=2000)}
