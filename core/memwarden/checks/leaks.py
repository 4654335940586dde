"""The vendored gitleaks rules: which part of a text each of them calls a secret.

`data/gitleaks.json` holds the rules as published. A rule is compiled when one of its keywords first occurs,
and then looks only around that keyword. No comment in the text switches a rule off.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from memwarden.checks.goregex import compile_go, literal_start
from memwarden.checks.patterns import Stretch, around, compiled, joined, lower, places
from memwarden.checks.stems import Stems

_BACK, _ON, _AT_MOST = 128, 2_048, 800
_ASSIGNS = r"""(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)"""
_FORM = r"\(\?i\)\[\\w\.-\]\{0,50\}\?\((?!.*\|\\b\()[^\n]*" + re.escape(_ASSIGNS)
_NAME_BEFORE = r"(?a)[\w.-]+\Z"


class Leak(NamedTuple):
    """`start` and `end` are those of the secret in the text."""

    rule: str
    start: int
    end: int


class _Allow(NamedTuple):
    regexes: tuple[str, ...]
    stopwords: tuple[str, ...]
    target: str

    def admits(self, secret: str, match: str, line: str) -> bool:
        lowered = secret.lower()
        if any(word in lowered for word in self.stopwords):
            return True
        text = {"match": match, "line": line}.get(self.target, secret)
        return any(pattern.search(text) for pattern in map(_pattern, self.regexes) if pattern)


class Rule(NamedTuple):
    """`entropy` in bits a character, 0 for any; `group` 0 means the first group that took part."""

    id: str
    regex: str
    entropy: float
    group: int
    allow: tuple[_Allow, ...]

    @property
    def start(self) -> str:
        """What all its matches begin with, in lower case; empty where that is not plain to see."""
        return _start(self.regex)

    @property
    def assigned(self) -> str:
        """Where its form is a name, a sign of assignment and the secret: the part for the name, else empty."""
        return _assigned(self.regex)


def leaks(text: str) -> Iterator[Leak]:
    """What the rules find, rule by rule; two rules may find the same secret."""
    lowered = lower(text)
    wanted: dict[str, list[str]] = {}
    for keyword in _keywords().held(lowered):
        for name in _by_keyword()[keyword]:
            wanted.setdefault(name, []).append(keyword)
    for name, keywords in wanted.items():
        rule = _rule(name)
        for match in _matches(rule, text, lowered, keywords):
            if leak := _judged(rule, text, match):
                yield leak


def _matches(rule: Rule, text: str, lowered: str, keywords: Iterable[str]) -> Iterator[re.Match[str]]:
    pattern = _pattern(rule.regex)
    if pattern is None:
        return
    stretches: list[Stretch] = []
    for keyword in keywords:
        if rule.start.startswith(keyword):
            yield from _at(pattern, text, places(lowered, rule.start))
        elif _names(rule.assigned, keyword):
            yield from _assignments(pattern, text, places(lowered, keyword))
        else:
            stretches += around(lowered, (keyword,), back=_BACK, on=_ON)
    for start, end in joined(stretches):
        yield from pattern.finditer(text, start, end)


def _at(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    return filter(None, (pattern.match(text, start, start + _AT_MOST) for start in starts))


def _assignments(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """Matches whose name begins at these places, each with what stands before its name."""
    for match in _at(pattern, text, starts):
        before = compiled(_NAME_BEFORE).search(text, max(0, match.start() - 50), match.start())
        yield (pattern.match(text, before.start()) if before else None) or match


@cache
def _names(assigned: str, keyword: str) -> bool:
    """Whether the keyword is itself a name that a rule of this form looks for."""
    return bool(assigned) and compile_go(assigned).fullmatch(keyword) is not None


def _judged(rule: Rule, text: str, match: re.Match[str]) -> Leak | None:
    """The match's secret, unless it has too little entropy or an allowlist admits it."""
    group = rule.group or next((n for n, value in enumerate(match.groups(), 1) if value), 0)
    secret = match[group]
    if not secret or entropy(secret) < rule.entropy:
        return None
    line = text[text.rfind("\n", 0, match.start()) + 1 : _line_end(text, match.end())]
    if any(allow.admits(secret, match[0], line) for allow in (*rule.allow, _everywhere())):
        return None
    return Leak(rule.id, match.start(group), match.end(group))


def entropy(text: str) -> float:
    """Shannon entropy in bits a character."""
    size = len(text)
    return -sum(n / size * math.log2(n / size) for n in Counter(text).values()) if size else 0.0


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


@cache
def _data() -> Mapping[str, Any]:
    data: dict[str, Any] = json.loads(Path(__file__).with_name("data").joinpath("gitleaks.json").read_bytes())
    return data


@cache
def _raw() -> Mapping[str, Mapping[str, Any]]:
    return {raw["id"]: raw for raw in _data()["rules"]}


@cache
def _rule(name: str) -> Rule:
    raw = _raw()[name]
    return Rule(
        raw["id"],
        raw["regex"],
        raw.get("entropy", 0.0),
        raw.get("group", 0),
        tuple(map(_allow, raw.get("allow", ()))),
    )


@cache
def _start(regex: str) -> str:
    return literal_start(regex)


@cache
def _assigned(regex: str) -> str:
    return regex.partition(_ASSIGNS)[0] if compiled(_FORM).match(regex) else ""


@cache
def _by_keyword() -> Mapping[str, tuple[str, ...]]:
    names: dict[str, list[str]] = {}
    for raw in _data()["rules"]:
        for keyword in raw["keywords"]:
            names.setdefault(keyword, []).append(raw["id"])
    return {keyword: tuple(rules) for keyword, rules in names.items()}


@cache
def _keywords() -> Stems:
    return Stems(_by_keyword())


@cache
def _everywhere() -> _Allow:
    return _allow(_data()["allow"])


def _allow(raw: Mapping[str, Any]) -> _Allow:
    return _Allow(tuple(raw.get("regexes", ())), tuple(raw.get("stopwords", ())), raw.get("target", ""))


@cache
def _pattern(regex: str) -> re.Pattern[str] | None:
    try:
        return compile_go(regex)
    except re.error:
        return None
