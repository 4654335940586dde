"""Numbers that name a person or an account: payment cards, IBANs, national identity numbers.

python-stdnum judges them and is imported only where digits of such a shape stand. Numbers whose check digits
are weak count only beside a word that says what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

from memwarden.checks.patterns import compiled, joined, lower


class Number(NamedTuple):
    """`start` and `end` are the number's place in the text; `kind` is for people."""

    kind: str
    start: int
    end: int


class _Identity(NamedTuple):
    """`module` of stdnum validates what `shape` finds; `beside` must stand within 40 characters before."""

    kind: str
    module: str
    shape: str
    beside: tuple[str, ...] = ()


_ALONE = r"(?<![\w.,/:@#-])(?:{})(?![\w@/-]|[.,]\d)"


def _identity(kind: str, module: str, shape: str, beside: str = "") -> _Identity:
    return _Identity(
        kind,
        module,
        _ALONE.format(shape),
        tuple(filter(None, beside.split("|"))),
    )


_CARD = _ALONE.format(r"\d(?:[ -]?\d){12,18}")
_ISSUERS = (
    ("Visa card", r"4(?:\d{15}|\d{18})$"),
    ("Mastercard", r"(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$"),
    ("American Express card", r"3[47]\d{13}$"),
    ("Discover card", r"(?:6011\d\d|64[4-9]\d{3}|65\d{4})\d{10,13}$"),
    ("JCB card", r"35(?:2[89]|[3-8]\d)\d{12,15}$"),
    ("Diners Club card", r"3(?:0[0-5]\d|[689]\d\d)\d{10}$"),
    ("UnionPay card", r"62\d{14,17}$"),
    ("Maestro card", r"(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{9,15}$"),
)
_OLD_VISA = r"4\d{12}$"
_CARD_WORDS = ("visa", "credit", "debit", "card", "karte", "carte", "tarjeta")

_IDENTITIES = (
    _identity("an IBAN", "iban", r"[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"),
    _identity("a US social security number", "us.ssn", r"\d{3}-\d{2}-\d{4}"),
    _identity("a US social security number", "us.ssn", r"\d{9}", "ssn|social security"),
    _identity("a German tax number", "de.idnr", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", "steuer-id|steuerid|idnr|tax id|tin"),
    _identity("a French social security number", "fr.nir", r"[12] ?\d\d ?\d\d ?\d[\dAB] ?\d{3} ?\d{3} ?\d\d"),
    _identity("a Spanish identity number", "es.dni", r"\d{8}-?[A-HJ-NP-TV-Z]"),
    _identity("a Spanish identity number", "es.nie", r"[XYZ]-?\d{7}-?[A-HJ-NP-TV-Z]"),
    _identity("an Italian tax number", "it.codicefiscale", r"[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]"),
    _identity("a Polish identity number", "pl.pesel", r"\d{11}", "pesel"),
    _identity("a Dutch identity number", "nl.bsn", r"\d{9}", "bsn|burgerservice|sofi"),
    _identity("a Swiss social security number", "ch.ssn", r"756\.\d{4}\.\d{4}\.\d\d"),
    _identity("a Brazilian tax number", "br.cpf", r"\d{3}\.\d{3}\.\d{3}-\d\d"),
    _identity("a Brazilian tax number", "br.cpf", r"\d{11}", "cpf"),
    _identity("a Chinese identity number", "cn.ric", r"\d{17}[\dX]"),
    _identity("an Indian identity number", "in_.aadhaar", r"\d{4} ?\d{4} ?\d{4}", "aadhaar|aadhar"),
    _identity("a Korean identity number", "kr.rrn", r"\d{6}-\d{7}"),
    _identity("a Swedish identity number", "se.personnummer", r"(?:\d\d)?\d{6}[-+]\d{4}", "personnummer|pnr"),
)
# Each begins with one class of characters: such a pattern is searched twice as fast as alternatives are.
_RUNS = (
    r"\d(?:(?:[ .+-]?\d){8,}|\d{7}-?[A-Z])",
    r"[A-Z](?:[A-Z]\d\d ?[A-Z0-9]{4} ?[A-Z0-9]|[A-Z]{5}\d\d[A-Z])",
    r"[XYZ]-?\d{7}",
)


def numbers(text: str) -> Iterator[Number]:
    if not any(digit in text for digit in "0123456789"):
        return
    found = (run for pattern in _RUNS for run in compiled(pattern).finditer(text))
    runs = joined((max(0, run.start() - 8), min(len(text), run.end() + 32)) for run in found)
    if not runs:
        return
    lowered = lower(text)
    wanted = [each for each in _IDENTITIES if not each.beside or any(word in lowered for word in each.beside)]
    for start, end in runs:
        yield from _cards(text, lowered, start, end)
        for identity in wanted:
            for match in compiled(identity.shape).finditer(text, start, end):
                if _said(identity.beside, lowered, match.start()) and _valid(identity.module, match[0]):
                    yield Number(identity.kind, match.start(), match.end())


def _cards(text: str, lowered: str, start: int, end: int) -> Iterator[Number]:
    for match in compiled(_CARD).finditer(text, start, end):
        digits = re.sub(r"\D", "", match[0])
        issuer = next((name for name, shape in _ISSUERS if compiled(shape).match(digits)), "")
        if not issuer and compiled(_OLD_VISA).match(digits) and _said(_CARD_WORDS, lowered, match.start()):
            issuer = "Visa card"
        if issuer and _grouped(match[0]) and _valid("luhn", digits):
            yield Number(f"a {issuer} number".replace("a American", "an American"), match.start(), match.end())


def _grouped(number: str) -> bool:
    """One separator throughout and groups of three digits or more: dates and phone numbers are not."""
    separators = set(re.findall(r"\D", number))
    groups = re.split(r"\D", number)
    return len(separators) <= 1 and (len(groups) == 1 or all(len(group) >= 3 for group in groups))


def _said(words: tuple[str, ...], lowered: str, start: int) -> bool:
    near = lowered[max(0, start - 40) : start]
    return not words or any(word in near for word in words)


def _valid(module: str, number: str) -> bool:
    return bool(import_module(f"stdnum.{module}").is_valid(number))
