"""`sync`: how far the other machines are, and a word to Syncthing that it may look now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb

if TYPE_CHECKING:
    from memwarden.sync.gitstate import GitState
    from memwarden.sync.syncthing_state import SyncState


@click.command(cls=Verb)
@click.pass_obj
def sync(door: Door) -> None:
    """Say how Syncthing and git stand with this tree; Syncthing is asked to look for changes now.

    What git has is only told: committing, pulling and pushing stay yours.
    """
    from memwarden.sync.git import repository

    tree = door.tree()
    tree.rescan()
    folder = tree.carriers.syncthing
    state = tree.carriers.state()
    if folder is not None and state is not None and state.connected and not state.paused:
        folder.scan([""])
    git = repository(tree.root)
    found = git.state() if git else None
    if git:
        git.close()
    if door.json:
        say.value({"syncthing": state and _syncthing_shape(state), "git": found and _git_shape(found)})
        return
    lines = [*(_syncthing(state) if state else ()), *(_git(found) if found else ())]
    say.lines(lines or ["Nothing carries this tree to other machines."])


def _syncthing(state: SyncState) -> Iterator[str]:
    if not state.connected:
        yield f"Syncthing: not reached. {state.reason}"
        return
    behind = f", {state.behind_items} files to come" if state.behind_items else ""
    yield f"Syncthing {state.version}: {state.folder_state}{behind}" + ("" if state.paused else "; it looks now")
    for device in state.devices:
        lacks = f"lacks {device.behind_items} files" if device.behind_items else "has everything"
        reached = "connected" if device.connected else "away"
        yield f"  {device.name or device.id[:7]}: {reached}, {'not known' if device.behind_items is None else lacks}"
    for error in state.errors:
        yield f"  {error}"


def _git(state: GitState) -> Iterator[str]:
    ahead = ", ".join(
        f"{count} {what}" for count, what in ((state.ahead, "to push"), (state.behind, "to pull")) if count
    )
    yield f"git {state.branch or 'detached'}: {len(state.uncommitted)} notes not committed" + (
        f", {ahead}" if ahead else ""
    )
    if state.under_way:
        yield f"  a {state.under_way} is under way"
    if state.unmerged:
        yield f"  {len(state.unmerged)} notes are unmerged: memwarden conflicts"


def _syncthing_shape(state: SyncState) -> dict[str, Any]:
    return {
        "connected": state.connected, "reason": state.reason, "version": state.version, "state": state.folder_state,
        "paused": state.paused, "behind_items": state.behind_items, "errors": list(state.errors),
        "devices": [
            {"id": device.id, "name": device.name, "connected": device.connected, "behind_items": device.behind_items}
            for device in state.devices
        ],
    }  # fmt: skip


def _git_shape(state: GitState) -> dict[str, Any]:
    return {
        "branch": state.branch, "detached": state.detached, "under_way": state.under_way, "ahead": state.ahead,
        "behind": state.behind, "uncommitted": list(state.uncommitted),
        "unmerged": [one.path for one in state.unmerged],
    }  # fmt: skip
