"""The JSON schemas of what tools answer, which clients check: an answer, or a refusal in its place."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
NUMBER: Schema = {"type": "integer"}
YES_OR_NO: Schema = {"type": "boolean"}


def obj(**fields: Schema) -> Schema:
    """An object that has all of these fields; more may come in later versions."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def listed(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def answer(**fields: Schema) -> Schema:
    """What a tool answers, or in its place `refused` or `failed`; the root is an object, as the protocol wants.

    With `warnings` where there is something to say of the history.
    """
    said = {
        "refused": obj(code=TEXT, message=TEXT, hint=TEXT),
        "failed": obj(message=TEXT, hint=TEXT),
    }
    outcomes = [{"required": list(fields)}, *({"required": [name]} for name in said)]
    return {"type": "object", "properties": {"warnings": listed(TEXT), **fields, **said}, "anyOf": outcomes}


_FINDING = obj(code=TEXT, note=TEXT, line=NUMBER, column=NUMBER, message=TEXT, fix=TEXT, fingerprint=TEXT)
_COPY = obj(path=TEXT, at=TEXT_OR_NULL, device=TEXT, same_as=TEXT_OR_NULL)
_MESSAGE = {
    "id": TEXT, "from": TEXT, "to": TEXT, "type": TEXT, "thread": TEXT, "reply_to": TEXT, "at": TEXT_OR_NULL,
    "subject": TEXT, "read": YES_OR_NO, "acknowledged": YES_OR_NO, "problems": listed(TEXT),
}  # fmt: skip
_WRITTEN = {
    "note": TEXT, "revision": TEXT_OR_NULL, "replayed": YES_OR_NO, "flags": listed(TEXT), "findings": listed(_FINDING),
}  # fmt: skip

NOTE = answer(note=TEXT, revision=TEXT, text=TEXT, by=TEXT, at=TEXT_OR_NULL, age=TEXT_OR_NULL, warnings=listed(TEXT))
NOTES = answer(
    notes=listed(obj(note=TEXT, size=NUMBER, revision=TEXT, changed=TEXT_OR_NULL)), total=NUMBER, index=TEXT_OR_NULL
)
HITS = answer(hits=listed(obj(note=TEXT, line=NUMBER, text=TEXT, start=NUMBER, end=NUMBER)), more=YES_OR_NO)
WRITTEN = answer(**_WRITTEN)
CREATED = answer(**_WRITTEN, adopted=YES_OR_NO)
PROPOSED = answer(id=TEXT, target=TEXT, act=TEXT, base=TEXT_OR_NULL, path=TEXT)
MESSAGES = answer(messages=listed(obj(**_MESSAGE, text=TEXT)), unread=NUMBER, me=TEXT)
MESSAGE = answer(**_MESSAGE)
CONFLICTS = answer(
    conflicts=listed(
        obj(
            note=TEXT, kind=TEXT, copies=listed(_COPY), open_hunks=NUMBER,
            base=obj(revision=TEXT_OR_NULL, how=TEXT, verified=YES_OR_NO),
        )
    )
)  # fmt: skip
OPENING = answer(
    identity=TEXT, text=TEXT, tokens=NUMBER, unread=NUMBER, conflicts=listed(TEXT),
    parts=listed(obj(
        title=TEXT, note=TEXT, rank=NUMBER, revision=TEXT, bytes=NUMBER, tokens=NUMBER, budget=TEXT, over=YES_OR_NO,
        missing=TEXT, rest=TEXT,
    )),
)  # fmt: skip
