"""The tools that change notes: append, edit, update, create, propose."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from memwarden.interfaces.mcp.desk import Desk
from memwarden.interfaces.shapes import Shape, written_shape
from memwarden.memory.edits import Delete, Edit, InsertAfter, InsertBefore, Replace
from memwarden.store.snapshots import revision_of

Path = Annotated[str, Field(description="Path of the note in the tree, such as preferences/travel.md.")]
Key = Annotated[
    str,
    Field(
        description="A name of your own for this very write. If you cannot tell whether a call arrived, repeat it with "
        "the same key and arguments: it is done once, and the first answer comes back with replayed = true."
    ),
]
Revision = Annotated[str, Field(description="The revision that read_note gave you. Refused if the note moved on.")]
Why = Annotated[str, Field(description="Why, in a few words, for whoever looks back.")]
Source = Annotated[str, Field(description="What it was learned from: a quote of the user, or a message id.")]


class OneEdit(BaseModel):
    """One change at a place that occurs exactly once."""

    model_config = ConfigDict(extra="forbid")

    action: Literal["replace", "delete", "insert_before", "insert_after"]
    find: str = Field(description="The exact text of the place; it must occur exactly once. Add context to make it so.")
    text: str = Field("", description="What is put there; not for delete. Line ends belong to it where you want some.")

    def as_edit(self) -> Edit:
        match self.action:
            case "replace":
                return Replace(self.find, self.text)
            case "delete":
                return Delete(self.find)
            case "insert_before":
                return InsertBefore(self.find, self.text)
        return InsertAfter(self.find, self.text)


def append_note(
    desk: Desk,
    note: Path,
    text: Annotated[str, Field(description="The block to add; only what is new, never what the note has already.")],
    idempotency_key: Key = "",
    dated: Annotated[bool, Field(description="Add (added YYYY-MM-DD) to it.")] = False,
    why: Why = "",
    source: Source = "",
) -> Shape:
    """Add a block at the end of a note that exists. The safest write: nothing is taken out, no revision is needed.

    Line ends are completed for you. Prefer it to edit_note and update_note.
    """
    written = desk.writer().append(note, text, key=idempotency_key, dated=dated, why=why, source=source)
    return written_shape(written)


def edit_note(
    desk: Desk,
    note: Path,
    edits: Annotated[list[OneEdit], Field(min_length=1, description="Applied in order, all of them or none.")],
    expected_revision: Revision = "",
    idempotency_key: Key = "",
    why: Why = "",
    source: Source = "",
) -> Shape:
    """Change places of a note, each named by a text that occurs exactly once in what the earlier edits left.

    Nothing is matched approximately. No match or several refuse the whole call and say where; then read the note again
    and give more context. Give expected_revision where the change depends on the rest of the note.
    """
    written = desk.writer().edit(
        note, [one.as_edit() for one in edits],
        base=expected_revision or None, key=idempotency_key, why=why, source=source,
    )  # fmt: skip
    return written_shape(written)


def update_note(
    desk: Desk,
    note: Path,
    text: Annotated[str, Field(description="The whole new text of the note.")],
    expected_revision: Revision,
    on_change: Annotated[
        Literal["refuse", "merge"],
        Field(description="If the note moved on: refuse and show the difference, or merge where nothing overlaps."),
    ] = "refuse",
    idempotency_key: Key = "",
    why: Why = "",
    source: Source = "",
) -> Shape:
    """Put a whole new text in the place of a note, bound to the revision you read.

    If it is refused as stale, `between` holds what others changed since: read again, and put your change into what the
    note says now. Lines of other authors that your text leaves out are kept and shown to a person.
    """
    written = desk.writer().rewrite(
        note, text, base=expected_revision, on_change=on_change, key=idempotency_key, why=why, source=source
    )
    return written_shape(written)


def create_note(
    desk: Desk,
    note: Path,
    text: Annotated[str, Field(description="The text of the new note.")],
    link_under: Annotated[
        str | None,
        Field(
            description="Section of the index that gets a link to it; an empty text: at the index's end. Null: none."
        ),
    ] = "",
    description: Annotated[str, Field(description="What the index says of it: when to read it.")] = "",
    idempotency_key: Key = "",
    why: Why = "",
    source: Source = "",
) -> Shape:
    """Make a new note and link it in the index, so that others find it. First look whether a note on it exists.

    A note that is there already is never overwritten: then `adopted` is true and it stays as it is.
    """
    desk.looked()
    written = desk.writer().create(
        note, text, link=link_under, description=description, key=idempotency_key, why=why, source=source
    )
    return {**written_shape(written), "adopted": written.revision != revision_of(text.encode())}


def propose_change(
    desk: Desk,
    target: Annotated[str, Field(description="Path of the note that should change.")],
    act: Annotated[Literal["append", "rewrite", "create", "delete"], Field(description="What should be done to it.")],
    text: Annotated[str, Field(description="The text to append, or the whole new text; empty for delete.")] = "",
    why: Annotated[str, Field(description="Why, for the person who decides.")] = "",
    sources: Annotated[list[str] | None, Field(description="Quotes or message ids it was learned from.")] = None,
    expected_revision: Annotated[str, Field(description="The revision it was made from; else the note as it is.")] = "",
    idempotency_key: Key = "",
) -> Shape:
    """Leave a change for a person to confirm, where you may not write yourself. Nothing changes until they do.

    Your opening says what became of it; do not propose the same again, and do not wait for it.
    """
    made = desk.writer().propose(
        target, act, text, why=why, sources=sources or (), base=expected_revision or None, key=idempotency_key
    )
    return {"id": made.id, "target": made.target, "act": made.act, "base": made.base or None, "path": made.path}
