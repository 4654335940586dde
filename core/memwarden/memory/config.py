"""`.memwarden/config.toml`: read into a policy, or into the place where it is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from memwarden.checks.finding import Finding, fingerprint
from memwarden.checks.limits import FileLimit, memory_limits
from memwarden.memory import globs
from memwarden.memory.config_place import Place, column_of_byte, locate
from memwarden.memory.policy import CONFIG, VERBS, BrakeRule, Fault, LargeDeletion, Policy, Rule
from memwarden.memory.presets import LAYOUTS, malformed, preset

CODE = "malformed-config"
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_IDENTITY = re.compile(r"[^/\s]+/[^/\s]+")
_TOP = ("layout", "people", "rule", "large_deletion", "brake", "sizes", "language")
_RULE = ("paths", "owner", "agents", "chat")
_MOST = 10_000_000
_SIZES = ("line", "shared", "agent", "repeated")

Values = Mapping[str, Any]
Numbers = TypeVar("Numbers", LargeDeletion, BrakeRule)


class _Wrong(Exception):
    def __init__(self, message: str, *place: Place) -> None:
        super().__init__(message)
        self.message = message
        self.place = place


def parse_config(data: bytes, *, layout: str = "flat") -> Policy:
    """The policy of this configuration; where it is wrong, one whose `fault` says so and that lets agents append.

    Rules of the file come first, those of its layout's preset after them. `layout` holds where it names none.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return malformed(Fault(*column_of_byte(data, error.start), "this is not UTF-8"))
    try:
        return _policy(tomllib.loads(text.replace("\r\n", "\n")), layout)
    except tomllib.TOMLDecodeError as error:
        return malformed(_toml_fault(str(error), text))
    except RecursionError:
        return malformed(Fault(1, 1, "this is nested too deeply"))
    except _Wrong as wrong:
        return malformed(Fault(*locate(text, wrong.place), wrong.message))


def config_findings(policy: Policy, waiting: Policy | None = None) -> tuple[Finding, ...]:
    """What `check` shows of a malformed configuration: the one in force, and the one that waits to be accepted."""
    held = _finding(policy.fault, "Until it is mended, agents may only append.")
    return held or _finding(waiting and waiting.fault, "It is not in force: accept it once it is mended.")


def _finding(fault: Fault | None, then: str) -> tuple[Finding, ...]:
    if fault is None:
        return ()
    return (
        Finding(
            CODE,
            fault.line,
            fault.column,
            f"Line {fault.line}: {fault.message}. {then}",
            "Mend the file; `memwarden init` shows one with everything that may be in it.",
            note=CONFIG,
            fingerprint=fingerprint(CODE, fault.message),
        ),
    )


def _policy(values: Values, layout: str) -> Policy:
    _known(values, _TOP)
    layout = values.get("layout", layout)
    if layout not in LAYOUTS:
        raise _Wrong(f"layout is one of {', '.join(LAYOUTS)}", "layout")
    base = preset(layout)
    rules = values.get("rule", [])
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        raise _Wrong("rules are written as [[rule]]", "rule")
    return base._replace(
        rules=(*(_rule(rule, index) for index, rule in enumerate(rules)), *base.rules),
        people=_texts(values.get("people", []), _identity_fault, "people"),
        large_deletion=_numbers(LargeDeletion, values, "large_deletion"),
        brake=_numbers(BrakeRule, values, "brake"),
        limits=base.limits._replace(
            **_sizes(_table(values, "sizes", _SIZES), base.limits.files),
            language=_text(values.get("language", ""), "language"),
        ),
    )


def _rule(values: Values, index: int) -> Rule:
    _known(values, _RULE, "rule", index)
    if "paths" not in values or "agents" not in values:
        raise _Wrong("a rule needs paths and agents", "rule", index)
    paths = values["paths"]
    owner = _text(values.get("owner", ""), "rule", index, "owner")
    if owner and (fault := _identity_fault(owner) or globs.fault(owner)):
        raise _Wrong(fault, "rule", index, "owner", owner)
    return Rule(
        paths=_texts([paths] if isinstance(paths, str) else paths, globs.fault, "rule", index, "paths"),
        agents=frozenset(_texts(values["agents"], _verb_fault, "rule", index, "agents")),
        chat=frozenset(_texts(values.get("chat", []), _verb_fault, "rule", index, "chat")),
        owner=owner,
    )


def _sizes(values: Values, files: tuple[FileLimit, ...]) -> dict[str, Any]:
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise _Wrong(f"{name} is a whole number of 0 or more", "sizes", name)
    sizes: dict[str, Any] = {}
    if "line" in values:
        sizes["line_tokens"] = values["line"]
    if "repeated" in values:
        sizes["repeated_lines"] = values["repeated"]
    if "shared" in values or "agent" in values:
        given = {name: values[name] for name in ("shared", "agent") if name in values}
        usual = {limit.paths for limit in memory_limits()}
        sizes["files"] = (*memory_limits(**given), *(limit for limit in files if limit.paths not in usual))
    return sizes


def _numbers(kind: type[Numbers], values: Values, table: str) -> Numbers:
    given = _table(values, table, kind._fields)
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise _Wrong(f"{name} is a number of 0 or more", table, name)
        if not value <= _MOST:
            raise _Wrong(f"{name} is a number of at most {_MOST:,}", table, name)
        if name == "left" and value > 1:
            raise _Wrong("left is a share between 0 and 1", table, name)
    return kind(**given)


def _table(values: Values, name: str, keys: tuple[str, ...]) -> Values:
    table = values.get(name, {})
    if not isinstance(table, dict):
        raise _Wrong(f"{name} is a table: write [{name}]", name)
    _known(table, keys, name)
    return table


def _known(values: Values, keys: tuple[str, ...], *place: Place) -> None:
    for key in values:
        if key not in keys:
            raise _Wrong(f"unknown key {key!r}; there are {', '.join(keys)}", *place, key)


def _text(value: object, *place: Place) -> str:
    if not isinstance(value, str):
        raise _Wrong(f"{place[-1]} is a text in quotes", *place)
    return value


def _texts(values: object, fault: Callable[[str], str], *place: Place) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise _Wrong(f"{place[-1]} is a list of texts", *place)
    for value in values:
        if wrong := fault(value):
            raise _Wrong(wrong, *place, value)
    return tuple(values)


def _verb_fault(verb: str) -> str:
    return "" if verb in VERBS else f"unknown verb {verb!r}; there are {', '.join(VERBS)}"


def _identity_fault(identity: str) -> str:
    return "" if _IDENTITY.fullmatch(identity) else f"{identity!r} is no <host>/<name>"


def _toml_fault(message: str, text: str) -> Fault:
    at = _AT.search(message)
    said = _AT.sub("", message)
    said = said[:1].lower() + said[1:]
    if at and at[1]:
        return Fault(int(at[1]), int(at[2]), said)
    lines = text.rstrip("\n").split("\n")
    return Fault(len(lines), len(lines[-1]) + 1, said)
