"""What the health scan sees in a tree, and what it leaves alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import pytest
from tests.memory.gathered import findings_of, graph_of

COPY = "a.sync-conflict-20261130-141639-NJDDEFB"


def codes(texts: Mapping[str, str], others: Mapping[str, str] | None = None) -> list[tuple[str, str, int]]:
    return [(finding.code, finding.note, finding.line) for finding in findings_of(texts, others)]


def test_a_tree_in_order_has_no_findings() -> None:
    assert findings_of({"INDEX.md": "[a](a.md) ![p](p.png)", "a.md": "[up](INDEX.md) https://x.y", "p.png": ""}) == ()


def test_links_that_lead_nowhere_or_out_are_found_in_every_note() -> None:
    texts = {
        "INDEX.md": "[a](a.md)\n[gone](gone.md)\n",
        "a.md": f"[x](../../etc/passwd)\n\n![p](p.png)\n[c]({COPY}.md)\n[s](my note.md)\n",
        f"{COPY}.md": "",
    }
    assert codes(texts) == [
        ("dangling-link", "INDEX.md", 2),
        ("outside-link", "a.md", 1),
        ("dangling-link", "a.md", 3),
        ("link-to-copy", "a.md", 4),
        ("space-in-link", "a.md", 5),
    ]
    assert all(finding.warning and finding.fix and finding.fingerprint for finding in findings_of(texts))


def test_a_list_item_that_begins_with_a_file_name_is_a_link_in_an_index_only() -> None:
    assert codes({"INDEX.md": "- gone.md what it was\n[a](a.md)", "a.md": "- other.md is mentioned"}) == [
        ("dangling-link", "INDEX.md", 1)
    ]


def test_mail_and_proposals_are_not_held_to_their_links_nor_their_yaml() -> None:
    mail = "---\nsubject: Re: x\n---\n[x](gone.md)"
    assert codes({"INDEX.md": "", "agents/a/b/outbox/m.md": mail, "agents/a/b/proposals/p.md": mail}) == []


def test_notes_that_no_index_links_are_found_where_there_is_an_index() -> None:
    assert codes({"INDEX.md": "", "a.md": ""}) == [("not-in-index", "a.md", 1)]
    assert codes({"a.md": "", "agents/h/i/memory.md": ""}) == []


def test_twins_in_case_or_normalisation_are_found_once() -> None:
    nfc, nfd = (unicodedata.normalize(form, "café.md") for form in ("NFC", "NFD"))
    assert codes({nfc: "", nfd: ""}) == [("twin-name", nfd, 1)]
    assert codes({"x/A.md": "", "X/b.md": "", "X/c.md": ""}) == [("twin-name", "X", 1)]
    assert codes({"a.md": "", "x/a.md": ""}) == []


def test_a_copy_that_another_program_made_is_named_with_its_note_and_nothing_is_done() -> None:
    texts = {"x/a (Sam's conflicted copy 2026-11-30).md": "", "x/a.md": "", "x/a 2.md": "", "x/b 2.md": ""}
    found = findings_of(texts)
    assert [(finding.code, finding.note) for finding in found] == [
        ("foreign-copy", "x/a (Sam's conflicted copy 2026-11-30).md"),
        ("foreign-copy", "x/a 2.md"),
    ]
    assert "x/a.md that iCloud made" in found[1].message


def test_bytes_that_are_no_text_are_found_where_they_stand() -> None:
    (latin, nul) = findings_of({"a.md": "ok\ncaf\udce9\n", "b.md": "x\n\ny\0"})
    assert (latin.code, latin.line, latin.column) == ("not-utf8", 2, 4)
    assert "0xe9" in latin.message
    assert (nul.code, nul.line, nul.column) == ("nul-byte", 3, 2)


def test_what_is_no_file_is_never_opened_and_said_so() -> None:
    kinds = {"pipe.md": "special", "loop.md": "special", "locked.md": "unreadable", "fine.md": "link"}
    found = findings_of({}, kinds, {"loop.md": "loop.md"})
    assert [(finding.code, finding.note) for finding in found] == [
        ("unreadable", "locked.md"),
        ("bad-symlink", "loop.md"),
        ("special-file", "pipe.md"),
    ]


def test_markers_of_a_merge_are_found_but_not_where_they_are_quoted() -> None:
    merge = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n"
    assert codes({"a.md": f"x\n{merge}"}) == [("merge-marker", "a.md", 2)]
    assert codes({"a.md": f"```\n{merge}```\n"}) == []


@pytest.mark.parametrize("line", ["title: L2 (Split: Core)", "key: `C:\\agent`", "title: *Italic*", "l:\n- [[wiki]]x"])
def test_front_matter_that_others_stumble_over_is_found_and_the_note_stays_listed(line: str) -> None:
    texts = {"a.md": f"---\n{line}\n---\nbody\n"}
    assert [code for code, _, _ in codes(texts) if code != "dangling-link"] == ["front-matter"]
    assert graph_of(texts).sections[0].entries[0].note == "a.md"


def test_front_matter_that_is_malformed_is_found_with_its_line() -> None:
    assert codes({"a.md": "---\na: 1\ngarbage\nb: 2\n---\n"}) == [("front-matter", "a.md", 3)]
    assert codes({"a.md": "---\na: 1\n"}) == [("front-matter", "a.md", 1)]
    assert codes({"a.md": "---\nplain sentence\n---\nbody"}) == []


@pytest.mark.parametrize("extension", ["py", "json", "yaml", "sh", "toml"])
def test_a_conflict_copy_that_a_program_may_load_is_urgent(extension: str) -> None:
    (finding,) = findings_of({f"{COPY}.{extension}": ""})
    assert finding.code == "copy-of-code"
    assert "Urgent" in finding.message


def test_a_conflict_copy_of_a_note_is_no_finding_of_its_own() -> None:
    assert findings_of({f"{COPY}.md": "<<<<<<< \udce9"}) == ()


@pytest.mark.parametrize(
    ("ignores", "found"),
    [
        (None, True),
        ("", True),
        ("*.tmp\n.github\n", True),
        ("!.git\n.git\n", True),
        (".git\n", False),
        ("(?d).git\n", False),
        ("/.git/**\r\n", False),
        ("#include shared.txt\n", False),
        ("#include .stignore\n", True),
    ],
)
def test_a_git_folder_that_syncthing_carries_is_found(ignores: str | None, found: bool) -> None:
    texts = {"shared.txt": ".git"} | ({} if ignores is None else {".stignore": ignores})
    seen = findings_of(texts, {".git": "directory", ".stfolder": "directory"})
    assert [finding.code for finding in seen] == (["git-in-syncthing"] if found else [])
    assert findings_of(texts, {".git": "directory"}) == ()


def test_the_same_finding_keeps_its_fingerprint_when_lines_move() -> None:
    (before,) = findings_of({"INDEX.md": "[a](gone.md)"})
    (after,) = findings_of({"INDEX.md": "one\n\ntwo [b](gone.md)"})
    (other,) = findings_of({"INDEX.md": "[a](lost.md)"})
    assert before.fingerprint == after.fingerprint != other.fingerprint
