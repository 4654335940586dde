"""A message that is being written: who gets it, what may be sent, the draft that is kept, and the sending itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from memwarden.errors import Code, Refused
from memwarden.memory.identity import Identity
from memwarden.memory.messages import EVERYBODY, TYPES, Message
from memwarden.memory.outbox import close_recipients, subject_again
from memwarden_tui.wording import listed

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


class Letter(NamedTuple):
    """`to` as it is typed: one recipient, or several with commas between."""

    to: str = ""
    type: str = "message"
    subject: str = ""
    text: str = ""

    @classmethod
    def begun(cls, to: str, subject: str, about: str, reply_to: Message | None, me: str) -> Letter:
        """What stands in the fields before anything is typed."""
        if reply_to is not None:
            to = to or (reply_to.to if reply_to.sender == me else reply_to.sender)
            subject = subject or subject_again(reply_to.subject)
        return cls(to, "message", subject, f"\n\nAbout {about}\n" if about else "")

    @classmethod
    def of(cls, kept: object, begun: Letter) -> Letter:
        """A draft as it was kept; of one of another version, what still can be used."""
        if not isinstance(kept, Mapping):
            return begun
        said = {name: value for name in cls._fields if isinstance(value := kept.get(name), str)}
        made = cls(**said)
        return made if made.type in TYPES else cls(made.to, "message", made.subject, made.text)

    def kept(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._fields}

    @property
    def recipients(self) -> tuple[str, ...]:
        return names_in(self.to)

    @property
    def sent_as(self) -> str:
        """What goes to everybody is a broadcast."""
        return "broadcast" if self.type == "message" and EVERYBODY in self.recipients else self.type


def names_in(typed: str) -> tuple[str, ...]:
    """The recipients that stand in the field, each once."""
    names = (name.strip() for name in typed.split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def matching(typed: str, known: Collection[str]) -> tuple[str, ...]:
    """Known recipients that the last name typed may become; none once it is one of them."""
    word = typed.rpartition(",")[2].strip().casefold()
    if word in known:
        return ()
    found = [name for name in known if word in name.casefold()]
    return tuple(sorted(found, key=lambda name: (not name.casefold().startswith(word), name == EVERYBODY, name)))


def completed(typed: str, name: str) -> str:
    """The field with its last name made complete."""
    before, comma, _ = typed.rpartition(",")
    return f"{before}{comma} {name}" if comma else name


def unknown(typed: str, known: Collection[str], new: Collection[str]) -> str:
    """The first recipient that nobody knows and nobody called new."""
    return next((name for name in names_in(typed) if name not in known and name not in new), "")


def said_of_unknown(name: str, known: Collection[str]) -> str:
    """Why it cannot be sent to, or how to do it all the same."""
    try:
        Identity.bind(name)
    except Refused as refused:
        return str(refused)
    near = close_recipients(name, known)
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    return f"Nobody called {name} is known here.{meant} Enter once more sends to it as new."


def may_be_new(name: str) -> bool:
    try:
        Identity.bind(name)
    except Refused:
        return False
    return True


def send(tree: Tree, letter: Letter, reply_to: Message | None, new: Collection[str]) -> str:
    """Send it, one message file for each recipient in one thread; what the toast says. Raises Refused."""
    if not letter.recipients:
        raise Refused(Code.BAD_ARGUMENT, "The message has no recipient.", "Name an agent, or all.")
    if not letter.text.strip():
        raise Refused(Code.EMPTY, "The message has no text.", "Write what it says.")
    tree.person().send_each(
        letter.recipients, letter.subject, letter.text.rstrip() + "\n", type=letter.sent_as,
        thread=reply_to.thread if reply_to else "", reply_to=reply_to.id if reply_to else "", new=new,
    )  # fmt: skip
    return f"Sent to {listed(['everybody' if name == EVERYBODY else name for name in letter.recipients])}."
