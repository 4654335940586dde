"""Agents: a card for each, with what it did in two weeks; here a person holds, releases and revokes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from rich.text import Text
from textual import on
from textual.widget import Widget

from memwarden import What
from memwarden.errors import Code, Refused
from memwarden.memory.agents import DAYS, AgentCard
from memwarden_tui.commands import Command
from memwarden_tui.glyphs import look
from memwarden_tui.keys import MESSAGE, OPEN
from memwarden_tui.safe import safe
from memwarden_tui.screens.activity import ActivityScreen
from memwarden_tui.screens.agentcards import ORDERS, AgentRow
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.compose import ComposeScreen
from memwarden_tui.screens.confirm import ConfirmScreen
from memwarden_tui.screens.prompt import PromptScreen
from memwarden_tui.widgets.cards import CardsView
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView

TICK = 30.0
"""Seconds after which ages are drawn anew."""
MINUTES = 60
LONGEST = 60 * 24 * 365
_FEW = 200


class Staff(NamedTuple):
    """The agents, and how many writes of each were refused since it is held."""

    cards: tuple[AgentCard, ...]
    refused: dict[str, int]
    now: datetime


def _is_agent(screen: AgentsScreen) -> bool:
    return screen.card is not None


class AgentsScreen(ViewScreen[Staff]):
    """Held ones first, then by their last write; people are not among them."""

    TITLE_OF_KEYS = "Agents"
    FETCHING = "Reading what the agents did"
    KEYS = (
        OPEN._replace(label="Writes", help="What it wrote", show=_is_agent),
        Command("hold", "H", "Hold", "Hold its writes", writes=True, footer=3,
                show=lambda s: s.card is not None and not s.card.revoked, unless="It is revoked already."),
        Command("release", "R", "Release", "Let it write again", writes=True, footer=4,
                show=lambda s: s.is_stopped, unless="It is not held."),
        Command("revoke", "X", "Revoke", "Revoke it for good", writes=True, footer=5,
                show=lambda s: s.card is not None and not s.card.revoked, unless="It is revoked already."),
        MESSAGE._replace(help="Write to it", show=_is_agent),
        Command("order", "o", "Order", "Another order", footer=7),
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.order = ""
        self._staff: Staff | None = None
        self._wanted = ""
        self._led_here = False

    # What is shown

    def compose_body(self) -> Iterable[Widget]:
        empty = "No agent has written here yet. memwarden install connects one."
        self.cards = ListPane("Agents", view=CardsView, empty=empty, id="agents")
        yield self.cards

    def on_mount(self) -> None:
        self.set_interval(TICK, self.reload)

    def fetch(self) -> Staff:
        cards = tuple(card for card in self.memory.agents() if not card.person)
        held = [card.identity for card in cards if card.held_until is not None and not card.revoked]
        return Staff(cards, {identity: self._refused(identity) for identity in held}, self.memory.now())

    def _refused(self, identity: str) -> int:
        """Its writes that were refused because it is held; of an earlier hold only where nothing lies between."""
        count = 0
        for record in self.memory.activity(by=identity, limit=_FEW):
            if record.what is not What.REFUSED or record.refs.get("code") != Code.HELD:
                break
            count += 1
        return count

    def fill(self, data: Staff) -> None:
        self._staff = data
        self._show_cards()

    def _show_cards(self) -> None:
        if (staff := self._staff) is None:
            return
        cards = sorted(staff.cards, key=ORDERS[self.order])
        rows = [AgentRow(card.identity, card, staff.refused.get(card.identity, 0), staff.now) for card in cards]
        self.cards.list.show(rows)
        if self._wanted and self.cards.list.go_to(self._wanted):
            self._wanted = ""
        self.cards.rule.title = f"Agents, {self.order}" if self.order else "Agents"
        self.cards.rule.right = self._counted(staff) if rows else ""

    def _counted(self, staff: Staff) -> Text:
        tokens = look(self).tokens
        held = sum(1 for card in staff.cards if card.held_until is not None and not card.revoked)
        revoked = sum(1 for card in staff.cards if card.revoked)
        counts = [f"{len(staff.cards)}"] + [f"{held} held"] * bool(held) + [f"{revoked} revoked"] * bool(revoked)
        what = "" if self.is_narrow else f"    writes and lines removed in {DAYS} days"
        return Text(", ".join(counts) + what, tokens.muted)

    def show_agent(self, identity: str) -> None:
        """Put the cursor on a card; also before the agents were read for the first time."""
        self._wanted, self._led_here = identity, True
        self.cards.close_filter()
        self._show_cards()

    # What can be done

    @property
    def card(self) -> AgentCard | None:
        row = self.cards.list.row if self.is_mounted else None
        return row.card if isinstance(row, AgentRow) else None

    @property
    def is_stopped(self) -> bool:
        return self.card is not None and (self.card.revoked or self.card.held_until is not None)

    def do_open(self) -> None:
        if self.card is not None:
            self.run_worker(self._finish(self._show_writes(self.card.identity)), group="commands")

    async def _show_writes(self, identity: str) -> None:
        await self.warden.do_activity()
        if isinstance(self.app.screen, ActivityScreen):
            self.app.screen.show_only(by=identity)

    @on(ListView.Opened, "#agents-list")
    def _opened(self) -> None:
        self.do_open()

    async def do_hold(self) -> None:
        if (card := self.card) is None:
            return
        name = safe(card.identity)
        says = "Its writes are refused at every door. For how many minutes?"
        asked = PromptScreen(f"Hold {name}", says, act="Hold", value=f"{MINUTES}")
        answer = await self.app.push_screen_wait(asked)
        if answer is not None:
            minutes = _minutes(answer)
            said = f"Held {card.identity} for {minutes} min."
            await self.warden.write(lambda: self.memory.person().hold(card.identity, minutes), "Holding", said=said)

    async def do_release(self) -> None:
        if (card := self.card) is not None:
            said = f"{card.identity} may write again."
            await self.warden.write(lambda: self.memory.person().release(card.identity), "Releasing", said=said)

    async def do_revoke(self) -> None:
        if (card := self.card) is None:
            return
        name = safe(card.identity)
        says = (
            f"{name} may not write here any more, at any door, on any machine that has this tree.",
            "What it wrote stays. u does not take this back; R does.",
        )
        sure = ConfirmScreen(f"Revoke {name}?", says, yes=f"Revoke {name}", no="Leave it as it is", opened_by="X")
        if await self.app.push_screen_wait(sure):
            await self.warden.write(lambda: self.memory.person().revoke(card.identity), "Revoking")
            self.warden.say(f"Revoked {card.identity}.", "R lets it write again.")

    def do_message(self) -> None:
        if (card := self.card) is not None:
            self.app.push_screen(ComposeScreen(to=card.identity))

    def do_order(self) -> None:
        names = list(ORDERS)
        self.order = names[(names.index(self.order) + 1) % len(names)]
        self._show_cards()

    # What is kept over a restart

    def remember(self) -> dict[str, Any]:
        return {**super().remember(), "order": self.order}

    def recall(self, state: dict[str, Any]) -> None:
        if isinstance(kept := state.get("order"), str) and kept in ORDERS:
            self.order = kept
            self._show_cards()
        if not self._led_here:
            super().recall(state)


def _minutes(answer: str) -> int:
    """Raises Refused (bad-argument) for what is no number of minutes up to a year."""
    minutes = int(answer) if answer.isdecimal() and len(answer) < 9 else 0
    if not 0 < minutes <= LONGEST:
        raise Refused(Code.BAD_ARGUMENT, f"{answer!r} is no number of minutes.", f"Give 1 to {LONGEST:,}.")
    return minutes
