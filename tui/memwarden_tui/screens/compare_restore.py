"""What restoring a version would change, before it is done."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from memwarden.memory.history import Version
from memwarden_tui.commands import Command
from memwarden_tui.safe import safe
from memwarden_tui.screens.compare import CompareScreen, Side
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.facts import Said


def _changes(screen: GivingBackScreen) -> bool:
    return screen.is_filled and bool(screen.diff.model.hunks)


class GivingBackScreen(CompareScreen):
    """Bound to the note at `base`, as it was shown; None where the note is gone."""

    CRUMB = "Restore"
    PREPARES = True
    TITLE_OF_KEYS = "Restore"
    KEYS = (
        Command("write", "w", "Write it back", "Write this version back", writes=True, footer=2, show=_changes,
                unless="The note reads so already."),
        Command("swap", "", "Swap", "Swap the sides", show=lambda _screen: False),
    )  # fmt: skip

    def __init__(self, note: str, version: Version, base: str | None, when: str) -> None:
        """`when` says which version it is, in safe text: `26 d ago`."""
        now = Side("the note now", revision=base or "") if base else Side("nothing")
        super().__init__(note, now, Side(f"the version of {when}", revision=version.revision or ""))
        self._version, self._base = version, base

    def title_of(self, _data: DiffModel) -> str:
        return "Restoring would change"

    def sentences(self, data: DiffModel) -> Iterable[Said]:
        if self._version.revision is None:
            yield Said((("In this version the note is gone: restoring it deletes the note.", "danger"),))
        elif self._base is None:
            yield Said((("The note is gone now; restoring brings it back.", "text"),))
        if data.hunks:
            keys = (
                ("w", "accent bold"),
                (" writes it back, ", "muted"),
                ("u", "accent bold"),
                (" takes that back", "muted"),
            )
            yield Said(keys)

    async def do_write(self) -> None:
        version = self._version
        restore = partial(self.memory.person().restore, self.note, version.revision or version.id, base=self._base)
        await self.warden.write(restore, "Restoring", said=f"Restored {safe(self.note)} of {self.right.label[15:]}.")
        self.dismiss()
