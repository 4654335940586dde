"""A message to an agent: its recipients are known ones, esc keeps it as a draft, and nothing is sent by mistake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rich.text import Text
from textual import events, on
from textual.widget import Widget

from memwarden.errors import Refused
from memwarden.memory.messages import TYPES, Message
from memwarden_tui.faces import faces_of
from memwarden_tui.keeping import Keeping
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.composeobjections import Objection, ObjectionsView, objections
from memwarden_tui.screens.composeto import Recipients
from memwarden_tui.screens.composing import Letter, send
from memwarden_tui.screens.mailletters import letters_of
from memwarden_tui.screens.mailwords import Post
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.letterfields import (
    AnsweredThread,
    KeepAsked,
    LetterField,
    LetterText,
    SendAsked,
    TypeChoice,
)
from memwarden_tui.widgets.rule import Pane
from memwarden_tui.wording import many

DRAFTS = 20
ANSWER = "answer "
"""Before the id of what is answered, in the name of a draft."""


class Known(NamedTuple):
    """Everyone mail can be sent to, and the thread that is answered."""

    post: Post
    recipients: frozenset[str]


class ComposeScreen(ViewScreen[Known]):
    """`about` names a note, and a place in it in words; `reply_to` is what this answers."""

    CRUMB = "Message"
    PREPARES = True
    TITLE_OF_KEYS = "Message"
    AUTO_FOCUS = ""

    def __init__(self, to: str = "", subject: str = "", about: str = "", reply_to: Message | None = None) -> None:
        super().__init__()
        self._asked = (to, subject, about)
        self._reply_to = reply_to
        self._key = f"{ANSWER}{reply_to.id}" if reply_to else f"new {to} {about}".strip()
        self._begun = Letter()
        self._sent = False

    def address(self) -> dict[str, Any]:
        answers = self._reply_to.id if self._reply_to else ""
        return {} if self._sent else {"screen": "compose", "asked": list(self._asked), "answers": answers}

    # What is shown

    def compose_body(self) -> Iterable[Widget]:
        self.to = Recipients(id="recipients")
        self.type = TypeChoice("Type", TYPES[1:2] + TYPES[:1] + TYPES[2:], id="type")
        self.subject = LetterField("Subject", "what it is about", id="subject")
        self.text = LetterText(id="text")
        self.said = ObjectionsView(id="said")
        yield Pane(
            "Answer" if self._reply_to else "New message", self.to, self.type, self.subject, self.text,
            self.said, id="letter",
        )  # fmt: skip
        if self._reply_to is not None:
            yield Pane("", AnsweredThread(), id="answered")

    def on_mount(self) -> None:
        self._begun = Letter.begun(*self._asked, self._reply_to, self.memory.me)
        kept = drafts_of(self.warden.keeping).get(self._key)
        self._put(Letter.of(kept, self._begun))
        self.breadcrumb.path = safe(self._reply_to.subject) if self._reply_to else ""
        if kept:
            self.breadcrumb.right = Text("from your draft")
        first = self.to if not self.to.value else self.subject if not self.subject.value else None
        if first is not None:
            first.start()
        else:
            self.text.focus()

    def _put(self, letter: Letter) -> None:
        self.to.value, self.subject.value = letter.to, letter.subject
        self.type.value = letter.type
        self.text.load_text(letter.text)

    def fetch(self) -> Known:
        recipients = self.memory.recipients() - {self.memory.me}
        threads = self.memory.mailbox().threads()
        answered = [one for one in threads if self._reply_to in one.messages] if self._reply_to else []
        people = {name for thread in answered for one in thread.messages for name in (one.sender, one.to)}
        faces = faces_of(self.memory, recipients | people)
        return Known(Post(tuple(answered), faces, self.memory.me, frozenset(), self.memory.now()), recipients)

    def fill(self, data: Known) -> None:
        """The fields are the person's own; only who is known and what is answered may be news."""
        self.to.know({name: data.post.face(name) for name in data.recipients})
        for view in self.query(AnsweredThread):
            for thread in data.post.threads:
                letters = letters_of(thread, data.post)
                view.show_letters(letters, anew=not view.letters)
                rule = self.query_one("#answered", Pane).rule
                rule.title, rule.right = safe(thread.subject), many(len(letters), "message")

    @property
    def letter(self) -> Letter:
        return Letter(self.to.value, self.type.value, self.subject.value, self.text.text)

    # From field to field

    def on_descendant_focus(self, _event: events.DescendantFocus) -> None:
        self.refresh_bindings()

    @on(Recipients.Doubted)
    def _doubted(self, event: Recipients.Doubted) -> None:
        self._object((Objection(event.says),) if event.says else ())

    @on(Recipients.Done)
    def _to_done(self) -> None:
        self.subject.start()

    @on(Field.Submitted, "#subject")
    def _subject_done(self) -> None:
        self.text.focus()

    @on(Field.Moved, "#subject")
    def _leave_subject(self, event: Field.Moved) -> None:
        if event.step > 0:
            self.text.focus()
        else:
            self.type.focus()

    # Sending, and not sending

    @on(SendAsked)
    def _send_asked(self) -> None:
        if self.is_filled and not self._sent and not self.warden.readonly and self.to.are_known():
            self.run_worker(self._finish(self._send(self.letter)), group="commands", exclusive=True)

    async def _send(self, letter: Letter) -> None:
        try:
            await self.warden.write(
                lambda: send(self.memory, letter, self._reply_to, self.to.new), "Sending", said=lambda said: said
            )
        except Refused as refused:
            self._object(objections(refused))
            return
        self._sent = True
        await self._leave()

    def _object(self, found: Sequence[Objection]) -> None:
        """Say what stands against it, and go to the line it is about."""
        at = next((one for one in found if one.line), None)
        if at is not None:
            self.text.focus()
            self.text.move_cursor((at.line - 1, max(0, at.column - 1)))
        self.said.tell(found)

    @on(KeepAsked)
    async def _keep_asked(self) -> None:
        self.do_back()

    def do_back(self) -> None:
        if not self.warden.desk.stop():
            self.run_worker(self._finish(self._leave()), group="commands", exclusive=True)

    async def _leave(self) -> None:
        self.warden.keeping.put(self, self.remember())
        if not self._sent and self._is_draft:
            self.warden.say("Kept as a draft.")
        self.dismiss()
        await self.warden.in_thread(self.warden.keeping.save)

    @property
    def _is_draft(self) -> bool:
        return not self._sent and self.letter != self._begun

    def remember(self) -> dict[str, Any]:
        drafts = drafts_of(self.warden.keeping)
        drafts.pop(self._key, None)
        if self._is_draft:
            drafts[self._key] = self.letter.kept()
        return {"drafts": dict(list(drafts.items())[-DRAFTS:])}

    def recall(self, state: dict[str, Any]) -> None:
        """The draft was taken up before the first look at the tree: nothing typed since is overwritten."""


def drafts_of(keeping: Keeping) -> dict[str, Any]:
    kept = keeping.of(ComposeScreen).get("drafts")
    return dict(kept) if isinstance(kept, dict) else {}


def drafted(keeping: Keeping) -> frozenset[str]:
    """The messages to which an answer is kept as a draft."""
    return frozenset(name.removeprefix(ANSWER) for name in drafts_of(keeping) if name.startswith(ANSWER))
