"""The trees that real Syncthings left behind: every copy in them is found, with its note."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from memwarden.sync import copies

TREES = Path(__file__).parents[1] / "fixtures/syncthing"
SIDES = [
    pytest.param(case, side, id=f"{case.name}/{side}")
    for case in sorted(path.parent for path in TREES.glob("*/meta.json"))
    for side in json.loads((case / "meta.json").read_bytes())["sides"]
]


def live_files(root: Path) -> Iterator[str]:
    for folder, inside, names in os.walk(root):
        inside[:] = [name for name in inside if name not in copies.SKIPPED_FOLDERS]
        yield from ((Path(folder) / name).relative_to(root).as_posix() for name in names)


@pytest.mark.parametrize(("case", "side"), SIDES)
def test_every_copy_of_a_real_tree_is_found_with_the_note_that_syncthing_knows(case: Path, side: str) -> None:
    meta = json.loads((case / "meta.json").read_bytes())
    known = {
        path: said["conflict"]
        for path, said in meta["sides"][side]["files"].items()
        if "conflict" in said and not path.startswith(".stversions/")
    }
    found = {path: copies.parse(path) for path in live_files(case / side) if copies.is_copy(path)}
    assert found.keys() == known.keys()
    for path, parsed in found.items():
        said = known[path]
        assert parsed is not None
        assert parsed.original == (Path(path).parent / (said["stem"] + (said["ext"] or ""))).as_posix()
        assert parsed.at == datetime.strptime(said["date"] + said["time"], "%Y%m%d%H%M%S")
        assert parsed.device == said["device"]
        assert meta["devices"][said["device_name"]].startswith(parsed.device)


@pytest.mark.parametrize(("case", "side"), SIDES)
def test_the_device_in_a_name_is_never_the_one_whose_text_the_copy_holds(case: Path, side: str) -> None:
    files = json.loads((case / "meta.json").read_bytes())["sides"][side]["files"]
    for said in files.values():
        holder, _, _ = said["content_of"].partition("@")
        if "conflict" in said and holder in {"a", "b"} and case.name != "f1-conflict-of-a-conflict-file":
            assert said["conflict"]["device_name"] != holder


@pytest.mark.parametrize("case", ["h1-versioning-simple", "h3-versioning-trashcan"])
@pytest.mark.parametrize("side", ["a", "b"])
def test_every_archived_version_of_a_real_tree_names_a_file_that_was_there(case: str, side: str) -> None:
    folder = TREES / case / side / ".stversions"
    archived = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    assert archived
    for path in archived:
        version = copies.parse_version(path)
        assert (version.at is None) == (case == "h3-versioning-trashcan")
        parsed = copies.parse(version.original)
        assert (TREES / case / "base" / (parsed.original if parsed else version.original)).is_file()
