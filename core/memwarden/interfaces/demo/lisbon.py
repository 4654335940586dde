"""The story of projects/lisbon-move.md: fifty lines of three hands, and the tidy-up that left nine."""

from __future__ import annotations

from memwarden.interfaces.demo.script import Story, append, create, edit, rewrite
from memwarden.interfaces.demo.stage import ME

NOTE = "projects/lisbon-move.md"

_BEGUN = """\
# Move to Lisbon

Ana starts at the institute on {+75}. We want the keys by {+60} and two weeks with both flats.
Trips follow [travel](../preferences/travel.md).

## What we want

- Two bedrooms, one of them quiet enough to work in
- No flats above the fourth floor without a lift
- Budget up to 1,450 a month, heating included
- Graça, Alvalade or Estrela; not Parque das Nações
- A place for two bicycles, not in the hallway
- Washing machine yes, dishwasher nice to have
- Fibre at 500 Mbit or more, ask for the provider before the viewing
- South or west, the winter there is damp
"""

_FLATS = """\

## Flats

- Viewing on {+7} at 17:00, Rua da Rosa 112, third floor, no lift; ask about the deposit
- Landlord there prefers payment by the fifth and wants two months ahead
- Viewing on {+8} at 10:30, Rua Josefa Maria 31, second floor, 68 m², 1,390
- The one in Josefa Maria has gas heating, last inspected in 2019
- Declined: Calçada do Monte 9, mould behind the wardrobe
- Declined: Avenida da Igreja 40, the second bedroom has no window
- Waiting for an answer: Rua Saraiva de Carvalho 8, through Inês from the institute
- Agency fee is the landlord's in all three, written confirmation for two
- Contracts run five years with notice of 120 days for us
"""

_MOVERS = """\

## Moving company

- Two offers: 1,180 and 1,340, both with insurance; the cheaper one needs four weeks notice
- Both count 22 m³; the piano is extra, 210 and 260
- The van may stop in Rua da Rosa only from 08:00 to 10:00, permit from the parish
- Boxes come ten days before, 60 of them, returned within a month
"""

_PAPERS = """\

## Papers

- NIF for both of us is done, the letters are in the blue folder
- Residence: registration at the câmara within 30 days after the fourth month
- Ana's contract in two languages is signed since {-9}
- Health: S1 form asked for on {-6}, takes about four weeks
- Bank: appointment on {+9} at 12:00, bring the NIF letters and a payslip
"""

_MINE = """\

## Not to forget

- Give notice here by {+14}, registered letter
- Tell Mira about the piano before she hears it from the movers
- Keep the balcony plants out of the van, Jon takes them
- Read the meter on the last day, with a photograph
- The key for the cellar is with Kofi
"""

TIDY = """\
# Move to Lisbon

Keys by {+60}, trips follow [travel](../preferences/travel.md).

- Viewings {+7} and {+8}
- Budget 1,450
- Movers: 1,180
- Papers: NIF done
- Give notice by {+14}
"""

STORY: Story = (
    create("24 d", ME, NOTE, _BEGUN, "Projects", "flat, movers, papers"),
    append("13 d", "laptop/claude", NOTE, _FLATS, "viewings from the agency's mail"),
    append("11 d", "vps/hermes", NOTE, _MOVERS, "asked to put both offers side by side"),
    append("9 d", "laptop/claude", NOTE, _PAPERS),
    append("8 d", ME, NOTE, _MINE),
    edit(
        "6 d", "laptop/claude", NOTE, ("second floor, 68 m², 1,390", "second floor, 68 m², 1,390 without heating"),
        why="corrected after the call",
    ),
    edit("4 d", "vps/hermes", NOTE, ("needs four weeks notice", "needs five weeks notice"), why="mail of the company"),
    rewrite("4 min", "vps/hermes", NOTE, TIDY, why="tidy up, keep what is current"),
)  # fmt: skip
