"""Which notes an agent loads in full when it starts, with ranks and budgets, and which it only hears of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.identity import Identity
from memwarden.text.frontmatter import front_matter
from memwarden.text.tokens import tokens
from memwarden.text.visible import visible

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

_NOTE_TOKENS = 2_000
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Budget:
    """Bytes of nestwork's three resident files, tokens of the layers' two, bytes of an index or `MEMORY.md` elsewhere.

    `most`: so many bytes of any one note are taken in, over budget or not. `notes`: so many lines of a list of notes.
    `whole`: so many UTF-16 units of all of it, 0 for any; of each note and list less is taken in until it fits.
    """

    rules: int = 4_096
    shared: int = 4_096
    agent: int = 2_048
    shared_tokens: int = 400
    agent_tokens: int = 1_200
    hub: int = 25_600
    most: int = 32_768
    notes: int = 200
    whole: int = 0


@dataclass(frozen=True, slots=True)
class Resident:
    """`rank` counts from 1, the highest authority. Of the limits one is set; 0: none."""

    title: str
    note: str
    rank: int
    bytes: int = 0
    tokens: int = 0

    @property
    def budget(self) -> str:
        return f"budget {self.bytes:,} bytes" if self.bytes else f"budget {self.tokens:,} tokens"

    def is_over(self, size: int, cost: int) -> bool:
        return bool(self.bytes and size > self.bytes) or bool(self.tokens and cost > self.tokens)


def residents_of(layout: str, who: Identity, hub: str | None, budget: Budget) -> tuple[Resident, ...]:
    """In the order in which they are read. Ranks of a nest are its own chain: rules, strategy, shared, agents, …"""
    if layout == "nest":
        return (
            Resident("Rules for all agents", "queen/agent-rules.md", 1, budget.rules),
            Resident("What all agents share, in short", "shared/resident.md", 3, budget.shared),
            Resident("Your own memory, in short", f"{who.directory}/resident.md", 4, budget.agent),
        )
    if layout == "layers":
        return (
            Resident("What all agents share", "shared-memory/MEMORY.md", 1, tokens=budget.shared_tokens),
            Resident("Your own memory", f"{own_layer(who)}/MEMORY.md", 2, tokens=budget.agent_tokens),
        )
    title = "The memory's index" if hub != "MEMORY.md" else "The memory"
    return (Resident(title, hub, 1, budget.hub),) if hub else ()


def own_layer(who: Identity) -> str:
    return f"bots/{who.agent}/bot-memory"


def note_index(
    tree: Tree, layout: str, who: Identity, loaded: Sequence[Resident], budget: Budget
) -> tuple[list[str], int]:
    """A line for each note that can be read on demand, where no note of the tree lists them; and how many there are."""
    if layout == "layers":
        folders: tuple[str, ...] = ("shared-memory/", f"{own_layer(who)}/")
    elif not loaded:
        folders = ("",)
    else:
        return [], 0
    here = [path for path in tree.paths() if path.startswith(folders) and path not in {one.note for one in loaded}]
    return [_listed(tree, path) for path in here[: budget.notes]], len(here)


def _listed(tree: Tree, path: str) -> str:
    try:
        note = tree.text(path)
    except (Refused, DiskFailed) as error:
        return f"- {visible(path)} (cannot be read: {visible(error.message)})"
    block = front_matter(note.text)
    description = visible(" ".join(block.plain("description").split()))[:_LONGEST] if block else ""
    cost = tokens(note.text)
    over = f", over the {_NOTE_TOKENS:,} of a note" if cost > _NOTE_TOKENS else ""
    return f"- {visible(path)}{f': {description}' if description else ''} ({cost:,} tokens{over})"
