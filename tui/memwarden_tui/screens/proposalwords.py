"""The words beside a proposal: what was checked, why it is proposed, on which quotes, by whom."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from memwarden.memory.outlook import Outlook
from memwarden.memory.proposals import Proposal
from memwarden_tui.safe import safe
from memwarden_tui.screens.proposalsheet import Sheet
from memwarden_tui.screens.proposaltaking import Taking
from memwarden_tui.screens.reviewloss import DOORS, ORIGINS
from memwarden_tui.widgets.facts import Fact, Gap, Line, Said
from memwarden_tui.widgets.pieces import Piece
from memwarden_tui.wording import ago, day, many

LABEL = 9
_QUOTE = re.compile(r"^(?P<where>.*?)[:,]?\s*[\"“](?P<quote>.+)[\"”]\s*$", re.DOTALL)


def checks(sheet: Sheet, outlook: Outlook) -> Iterator[Line]:
    """Of what would be written; each line begins with the word ok or look."""
    proposal = sheet.proposal
    yield from _texts(outlook)
    for problem in proposal.problems:
        yield _look(safe(problem))
    if outlook.outdated:
        yield _look(safe(outlook.outdated))
    elif outlook.carried and proposal.act != "append":
        yield _look("the note changed since the proposal was made, elsewhere: both changes are kept", _rev(outlook))
    elif proposal.base:
        yield _ok("the note has not changed since the proposal was made", _rev(outlook))
    if outlook.binds:
        folder, slash, _ = proposal.target.partition("/")
        yield _look(f"a rule in {safe(folder)}{slash} binds all {many(len(outlook.binds), 'agent')}")
    yield from _taken(sheet, outlook)


def _texts(outlook: Outlook) -> Iterator[Line]:
    grave = [finding for finding in outlook.findings if not finding.secret]
    for finding in outlook.findings:
        yield _look(safe(finding.message) if not finding.secret else f"line {finding.line} looks like a secret")
    if not outlook.findings:
        yield _ok("no hidden characters, no secret, links are plain")
    elif not grave:
        yield _ok("no hidden characters")


def _taken(sheet: Sheet, outlook: Outlook) -> Iterator[Line]:
    """Whose lines go, each author once; the proposer's own are no surprise."""
    counted = Counter(line.by for _, line in outlook.taken if line.by != sheet.proposal.sender)
    for identity, count in counted.most_common():
        numbers = [number for number, line in outlook.taken if line.by == identity]
        times = [line.at for _, line in outlook.taken if line.by == identity and line.at]
        name = sheet.faces[identity].name if identity in sheet.faces else identity
        what = f"line {numbers[0]} was" if count == 1 else f"{many(count, 'line')} that change or go were"
        yield _look(f"{what} written by {name}", day(max(times), sheet.now) if times else "")


def _ok(text: str, right: str = "") -> Fact:
    return Fact("  ok", ((text, "text"),), _right(right), "ok bold", LABEL)


def _look(text: str, right: str = "") -> Fact:
    return Fact("  look", ((text, "text"),), _right(right), "warn bold", LABEL)


def _right(text: str) -> tuple[Piece, ...]:
    return ((f"{text} ", "muted"),) if text else ()


def _rev(outlook: Outlook) -> str:
    return f"rev {outlook.revision[:8]}" if outlook.revision else ""


def why(proposal: Proposal) -> Sequence[Line]:
    if not proposal.why:
        return (Said((("It says no reason.", "warn"),)),)
    return (Said(((f'"{safe(proposal.why)}"', "text italic"),)),)


def sources(sheet: Sheet) -> Iterator[Line]:
    """Where each quote comes from, and the quote under it."""
    if not sheet.proposal.sources:
        yield Said((("It names no source.", "warn"),))
    for number, source in enumerate(sheet.proposal.sources):
        if number:
            yield Gap()
        found = _QUOTE.match(source)
        if not found:
            yield Said(((safe(source), "text"),))
            continue
        where = safe(found["where"].strip(" ,"))
        mine = where.split(",")[0].casefold() in {"you", sheet.me.casefold(), sheet.me.rpartition("/")[2].casefold()}
        if where:
            yield Said(((where, "accent" if mine else "text"),))
        yield Said(((f'"{safe(found["quote"])}"', "text"),), indent=2)


def who(sheet: Sheet) -> Iterator[Line]:
    outlook, face = sheet.outlook, sheet.face
    yield Said(((face.name, f"{face.style} bold"),), ((ago(sheet.proposal.created, sheet.now), "muted"),))
    record = outlook.record
    if record is not None:
        grade = "proven" if record.grade == "proven" else str(record.grade)
        door = DOORS.get(record.via, record.via)
        yield Said(((f"{grade} {door}, {ORIGINS.get(record.origin, record.origin)}", "muted"),))
    before: Piece = (f"{outlook.confirmed} of {outlook.judged}", "strong") if outlook.judged else ("never", "muted")
    yield Said((("confirmed before", "muted"),), (before,))


def answers(sheet: Sheet, taking: Taking, *, readonly: bool) -> Iterator[Line]:
    """The keys, and what each does."""
    if readonly:
        yield Said((("Opened to read only.", "muted"),))
        return
    keys = [("A", "Confirm", _confirms(sheet, taking)), ("x", "Reject", "asks for a reason")]
    if sheet.proposal.act != "delete":
        keys.append(("e", "Edit", "then confirm"))
    if taking.total > 1:
        keys.append(("space", "Leave out", "this hunk, or not"))
    for key, label, does in (*keys, ("z", "Later", "stays in Review")):
        yield Fact(key, ((label, "text"),), ((does, "muted"),), "accent bold", 3 if len(key) == 1 else len(key) + 1)


def _confirms(sheet: Sheet, taking: Taking) -> str:
    if not taking.confirms(sheet):
        return "cannot be, see Checks" if taking.is_any else "nothing is left"
    if taking.left_out:
        return f"{taking.total - len(taking.left_out)} of {many(taking.total, 'hunk')}"
    return "new version, u undoes" if taking.edited is None else "as you edited it"
