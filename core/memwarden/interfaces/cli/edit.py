"""`edit`: changes at places that occur exactly once, in the order they were given."""

from __future__ import annotations

from typing import Any

import click

from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb, shielded
from memwarden.interfaces.cli.texts import text_of
from memwarden.interfaces.cli.wrote import wrote
from memwarden.memory.edits import Delete, Edit, InsertAfter, InsertBefore, Replace
from memwarden.text.lines import decode

_KINDS = ("replace", "delete", "before", "after")
_ORDER = "memwarden.order"


class InOrder(Verb):
    """Remembers in which order options that may be repeated were given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        _, _, order = self.make_parser(ctx).parse_args([shielded(arg) for arg in args])
        ctx.meta[_ORDER] = [param.name for param in order if param.name in _KINDS]
        return super().parse_args(ctx, args)


@click.command(cls=InOrder)
@click.argument("note")
@click.option("--replace", nargs=2, multiple=True, metavar="FIND TEXT", help="Put TEXT in the place of FIND.")
@click.option("--delete", multiple=True, metavar="FIND", help="Take FIND out.")
@click.option("--before", nargs=2, multiple=True, metavar="ANCHOR TEXT", help="Put TEXT in front of ANCHOR.")
@click.option("--after", nargs=2, multiple=True, metavar="ANCHOR TEXT", help="Put TEXT behind ANCHOR.")
@click.option("--base", metavar="REV", help="Refuse where the note is no longer at this revision.")
@click.option("--key", default="", help="Repeat the write with the same key and it is done once.")
@click.option("--why", default="", help="Why, for whoever looks back.")
@click.option("--source", default="", help="The quote or message this was learned from.")
@click.pass_context
def edit(context: click.Context, /, note: str, base: str | None, key: str, why: str, source: str, **edits: Any) -> None:
    """Change NOTE at places that occur exactly once; each edit sees what the earlier ones left.

    None or several matches refuse the whole call. One text may be - for stdin.
    """
    left = {kind: iter(edits[kind]) for kind in _KINDS}
    chosen = [_edit(kind, next(left[kind])) for kind in context.meta[_ORDER]]
    door: Door = context.obj
    wrote(door, "edit", door.writer().edit(note, chosen, base=base, key=key, why=why, source=source))


def _edit(kind: str, given: Any) -> Edit:
    if kind == "delete":
        return Delete(given)
    anchor, text = given[0], decode(text_of(given[1]))
    match kind:
        case "replace":
            return Replace(anchor, text)
        case "before":
            return InsertBefore(anchor, text)
        case _:
            return InsertAfter(anchor, text)
