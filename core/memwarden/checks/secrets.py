"""Secrets that a change brings in: passwords, keys, tokens, card and identity numbers.

What is found is named by its kind and line; its value goes into no message.
"""

from __future__ import annotations

from collections.abc import Iterator

from memwarden.checks.hit import Hit
from memwarden.checks.leaks import leaks
from memwarden.checks.numbers import numbers
from memwarden.checks.patterns import compiled, lower, places
from memwarden.checks.said import said
from memwarden.checks.stems import Stems

CODE = "secret"
_FIX = "Keep it in a password manager and note only where it is kept."

# What each is called, the lower-case text that it begins with, and its form; a group holds the secret itself.
_TOKENS = (
    ("a private key", "-----begin", r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----"),
    ("a PuTTY private key", "putty", r"PuTTY-User-Key-File-\d"),
    ("a JSON web token", "eyj", r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"),
    ("an Anthropic API key", "sk-ant-", r"\bsk-ant-[\w-]{16,}"),
    ("an API key", "sk-", r"\bsk-(?:proj-|svcacct-|or-v1-)?(?=[\w-]*\d)[A-Za-z0-9_-]{20,}"),
    ("a GitHub token", "github_pat_", r"\bgithub_pat_\w{20,}"),
    *(("a GitHub token", stem, rf"\b{stem}[A-Za-z0-9]{{20,}}") for stem in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    ("a Google API key", "aiza", r"\bAIza[\w-]{30,}"),
    ("a Slack token", "xox", r"\bxox[abeprs]-[\w-]{10,}"),
    ("a Hugging Face token", "hf_", r"\bhf_[A-Za-z0-9]{20,}"),
    ("a GitLab token", "glpat-", r"\bglpat-[\w-]{16,}"),
    ("an npm token", "npm_", r"\bnpm_[A-Za-z0-9]{30,}"),
    ("a PyPI token", "pypi-", r"\bpypi-[\w-]{30,}"),
    *(("a Stripe key", stem, rf"\b{stem}(?:live|test)_[A-Za-z0-9]{{16,}}") for stem in ("sk_", "rk_")),
    (
        "credentials in an address",
        "://",
        r"://[^\s/:@\"'<>]{0,64}:([^\s/@\"'<>]{1,128})@[\w\[]",
    ),
    (
        "an Authorization header",
        "authorization",
        r"(?i)\bauthorization:\s*(?:basic|bearer)\s+([\w+/.=~-]{8,})",
    ),
)
_STEMS = Stems(stem for _, stem, _ in _TOKENS)
PLACEHOLDER = (
    r"(?i)^[\"'`(\[]*(?:<.*>?|\$\{?[\w.]+\}?|%\w+%|\{+.*\}+|\*+|x{3,}|\.{2,}…?|…|_+|-+|\[.*\]|"
    r"(?:your|my|the|some)[-_]?\w*|pass(?:word|wd)?|pw|pwd|secret|token|changeme|example|redacted|hidden|"
    r"placeholder|user|none|null|todo|tbd|n/a)[\"'`)\].,;]*$"
)


def secrets(text: str) -> Iterator[Hit]:
    """Each secret once, by the most telling name that was found for it."""
    taken: list[tuple[int, int]] = []
    for kind, start, end in _found(text):
        if any(start < other_end and other_start < end for other_start, other_end in taken):
            continue
        taken.append((start, end))
        yield Hit(CODE, start, text[start:end], f"holds {kind}.", _FIX, secret=True)


def _found(text: str) -> Iterator[tuple[str, int, int]]:
    yield from _tokens(text)
    generic = []
    for leak in leaks(text):
        if leak.rule == "generic-api-key":
            generic.append(leak)
        else:
            yield f"what gitleaks calls {leak.rule}", leak.start, leak.end
    for number in numbers(text):
        yield number.kind, number.start, number.end
    for kind, start, end in said(text):
        if not compiled(PLACEHOLDER).match(text[start:end]):
            yield kind, start, end
    for leak in generic:
        yield "a key, token or password", leak.start, leak.end


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    lowered = lower(text)
    held = _STEMS.held(lowered)
    for kind, stem, pattern in _TOKENS if held else ():
        for place in places(lowered, stem) if stem in held else ():
            match = compiled(pattern).match(text, place)
            if match and not (match.lastindex and compiled(PLACEHOLDER).match(match[1])):
                yield kind, match.start(match.lastindex or 0), match.end(match.lastindex or 0)
