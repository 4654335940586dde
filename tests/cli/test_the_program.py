"""The program as a whole: help, what it loads, how fast it is, pipes that close, what reaches a terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.commands import Commands

from memwarden.interfaces.cli.verbs import TABLE

HEAVY = ("textual", "git", "mcp", "rich", "markdown_it", "watchdog", "stdnum", "platformdirs", "tomlkit")
LOADED = """
import atexit, sys
atexit.register(lambda: print("LOADED", *{name.partition(".")[0] for name in sys.modules}, file=sys.stderr))
sys.argv = ["memwarden", *sys.argv[1:]]
from memwarden.interfaces.cli.main import main
main()
"""
VERBS = [name for verbs in TABLE.values() for name in verbs]


def test_help_lists_every_verb_and_imports_none_of_them(memwarden: Commands) -> None:
    said = memwarden("--help").text
    assert all(f"\n  {verb} " in said for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_of_the_table_is_there_and_takes_the_options_of_all(memwarden: Commands, verb: str) -> None:
    said = memwarden(verb, "--help").text
    assert "--tree DIR" in said
    assert "--json" in said


@pytest.mark.parametrize(
    "line", ["read travel", "--as vps/hermes append preferences/travel.md x", "log", "versions preferences/travel.md"]
)
def test_plain_verbs_load_neither_the_screen_nor_engines(memwarden: Commands, line: str) -> None:
    memwarden("read", "travel")
    command = [sys.executable, "-c", LOADED, *line.split()]
    done = subprocess.run(command, capture_output=True, cwd=memwarden.folder, env=memwarden.environment)
    assert done.returncode == 0, done.stderr
    loaded = done.stderr.decode().rpartition("LOADED ")[2].split()
    assert "memwarden" in loaded
    assert [name for name in HEAVY if name in loaded] == []


def test_version_is_said(memwarden: Commands) -> None:
    assert memwarden("--version").text.startswith("memwarden ")


def test_a_reader_that_goes_away_is_no_fault(memwarden: Commands) -> None:
    (memwarden.folder / "long.md").write_text("a line of text\n" * 200_000)
    shown = memwarden.terminal("memwarden show long.md | head -n 1").done()
    assert shown.split() == ["a", "line", "of", "text"]


def test_streams_that_are_closed_are_no_fault(memwarden: Commands) -> None:
    memwarden.terminal("memwarden read travel >&- && memwarden read travel <&- && memwarden read travel 2>&-").done()


def test_an_interrupt_is_quiet(memwarden: Commands) -> None:
    asked = memwarden.terminal("trap : INT; memwarden forget preferences/travel.md 3").answer("[y/N]", "\x03")
    code, shown = asked.end()
    assert code == 130
    assert "Traceback" not in shown
    assert "Aisle" in (memwarden.folder / "preferences/travel.md").read_text()


def test_the_screen_needs_a_terminal(memwarden: Commands) -> None:
    assert "needs a terminal" in memwarden(code=1).err
    assert memwarden("open", ".", "--json", code=1).refused == "bad-argument"
    assert memwarden("open", "nowhere", "--json", code=1).refused == "no-tree"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_the_shells_script(memwarden: Commands, shell: str) -> None:
    assert b"_MEMWARDEN_COMPLETE" in memwarden("completion", shell).out


def test_completion_knows_the_verbs(memwarden: Commands) -> None:
    memwarden.environment |= {"_MEMWARDEN_COMPLETE": "bash_complete", "COMP_WORDS": "memwarden conf", "COMP_CWORD": "1"}
    assert memwarden().text == "plain,conflicts\n"


HOSTILE = "\x1b]52;c;cm0gLXJm\x07\x1b[2J\x9b31m\u202e[red]x[/red][/bold] \x1b]8;;http://x\x07"


@pytest.mark.parametrize(
    "line",
    ["read hostile.md", "show hostile.md", "blame hostile.md", "search hostile", "log", "diff hostile.md", "check"],
)
def test_no_escape_sequence_of_a_note_reaches_the_terminal(memwarden: Commands, line: str) -> None:
    (memwarden.folder / "hostile.md").write_text(f"hostile {HOSTILE}\n")
    memwarden("read")
    (memwarden.folder / "hostile.md").write_text(f"hostile {HOSTILE}\nhostile {HOSTILE}\n")
    shown = memwarden.terminal(f"memwarden {line}; memwarden {line} --json").done()
    for sequence in ("\x1b]", "\x1b[2J", "\x9b", "\u202e", "\x07"):
        assert sequence not in shown
    if line.startswith(("read", "show")):
        assert "[red]x[/red][/bold]" in shown


def test_colours_stay_away_where_nobody_wants_them(memwarden: Commands) -> None:
    memwarden.agent("append", "preferences/travel.md", "- x")
    assert "\x1b[" in memwarden.terminal("memwarden log").done()
    assert "\x1b[" not in memwarden.terminal("memwarden log", NO_COLOR="1").done()
    assert "\x1b[" not in memwarden.terminal("memwarden log", TERM="dumb").done()
    assert b"\x1b[" not in memwarden("log").out


def test_what_does_not_fit_on_the_screen_goes_through_the_pager_and_the_rest_does_not(memwarden: Commands) -> None:
    (memwarden.folder / "long.md").write_text("".join(f"line {number}\n" for number in range(100)))
    pager = {"PAGER": "sed s/line/paged/"}
    assert "paged 99" in memwarden.terminal("memwarden read long.md", **pager).done()
    assert "paged" not in memwarden.terminal("memwarden read travel", **pager).done()
    assert "line 99" in memwarden.terminal("memwarden read long.md | cat", **pager).done()
    assert "line 99" in memwarden.terminal("memwarden read long.md", PAGER="no-such-program").done()


def test_the_demo_without_a_terminal_says_what_it_made_and_how_to_open_it(memwarden: Commands, tmp_path: Path) -> None:
    kept = tmp_path / "demo"
    said = memwarden("demo", "--keep", str(kept)).text
    assert f"memwarden open {kept}" in said
    assert (kept / "INDEX.md").exists()
