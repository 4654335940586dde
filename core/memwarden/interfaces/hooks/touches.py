"""One file that a tool call is about to change, and the texts that it may have afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Texts = list[bytes | None]
Becomes = Callable[[bytes | None], Texts]
"""From the bytes now to those that may be then, the likeliest first: programs keep line ends or not. None where the
file is not there; no texts where the tool itself will fail."""


class Touch:
    """`whole`: the call gives the file a whole new text; `gone`: it takes the file away; `source`: the file that it
    is made from, where it is given a new name.
    """

    __slots__ = ("becomes", "gone", "path", "source", "whole")

    def __init__(
        self, path: str, becomes: Becomes, *, whole: bool = False, gone: bool = False, source: str = ""
    ) -> None:
        self.path = path
        self.becomes = becomes
        self.whole = whole
        self.gone = gone
        self.source = source


def written(content: str) -> Becomes:
    text = _bytes(content)

    def becomes(now: bytes | None) -> Texts:
        return [text, with_ends_of(now, text)]

    return becomes


def edited(edits: Sequence[tuple[str, str, bool]]) -> Becomes:
    """Replacements one after the other, on lines that end in LF, as the tools see them."""

    def becomes(now: bytes | None) -> Texts:
        view: bytes | None = (now or b"").replace(b"\r\n", b"\n")
        tidy: bytes | None = view
        for old, new, everywhere in edits:
            view = _replaced(view, old, new, everywhere)
            tidy = _replaced(tidy, old, new, everywhere, tidy=True)
        if view is None:
            return []
        found = [view, *([] if tidy is None else [tidy])]
        return [*(with_ends_of(now, text) for text in found), *found]

    return becomes


def taken_away(now: bytes | None) -> Texts:
    return [] if now is None else [None]


def with_ends_of(now: bytes | None, text: bytes) -> bytes:
    """The text with CRLF where the file has it."""
    return text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") if now and b"\r\n" in now else text


def _replaced(text: bytes | None, old: str, new: str, everywhere: bool, *, tidy: bool = False) -> bytes | None:
    """None where the tool finds nothing to replace; `tidy`: a text that is taken out takes its line's end along."""
    find, put = (_bytes(part).replace(b"\r\n", b"\n") for part in (old, new))
    if text is None:
        return None
    if not find:
        return None if text.strip() else put
    if tidy and not put and not find.endswith(b"\n") and find + b"\n" in text:
        find += b"\n"
    if find not in text or not (everywhere or text.count(find) == 1):
        return None
    return text.replace(find, put)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
