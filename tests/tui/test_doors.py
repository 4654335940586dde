"""What the screen calls the doors that a write comes through."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from memwarden_tui.screens import history_head, notes_inspect, reviewloss

VIAS = {"tui", "cli", "mcp", "hook", "shell", "library", "outside", "git", "syncthing"}


@pytest.mark.parametrize("words", [history_head.DOORS, reviewloss.DOORS, notes_inspect.DOORS])
def test_every_door_has_a_word_of_its_own(words: Mapping[str, str]) -> None:
    assert set(words) == VIAS and len(set(words.values())) == len(VIAS)
