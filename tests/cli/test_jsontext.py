"""Changes in a JSON text that leave every other byte alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.errors import Refused
from memwarden.interfaces.install.jsontext import JsonText

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(), VALUES, max_size=4)
KEYS = st.text(min_size=1)


@given(held=OBJECTS, key=KEYS, value=VALUES, indent=st.sampled_from([None, 1, 4, "\t"]), ascii=st.booleans())
def test_what_is_put_in_is_there_and_what_was_there_still_is(
    held: dict[str, Any], key: str, value: Any, indent: Any, ascii: bool
) -> None:
    text = json.dumps(held, indent=indent, ensure_ascii=ascii)
    changed = JsonText(text, "x").put((key,), value)
    assert json.loads(changed.text) == {**held, key: value}
    if key not in held and held:
        assert changed.without((key,)).text == text


@given(held=OBJECTS, keys=st.lists(KEYS, min_size=1, max_size=3), value=VALUES)
def test_objects_on_the_way_are_made(held: dict[str, Any], keys: list[str], value: Any) -> None:
    path = ("root", *keys)
    changed = JsonText(json.dumps({name: at for name, at in held.items() if name != "root"}), "x").put(path, value)
    assert changed.get(path) == value


@given(st.text(alphabet='{}[]",:/*\\ \n\tanulltrue01.-e', max_size=40))
def test_it_reads_what_json_reads_and_refuses_the_rest(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        expected = None
    if isinstance(expected, dict):
        assert JsonText(text, "x").get(()) == expected
    else:
        with pytest.raises(Refused):
            JsonText(text, "x")


def test_a_list_grows_at_its_end_and_loses_its_middle() -> None:
    text = '{"a": [\n    1, // one\n    2,\n    3\n]}'
    grown = JsonText(text, "x", comments=True).put(("a", 3), {"b": []})
    assert grown.get(("a",)) == [1, 2, 3, {"b": []}]
    assert "// one" in grown.text
    assert grown.without(("a", 3)).text == text
    assert grown.without(("a", 1)).get(("a",)) == [1, 3, {"b": []}]


def test_a_file_of_a_megabyte_takes_no_time() -> None:
    import time

    text = json.dumps({str(number): {"history": [{"display": "x" * 50}] * 10} for number in range(1500)})
    start = time.process_time()
    JsonText(text, "x").put(("mcpServers", "memwarden"), {"command": "x"})
    assert time.process_time() - start < 3
