"""What the queue shows beside an item, by its kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memwarden.errors import MemwardenError
from memwarden.memory.brake import Hold
from memwarden.memory.conflicts import Conflict
from memwarden.memory.git_findings import GitFinding
from memwarden.memory.outlook import outlook_of
from memwarden.memory.proposals import Proposal
from memwarden.memory.refusals import kept_text
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden.memory.threads import Thread
from memwarden_tui.faces import face_of
from memwarden_tui.glyphs import Glyphs
from memwarden_tui.safe import safe
from memwarden_tui.screens.conflictgit import facts_of
from memwarden_tui.screens.conflictsides import conflict_preview
from memwarden_tui.screens.reviewloss import loss_preview, quoted
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.facts import Fact, Line, Said
from memwarden_tui.widgets.gutter import LineMark
from memwarden_tui.widgets.preview import DiffBody, Preview, TextBody
from memwarden_tui.wording import ago, clock, many

if TYPE_CHECKING:
    from memwarden import Record, Tree
    from memwarden.checks.finding import Finding

LAST_WRITES = 40


def preview_of(tree: Tree, item: ReviewItem, glyphs: Glyphs) -> Preview:
    """For a thread; an item whose texts cannot be read says so."""
    try:
        return _preview(tree, item, glyphs)
    except MemwardenError as error:
        return Preview(safe(item.title), facts=(Said(((safe(str(error)), "warn"),)),))


def _preview(tree: Tree, item: ReviewItem, glyphs: Glyphs) -> Preview:
    match item.subject:
        case Conflict():
            return conflict_preview(tree, item.subject, glyphs)
        case GitFinding():
            return Preview("git", facts=(Said(((safe(item.subject.title), "strong bold"),)), *facts_of(item.subject)))
        case Proposal():
            return _proposal(tree, item.subject, glyphs)
        case Thread():
            return _thread(tree, item.subject)
        case Hold():
            return _held(tree, item.subject, glyphs)
        case bytes():
            return _rules(tree, item.subject, glyphs)
        case tuple():
            return _health(item.subject)
    if item.kind is ItemKind.REFUSED:
        return _refused(tree, item, glyphs)
    return loss_preview(tree, item, glyphs)


def _proposal(tree: Tree, proposal: Proposal, glyphs: Glyphs) -> Preview:
    face, now = face_of(tree, proposal.sender), tree.now()
    outlook = outlook_of(tree, proposal)
    facts: list[Line] = [
        Said(
            ((face.name, f"{face.style} bold"), (f" proposes to {_ACTS.get(proposal.act, 'change')} ", "text"),
             (safe(proposal.target), "strong bold"), (f", {ago(proposal.created, now)}.", "text")),
        ),
        Fact("why", (quoted(proposal.why),)),
        Fact("sources", ((many(len(proposal.sources), "quote") if proposal.sources else "none", "text"),)),
    ]  # fmt: skip
    if outlook.outdated:
        facts.append(Fact("look", ((safe(outlook.outdated), "warn"),)))
    model = DiffModel.build(outlook.before or b"", outlook.after or b"")
    if not model.hunks:
        facts.append(Fact("look", (("the note is like that already", "warn"),)))
    count = f"+{model.added} {glyphs.minus}{model.removed}"
    return Preview(
        safe(proposal.target), (("not in the note yet", "muted"),), tuple(facts), "What would change", count,
        DiffBody(model),
    )  # fmt: skip


_ACTS = {"append": "add to", "rewrite": "rewrite", "create": "make", "delete": "delete"}


def _thread(tree: Tree, thread: Thread) -> Preview:
    """All messages, oldest first, their senders in the gutter."""
    now, lines, marks = tree.now(), list[str](), list[LineMark]()
    for message in thread.messages:
        mark = LineMark(face_of(tree, message.sender), when=ago(message.created, now))
        block = message.body.split("\n")
        lines += [*([""] if lines else []), *block]
        marks += [mark] * (len(block) + bool(marks))
    last = thread.messages[-1]
    face = face_of(tree, last.sender)
    facts: list[Line] = [
        Said(
            (
                (face.name, f"{face.style} bold"),
                (f" wrote to {_whom(tree, last.to)}, {ago(last.created, now)}.", "text"),
            )
        )
    ]
    if thread.waiting:
        since = thread.waiting_since or thread.last
        facts.append(Said(((f"The task waits for your answer since {clock(since, now)}.", "warn"),)))
    facts += [Said(((safe(problem), "warn"),)) for message in thread.messages for problem in message.problems]
    count = many(len(thread.messages), "message")
    return Preview(
        safe(thread.subject), (), tuple(facts), "What was written", count, TextBody(tuple(lines), tuple(marks))
    )


def _whom(tree: Tree, identity: str) -> str:
    return {tree.me: "you", "all": "everybody"}.get(identity, safe(identity))


def _held(tree: Tree, hold: Hold, glyphs: Glyphs) -> Preview:
    now, face = tree.now(), face_of(tree, hold.identity)
    until = clock(hold.until, now) if hold.until else "you release it"
    facts = (
        Said(((face.name, f"{face.style} bold"), (f" may not write until {until}.", "text"))),
        Fact("why", ((safe(hold.why), "text"),)),
        Fact("since", ((f"{clock(hold.since, now)}, by {'you' if hold.by == tree.me else safe(hold.by)}", "text"),)),
    )
    records = [record for record in tree.activity(by=hold.identity, limit=LAST_WRITES) if record.note]
    lines = tuple(_write_line(record, clock(record.time, now), glyphs) for record in records)
    return Preview(safe(hold.identity), (("held", "warn"),), facts, "Its last writes", f"{len(lines)}", TextBody(lines))


def _write_line(record: Record, when: str, glyphs: Glyphs) -> str:
    change = f"+{record.added} {glyphs.minus}{record.removed}"
    return f"{when:<13} {record.what:<9} {change:<9} {record.note}"


def _refused(tree: Tree, item: ReviewItem, glyphs: Glyphs) -> Preview:
    record, now, face = item.records[0], tree.now(), face_of(tree, item.by)
    verb = safe(str(record.refs.get("verb", "write")))
    facts: list[Line] = [
        Said(((face.name, f"{face.style} bold"), (f" was refused to {verb}, {ago(record.time, now)}.", "text")))
    ]
    if message := str(record.refs.get("message", "")):
        facts.append(Said(((safe(message), "warn"),)))
    if record.why:
        facts.append(Fact("why", (quoted(record.why),)))
    if len(item.records) > 1:
        facts.append(Fact("times", ((f"{len(item.records)}, the last is shown", "text"),)))
    text = kept_text(tree, record)
    if text is None:
        secret = record.refs.get("secret")
        said = "It looked like a secret, so its text was not kept." if secret else "Its text was not kept."
        return Preview(safe(item.title), (("refused", "warn"),), (*facts, Said(((said, "text"),))))
    base = record.refs.get("base")
    model = DiffModel.build((tree.text_of(str(base)) if base else None) or b"", text)
    count = f"+{model.added} {glyphs.minus}{model.removed}"
    return Preview(
        safe(item.title), (("refused", "warn"),), tuple(facts), "What it wanted to write", count, DiffBody(model)
    )


def _rules(tree: Tree, rules: bytes, glyphs: Glyphs) -> Preview:
    """New rules in the tree against those that hold."""
    accepted = tree.rules.accepted()
    model = DiffModel.build(accepted or b"", rules)
    said = "These rules hold once you accept them. Until then those that you accepted before do."
    if accepted is None:
        said = "These rules hold once you accept them. Until then those of the tree's layout do."
    count = f"+{model.added} {glyphs.minus}{model.removed}"
    facts = (Said(((said, "text"),)),)
    return Preview(
        "Rules of this tree", (("not in force", "warn"),), facts, "What would change", count, DiffBody(model)
    )


def _health(findings: Sequence[Finding]) -> Preview:
    lines = tuple(line for finding in findings for line in _finding(finding))
    facts = (Said((("Nothing is lost by these; each says what mends it.", "text"),)),)
    return Preview("Health of the tree", (), facts, "Findings", f"{len(findings)}", TextBody(lines[:-1]))


def _finding(finding: Finding) -> Iterator[str]:
    where = f"{finding.note}, line {finding.line}" if finding.line > 1 else finding.note
    yield f"## {where}"
    yield f"- {finding.message}"
    if finding.fix:
        yield f"- {finding.fix}"
    yield ""
