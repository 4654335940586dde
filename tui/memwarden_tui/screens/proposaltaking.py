"""What of a proposal a person would take: all of its changes, some of them, or the text as they edited it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from memwarden.text.diff import apply
from memwarden.text.lines import decode, encode
from memwarden.text.splice import carry
from memwarden_tui.screens.proposalsheet import Sheet
from memwarden_tui.widgets.diffmodel import DiffModel


class Taking(NamedTuple):
    """`model` leads from the note as it is now to what is taken where no change is left out."""

    model: DiffModel
    left_out: frozenset[int] = frozenset()
    edited: bytes | None = None

    @classmethod
    def of(cls, sheet: Sheet, edited: bytes | None = None) -> Taking:
        model = sheet.model if edited is None else DiffModel.build(sheet.outlook.before or b"", edited)
        return cls(model, edited=edited)

    @property
    def total(self) -> int:
        return len(self.model.hunks)

    @property
    def is_any(self) -> bool:
        """Whether something is taken; also of a change without hunks, such as an empty note."""
        return self.total == 0 or len(self.left_out) < self.total

    def confirms(self, sheet: Sheet) -> bool:
        """Whether it can be confirmed: what is outdated only once a person has edited it."""
        return self.is_any and (not sheet.outlook.outdated or self.edited is not None)

    @property
    def text(self) -> bytes | None:
        """The note to be; None for what the proposal says, whole."""
        if not self.left_out:
            return self.edited
        hunks = [hunk for number, hunk in enumerate(self.model.hunks) if number not in self.left_out]
        return b"".join(apply(self.model.before, hunks))

    def toggled(self, hunk: int) -> Taking:
        return self._replace(left_out=self.left_out ^ {hunk})

    def follow(self, earlier: Sheet, now: Sheet) -> Taking:
        """The same once the proposal or the note changed: an edit is carried over, else kept as it is."""
        if earlier.model == now.model:
            return self
        if self.edited is None:
            return Taking.of(now)
        before, after = earlier.outlook.before or b"", now.outlook.before or b""
        carried = carry(before, self.edited, after)
        return Taking.of(now, self.edited if carried is None else carried)

    # What is kept over a restart

    def kept(self, sheet: Sheet) -> dict[str, Any]:
        edited = None if self.edited is None else decode(self.edited)
        return {"of": list(sheet.shown), "left_out": sorted(self.left_out), "edited": edited}

    @classmethod
    def again(cls, kept: Mapping[str, Any], sheet: Sheet) -> Taking:
        """As it was kept, where the proposal and the note still are what they were."""
        if kept.get("of") != list(sheet.shown):
            return cls.of(sheet)
        edited, left_out = kept.get("edited"), kept.get("left_out")
        taking = cls.of(sheet, encode(edited) if isinstance(edited, str) else None)
        known = frozenset(range(taking.total))
        return taking._replace(left_out=known & frozenset(left_out if isinstance(left_out, list) else ()))
