"""Where Syncthing's configuration may lie, and what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from memwarden.sync.syncthing_config import discover, load, places, signature

XML = """<configuration version="37">
    <folder id="mem" label="Memory" path="{path}" type="sendreceive">
        <device id="AAAAAAA-B"></device><device id="CCCCCCC-D"></device>
        <paused>{paused}</paused>
        <maxConflicts>{conflicts}</maxConflicts>
        <versioning type="simple"><fsPath>{versions}</fsPath></versioning>
    </folder>
    <folder id="nested" label="" path="{path}/projects" type="receiveonly"></folder>
    <folder id="tilde" label="" path="~/notes" type="sendreceive"></folder>
    <device id="AAAAAAA-B" name="laptop"></device><device id="CCCCCCC-D" name=""></device>
    <gui enabled="true" tls="{tls}"><address>{address}</address><apikey>secret</apikey></gui>
    <defaults><folder id="" path="~" type="sendreceive"></folder></defaults>
</configuration>"""


def written(
    folder: Path,
    *,
    address: str = "127.0.0.1:8384",
    tls: bool = False,
    versions: str = "",
    paused: bool = False,
    conflicts: str = "10",
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "config.xml"
    words = {
        "conflicts": conflicts,
        "tls": str(tls).lower(),
        "paused": str(paused).lower(),
        "versions": versions,
        "address": address,
    }
    file.write_text(XML.format(path=folder / "memory", **words))
    return file


def test_the_configuration_is_looked_for_in_every_place_it_ever_had() -> None:
    env = {"HOME": "/home/sam", "STHOMEDIR": "/a", "STCONFDIR": "/b", "XDG_STATE_HOME": "/state"}
    assert [str(place.parent) for place in places(env, platform="linux")] == [
        "/a",
        "/b",
        "/home/sam/.config/syncthing",
        "/state/syncthing",
        "/home/sam/.local/state/syncthing",
    ]
    assert Path("/Users/sam/Library/Application Support/Syncthing/config.xml") in places(
        {"HOME": "/Users/sam"}, platform="darwin"
    )
    assert Path("/x/Syncthing/config.xml") in places({"HOME": "/h", "LOCALAPPDATA": "/x"}, platform="win32")


def test_the_configuration_tells_folders_devices_and_the_door(tmp_path: Path) -> None:
    config = load(written(tmp_path, paused=True), {"HOME": str(tmp_path)})
    assert config is not None
    assert (config.url, config.api_key) == ("http://127.0.0.1:8384", "secret")
    assert [folder.id for folder in config.folders] == ["mem", "nested", "tilde"]
    memory, nested, tilde = config.folders
    assert (memory.label, memory.type, memory.paused) == ("Memory", "sendreceive", True)
    assert memory.devices == ("AAAAAAA-B", "CCCCCCC-D")
    assert memory.versions == tmp_path / "memory/.stversions"
    assert nested.type == "receiveonly"
    assert tilde.path == tmp_path / "notes"
    assert config.devices == {"AAAAAAA-B": "laptop", "CCCCCCC-D": ""}


@pytest.mark.parametrize(
    ("address", "tls", "url"),
    [
        ("127.0.0.1:8384", True, "https://127.0.0.1:8384"),
        ("0.0.0.0:9999", False, "http://127.0.0.1:9999"),
        (":8384", False, "http://127.0.0.1:8384"),
        ("[::]:8384", False, "http://[::1]:8384"),
        ("[::1]:8384", False, "http://[::1]:8384"),
        ("box.local:80", False, "http://box.local:80"),
        ("https://127.0.0.1:8384", False, "https://127.0.0.1:8384"),
        ("127.0.0.1", False, "http://127.0.0.1:8384"),
        ("/run/syncthing.sock", False, "unix:/run/syncthing.sock"),
        ("unix:///run/syncthing.sock", False, "unix:/run/syncthing.sock"),
        ("/run/syncthing.sock", True, ""),
        ("unixs:///run/syncthing.sock", False, ""),
        ("", False, ""),
    ],
)
def test_an_address_that_listens_everywhere_is_called_on_this_machine(
    tmp_path: Path, address: str, tls: bool, url: str
) -> None:
    config = load(written(tmp_path, address=address, tls=tls))
    assert config is not None
    assert config.url == url


def test_the_innermost_folder_holds_a_tree(tmp_path: Path) -> None:
    config = load(written(tmp_path))
    assert config is not None
    for inside, id in {"memory": "mem", "memory/a/b": "mem", "memory/projects/x": "nested"}.items():
        folder = config.folder_of(tmp_path / inside)
        assert folder is not None
        assert folder.id == id
    assert config.folder_of(tmp_path / "memory-other") is None
    assert config.folder_of(tmp_path) is None


def test_versions_may_be_kept_elsewhere(tmp_path: Path) -> None:
    said = {"/srv/old": Path("/srv/old"), "kept": tmp_path / "memory/kept", "~/old": tmp_path / "home/old"}
    for versions, where in said.items():
        config = load(written(tmp_path, versions=versions), {"HOME": str(tmp_path / "home")})
        assert config is not None
        assert config.folders[0].versions == where


def test_syncthing_before_1_14_had_another_word_for_where(tmp_path: Path) -> None:
    file = written(tmp_path)
    old = '<versioning type="staggered"><param key="versionsPath" val="/srv/old"></param></versioning>'
    file.write_text(file.read_text().replace('<versioning type="simple"><fsPath></fsPath></versioning>', old))
    config = load(file)
    assert config is not None
    assert config.folders[0].versions == Path("/srv/old")


@pytest.mark.parametrize(
    "data", [b"", b"<configuration>", b"<html><gui/></html>", b"\xff\xfe\x00", b"<configuration/>"]
)
def test_what_is_no_configuration_is_passed_by(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "config.xml").write_bytes(data)
    assert load(tmp_path / "config.xml") is None
    assert load(tmp_path / "missing.xml") is None
    assert load(tmp_path) is None


def test_every_configuration_of_the_machine_is_found_best_first(tmp_path: Path) -> None:
    state = written(tmp_path / "home/.local/state/syncthing")
    explicit = written(tmp_path / "explicit")
    env = {"HOME": str(tmp_path / "home"), "STHOMEDIR": str(tmp_path / "explicit")}
    assert [config.file for config in discover(env)] == [explicit, state]


@pytest.mark.parametrize(("said", "most"), [("0", 0), ("10", 10), ("-1", -1), ("", -1), ("many", -1)])
def test_how_many_conflict_copies_a_folder_keeps(tmp_path: Path, said: str, most: int) -> None:
    config = load(written(tmp_path, conflicts=said))
    assert config is not None
    assert [folder.max_conflicts for folder in config.folders] == [most, -1, -1]


def test_a_configuration_that_came_changed_or_went_has_another_signature(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "STHOMEDIR": str(tmp_path)}
    none = signature(env)
    file = written(tmp_path)
    first = signature(env)
    assert first != none
    assert signature(env) == first
    written(tmp_path, paused=True)
    assert signature(env) != first
    file.unlink()
    assert signature(env) == none
