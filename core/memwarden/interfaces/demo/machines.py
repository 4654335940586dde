"""The stories of facts/servers.md and facts/home-network.md, where one agent ran in a loop and another had a secret."""

from __future__ import annotations

from memwarden.interfaces.demo.script import Event, Story, act, append, create, edit, refused
from memwarden.interfaces.demo.stage import ME

SERVERS = "facts/servers.md"
NETWORK = "facts/home-network.md"

FOUND = """\
# Servers

- vps: Debian 12, 4 cores, 8 GB, runs hermes, codex and the mail relay
- pi: in the hall cupboard, runs aras and the sensors
- desk: at the office, Fedora, only goose
"""

CARRIED = "- vps: upgraded to Debian 13 on {-0}, kernel 6.12, nothing broke but the old cron mail\n"

_NETWORK = """\
# Home network

- Router: in the hall, Fritz 7590, reached as router.lan
- Wired: desk, printer, the pi; everything else over the air
- Guests get their own net, it cannot see the printer
- The printer sleeps after 20 minutes and then needs two tries
- Where passwords are: in the manager, vault "home"
"""

_LOOP = (
    "pi reached router.lan in 3 ms",
    "pi reached router.lan in 4 ms, one packet lost",
    "pi reached the vps in 31 ms",
    "pi reached router.lan in 3 ms again",
    "pi reached the vps in 30 ms, nothing lost",
    "pi reached the printer after two tries",
    "pi reached router.lan in 5 ms, still there",
    "pi reached the vps in 33 ms, still there",
)
_TOKEN = "ghp_" + "q7RkT2mVx9LbN4sWd8YfHc3JpZ6aEu1GoKiX"


def _hold(minutes: float) -> Event:
    why = "8 writes in a minute, a ping log"
    return act("40 min", lambda stage: stage.me.hold("pi/aras", minutes, why))


STORY: Story = (
    edit(
        "150 d", "vps/codex", SERVERS,
        ("and the mail relay\n", "and the mail relay\n- vps: backup at 03:10 to the storage box, 14 days kept\n"),
        why="set up the backup",
    ),
    append("34 d", "laptop/claude", SERVERS, "- Deploys: only from main, only by codex, not on a Friday\n"),
    append("9 d 3 h", "vps/codex", SERVERS, "- vps: disk at 71 %, the images of Atlas are the large part\n"),
    append("5 d 7 h", "vps/hermes", SERVERS, "- Mail relay: certificate renewed, good until {+84}\n"),
    edit("2 d 5 h", "vps/codex", SERVERS, ("disk at 71 %", "disk at 58 % after old images went"), why="cleaned up"),
    refused(
        append("5 h", "desk/goose", SERVERS, f"- Registry: log in as ci with {_TOKEN}\n", "so that all find it")
    ),
    create("80 d", ME, NETWORK, _NETWORK, "Facts", "router, printer, what is wired"),
    append("55 d", "pi/aras", NETWORK, "- The pi has a fixed address, 192.168.178.20\n"),
    append("12 d 5 h", "laptop/claude", NETWORK, "- The laptop loses the net in the kitchen, channel 6 is full\n"),
    edit("7 d 8 h", "pi/aras", NETWORK, ("6 is full", "6 is full, 11 is better"), why="measured for a night"),
    *(
        append("41 min", "pi/aras", NETWORK, f"- {line}\n", "nightly check")
        for line in _LOOP
    ),
    _hold(360),
    edit("38 min", ME, NETWORK, ("".join(f"- {line}\n" for line in _LOOP), ""), why="a log belongs elsewhere"),
    refused(append("37 min", "pi/aras", NETWORK, "- pi reached router.lan in 4 ms\n", "nightly check")),
)  # fmt: skip
