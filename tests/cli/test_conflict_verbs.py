"""`conflicts` and `resolve`: a person settles at a terminal what a sync left behind, both ways, with undo."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.cli.commands import Commands

TREES = Path(__file__).parents[1] / "fixtures/syncthing"
SIDES = [
    (case, side)
    for case in sorted(path.parent for path in TREES.glob("*/meta.json"))
    for side in json.loads((case / "meta.json").read_bytes())["sides"]
    if any("sync-conflict" in path.name for path in (case / side).rglob("*"))
]
COPY = "plan.sync-conflict-20261130-135612-NWBPK22.md"


@pytest.fixture
def parted(memwarden: Commands) -> Commands:
    """A plan that two sides changed in the same line, one of them also in another."""
    (memwarden.folder / "plan.md").write_text("# Plan\n\n- Launch in April\n\n## Team\n\n- Ana\n")
    (memwarden.folder / COPY).write_text("# Plan\n\n- Launch in May\n\n## Team\n\n- Ana\n- Ben\n")
    return memwarden


def plan(memwarden: Commands) -> str:
    return (memwarden.folder / "plan.md").read_text()


def test_conflicts_have_the_agreed_shape(parted: Commands) -> None:
    (conflict,) = parted("conflicts", "--json").value
    assert list(conflict) == ["note", "kind", "copies", "base", "open_hunks"]
    assert (conflict["note"], conflict["kind"], conflict["open_hunks"]) == ("plan.md", "edits", 2)
    assert conflict["copies"][0].keys() == {"path", "at", "device", "same_as"}
    assert conflict["copies"][0]["path"] == COPY
    assert conflict["base"].keys() == {"revision", "how", "verified"}
    assert conflict["base"]["verified"] is False


def test_conflicts_fail_with_exit_code_only_where_one_waits(parted: Commands) -> None:
    assert parted("conflicts", "--exit-code", code=1).text.startswith("plan.md\tedits\t2 open")
    (parted.folder / COPY).unlink()
    assert parted("conflicts", "--exit-code").out == b""


def test_a_note_in_conflict_is_neither_read_nor_written_by_an_agent(parted: Commands) -> None:
    assert parted("read", "plan.md", "--json", code=1).refused == "conflict-pending"
    assert parted.agent("append", "plan.md", "x", "--json", code=1).refused == "conflict-pending"


def test_an_agent_cannot_resolve(parted: Commands) -> None:
    assert parted("resolve", "plan.md", "--take", "yours", "--json", code=1).refused == "person-only"
    assert parted.agent("resolve", "plan.md", "--take", "yours", "--json", code=1).refused == "person-only"


@pytest.mark.parametrize(
    ("options", "made_of", "result"),
    [
        ("--take yours", "", "# Plan\n\n- Launch in April\n\n## Team\n\n- Ana\n"),
        ("--take theirs", "", "# Plan\n\n- Launch in May\n\n## Team\n\n- Ana\n- Ben\n"),
        ("--take both", "2 both", "# Plan\n\n- Launch in April\n- Launch in May\n\n## Team\n\n- Ana\n- Ben\n"),
        (
            "--hunk 1=yours --hunk 2=theirs",
            "1 yours, 1 theirs",
            "# Plan\n\n- Launch in April\n\n## Team\n\n- Ana\n- Ben\n",
        ),
        ("--take theirs --hunk 2=yours", "1 yours, 1 theirs", "# Plan\n\n- Launch in May\n\n## Team\n\n- Ana\n"),
    ],
)
def test_a_resolution_takes_the_sides_that_were_said_and_undo_brings_both_files_back(
    parted: Commands, options: str, made_of: str, result: str
) -> None:
    note, copy = plan(parted), (parted.folder / COPY).read_text()
    parted.terminal(f"memwarden resolve plan.md {options}").done()
    assert plan(parted) == result
    assert not (parted.folder / COPY).exists()
    assert parted("conflicts", "--json").value == []
    assert parted("log", "plan.md", "--json").value[0]["why"] == made_of
    parted.terminal("memwarden undo").done()
    assert (plan(parted), (parted.folder / COPY).read_text()) == (note, copy)


def test_open_hunks_are_refused_and_shown_by_their_numbers(parted: Commands) -> None:
    code, said = parted.terminal("memwarden resolve plan.md --hunk 1=yours").end()
    assert code == 1
    assert "1 of the 2 hunks of plan.md are open" in said
    shown = parted("conflicts", "plan.md").text
    assert "@@ hunk 1: open @@\n-- Launch in April\n+- Launch in May\n" in shown
    assert (parted.folder / COPY).exists()


def test_the_text_of_a_file_may_be_the_resolution_but_not_with_markers_in_it(parted: Commands) -> None:
    mine = parted.folder.parent / "mine.txt"
    mine.write_text("<<<<<<< yours\na\n=======\nb\n>>>>>>> theirs\n")
    assert parted.terminal(f"memwarden resolve plan.md --from {mine}").end()[0] == 1
    mine.write_text("# Plan\n\n- Launch when it is done\n")
    parted.terminal(f"memwarden resolve plan.md --from {mine}").done()
    assert plan(parted) == mine.read_text()


def test_a_dry_run_shows_what_would_be_and_writes_nothing(parted: Commands) -> None:
    answer = parted("resolve", "plan.md", "--take", "theirs", "--dry-run")
    assert "+- Launch in May" in answer.text
    assert f"would take away {COPY}" in answer.err
    assert parted("resolve", "plan.md", "--take", "theirs", "--dry-run", "--json").value["copies"] == [COPY]
    assert (parted.folder / COPY).exists()


def test_without_a_common_base_there_is_none_to_take(parted: Commands) -> None:
    code, said = parted.terminal("memwarden resolve plan.md --take base").end()
    assert (code, "No common ancestor" in said) == (1, True)


def test_of_several_copies_one_is_named_and_the_others_stay(parted: Commands) -> None:
    other = COPY.replace("135612", "140000")
    (parted.folder / other).write_text("# Plan\n\n- Launch in June\n")
    code, said = parted.terminal("memwarden resolve plan.md --take theirs").end()
    assert (code, "--copy PATH" in said) == (1, True)
    parted.terminal(f"memwarden resolve plan.md --take theirs --copy {other}").done()
    assert plan(parted) == "# Plan\n\n- Launch in June\n"
    assert ((parted.folder / COPY).exists(), (parted.folder / other).exists()) == (True, False)


def test_identical_copies_go_all_at_once_and_nothing_else_does(parted: Commands) -> None:
    same = "INDEX.sync-conflict-20261130-140000-NWBPK22.md"
    shutil.copy(parted.folder / "INDEX.md", parted.folder / same)
    shutil.copy(parted.folder / "INDEX.md", parted.folder / "more.md")
    more = "more.sync-conflict-20261130-140000-NWBPK22.md"
    shutil.copy(parted.folder / "more.md", parted.folder / more)
    said = parted("resolve", "--all-identical", "--dry-run").text
    assert said.splitlines() == [
        f"{path}\t{note}\tthe copy is equal to the note" for path, note in ((same, "INDEX.md"), (more, "more.md"))
    ]
    assert parted("resolve", "--all-identical", "--dry-run", "--json").value == [same, more]
    parted.terminal("memwarden resolve --all-identical").done()
    assert [(parted.folder / path).exists() for path in (same, more, COPY)] == [False, False, True]
    parted.terminal("memwarden undo").done()
    assert [(parted.folder / path).exists() for path in (same, more, COPY)] == [True, True, True]


def test_a_copy_whose_note_is_gone_becomes_the_note_or_goes(parted: Commands) -> None:
    (parted.folder / "plan.md").unlink()
    parted.terminal("memwarden resolve plan.md --take theirs").done()
    assert "Launch in May" in plan(parted)
    parted.terminal("memwarden undo").done()
    parted.terminal("memwarden resolve plan.md --take yours").done()
    assert not (parted.folder / "plan.md").exists()
    assert not (parted.folder / COPY).exists()


def test_a_copy_whose_name_is_a_folder_now_is_kept_under_another_name(parted: Commands) -> None:
    (parted.folder / "plan.md").unlink()
    (parted.folder / "plan.md").mkdir()
    assert parted.terminal("memwarden resolve plan.md --take theirs").end()[0] == 1
    parted.terminal("memwarden resolve plan.md --to plan-kept.md").done()
    assert "Launch in May" in (parted.folder / "plan-kept.md").read_text()
    parted.terminal("memwarden undo").done()
    assert (parted.folder / COPY).exists()


def test_a_note_that_changes_after_it_was_shown_is_not_written_over(parted: Commands) -> None:
    script = "memwarden conflicts plan.md >/dev/null; memwarden resolve plan.md --take theirs --json | cat"
    assert "person-only" in parted.terminal(script).done()
    assert "April" in plan(parted)


def test_every_conflict_of_the_real_trees_is_resolved_both_ways_and_undone(memwarden: Commands) -> None:
    place = memwarden.folder.parent / "real"
    for case, side in SIDES:
        shutil.copytree(case / side, place / f"{case.name}-{side}", symlinks=True)
    driver = Path(__file__).with_name("resolver.py")
    memwarden.terminal(f"python {driver} {place}/*").done()
