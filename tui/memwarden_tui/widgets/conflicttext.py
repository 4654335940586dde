"""The words of a conflict: what happened in a region, and what was done with it."""

from __future__ import annotations

from memwarden.text.merge import Choice, Region, RegionKind

_BY_ITSELF = {
    RegionKind.YOURS: "only yours changed",
    RegionKind.THEIRS: "only theirs changed",
    RegionKind.SAME: "both made the same change",
    RegionKind.WORDS: "merged word by word",
    RegionKind.UNION: "both added, both kept",
}
_TOOK = {
    Choice.YOURS: "took yours",
    Choice.THEIRS: "took theirs",
    Choice.BASE: "took base",
    Choice.BOTH: "took both, yours first",
    Choice.BOTH_REVERSED: "took both, theirs first",
}
_LABELS = {
    RegionKind.YOURS: "yours",
    RegionKind.THEIRS: "theirs",
    Choice.YOURS: "yours",
    Choice.THEIRS: "theirs",
    Choice.BASE: "base",
}


def what_happened(region: Region, *, based: bool = True, touches: bool = False) -> str:
    """As `both sides changed line 15`; `based` when the sides have a common ancestor.

    `touches`: it merged by itself, right beside a change of the other side.
    """
    if region.kind is not RegionKind.CONFLICT:
        return merged(region, touches=touches)
    if not based:
        return _without_base(region)
    if not region.base and not (region.yours and region.theirs):
        return _without_base(region)
    if not region.base:
        return f"both sides added lines after line {region.base_start}"
    if not region.yours or not region.theirs:
        remover, editor = ("yours", "theirs") if not region.yours else ("theirs", "yours")
        return f"{remover} removes {lines(len(region.base))} that {editor} edits"
    first, last = region.base_start + 1, region.base_start + len(region.base)
    where = f"line {first}" if first == last else f"lines {first} to {last}"
    if region.base in (region.yours, region.theirs):
        changer = "theirs" if region.base == region.yours else "yours"
        return f"only {changer} differs from the base in {where}"
    return f"both sides changed {where}"


def _without_base(region: Region) -> str:
    if region.yours and region.theirs:
        return "the sides differ here, and no base says who changed it"
    name, own = ("yours", region.yours) if region.yours else ("theirs", region.theirs)
    return f"only {name} has {'this line' if len(own) == 1 else f'these {lines(len(own))}'}"


def merged(region: Region, *, touches: bool) -> str:
    """How it merged by itself; empty where nothing did."""
    other = {RegionKind.YOURS: ", next to theirs", RegionKind.THEIRS: ", next to yours"}.get(region.kind, "")
    return _BY_ITSELF.get(region.kind, "") + (other if touches else "")


def what_was_done(region: Region, choice: Choice | bytes | None, *, touches: bool = False) -> str:
    """As `took yours`; a region that merged by itself says how."""
    if choice is None:
        return merged(region, touches=touches)
    return "edited by hand" if isinstance(choice, bytes) else _TOOK[choice]


def label(region: Region, choice: Choice | bytes | None) -> str:
    """At most six columns: whose text the result is."""
    if isinstance(choice, bytes):
        return "edited"
    return _LABELS.get(choice if choice is not None else region.kind, "both")


def lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count:,} lines"
