"""One declaration per command: its keys, footer, help line, palette entry and handler cannot drift apart.

A screen, a widget or the app that is `Commanded` lists its commands in `KEYS` and has a method `do_<id>` for
each, plain or async. An async handler runs as a worker: it may await `app.in_thread` and `push_screen_wait`.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.message import Message
from textual.screen import Screen

from memwarden.errors import MemwardenError

EVERYWHERE = "Everywhere"
PANES = "Panes"


class Words(NamedTuple):
    """What a command is called."""

    label: str
    help: str
    short: str = ""


class Command(NamedTuple):
    """What a person can do in one place.

    `keys` as Textual names them, comma between several, the first one is shown; "" for the palette alone.
    `footer` 0 keeps it out of the footer, else 1 is the last to go when the screen is narrow.
    A command that `joins` another stands on that one's help line, which then reads `together`; with a footer
    of its own its key stands beside the other's there too. `show` decides whether it is possible now, and
    `unless` is said of its key where it is not; `called` gives it other words for what is selected now, or None.
    """

    id: str
    keys: str
    label: str
    help: str
    group: str = ""
    writes: bool = False
    footer: int = 0
    short: str = ""
    joins: str = ""
    together: str = ""
    show: Callable[[Any], bool] | None = None
    unless: str = ""
    called: Callable[[Any], Words | None] | None = None

    def on(self, host: Commanded) -> Command:
        """The command in the words for what is selected there."""
        words = self.called(host) if self.called else None
        return self._replace(**words._asdict()) if words else self

    @property
    def key(self) -> str:
        return self.keys.partition(",")[0]

    @property
    def binding(self) -> Binding:
        return Binding(self.keys, f"command({self.id!r})", self.help, show=False)


class Trouble(Message):
    """A command was refused or the machine failed it; the app says so."""

    def __init__(self, error: MemwardenError) -> None:
        super().__init__()
        self.error = error


class Commanded(DOMNode):
    """Mixed in after the Textual class, for its style sheet is found through the first base."""

    KEYS: ClassVar[tuple[Command, ...]] = ()
    TITLE_OF_KEYS: ClassVar[str] = ""
    """The heading of its commands in the help."""
    TYPES: ClassVar[bool] = False
    """Keys are typed into it, or by mistake beside what is typed: no command further out is possible."""
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init_subclass__(cls, **options: bool) -> None:
        declared: tuple[Command, ...] = cls.__dict__.get("KEYS", ())
        own = list(cls.__dict__.get("BINDINGS", ()))
        cls.BINDINGS = own + [command.binding for command in declared if command.keys]
        super().__init_subclass__(**options)

    @classmethod
    def commands(cls) -> tuple[Command, ...]:
        """Its own commands first, then those of its bases that it does not declare anew."""
        found: dict[str, Command] = {}
        for base in cls.__mro__:
            for command in base.__dict__.get("KEYS", ()):
                found.setdefault(command.id, command)
        return tuple(found.values())

    def possible(self, command: Command) -> bool:
        if getattr(self.app, "leaving", False) or (command.writes and getattr(self.app, "readonly", False)):
            return False
        return command.show is None or bool(command.show(self))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action != "command":
            return super().check_action(action, parameters)
        return any(command.id in parameters and self.possible(command) for command in self.commands())

    def action_command(self, name: str) -> None:
        handler: Callable[[], Awaitable[None] | None] = getattr(self, f"do_{name}")
        try:
            result = handler()
        except MemwardenError as error:
            self.app.post_message(Trouble(error))
        else:
            if inspect.isawaitable(result):
                self.run_worker(self._finish(result), group="commands", name=name)

    async def _finish(self, result: Awaitable[None]) -> None:
        try:
            await result
        except MemwardenError as error:
            self.app.post_message(Trouble(error))


class Offer(NamedTuple):
    """A command that is possible now, and whose it is."""

    command: Command
    host: Commanded

    @property
    def title(self) -> str:
        return self.command.group or self.host.TITLE_OF_KEYS

    def run(self) -> None:
        self.host.action_command(self.command.id)


def hosts(screen: Screen[Any]) -> Iterator[Commanded]:
    """Whose commands the keys reach now, nearest to the focus first."""
    chain = screen.focused.ancestors_with_self if screen.focused else [screen, screen.app]
    for node in chain:
        if isinstance(node, Commanded):
            yield node
            if node.TYPES:
                return
        if node is screen and screen.is_modal:
            return


def offers(screen: Screen[Any]) -> tuple[Offer, ...]:
    """What can be done on `screen` now, nearest to the focus first; a key taken there hides those beyond."""
    found: list[Offer] = []
    taken: set[str] = set()
    for host in hosts(screen):
        mine = [command.on(host) for command in host.commands() if host.possible(command)]
        found += [Offer(command, host) for command in mine if not command.key or command.key not in taken]
        taken |= {key for command in mine for key in command.keys.split(",")}
    return tuple(found)


def joined(all_offers: tuple[Offer, ...], lead: Offer) -> tuple[Offer, ...]:
    """The offer with those that stand on its line."""
    host, name = lead.host, lead.command.id
    return (lead, *(one for one in all_offers if one.host is host and one.command.joins == name))


def leads(all_offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """The offers without those that stand on another's line."""
    present = {(one.host, one.command.id) for one in all_offers}
    return tuple(one for one in all_offers if (one.host, one.command.joins) not in present)
