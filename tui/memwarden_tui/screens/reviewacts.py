"""What a person can do with an item of the queue, by its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memwarden.memory.brake import Hold
from memwarden.memory.conflicts import Conflict
from memwarden.memory.git_findings import GitFinding
from memwarden.memory.proposals import Proposal
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden.memory.threads import Thread
from memwarden_tui.screens.conflictgit import GitScreen
from memwarden_tui.screens.elsewhere import conflict as conflict_screen
from memwarden_tui.screens.elsewhere import go_to_agent, go_to_note, go_to_thread, history
from memwarden_tui.screens.proposal import ProposalScreen

if TYPE_CHECKING:
    from memwarden import Tree
    from memwarden_tui.app import MemwardenApp

LOSSES = frozenset({ItemKind.DELETION, ItemKind.LOST_LINES, ItemKind.EROSION, ItemKind.REVERT})
DISMISSED = frozenset({ItemKind.REFUSED, ItemKind.HEALTH, ItemKind.MESSAGE, ItemKind.TASK})


def is_loss(item: ReviewItem | None) -> bool:
    return item is not None and item.kind in LOSSES


def can_restore(item: ReviewItem | None) -> bool:
    return item is not None and item.kind in LOSSES and any(record.before for record in item.records)


def can_admit(item: ReviewItem | None) -> bool:
    """Whether the text of a refused write is kept."""
    return item is not None and item.kind is ItemKind.REFUSED and bool(item.records[0].refs.get("revision"))


def can_dismiss(item: ReviewItem | None) -> bool:
    return item is not None and item.kind in DISMISSED


def answer(tree: Tree, item: ReviewItem, verdict: str) -> tuple[Callable[[], object], str]:
    """The act, for a thread, and what the toast says of it."""
    person = tree.person()
    match verdict, item.subject:
        case "released", Hold(identity=identity):
            return lambda: person.release(identity), f"{identity} may write again."
        case "accepted", bytes() as rules:
            return lambda: person.accept_rules(rules), "The rules hold from now on."
    if verdict == "admitted":
        return lambda: person.admit_refused(item.records[0].id), f"Made the write of {item.by} after all."
    said = {"accepted": "Accepted as meant", "dismissed": "Dismissed", "later": "Put off to the end"}[verdict]
    return lambda: person.accept(item.id, verdict), f"{said}: {item.title}."


async def open_item(app: MemwardenApp, item: ReviewItem) -> None:
    """The item's own view."""
    match item.subject:
        case Conflict() as conflict:
            app.push_screen(conflict_screen(conflict))
        case GitFinding() as finding:
            app.push_screen(GitScreen(finding))
        case Proposal() as proposal:
            app.push_screen(ProposalScreen(proposal.path))
        case Thread() as thread:
            await go_to_thread(app, thread.id)
        case Hold() as hold:
            await go_to_agent(app, hold.identity)
        case tuple() as findings:
            await go_to_note(app, next((one.note for one in findings if one.note), ""))
        case _ if item.kind in LOSSES:
            app.push_screen(history(item.note, item.records[0].after or ""))
        case _ if item.kind is ItemKind.REFUSED:
            await go_to_note(app, item.note)
