"""Shows the hunks of a conflict: what each side made of the base, and which are open."""

from __future__ import annotations

from collections.abc import Iterator

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.resolving import hunks_of
from memwarden.memory.conflicts import Conflict, Copy
from memwarden.text.merge import Region


def show_hunks(conflict: Conflict) -> None:
    """Signs say the side: `=` base, `-` yours, `+` theirs."""
    lines = [line for copy in conflict.distinct for line in _of_copy(conflict, copy)]
    if not say.on_terminal():
        say.data(b"".join(line + b"\n" for line in lines))
        return
    from memwarden.interfaces.cli.pager import page
    from memwarden.interfaces.cli.render import difference

    page(difference(lines))


def _of_copy(conflict: Conflict, copy: Copy) -> Iterator[bytes]:
    base = copy.base
    yield f"--- yours: {conflict.note} {conflict.yours_by}".rstrip().encode("utf-8", "surrogateescape")
    yield f"+++ theirs: {copy.path} {copy.by}".rstrip().encode("utf-8", "surrogateescape")
    yield f"    base: {(base.revision or '')[:8]} {base.how}".encode("utf-8", "surrogateescape")
    if conflict.proposal:
        yield f"    proposed: {conflict.proposal}, {conflict.why}".encode("utf-8", "surrogateescape")
    for number, region, is_open in hunks_of(conflict, copy):
        yield f"@@ hunk {number}: {'open' if is_open else region.kind} @@".encode()
        yield from _sides(region)


def _sides(region: Region) -> Iterator[bytes]:
    for sign, lines in ((b"=", region.base), (b"-", region.yours), (b"+", region.theirs)):
        for line in lines:
            yield sign + line.removesuffix(b"\n")
