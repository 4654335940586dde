"""`restore`, `review restore`, `undo`, `redo`: a person gives text back in a shell, and takes that back."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.cli.commands import Commands

from memwarden import Origin, Tree

TRAVEL = "preferences/travel.md"
FACTS = [f"- fact number {number} of a longer list\n" for number in range(20)]


def text(memwarden: Commands, note: str = TRAVEL) -> str:
    return (memwarden.folder / note).read_text()


def versions(memwarden: Commands, note: str = TRAVEL) -> list[str]:
    return [version["revision"] or "" for version in memwarden("versions", note, "--json").value]


def test_one_hunk_and_one_authors_lost_lines_come_back_alone_and_undo_takes_that_back(memwarden: Commands) -> None:
    memwarden.agent("append", TRAVEL, "- Window seats\n- Trains first")
    memwarden("--as", "vps/codex", "append", TRAVEL, "- By codex")
    full = text(memwarden)
    chat = ("--as", "pi/aras", "--origin", "chat")
    memwarden(*chat, "rewrite", TRAVEL, "# Travel\n\n- Never before 07:00\n", "--base", versions(memwarden)[0])
    change = f"{TRAVEL}@{versions(memwarden)[0][:8]}"
    shown = memwarden.terminal(f"memwarden restore --lost vps/hermes {change}").answer("[y/N]", "y\n")
    shown.done()
    assert text(memwarden) == "# Travel\n\n- Never before 07:00\n- Window seats\n- Trains first\n"
    memwarden.terminal("memwarden undo").done()
    memwarden.terminal(f"memwarden restore --yes --hunk 2 {change}").done()
    assert text(memwarden) == full.replace("- Aisle seats\n", "")
    code, said = memwarden.terminal(f"memwarden restore --yes --hunk 9 {change}").end()
    assert (code, "This change has 2 hunks." in said) == (1, True)


def test_a_note_that_is_gone_comes_back_by_its_name_whatever_syncthing_archived_since(memwarden: Commands) -> None:
    before = text(memwarden)
    memwarden("read")
    (memwarden.folder / TRAVEL).unlink()
    memwarden("read")
    archived = memwarden.folder / ".stversions" / "preferences" / "travel~29991231-120000.md"
    archived.parent.mkdir(parents=True)
    archived.write_text("another text\n")
    assert versions(memwarden)[1] == ""
    memwarden.terminal(f"memwarden restore --yes {TRAVEL}").done()
    assert text(memwarden) == before
    assert memwarden.terminal(f"memwarden restore --yes {TRAVEL}").end()[0] == 1


def test_a_whole_burst_comes_back_as_one_act_and_a_note_that_moved_on_is_left(memwarden: Commands) -> None:
    notes = [f"burst-{number}.md" for number in range(12)]
    for note in notes:
        (memwarden.folder / note).write_text("".join(FACTS))
    with Tree.open(memwarden.folder, state=Path(memwarden.environment["MEMWARDEN_STATE"])) as tree:
        hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
        for note in notes[:10]:
            hermes.rewrite(note, "# Gone\n", base=tree.text(note).revision)
    (item,) = [one for one in memwarden("review", "--json").value if one["kind"] == "deletion"]
    asked = memwarden.terminal(f"memwarden review restore {item['id']}").answer("Restore 10 notes? [y/N]", "y\n")
    asked.done()
    assert {text(memwarden, note) for note in notes} == {"".join(FACTS)}
    assert memwarden("review", "--json").value == [
        one for one in memwarden("review", "--json").value if one["kind"] != "deletion"
    ]
    memwarden.terminal("memwarden undo").done()
    assert text(memwarden, notes[0]) == "# Gone\n"
    memwarden.terminal("memwarden redo").done()
    memwarden("--as", "vps/codex", "append", notes[3], "- written since")
    code, said = memwarden.terminal("memwarden undo").end()
    assert code == 1 and "was changed after your restore" in said and f"memwarden versions {notes[3]}" in said
    assert text(memwarden, notes[0]) == "".join(FACTS)


def test_a_hunk_that_only_git_kept_comes_back_too(memwarden: Commands) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=Sam", "-c", "user.email=sam@example.org")
        subprocess.run(["git", *who, *arguments], cwd=memwarden.folder, check=True, capture_output=True)

    git("init", "-q")
    for lines in (FACTS, FACTS[2:], [*FACTS[2:10], *FACTS[12:]]):
        (memwarden.folder / "facts.md").write_text("".join(lines))
        git("add", "facts.md")
        git("commit", "-q", "-m", f"{len(lines)} facts")
    change = f"facts.md@{versions(memwarden, 'facts.md')[1][:10]}"
    memwarden.terminal(f"memwarden restore --yes --hunk 1 {change}").done()
    assert text(memwarden, "facts.md") == "".join([*FACTS[:10], *FACTS[12:]])
    newest = f"facts.md@{versions(memwarden, 'facts.md')[1][:10]}"
    memwarden.terminal(f"memwarden restore --yes --lost Sam {newest}").done()
    assert text(memwarden, "facts.md") == "".join(FACTS)
