"""No command of any screen or widget goes untried: a pilot presses its key where that screen is tested."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from tests.tui.test_commands import HOSTS

from memwarden_tui.commands import Command, Commanded

HERE = Path(__file__).parent
EVERYWHERE = tuple(sorted(file.stem for file in HERE.glob("test_*.py")))
TRIED_IN: dict[str, tuple[str, ...]] = {
    "ActivityScreen": ("test_activity",),
    "AgentsScreen": ("test_agents",),
    "AnsweredThread": ("test_compose", "test_lineview"),
    "Answering": ("test_proposal",),
    "BulkScreen": ("test_conflict_kinds", "test_conflict_screen"),
    "CardsView": ("test_agents",),
    "Choosing": ("test_conflict_screen",),
    "Column": ("test_proposal",),
    "CompareScreen": ("test_compare",),
    "ConflictBase": ("test_conflict_screen", "test_conflict_interrupted"),
    "ConflictScreen": ("test_conflict_screen",),
    "DiffView": ("test_diffview",),
    "EditArea": ("test_editing",),
    "Field": ("test_overlays", "test_search"),
    "FilterField": ("test_frame", "test_listview"),
    "Frame": ("test_frame", "test_notes", "test_review"),
    "GitScreen": ("test_git_screen",),
    "GivingBackScreen": ("test_history", "test_compare"),
    "HistoryScreen": ("test_history",),
    "InspectorView": ("test_notes",),
    "LetterField": ("test_compose",),
    "LetterText": ("test_compose",),
    "LineView": ("test_lineview",),
    "ListView": ("test_listview", "test_activity", "test_review"),
    "MailScreen": ("test_mail",),
    "MemwardenApp": EVERYWHERE,
    "NotePane": ("test_notes", "test_notes_acts"),
    "NotesScreen": ("test_notes", "test_notes_acts"),
    "Overlay": ("test_overlays",),
    "PickerApp": ("test_picker",),
    "PickerScreen": ("test_picker",),
    "RestoreScreen": ("test_review_losses", "test_review"),
    "ResultScreen": ("test_conflict_screen",),
    "ReviewScreen": ("test_review", "test_review_losses", "test_review_kinds"),
    "RowView": ("test_lineview",),
    "SearchField": ("test_search",),
    "StaleScreen": ("test_editing",),
    "StandingScreen": ("test_standing",),
    "TypeChoice": ("test_compose",),
    "VerbsScreen": ("test_conflict_kinds", "test_conflict_screen"),
}
"""Where the keys are pressed of each class that declares commands."""
SPELT = {"/": "slash", ",": "comma", "<": "less_than_sign", "?": "question_mark", "+": "plus"}


@cache
def pressed(name: str) -> frozenset[str]:
    """Every key that a test file presses, also by its parameters or in a loop."""
    tree = ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))
    parts = [part for node in ast.walk(tree) for part in _holding_keys(node)]
    texts = (one.value for part in parts for one in ast.walk(part) if isinstance(one, ast.Constant))
    return frozenset(text for text in texts if isinstance(text, str))


def _holding_keys(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.For):
        return [node.iter]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.args if node.func.attr in {"press", "parametrize"} else []
    return []


def declared() -> list[tuple[type[Commanded], Command]]:
    return [(host, command) for host in HOSTS for command in host.__dict__.get("KEYS", ()) if command.keys]


@pytest.mark.parametrize(("host", "command"), declared(), ids=lambda part: getattr(part, "id", None) or part.__name__)
def test_a_pilot_presses_its_key(host: type[Commanded], command: Command) -> None:
    tried = frozenset[str]().union(*(pressed(name) for name in TRIED_IN[host.__name__]))
    keys = set(command.keys.split(","))
    assert tried & (keys | {SPELT[key] for key in keys & SPELT.keys()})
