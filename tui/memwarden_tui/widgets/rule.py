"""A pane and its rule: `Title ━━━━━ right text`, heavy while something in the pane has the focus."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive
from textual.widget import Widget

from memwarden_tui.fit import fit_end
from memwarden_tui.glyphs import Look, look


def rule_line(title: str | Text, right: str | Text, width: int, shown: Look, *, active: bool) -> Text:
    """The rule of a pane. A plain title is bold while `active`; a `Text` keeps its own styles."""
    tokens, glyphs = shown.tokens, shown.glyphs
    ends = Text(right, tokens.muted) if isinstance(right, str) else right
    room = width - ends.cell_len - (1 if ends.cell_len else 0) - 2
    begins = Text(title, f"bold {tokens.strong}" if active else tokens.muted) if isinstance(title, str) else title
    if begins.cell_len > room:
        begins = Text(fit_end(begins.plain, max(0, room), glyphs.cut), begins.style or tokens.text)
    count = max(0, room + 2 - begins.cell_len - (1 if begins.cell_len else 0))
    stroke = Text((glyphs.heavy if active else glyphs.light) * count, tokens.accent if active else tokens.rule)
    return Text(" ").join(part for part in (begins, stroke, ends) if part.cell_len)


class Rule(Widget):
    """One row; `title` and `right` hold safe text."""

    DEFAULT_CSS = """
    Rule { height: 1; width: 1fr; }
    """

    ALLOW_SELECT = False

    title: reactive[str | Text] = reactive[str | Text]("")
    right: reactive[str | Text] = reactive[str | Text]("")
    active: reactive[bool] = reactive(False)

    def __init__(
        self,
        title: str | Text = "",
        right: str | Text = "",
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.set_reactive(Rule.title, title)
        self.set_reactive(Rule.right, right)

    def render(self) -> Text:
        return rule_line(self.title, self.right, self.size.width, look(self), active=self.active)


class Pane(Vertical):
    """A rule above a body. The rule of the whole pane is followed by a blank row where there is room.

    It is not shown while it is `-idle`, with nothing to show, or put `-aside` by one that is looked at alone.
    """

    DEFAULT_CSS = """
    Pane { width: 1fr; height: 1fr; }
    Pane.-aside, Pane.-idle { display: none; }
    """

    def __init__(
        self,
        title: str | Text,
        *body: Widget,
        right: str | Text = "",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.rule = Rule(title, right, classes="-head")
        self._body = body

    def compose(self) -> ComposeResult:
        yield self.rule
        yield from self._body

    def on_descendant_focus(self, _event: events.DescendantFocus) -> None:
        self.rule.active = True

    def on_descendant_blur(self, _event: events.DescendantBlur) -> None:
        self.rule.active = False
