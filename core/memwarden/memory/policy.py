"""Who may change what: the rules of a tree as a value, and the one decision that every verb passes.

A person may do everything. For an agent the first rule that matches the note decides which verbs there are,
then the origin narrows them: only a turn that a person started may change or take out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, NoReturn

from memwarden.checks.limits import DEFAULT, Limits
from memwarden.errors import Code, Refused
from memwarden.memory.globs import fill, match
from memwarden.store.records import Origin

VERBS = ("append", "edit", "rewrite", "create", "delete", "propose")
ADDING = frozenset({"append", "create", "propose"})
GUARDED = ".memwarden"
CONFIG = f"{GUARDED}/config.toml"
_DREAMING = ADDING | {"edit"}
_TAKES_OUT = {"move": "delete"}


class LargeDeletion(NamedTuple):
    """A write that leaves at most the share `left` of a note of `minimum_chars` trimmed characters or more."""

    left: float = 0.20
    minimum_chars: int = 200


class BrakeRule(NamedTuple):
    """So many notes sharply shrunk within `seconds` hold the writer for `hold_minutes`; 0 notes: no brake."""

    notes: int = 10
    seconds: float = 60
    hold_minutes: float = 30


class Rule(NamedTuple):
    """`agents`: verbs of every agent; `chat`: more verbs, in a turn that a person started.

    `owner`, a template such as `{host}/{agent}` or a fixed identity, gives the paths to one writer: to
    everyone else they are open for proposals only. Braces in the paths of a rule without an owner stand for
    the writer.
    """

    paths: tuple[str, ...]
    agents: frozenset[str] = frozenset()
    chat: frozenset[str] = frozenset()
    owner: str = ""

    def owner_of(self, note: str) -> str | None:
        """The owner of this note by this rule, with `*` for what its path leaves open; None if it has none."""
        if not self.owner:
            return None
        for path in self.paths:
            if (values := match(path, note)) is not None:
                return fill(self.owner, values)
        return None

    def verbs(self, identity: str, origin: Origin, note: str) -> frozenset[str] | None:
        """What the identity may do to the note, before the origin narrows it; None where the rule is silent."""
        if self.owner:
            owner = self.owner_of(note)
            if owner is None:
                return None
            if match(owner, identity) is None:
                return frozenset({"propose"})
        elif not any(match(path, note, _bound(identity)) is not None for path in self.paths):
            return None
        return self.agents | (self.chat if origin is Origin.CHAT else frozenset())


class Fault(NamedTuple):
    """Why a configuration cannot be read, and where, counted from 1."""

    line: int
    column: int
    message: str


class Policy(NamedTuple):
    """`fault` says that the configuration is malformed; then `rules` let agents append and nothing else."""

    layout: str
    rules: tuple[Rule, ...]
    people: tuple[str, ...] = ()
    large_deletion: LargeDeletion = LargeDeletion()
    brake: BrakeRule = BrakeRule()
    limits: Limits = DEFAULT
    fault: Fault | None = None

    def is_person(self, identity: str) -> bool:
        return any(match(pattern, identity) is not None for pattern in self.people)

    def owner(self, note: str) -> str | None:
        """The identity that alone writes this note, as `vps/hermes`; None where its path names no one."""
        owners = (rule.owner_of(note) for rule in self.rules)
        owner = next((owner for owner in owners if owner is not None), None)
        return owner if owner and "*" not in owner else None

    def allowed(self, identity: str, origin: Origin, note: str) -> frozenset[str]:
        """The verbs that this agent has for this note."""
        return self._by_path(identity, origin, note) & _by_origin(origin)

    def decide(self, identity: str, origin: Origin, verb: str, note: str, *, person: bool = False) -> None:
        """Raises Refused PERSON_ONLY, OUTSIDE, POLICY or ORIGIN where the verb is not allowed.

        A move takes a note out here and makes it there: ask for `move` (or `delete`) of the old path and
        for `create` of the new one.
        """
        if person:
            return
        verb = _TAKES_OUT.get(verb, verb)
        if verb not in VERBS:
            raise Refused(Code.PERSON_ONLY, f"Only a person may {verb} a note.", "Tell the person, or propose.")
        if ".." in note.split("/"):
            raise Refused(Code.OUTSIDE, f"{note} leads out of its folder.", "Name the note by its own path.")
        by_path = self._by_path(identity, origin, note)
        if verb not in by_path:
            self._refuse_path(identity, origin, verb, note)
        if verb not in _by_origin(origin):
            _refuse_origin(origin, verb, note, by_path & _by_origin(origin))

    def _by_path(self, identity: str, origin: Origin, note: str) -> frozenset[str]:
        if note.split("/", maxsplit=1)[0].casefold() == GUARDED:
            return frozenset()
        for rule in self.rules:
            verbs = rule.verbs(identity, origin, note)
            if verbs is not None:
                return verbs
        return frozenset()

    def _refuse_path(self, identity: str, origin: Origin, verb: str, note: str) -> NoReturn:
        allowed = self.allowed(identity, origin, note)
        if note.split("/", maxsplit=1)[0].casefold() == GUARDED:
            why = f"{note} holds the rules of this tree: agents never write there."
        elif self.fault:
            why = f"The rules of this tree cannot be read, so agents may only append; {verb} {note} is not done."
        elif (owner := self.owner(note)) and owner != identity:
            why = f"{note} belongs to {owner}: {identity} may not {verb} it."
        else:
            why = f"Agents may not {verb} {note} here."
        raise Refused(Code.POLICY, why, _instead(allowed), details=_details(verb, note, allowed))


def _refuse_origin(origin: Origin, verb: str, note: str, allowed: frozenset[str]) -> NoReturn:
    started = {
        Origin.ROUTINE: "a routine",
        Origin.AGENT: "an agent",
        Origin.DREAM: "a consolidation run",
    }.get(origin, origin.value)
    raise Refused(
        Code.ORIGIN,
        f"This turn was started by {started}, which may not {verb} {note}: only a turn that a person started "
        "may change or take out.",
        _instead(allowed),
        details=_details(verb, note, allowed),
    )


def _by_origin(origin: Origin) -> frozenset[str]:
    if origin in {Origin.PERSON, Origin.CHAT}:
        return frozenset(VERBS)
    return _DREAMING if origin is Origin.DREAM else ADDING


def _bound(identity: str) -> dict[str, str]:
    host, _, agent = identity.partition("/")
    return {"host": host, "agent": agent}


def _instead(allowed: frozenset[str]) -> str:
    others = [verb for verb in VERBS if verb in allowed and verb != "propose"]
    ways = f"You may {_either(others)} there. " if others else ""
    if "propose" in allowed:
        return ways + "Propose the change: a person sees it and confirms it (memwarden propose)."
    return ways or "Ask the person to change it."


def _either(verbs: Iterable[str]) -> str:
    *first, last = verbs
    return f"{', '.join(first)} or {last}" if first else last


def _details(verb: str, note: str, allowed: frozenset[str]) -> dict[str, object]:
    return {"verb": verb, "note": note, "allowed": sorted(allowed)}
