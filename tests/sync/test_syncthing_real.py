"""One real Syncthing on loopback: what the recorded answers say holds for a living one."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.sync.nests import wait_until

from memwarden.errors import EngineFailed
from memwarden.sync.blocks import matches
from memwarden.sync.syncthing import SyncthingFolder, find_folder

pytestmark = [
    pytest.mark.skipif(shutil.which("syncthing") is None, reason="the program syncthing is not installed"),
    pytest.mark.xdist_group("syncthing"),
]

ALONE = {
    "globalAnnounceEnabled": "false",
    "localAnnounceEnabled": "false",
    "relaysEnabled": "false",
    "natEnabled": "false",
    "urAccepted": "-1",
    "crashReportingEnabled": "false",
    "autoUpgradeIntervalH": "0",
    "startBrowser": "false",
    "listenAddress": "tcp://127.0.0.1:0",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def configure(home: Path, folder: Path) -> None:
    """A configuration that talks to nobody and syncs one folder."""
    tree = ElementTree.parse(home / "config.xml")
    root = tree.getroot()
    options, address = root.find("options"), root.find("gui/address")
    assert options is not None
    assert address is not None
    address.text = f"127.0.0.1:{free_port()}"
    for name, value in ALONE.items():
        for old in options.findall(name):
            options.remove(old)
        ElementTree.SubElement(options, name).text = value
    for old in root.findall("folder"):
        root.remove(old)
    device = root.find("device")
    assert device is not None
    memory = ElementTree.SubElement(root, "folder", id="memory", label="Memory", path=str(folder))
    ElementTree.SubElement(memory, "device", id=device.get("id", ""))
    tree.write(home / "config.xml")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Holds the configuration in `home`, and the folder."""
    return tmp_path_factory.mktemp("living")


@pytest.fixture(scope="module")
def living(place: Path) -> Iterator[SyncthingFolder]:
    home, folder = place / "home", place / "memory"
    (folder / "tree/.stfolder").mkdir(parents=True)
    (folder / ".stfolder").mkdir()
    # Monitored already: else it forks a second process that outlives the test.
    environment = os.environ | {"HOME": str(place), "STMONITORED": "yes", "STNOUPGRADE": "1"}
    subprocess.run(["syncthing", "generate", f"--home={home}"], env=environment, check=True, capture_output=True)
    configure(home, folder)
    serve = ["syncthing", "serve", f"--home={home}", "--no-browser", "--no-restart"]
    process = subprocess.Popen(serve, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found = find_folder(folder / "tree", {"HOME": str(place), "STHOMEDIR": str(home)})
        assert found is not None
        wait_until(lambda: found.status().folder_state == "idle", 60)
        yield found
    finally:
        process.terminate()
        process.wait(30)


def test_a_living_syncthing_tells_its_state_and_scans_a_path(living: SyncthingFolder) -> None:
    state = living.status()
    assert (state.connected, state.devices, state.errors) == (True, (), ())
    assert state.version.startswith("v")
    assert living.file("note.md") is None
    (living.root / "note.md").write_bytes(b"- a fact\n")
    living.scan(["note.md"])
    wait_until(lambda: living.file("note.md"), 60)
    file = living.file("note.md")
    assert file is not None and file.in_sync
    assert not file.blocks_hash or matches((living.root / "note.md").read_bytes(), file.blocks_hash)
    (living.root / "note.md").unlink()
    living.scan(["note.md"])
    gone = living.file("note.md")
    assert gone is not None and not gone.blocks_hash


def test_a_living_syncthing_refuses_a_wrong_key(living: SyncthingFolder, place: Path, tmp_path: Path) -> None:
    config = (place / "home/config.xml").read_bytes()
    (tmp_path / "config.xml").write_bytes(config.replace(living.config.api_key.encode(), b"wrong"))
    wrong = find_folder(living.root, {"HOME": str(tmp_path), "STHOMEDIR": str(tmp_path)})
    assert wrong is not None
    assert "does not accept the API key" in wrong.status().reason
    with pytest.raises(EngineFailed):
        wrong.scan(["note.md"])
