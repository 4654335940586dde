"""`check`: what is wrong in notes and in the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb

if TYPE_CHECKING:
    from memwarden.checks.finding import Finding


@click.command(cls=Verb)
@click.argument("notes", nargs=-1, metavar="[NOTE]…")
@click.option("--admit", default="", metavar="FINGERPRINT", help="Let this finding pass from now on: a person's act.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 where something was found.")
@click.pass_obj
def check(door: Door, notes: tuple[str, ...], admit: str, exit_code: bool) -> None:
    """Check NOTES (else all), their links and files; a secret is named, never shown."""
    if admit:
        _admit(door, admit)
        return
    found = door.tree().check(notes)
    if door.json:
        from memwarden.interfaces.shapes import finding_shape

        say.value([finding_shape(finding) for finding in found])
    elif not found:
        say.aside("Nothing was found.")
    else:
        say.lines(_sentence(finding) for finding in found)
    if not notes and not door.json:
        figures = door.tree().store_figures()
        kept = f"{figures.versions} versions of {figures.notes} notes in {figures.total_bytes / 1000:.0f} KB"
        say.aside(f"Kept outside the tree: {kept}, in {door.tree().store.folder}.")
    if exit_code and found:
        door.code = 1


def _admit(door: Door, fingerprint: str) -> None:
    door.person("admitting a finding").admit(fingerprint)
    if door.json:
        say.value({"fingerprint": fingerprint, "verdict": "admitted"})
    else:
        say.line(f"admitted {fingerprint}")


def _sentence(finding: Finding) -> str:
    """As compilers say it, so that editors can jump there; the fingerprint at its end is what --admit takes."""
    place = f"{finding.note}:{finding.line}:{finding.column}" if finding.line else finding.note
    return f"{place or '.'}: {finding.code}: {finding.message} {finding.fix}".rstrip() + f" [{finding.fingerprint}]"
