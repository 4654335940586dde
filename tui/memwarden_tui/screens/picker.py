"""Which memory: the trees opened before and those found nearby, with what waits in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from memwarden.errors import Code, MemwardenError, Refused
from memwarden.memory.glances import OPENED, Glance, forget, glance, written
from memwarden.memory.trees import KnownTree
from memwarden_tui.commands import Command, Commanded, Trouble
from memwarden_tui.fit import fit_path
from memwarden_tui.glyphs import look
from memwarden_tui.keys import OPEN
from memwarden_tui.safe import safe
from memwarden_tui.screens.confirm import ConfirmScreen
from memwarden_tui.screens.pickerrows import SectionRow, TreeRow, promise, rows_of
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.footer import Footer
from memwarden_tui.widgets.listpane import FilterField
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.toast import Toast

if TYPE_CHECKING:
    from memwarden_tui.picking import PickerApp

_CHROME = 6
"""Rows of the question and the field, with the blank ones round them."""
_PROMISE = 4


def _row(screen: PickerScreen) -> TreeRow | None:
    row = screen.trees.row if screen.is_mounted else None
    return row if isinstance(row, TreeRow) else None


class PickerScreen(Screen[None], Commanded):
    """What waits in a tree is counted in a thread, one tree after the other."""

    TITLE_OF_KEYS = "Which memory?"
    AUTO_FOCUS = ""
    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("open", OPEN.keys, "Open", "Open this memory", footer=2, show=lambda s: _row(s) is not None),
        Command("type_path", "/", "Type a path", "Type a path, or a part of a name", footer=3),
        Command("new", "n", "New memory here", "Make a new memory of this folder", footer=4, short="New here"),
        Command("forget", "d", "Forget entry", "Leave it out of this list; its history stays", footer=6, short="Forget",
                show=lambda s: (row := _row(s)) is not None and row.known.how == OPENED),
    )  # fmt: skip

    def __init__(self, here: Path, find: Callable[[], Sequence[KnownTree]]) -> None:
        super().__init__()
        self._here, self._find = here, find
        self._known: Sequence[KnownTree] = ()
        self._glances: dict[Path, Glance | MemwardenError] = {}

    @property
    def picker(self) -> PickerApp:
        """The app, by its own type."""
        return cast("PickerApp", self.app)

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with Vertical(id="asking"):
            yield Static(id="question", markup=False)
            self.field = FilterField("/", "type a path or a part of a name")
            yield self.field
            self.trees = ListView(empty="No memory is known yet. {n} makes one of this folder.", id="trees")
            yield self.trees
            yield Static(id="promise", markup=False)
        yield Footer()
        yield Toast()

    def on_mount(self) -> None:
        self.trees.focus()
        self.run_worker(self._finish(self._look_round()), group="look")

    async def _look_round(self) -> None:
        self._known = await self.picker.in_thread(self._find, "Looking for memories")
        self._show_rows()
        for known in self._known:
            self._glances[known.path] = await self._glance(known)
            self._show_rows()

    async def _glance(self, known: KnownTree) -> Glance | MemwardenError:
        try:
            return await self.picker.in_thread(lambda: glance(known))
        except MemwardenError as error:
            return error

    # What is shown

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height < 30, "-short")
        self.set_class(event.size.width < 82, "-narrow")
        self._show_rows()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self.is_mounted:
            self._show_rows()

    def _show_rows(self) -> None:
        tokens = look(self).tokens
        self.query_one("#head", Static).update(self._head())
        width = min(80, self.size.width - 2)
        here = fit_path(safe(written(self._here)), width - 44, look(self).glyphs.cut)
        why = (f"{here}", tokens.text), (" holds no INDEX.md, no MEMORY.md and no .memwarden.", tokens.muted)
        self.query_one("#question", Static).update(Text.assemble(("Which memory?\n", f"bold {tokens.strong}"), *why))
        self.query_one("#promise", Static).update(promise(tokens))
        row = _row(self)
        lit = row.known.how == OPENED if row else True
        self.trees.show(rows_of(self._known, self._glances, short=self.has_class("-short"), lit=lit))
        self._fit()

    def _head(self) -> Text:
        tokens = look(self).tokens
        gap = " " * max(1, self.size.width - 2 - len("memwarden") - len("no tree here"))
        return Text.assemble((" memwarden", f"bold {tokens.strong}"), gap, ("no tree here", tokens.warn), end="")

    def _fit(self) -> None:
        """The list as high as its rows, the promise only where there is room below."""
        lines = max(1, sum(row.height for row in self.trees.rows))
        room = self.size.height - 2 - _CHROME - (1 if self.has_class("-short") else 4)
        self.query_one("#promise").display = lines + _PROMISE <= room
        self.trees.styles.height = max(1, min(lines, room))

    @on(ListView.Highlighted)
    def _highlighted(self) -> None:
        """The rule of the cursor's section is the heavy one."""
        row = _row(self)
        heads = [one for one in self.trees.rows if isinstance(one, SectionRow)]
        if row is not None and any(one.lit != (one.opened == (row.known.how == OPENED)) for one in heads):
            self._show_rows()
        self.refresh_bindings()

    # Typing

    def do_type_path(self) -> None:
        self.field.start()

    @on(Field.Changed)
    def _typed(self, event: Field.Changed) -> None:
        self.trees.needle = event.value if not _is_path(event.value) else ""
        self.trees.do_first()
        self._fit()

    @on(Field.Moved)
    def _move(self, event: Field.Moved) -> None:
        self.trees.step(event.step)

    @on(Field.Left)
    def _leave(self) -> None:
        self.field.value = ""
        self.trees.focus()

    @on(Field.Submitted)
    def _entered(self, event: Field.Submitted) -> None:
        typed = Path(event.value.strip()).expanduser()
        if event.value.strip() and (_is_path(event.value) or _row(self) is None):
            if not typed.is_dir():
                error = Refused(Code.NO_TREE, f"{event.value.strip()} is no folder.", "n makes a memory of this one.")
                self.app.post_message(Trouble(error))
                return
            self.picker.choose(typed)
        else:
            self.do_open()

    # What can be done

    def do_open(self) -> None:
        if (row := _row(self)) is not None:
            self.picker.choose(row.known.path)

    @on(ListView.Opened)
    def _opened(self) -> None:
        self.do_open()

    async def do_new(self) -> None:
        here = safe(written(self._here))
        says = (
            "INDEX.md and .memwarden/config.toml are written into it, where they are not there yet.",
            "Nothing else is changed.",
        )
        sure = ConfirmScreen(f"A new memory in {here}?", says, yes="Make it", no="Leave it", opened_by="n")
        if await self.app.push_screen_wait(sure):
            await self.picker.in_thread(lambda: _make(self._here), "Making it", can_stop=False)
            self.picker.choose(self._here)

    async def do_forget(self) -> None:
        if (row := _row(self)) is not None:
            path = row.known.path
            await self.picker.in_thread(lambda: forget(path), can_stop=False)
            self._known = [known for known in self._known if known.path != path]
            self._show_rows()
            self.picker.say(f"Left out {written(path)}.", "Its history stays; open it to have it here again.")


def _make(folder: Path) -> None:
    """A tree with rules, by whoever sits at this screen."""
    from memwarden.memory.init import init
    from memwarden.memory.tree import Tree

    with Tree.open(folder) as tree:
        init(tree, tree.person())


def _is_path(text: str) -> bool:
    return text.lstrip().startswith(("/", "~", "."))
