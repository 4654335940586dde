"""What reading and appending load: a start of 100 ms has room for this and for little else.

Wall time says little on a busy machine, so the modules are counted: one that is not named here makes a test fail, and
whoever adds it says by that that each start is to pay for it.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cli.commands import Commands

LOADED = """
import atexit, sys
before = set(sys.modules)
atexit.register(lambda: print("LOADED", *(set(sys.modules) - before), file=sys.stderr))
sys.argv = ["memwarden", *sys.argv[1:]]
from memwarden.interfaces.cli.main import main
main()
"""
READING = ("read", "preferences/travel.md")
APPENDING = ("--as", "vps/hermes", "append", "preferences/travel.md", "- Likes trains")
READ = {
    "checks": "finding limits patterns",
    "interfaces.cli": "door main note_shown plain say texts",
    "memory": "accepted actor ancestry attribution authored beside brake carriers flags gate globs guard identity"
    " intents late ledger looks lying nest_limits notes notice outside pending policy presets published reading"
    " recovery renamed rescan screen_state tree trees turned_down verdicts workings",
    "store": "bodies cache clock entries exchange files journal lock paths records replace sightings snapshots state"
    " store thinning",
    "sync": "copies",
    "text": "alignment diff lines slide",
}
APPEND = {
    "checks": "changes duplicates fences fold foreign_orders forgotten frontmatter goregex hidden hit instructions"
    " leaks links markers numbers orders run said secrets sizes stems",
    "interfaces.cli": "who wrote",
    "memory": "forget names whole_text writer",
    "text": "append tokens",
}
HEAVY = {
    *("argparse", "asyncio", "base64", "dataclasses", "difflib", "email", "gettext", "gzip", "html", "http", "inspect"),
    *("logging", "multiprocessing", "queue", "random", "secrets", "shutil", "socket", "ssl", "subprocess", "tempfile"),
    *("tomllib", "unittest", "urllib.request", "uuid", "xml"),
}
"""Of the standard library, what a plain verb has no use for."""


def loaded(memwarden: Commands, *line: str) -> set[str]:
    memwarden("read", "travel")
    command = [sys.executable, "-c", LOADED, *line]
    done = subprocess.run(command, capture_output=True, cwd=memwarden.folder, env=memwarden.environment)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.decode().rpartition("LOADED ")[2].split())


def named(*tables: dict[str, str]) -> set[str]:
    return {
        f"memwarden.{package}.{name}" for table in tables for package, names in table.items() for name in names.split()
    }


@pytest.mark.parametrize(
    ("line", "allowed"), [(READING, named(READ)), (APPENDING, named(READ, APPEND))], ids=["read", "append"]
)
def test_reading_and_appending_load_what_they_need_and_nothing_else(
    memwarden: Commands, line: tuple[str, ...], allowed: set[str]
) -> None:
    own = {name for name in loaded(memwarden, *line) if name.startswith("memwarden.") and name.count(".") > 1}
    assert own - {"memwarden.interfaces.cli"} - allowed == set()
    assert {"memwarden.memory.tree", "memwarden.store.store"} <= own


@pytest.mark.parametrize("line", [READING, APPENDING], ids=["read", "append"])
def test_no_other_library_is_loaded_and_of_pythons_own_nothing_heavy(
    memwarden: Commands, line: tuple[str, ...]
) -> None:
    modules = loaded(memwarden, *line)
    others = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names) - {"memwarden"}
    assert others == set()
    assert sorted(HEAVY & modules) == []
