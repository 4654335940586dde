"""Items of the queue that ask for a person's word: new rules, proposals, and mail."""

from __future__ import annotations

from datetime import datetime

from memwarden.memory.mailbox import Mailbox
from memwarden.memory.policy import CONFIG
from memwarden.memory.proposals import Proposal
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden.memory.threads import Thread
from memwarden.store.snapshots import revision_of
from memwarden.text.ages import age


def config_item(rules: bytes) -> ReviewItem:
    """The rules in the tree are not the accepted ones: they hold once a person accepts them."""
    digest = revision_of(rules)[:12]
    return ReviewItem(f"config:{digest}", ItemKind.CONFIG, CONFIG, CONFIG, "new rules, not in force", subject=rules)


def proposal_item(proposal: Proposal, change: tuple[int, int] | None = None) -> ReviewItem:
    """`change` counts the lines it would put into and take out of the note as it is now."""
    count = len(proposal.sources)
    parts = [f"+{change[0]}" * bool(change[0]), f"−{change[1]}" * bool(change[1])] if change else [proposal.act]
    said = " ".join(filter(None, parts)) or proposal.act
    detail = f"{proposal.sender}, {said}" + (f", {count} source{'s' if count > 1 else ''}" if count else "")
    return ReviewItem(
        f"proposal:{proposal.path}", ItemKind.PROPOSAL, proposal.target, proposal.target, detail,
        by=proposal.sender, at=proposal.created, subject=proposal,
    )  # fmt: skip


def mail_items(mailbox: Mailbox, now: datetime) -> list[ReviewItem]:
    """Unanswered tasks to you, and threads with unread messages to you."""
    threads = [thread for thread in mailbox.threads(mine=True) if not thread.archived]
    return [_mail_item(thread, now) for thread in threads if thread.waiting or thread.unread]


def _mail_item(thread: Thread, now: datetime) -> ReviewItem:
    sender = thread.messages[0].sender
    kind, since, said = ItemKind.MESSAGE, thread.last, f"{thread.unread} unread"
    if thread.waiting:
        kind, since = ItemKind.TASK, thread.waiting_since or thread.last
        said = f"no answer for {age((now - since).total_seconds())}"
    return ReviewItem(
        f"mail:{thread.id}:{len(thread.messages)}", kind, "", thread.subject, f"{sender}, {said}",
        by=sender, at=since, subject=thread,
    )  # fmt: skip
