"""The story of preferences/travel.md: older than the records, and by now six hands in twenty-one lines."""

from __future__ import annotations

from memwarden.interfaces.demo.script import Story, act, edit, rewrite
from memwarden.interfaces.demo.stage import ME, Stage

NOTE = "preferences/travel.md"

FOUND = """\
Hotels

- Breakfast not needed
- Near the station beats a view
"""

SHORT = """\
# Travel

What agents should know before they plan or book a trip for me. Ask when two rules disagree.

- Aisle seats, window on night trains
- Not before 06:30

## Documents
- Passport valid until 2031, the number is not kept here
- Home: [network](../facts/home-network.md)

Hotels

- Breakfast not needed
- Near the station beats a view
"""


def _give_back(stage: Stage) -> None:
    """The person answers the card that the shortening left in the queue."""
    (item,) = [item for item in stage.tree.review() if item.note == NOTE and item.records]
    loss = item.records[0]
    stage.me.restore(NOTE, loss.before or "", base=loss.after, why="these were the ones I needed", item=item.id)


def _pin(stage: Stage) -> None:
    stage.me.pin(NOTE, stage.tree.text(NOTE).revision)


STORY: Story = (
    edit(
        "188 d", "laptop/claude", NOTE,
        ("Hotels\n\n", "## Seating\n- Aisle seats preferred on all flights, window only on night trains longer than "
         "six hours\n- Never the last row\n\nHotels\n\n"),
        why="said while booking Vienna",
    ),
    edit(
        "140 d", ME, NOTE,
        ("## Seating\n", "# Travel\n\nWhat agents should know before they plan or book a trip for me. Ask when two "
         "rules disagree.\n\n## Seating\n"),
        ("- Never the last row\n", "- Never the last row\n\n- Never book a departure before 06:30, unless the "
         "trip is with Ana\n- No flights on 24 December\n"),
    ),
    act("139 d", _pin),
    edit(
        "95 d", "vps/codex", NOTE,
        ("\nHotels\n", "\n## Documents\n- Passport valid until 2031, the number is not kept here\n- Home: "
         "[network](../facts/home-network.md)\n\nHotels\n"),
        why="asked where the documents are",
    ),
    rewrite("60 d 2 h", "vps/codex", NOTE, SHORT, why="shorten"),
    act("60 d", _give_back),
    edit(
        "26 d", "pi/aras", NOTE, ("Hotels\n\n", "## Hotels\n- Quiet rooms, no ground floor\n"),
        why="the room in Ghent was on the street",
    ),
    edit(
        "5 min", "vps/hermes", NOTE,
        ("- Never book a departure before 06:30, unless the trip is with Ana\n",
         "## Times\n- Never book a departure before 07:00, unless the trip is with Ana; then 06:00 is fine\n"
         "- At least 70 minutes to change planes in Frankfurt, 50 elsewhere\n"),
        why="Sam asked in chat",
    ),
)  # fmt: skip

AUTHORS = (
    *[ME] * 4,
    *["laptop/claude"] * 4,
    *["vps/hermes"] * 3,
    *[ME] * 2,
    *["vps/codex"] * 4,
    *["pi/aras"] * 2,
    *[""] * 2,
)
"""Who wrote each line in the end; empty where nobody recorded it."""
