"""The frame of every full screen: header, breadcrumb, body, footer and toast, and what all of them can do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget

from memwarden_tui.commands import EVERYWHERE, PANES, Command, Commanded
from memwarden_tui.keys import NOWHERE_BACK
from memwarden_tui.views import VIEWS
from memwarden_tui.widgets.breadcrumb import Breadcrumb
from memwarden_tui.widgets.footer import Footer
from memwarden_tui.widgets.header import Header
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rule import Pane
from memwarden_tui.widgets.toast import Toast

if TYPE_CHECKING:
    from memwarden_tui.app import MemwardenApp


def _has_lists(frame: Frame) -> bool:
    panes = [pane for pane in frame.query(ListPane) if pane.display]
    return any(pane.list.rows or pane.is_filtered for pane in panes)


def _can_leave(frame: Frame) -> bool:
    return frame.can_leave


class Frame(Screen[None], Commanded):
    """A pushed screen sets `CRUMB`, its name in the breadcrumb. `compose_body` fills the body."""

    AUTO_FOCUS = "ListView, RowView"
    CRUMB: ClassVar[str] = ""
    PREPARES: ClassVar[bool] = False
    """What is decided here is written by a key of its own: until then `u` and `U` leave older acts alone."""
    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("back", "escape", "Back", "Back", EVERYWHERE, joins="open", show=_can_leave,
                unless=NOWHERE_BACK),
        Command("filter", "/", "Filter", "Filter this list", EVERYWHERE, footer=3, show=_has_lists,
                unless="There is nothing to filter."),
        Command("next_pane", "tab", "Next pane", "Next pane", PANES),
        Command("previous_pane", "shift+tab", "Pane before", "The pane before", PANES),
        Command("maximise", "+", "Maximise", "Maximise, or show all", PANES),
    )  # fmt: skip

    def compose(self) -> ComposeResult:
        # Before there are widgets: each would be styled once more.
        self._classify(*self.app.size)
        yield Header()
        if self.CRUMB:
            yield Breadcrumb()
        yield from self.compose_above()
        with Horizontal(id="body"):
            yield from self.compose_body()
        yield Footer()
        yield Toast()

    def compose_above(self) -> Iterable[Widget]:
        """Rows between header and body."""
        return ()

    def compose_body(self) -> Iterable[Widget]:
        """The panes, side by side."""
        return ()

    @property
    def warden(self) -> MemwardenApp:
        """The app, by its own type."""
        return cast("MemwardenApp", self.app)

    @property
    def is_pushed(self) -> bool:
        return len(self.app.screen_stack) > 1

    @property
    def breadcrumb(self) -> Breadcrumb:
        return self.query_one(Breadcrumb)

    @property
    def is_narrow(self) -> bool:
        return self.size.width < 100

    @property
    def can_leave(self) -> bool:
        """Whether esc has something to stop, to clear or to leave."""
        if self.warden.desk.stoppable is not None:
            return True
        led_here = self.is_pushed or bool(self.warden.came_from)
        return led_here or any(pane.is_filtered for pane in self.query(ListPane))

    # Size and toast

    def on_mount(self) -> None:
        if self.CRUMB:
            view = next((view.title for view in VIEWS if view.name == self.app.current_mode), "")
            self.breadcrumb.crumbs = tuple(crumb for crumb in (view, self.CRUMB) if crumb)

    def on_resize(self, event: events.Resize) -> None:
        self._classify(event.size.width, event.size.height)

    def on_screen_resume(self) -> None:
        self._classify(*self.app.size)

    def _classify(self, width: int, height: int) -> None:
        self.update_classes(
            {
                "-narrow": width < 100,
                "-two": 100 <= width < 150,
                "-wide": width >= 120,
                "-three": width >= 150,
                "-four": width >= 200,
                "-tall": height >= 30,
                "-short": height < 30,
            },
            animate=False,
        )
        self.call_after_refresh(self._place_toast)

    def _place_toast(self) -> None:
        for toast in self.query(Toast):
            toast.place()

    @on(ListView.Highlighted)
    def _cursor_moved(self) -> None:
        self.refresh_bindings()
        self._place_toast()

    # What every screen can do

    def do_open(self) -> None:
        """Open what is under the cursor, where the focus is on a list."""
        if isinstance(self.focused, ListView):
            self.focused.action_open()

    def do_back(self) -> None:
        """Stop what takes long, else clear a filter, else leave a pushed screen, or go back to the view before."""
        if self.warden.desk.stop():
            return
        filters = [pane for pane in self.query(ListPane) if pane.is_filtered]
        for pane in filters:
            pane.close_filter()
        if not filters and self.is_pushed:
            self.dismiss()
        elif not filters and self.warden.came_from:
            self.warden.action_command(self.warden.came_from)
        self.refresh_bindings()

    def do_filter(self) -> None:
        panes = [pane for pane in self.query(ListPane) if pane.display]
        own = [pane for pane in panes if pane.has_focus_within]
        for pane in (own or panes)[:1]:
            pane.open_filter()

    def do_next_pane(self) -> None:
        self.focus_next()

    def do_previous_pane(self) -> None:
        self.focus_previous()

    def do_maximise(self) -> None:
        """The pane that has the keys takes the whole body, with whatever it lies in; or all are there again."""
        if alone := self.query("#body .-alone"):
            alone.remove_class("-alone")
            self.query(Pane).remove_class("-aside")
            return
        for pane in self.query(Pane):
            pane.set_class(not pane.has_focus_within, "-aside")
        for node in self.query("#body *"):
            node.set_class(isinstance(node, Pane | Vertical) and node.has_focus_within, "-alone")

    # What is kept over a restart

    reopened = False
    """It was opened again as it was left, and takes up what it remembered; a view always does."""

    def address(self) -> dict[str, Any]:
        """What `restore` opens it again by, plain JSON values; empty where it is not opened again."""
        return {}

    def remember(self) -> dict[str, Any]:
        """Plain JSON values; a screen that keeps more adds to them."""
        return {
            pane.id: {"row": pane.list.row.id if pane.list.row else "", "filter": pane.list.needle}
            for pane in self.query(ListPane)
            if pane.id
        }

    def recall(self, state: dict[str, Any]) -> None:
        """Take up what `remember` gave; values of another version may be anything."""
        for pane in self.query(ListPane):
            kept = state.get(pane.id or "")
            if isinstance(kept, dict):
                if kept.get("filter"):
                    pane.open_filter(str(kept["filter"]))
                    pane.list.needle = str(kept["filter"])
                pane.list.go_to(str(kept.get("row", "")))
