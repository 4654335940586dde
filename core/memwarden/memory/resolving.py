"""A person's decisions about conflicts, written through the gate: each bound to what was shown, each undone whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memwarden.errors import Code, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.bulk import Settling
from memwarden.memory.conflicts import Conflict, Copy, Source
from memwarden.memory.gate import Change, Written
from memwarden.memory.names import beside_name
from memwarden.store.records import What
from memwarden.text.markers import has_markers

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

_NO_FILES = ("git:", "store:")
"""What lies elsewhere stays there: it is written down that a person decided about it."""


@dataclass(frozen=True, slots=True)
class _Goal:
    """What a path is to become (None: gone), from the revision that was shown; a `new` one must not be there."""

    path: str
    data: bytes | None
    base: str | None
    new: bool = False


class Resolver:
    """Made by `Person` for itself."""

    def __init__(self, tree: Tree, actor: Actor) -> None:
        self._tree = tree
        self._actor = actor

    def resolve(
        self, conflict: Conflict, data: bytes | None, copies: Sequence[str] | None, taken: str, why: str = "",
        act: str = "",
    ) -> Written:  # fmt: skip
        """See `Person.resolve`."""
        _require_unmarked(conflict, data)
        chosen = [copy for copy in conflict.copies if copy.revision and (copies is None or copy.path in copies)]
        with self._tree.store.locked():
            self._require_shown(conflict, chosen)
            goals = _taken_away(chosen)
            if conflict.has_place:
                goals = [_Goal(conflict.note, data, conflict.revision), *goals]
            elif data is not None:
                raise Refused(
                    Code.NOT_A_NOTE, f"There is no note that {chosen[0].path} belongs to.",
                    "Move it to a name of its own, keep both, or take it away.",
                )  # fmt: skip
            return self._settle(conflict, chosen, goals, taken, why, act)

    def keep_both(self, conflict: Conflict, copy: Copy, to: str) -> Written:
        """See `Person.keep_both`."""
        if copy.gone or not copy.revision:
            raise Refused(Code.BAD_ARGUMENT, "That side holds nothing that could be kept.", "Take a side instead.")
        with self._tree.store.locked():
            self._require_shown(conflict, [copy])
            name = beside_name(conflict.note, copy.at or copy.written_at, self._tree.root, to, self._tree.paths())
            equal = [other for other in conflict.copies if other.revision == copy.revision]
            goals = [_Goal(name, copy.data, None, new=True), *_taken_away(equal)]
            if any(other.source is not Source.FILE for other in equal):
                goals = [goals[0], _Goal(conflict.note, conflict.data, conflict.revision), *goals[1:]]
            return self._settle(conflict, equal, goals, "keep both", "", "")

    def resolve_all(self, preview: Sequence[Settling]) -> tuple[Written, ...]:
        """See `Person.resolve_all_identical`."""
        with self._tree.store.locked():
            for settling in preview:
                self._require_shown(settling.conflict, settling.conflict.copies)
            act = ""
            done: list[Written] = []
            for settling in preview:
                done.append(self.resolve(settling.conflict, settling.data, None, settling.taken, settling.why, act))
                act = act or done[-1].act
        return tuple(done)

    def _settle(
        self, conflict: Conflict, chosen: Sequence[Copy], goals: Sequence[_Goal], taken: str, why: str, act: str
    ) -> Written:
        in_git = any(copy.source is Source.GIT for copy in chosen)
        if in_git:
            self._tree.git_acts.require_unlocked()
        self._keep_texts(conflict, chosen)
        paths = (*(copy.path for copy in chosen), conflict.yours_from)
        settled = [path for path in paths if path.startswith(_NO_FILES)]
        refs: dict[str, Any] = {
            "item": conflict.id, "taken": taken, "copies": [copy.path for copy in chosen],
            "merged": sorted({copy.revision for copy in chosen if not copy.gone}), "settled": settled,
        }  # fmt: skip
        done: list[Written] = []
        for goal in goals:
            change = Change(What.RESOLVE, goal.path, _becomes(goal), base=goal.base, act=act, why=why, refs=refs)
            done.append(self._tree.gate.write(self._actor, change))
            act = act or done[-1].act
        if settled and not any(written.act for written in done):
            said = self._tree.ledger.note(self._actor, What.VERDICT, conflict.note, verdict="resolved", **refs)
            self._tree.publish(said)
            act = said.act
        if in_git:
            self._tree.git_acts.stage(conflict.note)
        return done[0]._replace(act=act)

    def _keep_texts(self, conflict: Conflict, chosen: Iterable[Copy]) -> None:
        """Versions that lie in no file of the tree go to the store like those that do."""
        outside = [copy.data for copy in chosen if copy.source is not Source.FILE and not copy.gone]
        for data in (*outside, *([conflict.data] if outside and conflict.data is not None else [])):
            self._tree.store.snapshots.put(data)

    def _require_shown(self, conflict: Conflict, chosen: Sequence[Copy]) -> None:
        """Raises Refused CHANGED_SINCE_SHOWN; with `gone` in its details where nothing is left to decide."""
        now = self._tree.conflict(conflict.note)
        if now is None:
            raise Refused(
                Code.CHANGED_SINCE_SHOWN,
                f"The conflict of {conflict.note} was resolved elsewhere in the meantime.",
                "Nothing is left to decide here.",
                details={"gone": True},
            )
        left = {copy.path: copy.revision for copy in now.copies}
        shown = {copy.path: copy.revision for copy in conflict.copies}
        if now.revision != conflict.revision or any(left.get(path) != shown[path] for path in shown):
            raise Refused(
                Code.CHANGED_SINCE_SHOWN,
                f"{conflict.note} or a copy of it changed on disk since it was shown.",
                "Look at the sides as they are now, then decide.",
            )
        if not chosen:
            raise Refused(Code.NO_ITEM, "None of the copies that can be read was named.", "Name a copy of this note.")


def _require_unmarked(conflict: Conflict, data: bytes | None) -> None:
    """A side that quotes markers may be taken as it is; what was merged from sides without any may hold none."""
    quoted = any(has_markers(side) for side in (conflict.data or b"", *(copy.data for copy in conflict.copies)))
    if data is not None and not quoted and (lines := has_markers(data)):
        raise Refused(
            Code.MARKERS, f"Line {lines[0]} still is a conflict marker.", "Choose a side or edit the text.",
            details={"lines": list(lines)},
        )  # fmt: skip


def _taken_away(chosen: Iterable[Copy]) -> list[_Goal]:
    return [_Goal(copy.path, None, copy.revision) for copy in chosen if copy.source is Source.FILE]


def _becomes(goal: _Goal) -> Callable[[bytes | None], bytes | None]:
    def compute(now: bytes | None) -> bytes | None:
        if goal.new and now is not None:
            raise Refused(Code.ALREADY_PRESENT, f"There is {goal.path} already.", "Choose another name.")
        return goal.data

    return compute
