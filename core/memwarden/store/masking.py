"""Take a text out of every line that the store keeps, and leave a mark in its place; all else stays as it was."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memwarden.store.records import pack_line, unpack_line

MARK = b"[purged]"
SHORTEST = 4
"""Bytes of a piece that is looked for: a shorter one stands everywhere."""
_SAID = ("why", "source", "key")
_SAID_IN_REFS = ("message",)


class Mask:
    """What is to go, line by line: a key of several lines goes with each of them, and lines stay lines."""

    def __init__(self, text: bytes) -> None:
        pieces = {piece.strip() for piece in text.split(b"\n")}
        self.pieces = sorted((piece for piece in pieces if len(piece) >= SHORTEST), key=len, reverse=True)

    def holds(self, data: bytes) -> bool:
        return any(piece in data for piece in self.pieces)

    def __call__(self, data: bytes) -> bytes:
        for piece in self.pieces:
            data = data.replace(piece, MARK)
        return data

    def said(self, text: str) -> str:
        return self(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


class Masking:
    """The journal without the text. `revisions` maps those of texts that held it to what they are without it, each
    with its size in bytes: history goes on through them.
    """

    def __init__(self, mask: Mask, revisions: Mapping[str, tuple[str, int]], segments: Iterable[int]) -> None:
        self._mask = mask
        self._revisions = revisions
        self.segments: Sequence[int] = sorted(segments, reverse=True)

    def line(self, line: bytes) -> bytes:
        try:
            raw = json.loads(line)
            masked = self._record(raw)
        except (ValueError, TypeError, AttributeError):
            return self._mask(line)
        if masked == raw:
            return line
        return json.dumps(masked, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace") + b"\n"

    def _record(self, raw: dict[str, Any]) -> dict[str, Any]:
        out: dict[str, Any] = {name: self._renamed(value) for name, value in raw.items() if name != "hunks"}
        if raw.get("after") in self._revisions:
            out["size"] = self._revisions[raw["after"]][1]
        for name in _SAID:
            if name in raw:
                out[name] = self._mask.said(raw[name])
        for name in _SAID_IN_REFS:
            if isinstance(raw.get("refs", {}).get(name), str):
                out["refs"][name] = self._mask.said(raw["refs"][name])
        if "hunks" in raw:
            out["hunks"] = [[start, self._lines(cut), self._lines(put)] for start, cut, put in raw["hunks"]]
            if out["hunks"] != raw["hunks"]:
                # The hash of the arguments would tell a short text to whoever tries all of them.
                out.pop("arguments", None)
        return out

    def _lines(self, lines: Sequence[str | dict[str, str]]) -> list[str | dict[str, str]]:
        return [pack_line(self._mask(unpack_line(line))) for line in lines]

    def _renamed(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._revisions[value][0] if value in self._revisions else value
        if isinstance(value, dict):
            return {name: self._renamed(part) for name, part in value.items()}
        return [self._renamed(part) for part in value] if isinstance(value, list) else value
