"""A thread in the list of threads: what it is about and how old, below it who and in which state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from memwarden.memory.threads import Thread
from memwarden_tui.fit import columns, fit_end, fit_middle
from memwarden_tui.palettes import Tokens
from memwarden_tui.safe import safe
from memwarden_tui.screens.mailwords import Post, State, draft_in, is_flagged, state_of, who_of
from memwarden_tui.widgets.gutter import NAME, Face
from memwarden_tui.widgets.rows import Drawing, Row
from memwarden_tui.wording import short_age

_INDENT = 3
_AGE = 7


def face_style(tokens: Tokens, face: Face) -> Style:
    if face.style == "person":
        return tokens.author(None, person=True)
    return tokens.author(int(face.style[5:]) if face.style.startswith("agent") else None)


@dataclass(frozen=True, slots=True)
class ThreadRow(Row):
    id: str
    thread: Thread
    who: Face
    state: State
    age: str
    draft: bool = False
    height = 2

    @classmethod
    def of(cls, thread: Thread, post: Post, drafted: Collection[str] = ()) -> ThreadRow:
        """`drafted` are the messages to which an answer is kept as a draft."""
        at = thread.waiting_since if thread.waiting else thread.last
        who = post.face(who_of(thread, post.me))
        draft = draft_in(thread, drafted) is not None
        return cls(thread.id, thread, who, state_of(thread, post), short_age(at, post.now), draft)

    @property
    def words(self) -> str:
        texts = [f"{one.sender} {one.to} {one.type} {one.subject} {one.body}" for one in self.thread.messages]
        return " ".join([self.who.name, self.state.says, "flagged" * self.state.flagged, "draft" * self.draft, *texts])

    def lines(self, draw: Drawing) -> Sequence[Text]:
        tokens, cut = draw.tokens, draw.glyphs.cut
        room = draw.width - _INDENT - _AGE - 1
        title = f"bold {tokens.strong}" if self.thread.unread else draw.title
        first = Text.assemble(
            (" N " if self.thread.unread else "   ", f"bold {tokens.accent}"),
            (columns(fit_end(safe(self.thread.subject), room, cut), room), title),
            (columns(self.age, _AGE, right=True), tokens.muted),
        )
        name = columns(fit_middle(self.who.name, NAME, cut), NAME + 2)
        second = Text.assemble(" " * _INDENT, (name, face_style(tokens, self.who)))
        if self.draft:
            second.append("draft, ", tokens.accent)
        if self.state.flagged:
            second.append("flagged, ", tokens.accent)
        left = draw.width - second.cell_len - 1
        says = self.state.says if cell_len(self.state.says) <= left else self.state.short
        second.append(fit_end(safe(says), left, cut), getattr(tokens, self.state.tone))
        return [first, second]


Limit = Callable[[Thread, str], bool]


def _is_mine(thread: Thread, me: str) -> bool:
    return any(message.sender == me or message.is_for(me) for message in thread.messages)


LIMITS: Mapping[str, Limit] = {
    "": lambda thread, _me: not thread.archived,
    "mine": lambda thread, me: not thread.archived and _is_mine(thread, me),
    "unread": lambda thread, _me: bool(thread.unread),
    "tasks": lambda thread, _me: any(message.type == "task" for message in thread.messages),
    "flagged": lambda thread, _me: is_flagged(thread),
    "archived": lambda thread, _me: thread.archived,
}
"""Which threads the list shows, by the word that stands in its rule; the reader's identity is given."""

EMPTY = {
    "": "No mail. {n} writes to an agent.",
    "mine": "No mail to or from you. {l} shows other threads.",
    "unread": "Nothing is unread. {l} shows other threads.",
    "tasks": "No task in the mail. {l} shows other threads.",
    "flagged": "Nothing is flagged. {l} shows other threads.",
    "archived": "Nothing is archived. {l} shows other threads.",
}
