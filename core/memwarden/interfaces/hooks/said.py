"""What an agent is told: plain sentences, no text of a note in them that a terminal or a model could obey unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden.errors import Refused
from memwarden.store.records import Flag
from memwarden.text.visible import visible

if TYPE_CHECKING:
    from memwarden.memory.landing import Landed

_FLAGGED = {
    Flag.LARGE_DELETION: "most of its text is gone; the version before is kept, and a person will look at it",
    Flag.LOST_LINES: "lines of another author are gone; they are kept, and a person will look at it",
    Flag.EROSION: "half of it went within a day; a person will look at it",
    Flag.REVERT: "it is an older version again; a person will look at it",
}


def reason(refusal: Refused) -> str:
    return visible(f"Not written: {refusal.message} {refusal.hint}".rstrip())


def why_not(landed: Landed) -> str:
    """Of a change that is there already."""
    assert landed.refusal is not None
    line = next((finding["line"] for finding in landed.refusal.details.get("findings", ())), 0)
    where = f"{landed.record.note}:{line}" if line else landed.record.note
    said = [f"{where}: {landed.refusal.message}"]
    if landed.out:
        said.append("It was taken out of the note again, and a person will look at it.")
    else:
        said.append("It stands in the note: take it out again with memwarden edit, and tell the person.")
    if landed.refusal.details.get("secret"):
        said.append("The history has seen it: tell the person, who should make it worthless and run memwarden purge.")
    return visible(" ".join(said))


def flagged(landed: Landed) -> list[str]:
    return [visible(f"{landed.record.note}: {_FLAGGED[flag]}.") for flag in landed.record.flags if flag in _FLAGGED]
