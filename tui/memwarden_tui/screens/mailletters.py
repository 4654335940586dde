"""Turns the messages of a thread into letters to read: who to whom, in which state, about which notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memwarden.memory.messages import Message
from memwarden.memory.threads import Thread
from memwarden_tui.safe import safe
from memwarden_tui.screens.mailwords import Post, lasting
from memwarden_tui.widgets.letters import About, Letter
from memwarden_tui.widgets.pieces import Piece
from memwarden_tui.wording import clock, day, listed

_NAMED = re.compile(
    r"(?<![\w/.-])((?:[\w.-]{1,100}/){0,12}[\w.-]{1,200}\.md)\b(?P<rest>(?:,? lines? (?P<line>\d{1,6})(?: to \d+)?)?)"
)
LONGEST = 200_000


def letters_of(thread: Thread, post: Post) -> tuple[Letter, ...]:
    """One letter per text: what went to several recipients at once is shown once."""
    return tuple(_letter(same, thread, post) for same in together(thread.messages))


def together(messages: Iterable[Message]) -> list[list[Message]]:
    """The messages that are copies of one letter, side by side."""
    groups: list[list[Message]] = []
    for message in messages:
        last = groups[-1][-1] if groups else None
        if last is not None and _same(last, message):
            groups[-1].append(message)
        else:
            groups.append([message])
    return groups


def _same(one: Message, other: Message) -> bool:
    near = abs((one.created - other.created).total_seconds()) <= 5
    return near and (one.sender, one.subject, one.body) == (other.sender, other.subject, other.body)


def _letter(same: Sequence[Message], thread: Thread, post: Post) -> Letter:
    message = next((one for one in same if one.is_for(post.me)), same[0])
    body, rest = message.body[:LONGEST].strip("\n"), len(message.body) - LONGEST
    more = f"\n\n{rest:,} more characters in {message.path}" if rest > 0 else ""
    return Letter(
        names=_names(same, post),
        when=clock(message.created, post.now) if message.created.year > 1970 else "no time",
        facts=_facts(message, same, thread, post),
        problems=tuple(f"look: {safe(problem)}" for one in same for problem in one.problems),
        text=body + more,
        about=about(body, post.notes),
    )


def _names(same: Sequence[Message], post: Post) -> tuple[Piece, ...]:
    sender = post.face(same[0].sender)
    pieces: list[Piece] = [(sender.name, f"{sender.style} bold"), (" to ", "muted")]
    for number, message in enumerate(same):
        face = post.face(message.to)
        pieces += [(", " if number else "", "muted"), (face.name, face.style)]
    return tuple(pieces)


def _facts(message: Message, same: Sequence[Message], thread: Thread, post: Post) -> tuple[Piece, ...]:
    facts = [_type(message, thread, post)]
    if message.state.flagged:
        facts.append((("flagged", "accent"),))
    knows = listed(sorted(post.face(one).name for copy in same for one in copy.acknowledged_by))
    if knows or message.state.acknowledged:
        facts.append(((f"acknowledged by {knows or 'you'}", "muted"),))
    seen = sorted({post.face(one).name for copy in same for one in copy.seen_by if one not in copy.acknowledged_by})
    if seen:
        facts.append(((f"seen by {listed(seen)}", "muted"),))
    if message.state.archived:
        facts.append((("archived", "muted"),))
    pieces: list[Piece] = []
    for fact in filter(None, facts):
        pieces += [("   " if pieces else "", ""), *fact]
    return tuple(pieces)


def _type(message: Message, thread: Thread, post: Post) -> tuple[Piece, ...]:
    if message.type == "broadcast":
        return (("broadcast", "muted"),)
    if message.type != "task":
        return ()
    waits = thread.waiting and message.is_for(post.me)
    since = lasting((post.now - message.created).total_seconds())
    if waits:
        return (("task", "warn bold"), (f", no answer for {since}", "warn"))
    return (("task", "text bold"), (f" of {day(message.created, post.now)}", "muted"))


def about(text: str, notes: frozenset[str]) -> tuple[About, ...]:
    """The notes of the tree that a text names, by path or by a file name that only one note has."""
    by_name: dict[str, list[str]] = {}
    for note in notes:
        by_name.setdefault(note.rpartition("/")[2], []).append(note)
    found: dict[str, About] = {}
    for named in _NAMED.finditer(text):
        path, rest = named[1].removeprefix("./"), named["rest"].lstrip(", ")
        only = by_name.get(path, ())
        note = path if path in notes else only[0] if len(only) == 1 else ""
        if note and (note not in found or (rest and not found[note].rest)):
            found[note] = About(note, rest, max(0, int(named["line"] or 1) - 1))
    return tuple(found.values())
