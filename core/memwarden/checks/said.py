"""Secrets told in prose: "my database password is …", "API key …", a seed phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memwarden.checks.patterns import compiled, lower, starts
from memwarden.checks.stems import Stems

_PASSWORD = (
    r"(?:pass(?:word|wd|code|phrase)s?|pwd|passwort|passw[oö]rter|kennwort|contrase[nñ]a|mot de passe|"
    r"senha|wachtwoord|\bpin(?:[ -]code|-nummer)?)"
)
_KEY = (
    r"(?:(?:api|access|secret|private|auth(?:entication|orization)?|bearer|session|signing|encryption|licen[cs]e|"
    r"client|refresh|deploy|recovery|backup|webhook|personal access)[ _-]?(?:keys?|tokens?|secrets?|codes?)|"
    r"secret|token|api-schlüssel|zugangsschlüssel|clé api|clave api)"
)
_IS = (
    r"(?:\s*(?:=>?|:|->|→|：)\*{0,2}\s*"
    r"|\s+(?:is|was|are|lautet|ist|est|es|é|now|still)"
    r"(?:\s+(?:now|still|set to|just|jetzt))?:?\s+)"
)
_MARK = r"(?:\*{0,2}|`?|\"?|')"
_OF = r"(?:\s+(?:for|of|to|on|at|für|von|de|du|del|pour)\s+[^\n:=.]{1,40}?)?"
_QUOTED = r"(?P<quote>[\"'`“„«]|\*\*)(?P<quoted>[^\"'`”“»*\n]{4,80})[\"'`”“»*]"
_BARE = r"(?P<bare>[^\s\"'`“”„«»*|]{4,256})(?P<after>[^\S\n]*[^\s])?"
_TOLD = rf"(?i)\b(?P<what>{_PASSWORD}|{_KEY}){_MARK}{_OF}{_MARK}{_IS}(?:{_QUOTED}|{_BARE})"
_A_PASSWORD = r"(?i)" + _PASSWORD
_BARE_KEY = r"(?i)\b(?:api|access|secret|auth|bearer)[ _-]?(?:key|token)s?\s+[\"'`]?(?P<value>[\w./+=-]{8,256})"
_CHINESE = (
    r"(?:密码|口令|密碼|密钥|パスワード|비밀번호)\s*(?:是|为|為|：|:|=|は|은|는)\s*[\"'`「“]?(?P<value>[!-~]{4,128})"
)
_SEED = (
    r"(?i)\b(?:seed|recovery|mnemonic|backup|wallet)\s+(?:phrase|words?)\b[^\n]{0,24}?[:=\s]\s*"
    r"(?P<value>(?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8})\b"
)
_STARTS = frozenset((
    *("pass", "pwd", "kennwort", "contrase", "mot de passe", "senha", "wachtwoord", "pin", "api", "access", "secret"),
    *("private", "auth", "bearer", "session", "signing", "encryption", "licen", "client", "refresh", "deploy"),
    *("recovery", "backup", "webhook", "personal access", "token", "zugangs", "clé", "clave"),
))  # fmt: skip
_SEED_STARTS = frozenset(("seed", "recovery", "mnemonic", "backup", "wallet"))
_CHINESE_STARTS = frozenset(("密", "口令", "パスワード", "비밀번호"))
_STEMS = Stems((*sorted(_STARTS), *sorted(_SEED_STARTS), *sorted(_CHINESE_STARTS)))
_NO_SECRET = (
    r"(?i)(?:required|optional|needed|missing|unknown|wrong|correct|invalid|valid|empty|blank|not|never|always|none|"
    r"only|also|here|there|with|from|same|different|long|short|weak|strong|safe|secret|private|public|random|unique|"
    r"null|true|false|todo|kept|held|sent|known|lost|gone|due|done|fine|good|okay|hash\w*|encrypt\w*|"
    r"see|ask|under|inside|string|text|managers?|vault|keychain|1password|bitwarden|keepass\w*|lastpass|"
    r"wie|nicht|noch|immer|siehe|beim?|unter|dans|pas|jamais|dans|guardad[ao]|en|what|that|this|they|when|where|why|how|"
    r"\w+(?:ed|ing|ly|able|ible|less))[.,;:!?)]*$"
)
_CODES = ("code", "codes")
_STRONG = r"(?=.*\d)(?=.*[^\W\d_])|[^\w.,;:!?)'’-]|[a-z][A-Z]|\w[!?@#$%^&*]\w|^\d{4,}$"
_KEYLIKE = r"^(?=[^\d]*\d)(?=.*[A-Za-z])[^()\[\]{}\s]{6,}$"
_PATH = r"^(?:[a-z]+://|[~.]?/|[\w.-]+/[\w./-]+$|\w+\.\w{2,4}$|\[|\(|\d{1,2}[.:/-]\d|#)"


def said(text: str) -> Iterator[tuple[str, int, int]]:
    """Kind, start and end of each secret that prose gives away."""
    lowered = lower(text)
    held = _STEMS.held(lowered)
    if not held:
        return
    for place in starts(lowered, _STARTS.intersection(held)):
        told = compiled(_TOLD).match(text, place)
        if told:
            yield from _told(told)
        bare = compiled(_BARE_KEY).match(text, place)
        if bare and _keylike(bare["value"]):
            yield "a key or token", bare.start("value"), bare.end("value")
    for kind, pattern, stems in (("a seed phrase", _SEED, _SEED_STARTS), ("a password", _CHINESE, _CHINESE_STARTS)):
        for match in (compiled(pattern).match(text, place) for place in starts(lowered, stems.intersection(held))):
            if match:
                yield kind, match.start("value"), match.end("value")


def _told(match: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    """The value after "is" or a colon, if it looks like a secret; a password may also be a word that stands alone."""
    password = compiled(_A_PASSWORD).fullmatch(match["what"]) is not None
    group = "quoted" if match["quote"] else "bare"
    value = match[group].rstrip(".,;:!?)")
    if len(value) < 4 or compiled(_PATH).match(value) or compiled(_NO_SECRET).match(value.split()[0]):
        return
    alone = group == "quoted" or value != match[group] or not compiled(r"[\w(]").search(match["after"] or "")
    strong = compiled(_STRONG if password else _KEYLIKE).search(value) is not None
    if strong or (password and alone) or (value.isdecimal() and match["what"].lower().endswith(_CODES)):
        kind = "a password" if password else "a key or token"
        yield kind, match.start(group), match.start(group) + len(value)


def _keylike(value: str) -> bool:
    """Letters and digits mixed, as no word is; the shape for "API key" without "is" or a colon."""
    return len(value) >= 12 and bool(compiled(_KEYLIKE).match(value)) and not compiled(_PATH).match(value)
