"""What a person can do with an item of the queue, by its kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memwarden.memory.brake import Hold
from memwarden.memory.conflicts import Conflict
from memwarden.memory.git_findings import GitFinding
from memwarden.memory.proposals import Proposal
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden.memory.threads import Thread
from memwarden_tui.safe import safe
from memwarden_tui.screens.choose import ChooseScreen, Option
from memwarden_tui.screens.conflictgit import GitScreen
from memwarden_tui.screens.elsewhere import conflict as conflict_screen
from memwarden_tui.screens.elsewhere import go_to_agent, go_to_note, go_to_thread, history
from memwarden_tui.screens.mailacts import to_acknowledge
from memwarden_tui.screens.proposal import ProposalScreen

if TYPE_CHECKING:
    from memwarden import Tree
    from memwarden.checks.finding import Finding
    from memwarden_tui.app import MemwardenApp

LOSSES = frozenset({ItemKind.DELETION, ItemKind.LOST_LINES, ItemKind.EROSION, ItemKind.REVERT})
DISMISSED = frozenset({ItemKind.REFUSED, ItemKind.HEALTH, ItemKind.MESSAGE, ItemKind.TASK})


def can_restore(item: ReviewItem | None) -> bool:
    return item is not None and item.kind in LOSSES and any(record.before for record in item.records)


def can_admit(item: ReviewItem | None) -> bool:
    """Whether the text of a refused write is kept."""
    return item is not None and item.kind is ItemKind.REFUSED and bool(item.records[0].refs.get("revision"))


def can_accept(item: ReviewItem | None, me: str) -> bool:
    """A loss, new rules, or a message whose sender does not know yet that it arrived; a task wants an answer."""
    if item is not None and item.kind is ItemKind.MESSAGE:
        return to_acknowledge(thread_of(item), me) is not None
    return item is not None and (item.kind in LOSSES or item.kind is ItemKind.CONFIG)


def thread_of(item: ReviewItem | None) -> Thread | None:
    return item.subject if item is not None and isinstance(item.subject, Thread) else None


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
        case "accepted", Thread() as thread if message := to_acknowledge(thread, tree.me):
            return lambda: person.acknowledge(message.id), f"Acknowledged to {message.sender}."
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
            await _mend(app, [finding for finding in findings if finding.note])
        case _ if item.kind in LOSSES:
            app.push_screen(history(item.note, item.records[0].after or ""))
        case _ if item.kind is ItemKind.REFUSED:
            await go_to_note(app, item.note)


async def _mend(app: MemwardenApp, findings: Sequence[Finding]) -> None:
    """Go to where a finding is; of several the one that is chosen."""
    chosen: str | None = "0"
    if len(findings) > 1:
        options = [Option(str(at), safe(one.message), safe(_where(one))) for at, one in enumerate(findings)]
        chosen = await app.push_screen_wait(ChooseScreen("Go to which finding?", options))
    if findings and chosen is not None:
        finding = findings[int(chosen)]
        await go_to_note(app, finding.note, finding.line - 1)


def _where(finding: Finding) -> str:
    return f"{finding.note} line {finding.line}" if finding.line > 1 else finding.note
