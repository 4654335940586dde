"""Draws tables, notes and differences for a terminal; the only files that import Rich are `render*.py`."""

from __future__ import annotations

import io
import shutil
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.cells import Row
from memwarden.text.lines import decode
from memwarden.text.visible import visible

_NARROW = 20
_STYLES = {b"+": "green", b"-": "red", b"@": "cyan", b"=": "bold"}


def drawn(rows: Sequence[Row], heads: Sequence[str] = ()) -> str:
    """Aligned columns; where they do not fit beside each other, the wide ones fold and the narrow ones stay whole."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in zip(*rows):
        narrow = max(len(cell.short or cell.text) for cell in column) <= _NARROW
        table.add_column(justify="right" if column[0].right else "left", no_wrap=narrow, overflow="fold")
    if heads:
        table.add_row(*(Text(head, "dim") for head in heads))
    for row in rows:
        table.add_row(*(Text(visible(cell.short or cell.text), cell.style) for cell in row))
    return _printed(table)


def note(data: bytes, title: str) -> str:
    """A note as it may be shown, below a line that says which one it is and who wrote it last."""
    shown = "\n".join(visible(line) for line in _lines(data))
    return _printed(Text(visible(title), "dim"), Text(shown))


def difference(lines: Sequence[bytes]) -> str:
    """A unified difference in colours that `+` and `-` say as well."""
    styles = ["bold", "bold", *(_STYLES.get(line[:1], "") for line in lines[2:])]
    return _printed(*(Text(visible(decode(line)), style) for line, style in zip(lines, styles)))


def _lines(data: bytes) -> list[str]:
    return decode(data).removesuffix("\n").replace("\r\n", "\n").split("\n")


def _printed(*parts: Table | Text) -> str:
    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=say.colourful(),
        color_system="auto" if say.colourful() else None,
        width=shutil.get_terminal_size().columns,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, Text))
    return out.getvalue()
