"""The checks together: what a change brings in, and what a whole note holds.

Pure: the same texts and limits give the same findings, in order of line and column.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate

from memwarden.checks.changes import Change, Window, between, lines_of, whole
from memwarden.checks.duplicates import duplicates
from memwarden.checks.fences import changes_fences, fenced
from memwarden.checks.finding import Finding, fingerprint
from memwarden.checks.forgotten import forgotten as forgotten_facts
from memwarden.checks.frontmatter import front_matter
from memwarden.checks.hidden import hidden
from memwarden.checks.hit import Hit
from memwarden.checks.instructions import instructions
from memwarden.checks.limits import DEFAULT, Limits
from memwarden.checks.links import links
from memwarden.checks.markers import markers
from memwarden.checks.secrets import secrets
from memwarden.checks.sizes import sizes

Placed = tuple[int, int, Hit]


def check(
    before: str,
    after: str,
    *,
    note: str = "",
    limits: Limits = DEFAULT,
    admitted: Collection[str] = (),
    forgotten: Collection[str] = (),
) -> tuple[Finding, ...]:
    """What the change from `before` to `after` brings in; text that was there before is never found.

    `note` is the path the limits of a file go by. `admitted` holds fingerprints a person let pass,
    `forgotten` the `fact_hash` of facts that must stay out.
    """
    if before == after:
        return ()
    change = between(before, after)
    if _moves_fences(change):
        change = whole(change)
    mark = before.startswith("\ufeff")
    found = [
        *_brought_in(change, limits, mark_allowed=mark),
        *_placed(
            _about_the_whole(change, note=note, limits=limits, tombstones=forgotten),
            Window(1, after),
        ),
    ]
    return _findings(found, note, admitted)


def check_note(
    text: str,
    *,
    note: str = "",
    limits: Limits = DEFAULT,
    admitted: Collection[str] = (),
    forgotten: Collection[str] = (),
) -> tuple[Finding, ...]:
    """Everything in the note, as if one change had brought all of it."""
    change = between("", text)
    found = [
        *_brought_in(change, limits, mark_allowed=True),
        *_placed(
            _about_the_whole(change, note=note, limits=limits, tombstones=forgotten),
            Window(1, text),
        ),
    ]
    return _findings(found, note, admitted)


def _moves_fences(change: Change) -> bool:
    """Whether text outside the windows may have begun or ceased to be a quotation."""
    return changes_fences(change.removed.values()) or changes_fences(change.added.values())


def _brought_in(change: Change, limits: Limits, *, mark_allowed: bool) -> list[Placed]:
    """Hits of the windows after, less those of the windows before; what stands on old lines is old first."""
    new = _seen(change.windows_after, change.after, limits, mark_allowed=mark_allowed)
    if not new:
        return []
    old = Counter(
        (hit.code, hit.offending)
        for _, _, hit in _seen(change.windows_before, change.before, limits, mark_allowed=mark_allowed)
    )
    added = {number + 1 for number in change.added}
    left: list[Placed] = []
    for placed in sorted(new, key=lambda placed: placed[0] in added):
        key = (placed[2].code, placed[2].offending)
        if old[key]:
            old[key] -= 1
        else:
            left.append(placed)
    return left


def _seen(windows: Iterable[Window], text: str, limits: Limits, *, mark_allowed: bool) -> list[Placed]:
    placed = [
        each for window in windows for each in _placed(_about_text(window, limits, mark_allowed=mark_allowed), window)
    ]
    if any(hit.quotable for _, _, hit in placed):
        quoted = fenced(lines_of(text))
        placed = [each for each in placed if not (each[2].quotable and each[0] - 1 in quoted)]
    return placed


def _about_text(window: Window, limits: Limits, *, mark_allowed: bool) -> Iterator[Hit]:
    yield from hidden(window.text, mark_allowed=mark_allowed and window.first == 1)
    yield from links(window.text)
    yield from instructions(window.text)
    yield from secrets(window.text)
    if limits.language:
        from memwarden.checks.language import language

        yield from language(window.text, limits.language)


def _about_the_whole(change: Change, *, note: str, limits: Limits, tombstones: Collection[str]) -> Iterator[Hit]:
    yield from sizes(change, note=note, limits=limits)
    yield from duplicates(change, repeated_lines=limits.repeated_lines)
    yield from markers(change)
    yield from front_matter(change.before, change.after)
    yield from forgotten_facts(change, tombstones)


def _placed(hits: Iterable[Hit], window: Window) -> Iterator[Placed]:
    """Hits with the line and column, from 1, where they stand in the whole text."""
    begins: list[int] = []
    for hit in hits:
        begins = begins or [0, *accumulate(map(len, lines_of(window.text)))]
        index = bisect_right(begins, hit.offset, hi=max(1, len(begins) - 1)) - 1
        yield window.first + index, hit.offset - begins[index] + 1, hit


def _findings(found: Iterable[Placed], note: str, admitted: Collection[str]) -> tuple[Finding, ...]:
    findings = (
        Finding(
            code=hit.code,
            line=line,
            column=column,
            message=f"Line {line} {hit.says}",
            fix=hit.fix,
            secret=hit.secret,
            warning=hit.warning,
            note=note,
            fingerprint=fingerprint(hit.code, hit.offending, secret=hit.secret),
        )
        for line, column, hit in found
    )
    kept = {finding for finding in findings if finding.fingerprint not in admitted}
    return tuple(sorted(kept, key=lambda finding: (finding.line, finding.column, finding.code, finding.message)))
