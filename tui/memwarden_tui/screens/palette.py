"""`ctrl+p`: every command that is possible now, in one list to type at; also those that have no key."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from memwarden_tui.commands import EVERYWHERE, PANES, Offer
from memwarden_tui.screens.offerlist import OfferRow, offers_below, one_by_one
from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rule import Rule


class PaletteScreen(Overlay[Offer]):
    """Gives the chosen offer back; the app runs it when the palette is gone."""

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Rule("Palette", id="title")
            yield Field(">", "type a word, enter runs what is marked")
            yield ListView()

    def on_mount(self) -> None:
        found = sorted(offers_below(self), key=lambda one: one.title in {EVERYWHERE, PANES})
        rows = one_by_one(tuple(found))
        rule, listed = self.query_one(Rule), self.query_one(ListView)
        rule.active, rule.right = True, f"{len(rows)} commands"
        listed.can_focus, listed.lit = False, True
        listed.show(rows)
        self.query_one(Field).start()

    @on(Field.Changed)
    def _filter(self, event: Field.Changed) -> None:
        listed = self.query_one(ListView)
        listed.needle = event.value
        listed.do_first()

    @on(Field.Moved)
    def _move(self, event: Field.Moved) -> None:
        listed = self.query_one(ListView)
        if event.step > 0:
            listed.do_down()
        else:
            listed.do_up()

    @on(Field.Submitted)
    def _run(self) -> None:
        self.query_one(ListView).action_open()

    @on(ListView.Opened)
    def _opened(self, event: ListView.Opened) -> None:
        if isinstance(event.row, OfferRow):
            self.dismiss(event.row.offer)

    @on(Field.Left)
    def _leave(self) -> None:
        self.do_close()
