"""`sync`: how far the other machines are; what is recorded goes into git and to the other side, where that is on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.asking import require_yes
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb

if TYPE_CHECKING:
    from memwarden.memory.commits import Commits, Standing
    from memwarden.sync.gitstate import GitState
    from memwarden.sync.syncthing_state import SyncState

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
    """
    from memwarden.memory.commits import Commits
    from memwarden.sync.git import repository

    tree = door.tree()
    tree.rescan()
    commits = Commits(tree)
    if wanted:
        _enable(door, commits, on=wanted == "on")
    folder = tree.carriers.syncthing
    state = tree.carriers.state()
    if folder is not None and state is not None and state.connected and not state.paused:
        folder.scan([""])
    made = commits.exchange(person=_attended())
    repo = repository(tree.root)
    git = repo.state() if repo else None
    door.code = _FAILED if made.problem else 0
    if door.json:
        said = {"git": git and _git_shape(git), "commits": _commits_shape(made)}
        say.value({"syncthing": state and _syncthing_shape(state), **said})
        return
    lines = [*(_syncthing(state) if state else ()), *(_git(git) if git else ()), *_commits(made)]
    say.lines(lines or ["Nothing carries this tree to other machines."])


def _enable(door: Door, commits: Commits, *, on: bool) -> None:
    person = door.person("having memwarden commit")
    if on:
        require_yes(f"From now on memwarden commits every recorded change of this tree {commits.able()}.")
    commits.enable(person.actor, on=on)


def _attended() -> bool:
    """Whether somebody is there who can resolve what a rebase stops at."""
    from memwarden.errors import Refused
    from memwarden.interfaces.cli.who import person_here

    try:
        person_here("resolving")
    except Refused:
        return False
    return True


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


def _commits(standing: Standing) -> Iterator[str]:
    if not standing.on:
        return
    pushed = f", pushed {standing.pushed}" if standing.pushed else ""
    waiting = f", {standing.waiting} changes wait" if standing.waiting else ""
    yield f"  memwarden commits: {standing.made} made now{pushed}{waiting}"
    if standing.problem:
        yield f"  it stopped: {standing.problem}"
    for note, why in standing.held:
        yield f"  {note} waits: {why}"


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


def _commits_shape(standing: Standing) -> dict[str, Any]:
    return {
        "on": standing.on, "made": standing.made, "waiting": standing.waiting, "problem": standing.problem,
        "held": [{"note": note, "why": why} for note, why in standing.held], "pushed": standing.pushed or None,
    }  # fmt: skip
