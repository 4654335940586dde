"""To whom a message goes: names are completed while they are typed, and one that nobody knows is doubted once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from memwarden.memory.messages import EVERYBODY
from memwarden_tui.safe import safe
from memwarden_tui.screens.composing import completed, matching, may_be_new, said_of_unknown, unknown
from memwarden_tui.screens.mailrows import face_style
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.gutter import Face
from memwarden_tui.widgets.letterfields import LetterField
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Drawing, Row

OFFERED = 5
"""Rows of recipients that are offered while one is typed."""


@dataclass(frozen=True, slots=True)
class RecipientRow(Row):
    id: str
    face: Face

    def lines(self, draw: Drawing) -> Sequence[Text]:
        style = "" if self.id == EVERYBODY else face_style(draw.tokens, self.face)
        remark = "   everybody, as a broadcast" if self.id == EVERYBODY else ""
        return [Text.assemble(" ", (safe(self.id), style or draw.title), (remark, draw.tokens.muted))]


class Recipients(Vertical):
    """`new` are the names that nobody knows and that were entered twice all the same."""

    DEFAULT_CSS = """
    Recipients { height: auto; }
    Recipients ListView { display: none; padding-left: 10; }
    """

    class Doubted(Message):
        """Why a name is not sent to, as it was typed; empty once something else is typed."""

        def __init__(self, says: str) -> None:
            super().__init__()
            self.says = says

    class Done(Message):
        """All of them are known."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.field = LetterField("To", "an agent, several with commas between, or all", id="to")
        self.offered = ListView(id="offered")
        self.new: set[str] = set()
        self._known: Mapping[str, Face] | None = None
        self._doubted = ""

    def compose(self) -> ComposeResult:
        yield self.field
        yield self.offered

    def on_mount(self) -> None:
        self.offered.can_focus, self.offered.lit = False, True

    def know(self, known: Mapping[str, Face]) -> None:
        """Everyone who can be sent to."""
        self._known = known
        self._offer()

    @property
    def value(self) -> str:
        return self.field.value

    @value.setter
    def value(self, value: str) -> None:
        self.field.value = value

    def start(self) -> None:
        """Give the keys to the field."""
        self.field.start()

    def are_known(self) -> bool:
        """False, and said, where one is not; the second time in a row a name that may be one is taken as new."""
        known: Collection[str] = self._known or ()
        name = unknown(self.value, known, self.new)
        if name and name == self._doubted and may_be_new(name):
            self.new.add(name)
            return self.are_known()
        if name:
            self._doubted = name
            self.post_message(self.Doubted(said_of_unknown(name, known)))
            self.start()
        return not name

    def _offer(self) -> None:
        """The recipients that fit what is typed, while it is typed."""
        known = self._known or {}
        names = matching(self.value, known) if self.has_focus_within else ()
        self.offered.show([RecipientRow(name, known[name]) for name in names])
        self.offered.display = bool(names)
        self.offered.styles.height = min(OFFERED, len(names))

    def on_descendant_focus(self, _event: events.DescendantFocus) -> None:
        self._offer()

    def on_descendant_blur(self, _event: events.DescendantBlur) -> None:
        self._offer()

    @on(Field.Changed)
    def _typed(self) -> None:
        self._doubted = ""
        self.post_message(self.Doubted(""))
        self._offer()
        self.offered.do_first()

    @on(Field.Moved)
    def _move(self, event: Field.Moved) -> None:
        event.stop()
        self.offered.step(event.step)

    @on(ListView.Highlighted)
    def _clicked(self, event: ListView.Highlighted) -> None:
        event.stop()

    @on(ListView.Opened)
    def _chosen(self, event: ListView.Opened) -> None:
        event.stop()
        self.value = completed(self.value, event.row.id)
        self.post_message(self.Done())

    @on(Field.Submitted)
    def _submitted(self, event: Field.Submitted) -> None:
        """Take what is offered."""
        event.stop()
        if self.offered.display and self.offered.row is not None and self.value.strip():
            self.value = completed(self.value, self.offered.row.id)
        if self.are_known():
            self.post_message(self.Done())
