"""The table of all verbs: `--help` reads it, and no verb is imported before it is called."""

from __future__ import annotations

import click

from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Root

TABLE = {
    "See": {
        "open": ("screen", "open_", "Open the screen on a tree."),
        "demo": ("demo", "demo", "Make a sample tree and open it."),
        "trees": ("trees", "trees", "List the memory trees of this machine."),
        "init": ("trees", "init", "Make a tree, or take a folder of notes for one."),
    },
    "Read": {
        "read": ("read", "read", "Print a note by its topic or path; the index without one."),
        "search": ("search", "search", "Find lines that hold all the words."),
        "check": ("check", "check", "Check notes, links and files."),
    },
    "Write": {
        "append": ("append", "append", "Add a text at the end of a note."),
        "edit": ("edit", "edit", "Change a note at places that occur exactly once."),
        "rewrite": ("rewrite", "rewrite", "Put a whole new text, bound to the revision it was made from."),
        "create": ("naming", "create", "Make a note and link it in the index."),
        "delete": ("naming", "delete", "Take a note away; its versions stay."),
        "move": ("naming", "move", "Give a note another name; links and history follow."),
        "forget": ("forget", "forget", "Take a fact out for good; no agent brings it back."),
        "purge": ("purge", "purge", "Take a leaked text out of everything that is kept."),
        "propose": ("propose", "propose", "Leave a change for a person to confirm."),
    },
    "Look back": {
        "log": ("log", "log", "Show who did what, newest first."),
        "blame": ("blame", "blame", "Show who wrote each line of a note."),
        "versions": ("versions", "versions", "List the versions of a note, or the notes that are gone."),
        "show": ("versions", "show", "Print a version of a note."),
        "diff": ("versions", "diff", "Show the difference between versions of a note."),
        "restore": ("restore", "restore", "Bring a version of a note back."),
        "pin": ("prune", "pin", "Keep a version whatever is pruned."),
        "prune": ("prune", "prune", "Give up the texts of old versions."),
        "undo": ("undo", "undo", "Take back your last act."),
        "redo": ("undo", "redo", "Do again what you took back."),
    },
    "What waits": {
        "review": ("review", "review", "List everything that waits on a person, and answer it."),
        "conflicts": ("conflicts", "conflicts", "List the conflicts that a sync left behind."),
        "resolve": ("resolve", "resolve", "Resolve the conflict of a note."),
        "mail": ("mail", "mail", "Read, send and answer mail."),
        "proposals": ("proposals", "proposals", "Look at proposals; confirm or reject them."),
        "agents": ("agents", "agents", "List the agents; hold, release or revoke one."),
    },
    "For agents": {
        "opening": ("opening", "opening", "Print what an agent should know before it starts."),
        "mcp": ("mcp", "mcp", "Serve a tree to an agent's program over its pipes."),
        "hook": ("hook", "hook", "Answer an agent's program before and after its own tool calls."),
        "install": ("install", "install", "Make an agent's program speak to memwarden."),
        "uninstall": ("install", "uninstall", "Take out of it what install put in."),
    },
    "Keep up": {
        "watch": ("watch", "watch", "Take in every change as it happens, without a screen."),
        "sync": ("sync", "sync", "Say how far Syncthing and git are; commit, pull and push where that is on."),
    },
    "Shell": {
        "completion": ("completion", "completion", "Print the completion script of a shell."),
    },
}


ELSEWHERE = {
    "add": "append", "cat": "read", "find": "search", "grep": "search", "help": "--help", "history": "log",
    "inbox": "mail", "ls": "search", "mv": "move", "new": "create", "revert": "restore", "rm": "delete",
    "set": "rewrite", "status": "review", "tui": "open", "ui": "open", "version": "--version", "write": "rewrite",
}  # fmt: skip
EXIT_CODES = "Exit codes: 0 done; 1 refused, nothing was written; 2 wrong usage; 3 the machine failed."


@click.command(
    cls=Root, table=TABLE, elsewhere=ELSEWHERE, invoke_without_command=True, subcommand_metavar="VERB …",
    epilog=EXIT_CODES,
)  # fmt: skip
@click.version_option(package_name="memwarden", message="%(prog)s %(version)s")
@click.pass_context
def root(context: click.Context) -> None:
    """Supervise what several AI agents remember: one folder of markdown notes, every line's author, every
    overwritten text.

    Without a verb the screen opens on the tree above here, else on a list of the trees found.
    """
    if context.invoked_subcommand is None:
        from memwarden.interfaces.cli.screen import open_screen

        door: Door = context.obj
        open_screen(door.place())
