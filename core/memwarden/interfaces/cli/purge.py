"""`purge`: a person takes a leaked text out of notes, versions, snapshots and journal, for good."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.asking import require_word, unseen
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb
from memwarden.interfaces.cli.texts import file_of

if TYPE_CHECKING:
    from memwarden.memory.purging import Purged


@click.command(cls=Verb)
@click.argument("text", default="")
@click.option("--from", "file", metavar="FILE", default="", help="A file that holds it, as a key of several lines.")
@click.option("--dry-run", is_flag=True, help="Only say what holds it.")
@click.option("--why", default="", help="Why, for whoever looks back; never the text itself.")
@click.pass_obj
def purge(door: Door, text: str, file: str, dry_run: bool, why: str) -> None:
    """Take TEXT out of every note and of everything that is kept of them. This cannot be undone.

    Without TEXT it is asked for and not shown: what is typed behind a verb stays in the shell's history. Where it
    stood, [purged] stands; who wrote what and all other text stay. What is out of reach is said.
    """
    person = door.person("purging")
    wanted = file_of(file) if file else os.fsencode(text) or unseen("The text that is to go (not shown): ")
    found = person.purge(wanted, dry_run=True, why=why)
    if not dry_run and (found.notes or found.versions or found.records):
        require_word("purge", f"{_sentence(found)} This cannot be undone.")
        found = person.purge(wanted, dry_run=False, why=why)
    if door.json:
        say.value(found._asdict())
        return
    say.line(_sentence(found))
    for path in found.left:
        say.line(f"It still stands in {path}.")
    for sentence in found.beyond:
        say.aside(sentence)


def _sentence(found: Purged) -> str:
    if not (found.notes or found.versions or found.records):
        return "No note holds it, and nothing that is kept of them."
    held = "hold it" if found.dry_run else "held it"
    now = f" Notes: {', '.join(found.notes)}." if found.notes else ""
    return f"{_counted(found.versions, 'version')} and {_counted(found.records, 'record')} {held}.{now}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
