"""A thread to read: letter below letter, text at most 72 wide in light markdown, the notes it is about as links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from textual.message import Message

from memwarden.text.visible import spans, visible
from memwarden_tui.glyphs import Look
from memwarden_tui.safe import safe
from memwarden_tui.widgets import wrap
from memwarden_tui.widgets.mdstyle import START, advance, style_line
from memwarden_tui.widgets.pieces import Band, Mark, Piece, merge_marks, overlay, spread, text_of, width_of, window
from memwarden_tui.widgets.rowview import RowView

WIDEST = 72
FULL = 56
"""Characters from which on a line counts as broken only because it was full."""
_PLAIN = re.compile(r" {0,3}(?![#>|=]|```|~~~|---|[*+-]\s|\d{1,9}[.)]\s)\S")
_FULL_TEXT = re.compile(r"\s*(?:[*+-]\s+|\d{1,9}[.)]\s+)?(?![#>|=]|```|~~~|---)\S")
_HARD = re.compile(r"(?: {2}|\\)$")


class About(NamedTuple):
    """A note that a letter names; `rest` says where in it, `line` counts from 0."""

    note: str
    rest: str = ""
    line: int = 0


class Letter(NamedTuple):
    """`names`, `facts` and `problems` hold safe text; `when` ends the first row."""

    names: tuple[Piece, ...]
    when: str
    facts: tuple[Piece, ...]
    problems: tuple[str, ...]
    text: str
    about: tuple[About, ...] = ()


class Ends(NamedTuple):
    """Pieces at both ends of a row."""

    left: tuple[Piece, ...]
    right: tuple[Piece, ...] = ()


class Said(NamedTuple):
    """A line of a letter in its markdown state."""

    text: str
    state: str = ""
    style: str = ""


class Bare(NamedTuple):
    """The rule between two letters."""


Line = Ends | Said | Bare | About


def lines_of(letters: Sequence[Letter]) -> list[Line]:
    """What is shown of the letters, a value per line of text."""
    lines: list[Line] = []
    for number, letter in enumerate(letters):
        if number:
            lines += [Ends(()), Bare()]
        lines.append(Ends(letter.names, ((letter.when, "muted"),)))
        lines += [Ends(letter.facts)] if letter.facts else []
        lines += [Said(problem, style="warn") for problem in letter.problems]
        lines.append(Ends(()))
        lines += _text(letter.text)
        lines += [Ends(()), *letter.about] if letter.about else []
    return lines


def _text(text: str) -> list[Said]:
    """A line that was broken because it was full goes on in the next one, so that it can be broken anew."""
    lines: list[Said] = []
    state, above = START, ""
    for line in text.split("\n"):
        if _goes_on(above, line, state):
            lines[-1] = Said(f"{lines[-1].text.rstrip()} {line.strip()}", lines[-1].state)
        else:
            lines.append(Said(line, state))
        state, above = advance(line, state), line
    return lines


def _goes_on(above: str, line: str, state: str) -> bool:
    """Whether a line is the rest of the paragraph or item above it."""
    is_full = len(above) >= FULL and not _HARD.search(above)
    return is_full and not state.strip(START) and bool(_PLAIN.match(line) and _FULL_TEXT.match(above))


class LettersView(RowView):
    """Scrolls by rows; a click on a note that a letter is about asks for it."""

    class NoteAsked(Message):
        """A person wants to see a note."""

        def __init__(self, about: About) -> None:
            super().__init__()
            self.about = about

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._letters: Sequence[Letter] = ()
        self._lines: Sequence[Line] = ()

    @property
    def letters(self) -> Sequence[Letter]:
        return self._letters

    def show_letters(self, letters: Sequence[Letter], *, anew: bool) -> None:
        """`anew` begins at the top; else what is read stays where it is."""
        if not anew and letters == self._letters:
            return
        self._letters, self._lines = letters, lines_of(letters)
        self.renew(place=(0, 0) if anew else None)

    def count(self) -> int:
        return len(self._lines)

    def rows(self, item: int) -> list[Band]:
        return [Band(tuple(row)) for row in rows_of(self._lines[item], self.laid_width, self.look)]

    def clicked(self, item: int) -> None:
        line = self._lines[item]
        if isinstance(line, About):
            self.post_message(self.NoteAsked(line))


def rows_of(line: Line, width: int, look: Look) -> Sequence[Sequence[Piece]]:
    match line:
        case Ends(left, right):
            room = width - (width_of(right) + 2 if right else 0)
            fitted = window(left, 0, max(1, room), look.glyphs.cut)
            return [spread(fitted, right, width) if right else fitted]
        case Bare():
            return [[(look.glyphs.light * width, "rule")]]
        case About(note, rest):
            return wrapped([("about   ", "muted"), (safe(note), "text underline"), (f"  {safe(rest)}", "muted")], width)
        case Said():
            return wrapped(_pieces(line), width)


def wrapped(pieces: Sequence[Piece], width: int) -> list[list[Piece]]:
    return wrap.layout(pieces, text_of(pieces), max(1, min(WIDEST, width)))


def _pieces(line: Said) -> list[Piece]:
    text = visible(line.text)
    if line.style:
        return [(text, line.style)]
    hidden: list[Mark] = [(start, end, "warn") for start, end in spans(line.text)]
    return overlay(style_line(text, line.state)[0], merge_marks(hidden))
