"""What a check saw: the value that every check and the health scan hand out."""

from __future__ import annotations

from typing import NamedTuple

_SLOW_ROUNDS = 20_000


class Finding(NamedTuple):
    """`line` and `column` count from 1; a `warning` never refuses a write.

    `secret` says that the offending text is one: it is in no field of this value, and must not be stored.
    """

    code: str
    line: int
    column: int
    message: str
    fix: str
    secret: bool = False
    warning: bool = False
    note: str = ""
    fingerprint: str = ""


def is_fingerprint(text: str) -> bool:
    return len(text) == 16 and not set(text) - set("0123456789abcdef")


def fingerprint(code: str, offending: str, *, secret: bool = False) -> str:
    """16 hex digits that name this very finding wherever it stands, for a person to admit it by.

    Blanks and case do not count. A secret is hashed slowly, so that a short password cannot be guessed
    back from its fingerprint in bulk.
    """
    import hashlib

    text = offending if secret else " ".join(offending.split()).casefold()
    data = text.encode("utf-8", "surrogatepass")
    salt = f"memwarden finding {code}".encode()
    if secret:
        return hashlib.pbkdf2_hmac("sha256", data, salt, _SLOW_ROUNDS, 8).hex()
    return hashlib.blake2b(data, digest_size=8, key=salt[:64]).hexdigest()
