"""What the command line answers to a mistake in a line, or to a machine that is not as others are."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from tests.cli.commands import Commands

from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.texts import note_and_revision
from memwarden.interfaces.cli.verbs import ELSEWHERE, EXIT_CODES, TABLE, root


def said(line: str) -> str:
    return CliRunner().invoke(root, line.split(), obj=Door()).output


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("apend", "append"),
        ("mail snd", "send"),
        ("status", "review"),
        ("help", "--help"),
        ("proposals confrm", "confirm"),
    ],
)
def test_a_wrong_verb_leads_to_the_right_one(line: str, meant: str) -> None:
    assert f"Did you mean {meant}" in said(line)
    assert "Did you mean" not in said("qqq")


def test_words_of_other_programs_lead_to_verbs_and_are_none_themselves() -> None:
    verbs = {name for group in TABLE.values() for name in group}
    assert not verbs & ELSEWHERE.keys()
    assert {meant for meant in ELSEWHERE.values() if not meant.startswith("--")} <= verbs


def test_help_tells_the_exit_codes_and_each_verbs_whole_sentence() -> None:
    assert EXIT_CODES in " ".join(said("--help").split())
    assert "..." not in said("review --help").partition("Verbs:")[2]


def test_an_act_that_there_is_not_is_no_empty_log() -> None:
    assert "'appnd' is none of found, append" in said("log --act appnd")


@pytest.mark.parametrize(
    ("named", "note", "revision"),
    [
        ("a.md@12ab", "a.md", "12ab"), ("a.md@HEAD", "a.md", "HEAD"), ("a@b.md", "a@b.md", ""),
        ("a@b.md@12ab", "a@b.md", "12ab"), ("topic@home", "topic@home", ""), ("a.md", "a.md", ""),
    ],
)  # fmt: skip
def test_a_revision_is_told_from_a_name_with_an_at_in_it(named: str, note: str, revision: str) -> None:
    assert note_and_revision(named) == (note, revision)


def test_an_answer_that_the_disk_does_not_take_is_said_on_stderr(memwarden: Commands) -> None:
    for verb in ("log", "log --json"):
        shown = memwarden.terminal(f"memwarden {verb} > /dev/full; echo code $?").done()
        assert "No space left" in shown and "code 3" in shown and "Traceback" not in shown


def test_names_are_utf8_whatever_the_locale_is(memwarden: Commands) -> None:
    (memwarden.folder / "größe.md").write_text("# Größe ☕\n")
    memwarden.environment |= {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    assert memwarden("read", "größe.md").text == "# Größe ☕\n"
    assert "größe.md" in memwarden("log").text
