"""How git stands with the tree, and the commits that memwarden makes in it, in lines of the panel."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from memwarden.memory.whereabouts import git_state
from memwarden_tui.safe import safe
from memwarden_tui.widgets.facts import Fact, Gap, Line
from memwarden_tui.wording import ago, many

if TYPE_CHECKING:
    from memwarden.memory.commits import Standing
    from memwarden.memory.tree import Tree

LABEL = 13


def git_lines(tree: Tree, commits: Standing) -> Iterator[Line]:
    """Asks git: for a thread."""
    state = git_state(tree)
    if state is None:
        return
    waits = [(len(state.uncommitted), "not committed"), (state.ahead, "to push"), (state.behind, "to pull")]
    said = ", ".join(f"{count} {what}" for count, what in waits if count) or "nothing to commit, push or pull"
    yield Gap()
    yield Fact("git", ((safe(f"{state.branch or 'detached'}: {said}"), "text"),), width=LABEL)
    if not commits.on:
        yield Fact("memwarden", (("commits nothing here by itself", "muted"),), width=LABEL)
        return
    nowhere = state.ahead is None and not state.detached
    yield Fact("memwarden", ((safe(_kept(commits, tree.now(), nowhere=nowhere)), "text"),), width=LABEL)
    for said in (commits.problem, *(f"{note} waits: {why}" for note, why in commits.held)):
        if said:
            yield Fact("", ((safe(said), "warn"),), width=LABEL)


def _kept(commits: Standing, now: datetime, *, nowhere: bool) -> str:
    waiting = f"{many(commits.waiting, 'change')} to commit" if commits.waiting else "commits every change"
    done = (("pushed", commits.pushed), ("took in others'", commits.pulled), ("asked the other side", commits.looked))
    times = [f"{what} {ago(datetime.fromisoformat(at), now)}" for what, at in done if at]
    return ", ".join((waiting, *(["pushed nowhere: the branch has no upstream"] if nowhere else times)))
