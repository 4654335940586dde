"""Where the history cannot be kept, every answer says so, and only what would be lost is not done."""

from __future__ import annotations

import errno
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from tests.mcp.speaking import text_of

from memwarden.interfaces.mcp.call import tool
from memwarden.interfaces.mcp.desk import Desk
from memwarden.interfaces.mcp.server import OFFERS

Call = Callable[..., tuple[Any, str]]


@pytest.fixture
def notes(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "INDEX.md").write_text("# Index\n\n- [Travel](travel.md)\n")
    (folder / "travel.md").write_text("# Travel\n")
    return folder


@pytest.fixture
def desk(notes: Path) -> Iterator[Desk]:
    made = Desk(notes, identity="vps/hermes", origin="chat")
    yield made
    made.close()


@pytest.fixture
def call(desk: Desk) -> Call:
    """What a tool answers a client, as data and as text."""
    tools = {offer.act.__name__: tool(offer, desk, nullcontext) for offer in OFFERS}

    def answered(name: str, **arguments: Any) -> tuple[Any, str]:
        result = tools[name].fn("claude-code", arguments)
        return result.structured_content, text_of(result)

    return answered


@pytest.fixture
def no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for passing things; where the store should be is a file."""
    passing = tmp_path / "passing"
    passing.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(passing))
    (tmp_path / "file").touch()
    monkeypatch.setenv("MEMWARDEN_STATE", str(tmp_path / "file"))
    return passing


@pytest.mark.usefixtures("no_store")
def test_without_a_store_reads_and_writes_both_say_it(call: Call) -> None:
    for name, arguments in (
        ("read_note", {}), ("append_note", {"note": "travel.md", "text": "- Aisle"}), ("list_notes", {}),
        ("propose_change", {"target": "travel.md", "act": "append", "text": "- Window"}),
    ):  # fmt: skip
        answer, text = call(name, **arguments)
        (warning,) = answer["warnings"]
        assert "cannot be written: " in warning and json.loads(text) == answer
    answer, text = call("opening")
    assert text.count(answer["warnings"][0]) == 1


def test_a_passing_store_holds_texts_and_goes_with_the_server(no_store: Path, desk: Desk, call: Call) -> None:
    call("append_note", note="travel.md", text="- Aisle")
    assert list(no_store.iterdir())
    desk.close()
    assert list(no_store.iterdir()) == []


def test_a_disk_that_fills_up_stops_the_writes_and_not_the_reading(
    notes: Path, desk: Desk, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    assert "warnings" not in call("list_notes")[0]
    with monkeypatch.context() as filled:
        filled.setattr(desk.tree().store, "append", full)
        (notes / "travel.md").write_text("# Travel\n\n- By train\n")
        for name, arguments in (("read_note", {"note": "travel.md"}), ("list_notes", {}), ("opening", {})):
            answer, text = call(name, **arguments)
            assert "No space left" in answer["warnings"][0] and "No space left" in text
        answer, _ = call("append_note", note="travel.md", text="- Aisle")
        assert "No space left" in answer["failed"]["message"] and "Nothing was changed" in answer["failed"]["hint"]
    assert "warnings" not in call("append_note", note="travel.md", text="- Aisle")[0]
    assert call("read_note", note="travel.md")[0]["warnings"] == []
