"""The stories of facts/people.md, where a rewrite kept the length but not the lines, and of facts/health.md."""

from __future__ import annotations

from memwarden.interfaces.demo.script import Story, append, create, edit, saved
from memwarden.interfaces.demo.stage import ME

PEOPLE = "facts/people.md"
HEALTH = "facts/health.md"

_BEGUN = """\
# People

- Ana: lives with me, plays the piano, works on coral reefs
- Mira: my sister, Hamburg, call on Sundays and not by mail
- Jon Okafor: support and accounts on Atlas, direct, likes short mails
- Ines Brandt: pays for Atlas, wants numbers first
"""

_ADDED = (
    "- Inês Matos: at the institute in Lisbon, knows landlords in Estrela\n",
    "- Dr. Weiss: family doctor, by phone only from eight to nine\n",
    "- Paul: does the garden with me, brings his own tools\n",
    "- Tomás: the notary in Lisbon, answers in English, slowly\n",
    "- Ruth: tax adviser, wants everything by mail and in one go\n",
    "- Kofi: neighbour below, minds piano after 20:00\n",
)

_REPLACED = (
    "- Lisbon contacts are in the move's own note from now on\n",
    "- For anything medical see the note on health, not this list\n",
    "- Garden helpers change often, ask before writing them\n",
    "- Notaries and offices: search the mail, newest is right\n",
    "- Adviser for the tax: named in the note about the tax year\n",
    "- House matters go through the caretaker first\n",
)

_HEALTH = """\
# Health

- Left knee: no running on asphalt until the physiotherapist says so
- Hay fever from birch, 15 April to the end of May, tablets in the bathroom
- Glasses: last test 14 months ago
"""

STORY: Story = (
    create("100 d", ME, PEOPLE, _BEGUN, "Facts", "who is who, how to reach them"),
    append("52 d", "laptop/claude", PEOPLE, "".join(_ADDED[:3]), "names from three weeks of chats"),
    append("16 d", "laptop/claude", PEOPLE, "".join(_ADDED[3:])),
    edit(
        "8 d 2 h", "laptop/claude", PEOPLE, ("call on Sundays and not by mail", "call on Sundays, never by mail"),
        why="Sam said never",
    ),
    append("6 d 9 h", "vps/hermes", PEOPLE, "- Birthdays: Mira {+19}, Jon {+40}\n", "from the calendar"),
    edit("22 min", "vps/codex", PEOPLE, *zip(_ADDED, _REPLACED), why="shorter entries, duplicates out"),
    create("70 d", "vps/hermes", HEALTH, _HEALTH, "Facts", "what to mind when planning", why="asked to keep it"),
    append("10 d 6 h", "vps/hermes", HEALTH, "- Physiotherapy: Tuesdays 08:15, six times, first on {-10}\n"),
    saved("4 d 2 h", HEALTH, "last test 14 months ago", "last test 14 months ago, ask for a new one"),
    append("3 d 5 h", "vps/hermes", HEALTH, "- Knee: cycling is fine again, up to an hour\n", "told in chat"),
)  # fmt: skip
