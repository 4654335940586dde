"""`prune` and `pin`: a person decides which old versions stay."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.asking import require_word
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.since import moment
from memwarden.interfaces.cli.texts import note_and_revision

if TYPE_CHECKING:
    from memwarden.memory.pruning import Pruned


@click.command(cls=Verb)
@click.option("--older-than", "before", required=True, callback=moment, metavar="AGE", help="Such as 90d, or a date.")
@click.option("--deletions", is_flag=True, help="Also texts that a large deletion took.")
@click.option("--dry-run", is_flag=True, help="Only say what would go.")
@click.pass_obj
def prune(door: Door, before: datetime, deletions: bool, dry_run: bool) -> None:
    """Give up the texts of old versions. What a note holds now, pinned versions and who wrote what stay."""
    person = door.person("pruning")
    age = door.tree().now() - before
    plan = person.prune(age, dry_run=True, deletions=deletions)
    if not dry_run and plan.versions:
        require_word("prune", f"{_sentence(plan)} This cannot be undone.")
        plan = person.prune(age, dry_run=False, deletions=deletions)
    if door.json:
        say.value({**asdict(plan), "before": plan.before.isoformat()})
    else:
        say.line(_sentence(plan))


@click.command(cls=Verb)
@click.argument("version", metavar="NOTE@REV")
@click.option("--off", is_flag=True, help="Let it go again.")
@click.pass_obj
def pin(door: Door, version: str, off: bool) -> None:
    """Keep a version whatever is pruned."""
    person = door.person("pinning")
    note, revision = note_and_revision(version)
    person.pin(note, revision, pinned=not off)
    say.aside(f"{'Let go of' if off else 'Pinned'} {version}.")


def _sentence(plan: Pruned) -> str:
    verb = "would go" if plan.dry_run else "went"
    kept = (
        f"; {plan.pinned} pinned and {plan.deletions} before a large deletion stay"
        if plan.pinned + plan.deletions
        else ""
    )
    return f"{plan.versions} versions of {plan.notes} notes, {plan.size / 1000:.1f} KB of text, {verb}{kept}."
