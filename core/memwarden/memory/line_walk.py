"""Walk back along one line: the version that brought it as it is, and where it stood in the version before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memwarden.errors import Code, Refused
from memwarden.memory.past import Past
from memwarden.memory.replay import put_places
from memwarden.memory.sources import unpack
from memwarden.memory.versions import Version, of_past
from memwarden.store.records import What
from memwarden.text.authorship import carry_into
from memwarden.text.diff import Hunk, diff_bytes
from memwarden.text.lines import split_lines

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

NEW = -1
_FIRST = frozenset({What.FOUND, What.CREATE})


@dataclass(frozen=True, slots=True)
class LineOrigin:
    """`version` brought the line, at `line` in its text; `before` is the text it changed, None where there was none.

    `line_before` is the line of that text which became this one, or else the one that stood in its place; 0 where
    the text before has no lines. Lines are counted from 1.
    """

    version: Version
    line: int
    before: str | None
    line_before: int


def line_origin(tree: Tree, note: str, revision: str | None, line: int) -> LineOrigin:
    """See `Tree.line_origin`."""
    history = tree.history(note)
    versions = history.versions()
    start = _start(versions, note, revision)
    hunks: Sequence[Hunk] = ()
    if start.kept:
        start, line, hunks = _walked(tree, note, versions, start, line)
    commit = tree.timeline.commit_of(note, start.id)
    if commit is not None and (start.engine == "git" or start.act in _FIRST):
        return _in_git(tree, note, versions, commit, line) or LineOrigin(start, line, None, 0)
    count = len(split_lines(history.data(start.before))) if start.before else 0
    return LineOrigin(start, line, start.before, neighbour(line - 1, hunks, count))


def _start(versions: Sequence[Version], note: str, revision: str | None) -> Version:
    wanted = (one for one in versions if one.revision is not None and revision in {None, one.revision, one.id})
    start = next(wanted, None)
    if start is None:
        raise Refused(Code.NO_VERSION, f"{note} has no version {revision!r}.", "List its versions.")
    return start


def _walked(
    tree: Tree, note: str, versions: Sequence[Version], start: Version, line: int
) -> tuple[Version, int, Sequence[Hunk]]:
    """Back through the journal to the version that the line is new in; its place there, and what changed then."""
    with tree.store.locked():
        states = tree.store.states(note)
        until = next((at for at, entry in enumerate(states, 1) if entry.id == start.id), 0)
        back = states[until - 1 :: -1] if until else []
        at = line - 1
        for entry, body in zip(back, tree.store.bodies(back)):
            place = at if entry.arrival else origin_of(at, body.hunks)
            if place == NEW or body.thin or entry is back[-1]:
                brought = next((one for one in versions if one.id == entry.id), start)
                return brought, at + 1, body.hunks
            at = place
    return start, line, ()


def origin_of(line: int, hunks: Sequence[Hunk]) -> int:
    """Where a line (counted from 0) stood before the hunks; NEW where they brought it."""
    shift = 0
    for hunk in hunks:
        if line < hunk.start + shift:
            break
        if line < hunk.start + shift + len(hunk.put):
            places = list(range(max(hunk.start + len(hunk.cut) for hunk in hunks)))
            carry_into(places, hunks, NEW)
            return places[line]
        shift += len(hunk.put) - len(hunk.cut)
    return line - shift


def places(tree: Tree, note: str) -> list[tuple[str, int]]:
    """The record that put each line of the note's last known text, and the line's number there; 0 where pruned."""
    found: list[tuple[str, int]] = []
    with tree.store.locked():
        states = tree.store.states(note)
        for entry, body in zip(states, tree.store.bodies(states)):
            if body.thin or entry.after is None:
                found = [(source.record, 0) for source in unpack(body.refs.get("authors", {"ids": [], "runs": []}))]
            elif not entry.arrival:
                carry_into(found, body.hunks, ("", NEW))
                for at, _ in put_places(body.hunks):
                    if found[at][1] == NEW:
                        found[at] = (entry.id, at + 1)
    return found


def neighbour(line: int, hunks: Sequence[Hunk], count: int) -> int:
    """The line (counted from 1) of the `count` lines before that a line brought by the hunks stands in the place of."""
    from memwarden.text.words import pair_lines

    shift = 0
    for hunk in hunks:
        offset = line - hunk.start - shift
        if 0 <= offset < len(hunk.put):
            pairs = {put: cut for cut, put in pair_lines(hunk.cut, hunk.put)}
            nearest = min(offset, max(len(hunk.cut) - 1, 0))
            return min(hunk.start + pairs.get(offset, nearest) + 1, count)
        if offset < 0:
            break
        shift += len(hunk.put) - len(hunk.cut)
    return min(line - shift + 1, count)


def _in_git(tree: Tree, note: str, versions: Sequence[Version], commit: Past, line: int) -> LineOrigin | None:
    """From a text that git kept to the commit that brought the line; None where git cannot say."""
    found = tree.git_past.origin(commit, line)
    commits = {one.id: one for one in tree.git_past.commits(commit.note)}
    if found is None or found[0] not in commits:
        return None
    brought, line = commits[found[0]], found[1]
    told = next((one for one in versions if one.id in {brought.id, tree.timeline.record_of(note, brought.id)}), None)
    version = told or of_past(brought, ())
    if brought.content_before is None:
        return LineOrigin(version, line, None, 0)
    before, after = tree.git_past.data(brought.content_before) or b"", tree.git_past.data(brought.content or "") or b""
    place = neighbour(line - 1, diff_bytes(before, after), len(split_lines(before)))
    return LineOrigin(version, line, brought.content_before, place)
