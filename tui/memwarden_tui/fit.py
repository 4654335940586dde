"""Fits text into columns: where it is cut, and that wide characters count two."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size, split_graphemes
from rich.text import Text

from memwarden_tui.palettes import Tokens


def _head(text: str, width: int) -> str:
    return set_cell_size(text, width).rstrip(" ") if width > 0 else ""


def _tail(text: str, width: int) -> str:
    """No accent loses its letter."""
    starts = (start for start, _, _ in split_graphemes(text)[0])
    return next((text[start:] for start in starts if cell_len(text[start:]) <= width), "")


def fit_end(text: str, width: int, cut: str = "…") -> str:
    """A sentence or subject of at most `width` columns, cut at its end."""
    if cell_len(text) <= width:
        return text
    return _head(text, width - len(cut)) + cut if width >= len(cut) else ""


def fit_middle(text: str, width: int, cut: str = "…") -> str:
    """An identity or file name of at most `width` columns, cut in its middle."""
    if cell_len(text) <= width:
        return text
    room = width - len(cut)
    if room < 2:
        return fit_end(text, width, cut)
    return _head(text, (room + 1) // 2) + cut + _tail(text, room // 2)


def fit_path(path: str, width: int, cut: str = "…") -> str:
    """A path of at most `width` columns: the folder gives way first, the file name last."""
    if cell_len(path) <= width:
        return path
    folder, slash, name = path.rpartition("/")
    room = width - cell_len(name) - len(cut) - len(slash)
    if not folder or room < 1:
        return fit_middle(name, width, cut)
    return _head(folder, room) + cut + slash + name


def columns(text: str, width: int, *, right: bool = False) -> str:
    """`text` padded to `width` columns; longer text stays as it is."""
    blank = " " * (width - cell_len(text))
    return blank + text if right else text + blank


def path_text(path: str, tokens: Tokens, *, strong: bool = True) -> Text:
    """A path with its folder muted and its file name bold (`strong`) or plain; `path` is safe already."""
    folder, slash, name = path.rpartition("/")
    return Text.assemble(
        (folder + slash, tokens.muted), (name, f"bold {tokens.strong}" if strong else tokens.text), end=""
    )


def spread(left: Text, right: Text, width: int) -> Text:
    """One line with `left` at its start and `right` at its end; `left` is cropped where they meet."""
    room = max(0, width - right.cell_len - 1) if right.cell_len else width
    if left.cell_len > room:
        left = left.copy()
        left.truncate(room)
    return Text.assemble(left, " " * max(0, width - left.cell_len - right.cell_len), right, end="")
