"""A small real tree of a few weeks, with everything that Notes and History have to show."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from memwarden import Grade, Origin, Replace, Tree, Writer

TRAVEL = "preferences/travel.md"
NOTES: dict[str, str | bytes] = {
    "INDEX.md": (
        "# Index\n\n## Projects\n\n- [Atlas](projects/atlas.md)\n\n## Preferences\n\n"
        "- [Travel](preferences/travel.md)\n"
        "- [Food](preferences/food.md) what I eat\n- [Boiler](facts/boiler.md)\n- [Away](../away.md)\n"
    ),
    "projects/atlas.md": "# Atlas\n\nLaunch is planned for March with two regions.\n",
    "preferences/food.md": "# Food\n\n- No onions\n",
    TRAVEL: "# Travel\n\n- Near the station beats a view\n",
    "scratch.md": "# Scratch\n\n- nobody links this\n",
}
SEATS = "- Aisle seats on all flights\n- Never the last row\n- Exit row on long ones\n- No middle seat\n"
SEATING = f"## Seating\n{SEATS}\n## Times\n- Never book before 06:30\n\n"


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now

    def on(self, **passed: float) -> None:
        self.now += timedelta(**passed).total_seconds()


def agent(tree: Tree, name: str, *, via: str = "mcp", grade: Grade = Grade.PROVEN) -> Writer:
    return tree.writer(name, origin=Origin.CHAT, via=via, grade=grade)


def remembered(folder: Path, notes: dict[str, str | bytes] = NOTES) -> tuple[Tree, Clock]:
    """Six versions of the travel note; the newest two minutes old, the fourth lost lines and was restored."""
    for name, content in notes.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    clock = Clock()
    tree = Tree.open(folder, clock=clock)
    clock.on(days=40)
    person = tree.person()
    found = tree.text(TRAVEL)
    agent(tree, "laptop/claude").rewrite(TRAVEL, found.text.replace("- Near", f"{SEATING}- Near"), base=found.revision)
    clock.on(days=20)
    person.edit(TRAVEL, [Replace("## Times\n", "Ask when two rules disagree.\n\n## Times\n")], why="said it myself")
    clock.on(days=20)
    good = tree.text(TRAVEL)
    shortened = good.text.replace(SEATS, "- Aisle seats on flights\n").replace("Ask when two rules disagree.\n\n", "")
    scribe = agent(tree, "vps/scribe", via="cli", grade=Grade.CLAIMED)
    scribe.rewrite(TRAVEL, shortened, base=good.revision, why="shorten")
    clock.on(hours=2)
    person.restore(TRAVEL, good.revision)
    clock.on(days=10)
    later = [
        Replace("- Never book before 06:30\n", "- Never book before 07:00\n- No flights on 24 December\n"),
        Replace("beats a view", "beats any view"),
    ]
    agent(tree, "vps/hermes").edit(TRAVEL, later, why="Sam asked in chat")
    clock.on(minutes=2)
    return tree, clock
