"""Path patterns of the rules: `*` within one part, `**` over parts, `{host}` and `{agent}` of an identity."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

BRACES = ("host", "agent")
_TOKEN = re.compile(r"(\*\*/?|\*|\?|\{[^{}]*\})")
_IN_IDENTITY = r"[^/]+?"


def match(pattern: str, path: str, bound: Mapping[str, str] | None = None) -> dict[str, str] | None:
    """What the braces stand for where `path` matches, else None.

    `bound` gives braces their values beforehand. Case and Unicode normalisation do not count: on some
    disks they do not tell two files apart, so no rule may hang on them.
    """
    found = _compiled(_fold(pattern), tuple(sorted((bound or {}).items()))).fullmatch(_fold(path))
    return found.groupdict() if found else None


def fault(pattern: str) -> str:
    """What is wrong with a pattern, or empty."""
    if not pattern or pattern.startswith("/") or "\\" in pattern:
        return "a path is relative to the tree and written with /"
    if ".." in pattern.split("/"):
        return "a path may not lead out of the tree"
    unknown = [brace for brace in re.findall(r"\{([^{}]*)\}", pattern) if brace not in BRACES]
    if unknown or pattern.count("{") != pattern.count("}"):
        return "braces may hold only {host} and {agent}"
    return ""


def fill(template: str, values: Mapping[str, str]) -> str:
    """The template with its braces replaced; a brace without a value becomes `*`."""
    return re.sub(r"\{(\w+)\}", lambda brace: values.get(brace[1]) or "*", template)


@lru_cache(maxsize=512)
def _compiled(pattern: str, bound: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    values = dict(bound)
    seen: set[str] = set()
    out = []
    for token in _TOKEN.split(pattern):
        if token in {"**", "**/"}:
            out.append(".*" if token == "**" else "(?:.*/)?")
        elif token == "*":
            out.append("[^/]*")
        elif token == "?":
            out.append("[^/]")
        elif token.startswith("{") and token.endswith("}"):
            out.append(_brace(token[1:-1], values, seen))
        else:
            out.append(re.escape(token))
    return re.compile("".join(out), re.IGNORECASE | re.DOTALL)


def _brace(name: str, values: Mapping[str, str], seen: set[str]) -> str:
    if name in values:
        return re.escape(_fold(values[name]))
    if name in seen:
        return f"(?P={name})"
    seen.add(name)
    return f"(?P<{name}>{_IN_IDENTITY})"


def _fold(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)
