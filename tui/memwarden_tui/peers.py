"""How the tree is carried, watched and kept, in the few words that the header has room for."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from memwarden.errors import EngineFailed
from memwarden.text.ages import age
from memwarden_tui.safe import safe
from memwarden_tui.widgets.header import Peer

if TYPE_CHECKING:
    from memwarden.memory.carriers import Carriers
    from memwarden.memory.live import Live
    from memwarden.memory.tree import Tree


def peers(carriers: Carriers, now: datetime) -> tuple[Peer, ...] | None:
    """What is not in order, worst last; empty where all is, None where nothing carries the tree.

    Asks over the network: call it in a thread.
    """
    try:
        state = carriers.state()
    except EngineFailed as failed:
        return (Peer(safe(failed.message), bad=True),)
    if state is None:
        return None
    if not state.connected:
        return (Peer("Syncthing does not answer", bad=True),)
    found = [Peer(f"{state.behind_items} to come")] if state.behind_items else []
    for device in state.devices:
        name = safe(device.name)
        if device.paused:
            found.append(Peer(f"{name} paused", bad=True))
        elif not device.connected:
            away = f" {age((now - device.last_seen).total_seconds())}" if device.last_seen else ""
            found.append(Peer(f"{name} offline{away}", bad=True))
        elif device.declines:
            found.append(Peer(f"{name} takes nothing", bad=True))
        elif device.behind_items:
            found.append(Peer(f"{name} {device.behind_items} behind"))
    if state.paused:
        found.append(Peer("sync paused", bad=True))
    if state.kept_here:
        found.append(Peer(f"{state.kept_here} not sent", bad=True))
    if state.errors:
        count = len(state.errors)
        found.append(Peer(f"{count} sync error{'s' if count > 1 else ''}", bad=True))
    return tuple(sorted(found, key=lambda peer: peer.bad))


class Notice(NamedTuple):
    """What is not in order on this machine, in a word for the header and in a sentence; both safe."""

    word: str
    says: str
    bad: bool = True

    @property
    def peer(self) -> Peer:
        return Peer(self.word, self.bad)


def notices(tree: Tree, live: Live | None) -> tuple[Notice, ...]:
    """Worst last."""
    found = []
    if tree.readonly:
        found.append(Notice("read-only", safe(f"Nothing can be written here: {tree.why_readonly}."), bad=False))
    if live is not None and live.state.mode == "polling":
        found.append(Notice("polling", safe(f"Changes are seen late: {live.state.reason}.")))
    elif live is not None and live.state.mode == "off":
        found.append(Notice("not watched", safe("Nothing watches the notes: changes are seen within a minute.")))
    if live is not None and live.problem:
        found.append(Notice("cannot look", safe(live.problem)))
    if live is not None and live.held_up:
        found.append(Notice("commits wait", safe(f"memwarden commits here, but {live.held_up}.")))
    found += [Notice("no history", safe(warning)) for warning in tree.warnings]
    return tuple(found)
