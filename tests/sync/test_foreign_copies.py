"""Copies that other programs than Syncthing made are told by their names, and never more than suggested."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.sync.copies import is_copy
from memwarden.sync.foreign_copies import Suggestion, suggest


@given(st.text(max_size=80))
def test_any_name_can_be_asked_about(name: str) -> None:
    assert suggest(name, ()) is None or suggest(name, ()).original != name


@pytest.mark.parametrize(
    ("path", "program"),
    [
        ("note (conflicted copy 2026-11-30).md", "Dropbox or Nextcloud"),
        ("note (Sam's conflicted copy 2026-11-30).md", "Dropbox or Nextcloud"),
        ("note (conflicted copy 2026-11-30 141639).md", "Dropbox or Nextcloud"),
        ("note (Case Conflict 1).md", "Dropbox"),
        ("note_conflict-20261130-141639.md", "Nextcloud or ownCloud"),
        ("note_conflict-sam-20261130-141639.md", "Nextcloud or ownCloud"),
        ("note (SFConflict sam@example.org 2026-11-30-14-16-39).md", "Seafile"),
        ("note.Conflict.md", "Resilio"),
        ("note 2.md", "iCloud"),
        ("note (1).md", "Google Drive"),
    ],
)
def test_another_programs_copy_is_suggested_beside_its_note(path: str, program: str) -> None:
    assert suggest(f"sub/{path}", {"sub/note.md"}) == Suggestion("sub/note.md", program)
    assert not is_copy(path)


def test_a_numbered_note_without_its_sibling_suggests_nothing() -> None:
    assert suggest("chapter 2.md", {"other.md"}) is None
    assert suggest("note (1).md", ()) is None
