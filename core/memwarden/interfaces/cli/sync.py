"""`sync`: how far the other machines are; what is recorded goes into git and to the other side, where that is on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from memwarden.errors import EngineFailed
from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.asking import require_yes
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.sync.syncthing_state import files

if TYPE_CHECKING:
    from memwarden.memory.carriers import Carriers
    from memwarden.memory.commits import Commits, Standing
    from memwarden.memory.tree import Tree
    from memwarden.sync.gitstate import GitState
    from memwarden.sync.syncthing_state import DeviceState, SyncState

_FAILED = 3


@click.command(cls=Verb)
@click.option(
    "--commit", "wanted", type=click.Choice(["on", "off"]), default=None,
    help="Have memwarden commit and push by itself in this clone, or not any more; a person's act.",
)  # fmt: skip
@click.pass_obj
def sync(door: Door, wanted: str | None) -> None:
    """Say how Syncthing and git stand with this tree; Syncthing is asked to look for changes now.

    What git has is only told, unless a person had memwarden commit here: then every recorded change becomes a commit
    of its author, what is new on the other side is taken in by a rebase, and the branch is pushed. Edits that are not
    committed are never stashed away, and nothing is ever forced. It exits with 3 where that did not come to its end.
    Where a rebase or a merge stopped and all of it is resolved, a person is asked whether git is to go on.
    """
    from memwarden.memory.commits import Commits
    from memwarden.sync.git import repository

    tree = door.tree()
    tree.rescan()
    commits = Commits(tree)
    if wanted:
        _enable(door, commits, on=wanted == "on")
    state, looks = _looking(tree.carriers)
    attended = _attended()
    if attended and not door.json:
        _go_on(door, tree)
    made = commits.exchange(person=attended)
    repo = repository(tree.root)
    git = repo.state() if repo else None
    door.code = _FAILED if made.problem else 0
    if door.json:
        said = {"git": git and _git_shape(git), "commits": _commits_shape(made)}
        say.value({"syncthing": state and _syncthing_shape(state), **said})
        return
    lines = [*(_syncthing(state, looks=looks) if state else ()), *(_git(git) if git else ()), *_commits(made)]
    say.lines(lines or ["Nothing carries this tree to other machines."])


def _enable(door: Door, commits: Commits, *, on: bool) -> None:
    person = door.person("having memwarden commit")
    if on:
        require_yes(f"From now on memwarden commits every recorded change of this tree {commits.able()}.")
    commits.enable(person.actor, on=on)


def _go_on(door: Door, tree: Tree) -> None:
    preview = tree.git_preview("continue")
    if not preview.refusal:
        require_yes("\n".join((*preview.lines, f"{preview.command}?")))
        say.lines(door.person("continuing").git_act(preview).lines)


def _attended() -> bool:
    """Whether somebody is there who can resolve what a rebase stops at."""
    from memwarden.errors import Refused
    from memwarden.interfaces.cli.who import person_here

    try:
        person_here("resolving")
    except Refused:
        return False
    return True


def _looking(carriers: Carriers) -> tuple[SyncState | None, bool]:
    """How Syncthing stands, and whether it looks now; why it does not is one of its errors."""
    state, folder = carriers.told(), carriers.syncthing
    if folder is None or state is None or not state.connected or state.paused:
        return state, False
    try:
        folder.scan([""])
    except EngineFailed as failure:
        return replace(state, errors=(*state.errors, failure.message)), False
    return state, True


def _syncthing(state: SyncState, *, looks: bool) -> Iterator[str]:
    if not state.connected:
        yield f"Syncthing: not reached. {state.reason}"
        return
    behind = f", {files(state.behind_items)} to come" if state.behind_items else ""
    yield f"Syncthing {state.version}: {state.folder_state}{behind}" + ("; it looks now" if looks else "")
    for device in state.devices:
        reached = "connected" if device.connected else "paused" if device.paused else "away"
        yield f"  {device.name}: " + ", ".join(filter(None, (reached, device.declines, device.lacks)))
    for said in (*state.remarks, *state.errors):
        yield f"  {said}"


def _git(state: GitState) -> Iterator[str]:
    ahead = ", ".join(
        f"{count} {what}" for count, what in ((state.ahead, "to push"), (state.behind, "to pull")) if count
    )
    ahead = "pushed nowhere: it has no upstream" if state.ahead is None and not state.detached else ahead
    yield f"git {state.branch or 'detached'}: {len(state.uncommitted)} notes not committed" + (
        f", {ahead}" if ahead else ""
    )
    if state.under_way:
        yield f"  a {state.under_way} is under way"
    if state.unmerged:
        yield f"  {len(state.unmerged)} notes are unmerged: memwarden conflicts"


def _commits(standing: Standing) -> Iterator[str]:
    if not standing.on:
        return
    times = (("pushed", standing.pushed), ("took in others'", standing.pulled))
    done = "".join(f", {what} {at}" for what, at in times if at)
    waiting = f", {standing.waiting} changes wait" if standing.waiting else ""
    yield f"  memwarden commits: {standing.made} made now{done}{waiting}"
    if standing.problem:
        yield f"  it stopped: {standing.problem}"
    for note, why in standing.held:
        yield f"  {note} waits: {why}"


def _syncthing_shape(state: SyncState) -> dict[str, Any]:
    return {
        "connected": state.connected, "reason": state.reason, "version": state.version, "state": state.folder_state,
        "paused": state.paused, "behind_items": state.behind_items, "kept_here": state.kept_here,
        "errors": list(state.errors), "remarks": list(state.remarks),
        "devices": list(map(_device_shape, state.devices)),
    }  # fmt: skip


def _device_shape(device: DeviceState) -> dict[str, Any]:
    return {
        "id": device.id, "name": device.name, "connected": device.connected, "paused": device.paused,
        "behind_items": device.behind_items, "declines": device.declines,
    }  # fmt: skip


def _git_shape(state: GitState) -> dict[str, Any]:
    return {
        "branch": state.branch, "detached": state.detached, "under_way": state.under_way, "ahead": state.ahead,
        "behind": state.behind, "uncommitted": list(state.uncommitted),
        "unmerged": [one.path for one in state.unmerged],
    }  # fmt: skip


def _commits_shape(standing: Standing) -> dict[str, Any]:
    return {
        "on": standing.on, "made": standing.made, "waiting": standing.waiting, "problem": standing.problem,
        "held": [{"note": note, "why": why} for note, why in standing.held],
        "looked": standing.looked or None, "pulled": standing.pulled or None, "pushed": standing.pushed or None,
    }  # fmt: skip
