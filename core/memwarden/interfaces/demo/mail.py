"""The mail of the demo: a task without an answer, unread letters, threads that are answered or acknowledged."""

from __future__ import annotations

from memwarden.interfaces.demo.letters import acknowledge, answer, have_read, letter
from memwarden.interfaces.demo.script import Story
from memwarden.interfaces.demo.stage import ME

HOTEL = "Which hotel area in Lisbon?"
LAUNCH = "Atlas launch: April or 18 March?"
SPELLING = "people.md: which spelling?"
BOOKING = "Ask before booking?"
WEEKLY = "Weekly summary"
TABS = "Coding style: tabs in Makefiles"
NIGHTLY = "Nightly check found nothing"
BACKUP = "Backup failed twice"

_HOTEL = """\
You stay in Lisbon from {+6} to {+11} to look at flats. The viewings are in Bairro Alto
and in Graça; the meeting on {+9} is at Parque das Nações.

- Baixa: everything 15 to 25 minutes away, loud at night
- Graça: two viewings on foot, 35 minutes to the meeting
- Parque: quiet, 30 minutes to every viewing

preferences/travel.md says quiet rooms, but also "near the station beats a view". Which one wins here?
"""

_LAUNCH = """\
Ines said April on the phone. The ticket ATL-240 says 18 March, and codex goes by the ticket.

I put April into projects/atlas.md unless you say otherwise.
"""

_BACKUP = """\
Two nights in a row the storage box did not answer at 03:10. The third try at 04:00 went through both times.

Nothing is lost. I would move the backup to 04:00 and look again in a week.
"""

_WEEKLY = """\
- Atlas: the rounding is fixed, replicas in Oregon are in place
- Lisbon: two viewings, movers compared, papers on their way
- Tax: only the taxi and the bank's certificate are missing
"""

STORY: Story = (
    letter("6 d 3 h", "pi/aras", ME, NIGHTLY, "All 19 notes were there, nothing changed on disk behind my back."),
    letter(
        "5 d 2 h", "laptop/claude", "vps/codex", TABS, "Sam wants tabs in Makefiles only. Does your formatter know?",
        type="task",
    ),
    answer("4 d 9 h", "vps/codex", TABS, "It does now, since ATL-231. Write it into coding-style, please."),
    have_read("5 d", NIGHTLY),
    have_read("5 d", NIGHTLY, state="archived"),
    letter("3 d", "vps/hermes", ME, HOTEL, _HOTEL, type="task"),
    answer(
        "2 d 22 h", "laptop/claude", HOTEL, "In the last three trips Sam took the quiet one. I would wait with it."
    ),
    letter("2 d", "vps/hermes", "all", WEEKLY, _WEEKLY, type="broadcast"),
    acknowledge("1 d 22 h", WEEKLY, "laptop/claude", "vps/codex"),
    have_read("1 d 20 h", WEEKLY),
    letter(
        "1 d 4 h", "desk/goose", ME, BOOKING,
        "I booked on an old yes, and it had to be cancelled. Shall I propose a rule?",
    ),
    have_read("1 d 1 h", BOOKING),
    acknowledge("1 d 1 h", BOOKING),
    letter(
        "8 h", "vps/codex", ME, SPELLING,
        "Is it Inês or Ines? Both are in people.md, and I am not sure they are one person.",
    ),
    have_read("7 h", SPELLING),
    answer("7 h", ME, SPELLING, "Two people. Inês Matos is in Lisbon, Ines Brandt pays for Atlas."),
    answer("6 h 30 min", "vps/codex", SPELLING, "Thanks, I leave both as they are."),
    have_read("6 h 20 min", SPELLING),
    letter("5 h 10 min", "vps/codex", ME, BACKUP, _BACKUP),
    letter("1 h 5 min", "laptop/claude", ME, LAUNCH, _LAUNCH),
)  # fmt: skip
