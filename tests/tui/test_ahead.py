"""Screens that are imported ahead."""

from __future__ import annotations

import subprocess
import sys


def test_what_a_hand_is_likely_to_want_next_is_imported_ahead_and_nothing_of_it_before() -> None:
    asked = """
import sys
import memwarden_tui.app
from memwarden_tui.ahead import SOON, import_ahead
names = {f"memwarden_tui.screens.{name}" for name in SOON}
assert not names & sys.modules.keys()
import_ahead()
assert names <= sys.modules.keys()
"""
    subprocess.run([sys.executable, "-c", asked], check=True)
