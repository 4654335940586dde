"""Real Syncthings on loopback that share one folder: apart and together at a word, talking to nobody else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

from tests.sync.nests import wait_until
from tests.sync.test_syncthing_real import configure, free_port

FOLDER = "memory"


CALM = 8
"""So many looks in a row, 50 ms apart, must find the same: a copy appears a moment after its winner."""


@dataclass
class Peer:
    """One device: its configuration in `home`, the shared folder in `folder`."""

    name: str
    home: Path
    folder: Path
    port: int = field(default_factory=free_port)
    id: str = ""
    process: subprocess.Popen[bytes] | None = None

    def ask(self, path: str, *, method: str = "GET", body: object = None, **params: str) -> Any:
        root = ElementTree.parse(self.home / "config.xml").getroot()
        address, key = root.findtext("gui/address"), root.findtext("gui/apikey") or ""
        data = None if body is None else json.dumps(body).encode()
        url = f"http://{address}{path}?{urlencode(params)}"
        request = urllib.request.Request(url, data=data, headers={"X-API-Key": key}, method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            said = answer.read()
        return json.loads(said) if said.strip() else None

    def write(self, name: str, text: bytes, *, mtime: float | None = None) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text)
        if mtime is not None:
            os.utime(file, (mtime, mtime))

    def read(self, name: str) -> bytes | None:
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def copies(self, note: str) -> list[str]:
        stem, _, ending = note.rpartition(".")
        return sorted(path.name for path in self.folder.glob(f"{stem}.sync-conflict-*.{ending}"))

    def scan(self) -> None:
        self.ask("/rest/db/scan", method="POST", folder=FOLDER)


def files(peer: Peer) -> dict[str, bytes]:
    """What the device holds, without Syncthing's own."""
    found = (path for path in peer.folder.rglob("*") if path.is_file())
    named = {path.relative_to(peer.folder).as_posix(): path for path in found}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith(".st")}


@dataclass
class Cluster:
    peers: Sequence[Peer]
    dialled: int = 0

    def __getitem__(self, place: int) -> Peer:
        return self.peers[place]

    def __iter__(self) -> Iterator[Peer]:
        return iter(self.peers)

    def apart(self) -> None:
        """Every device alone, with all it has scanned."""
        for peer in self.peers:
            peer.ask("/rest/system/pause", method="POST")
        wait_until(lambda: not any(self._connected(peer) for peer in self.peers))

    def together(self) -> None:
        """Reconnect all. A changing address avoids Syncthing's cool-down after several dials of one."""
        for peer in self.peers:
            peer.scan()
        self.dialled += 1
        for place, peer in enumerate(self.peers):
            for other in self.peers[:place]:
                address = f"tcp://127.0.0.1:{other.port}?dial={self.dialled}"
                path = f"/rest/config/devices/{other.id}"
                peer.ask(path, method="PATCH", body={"addresses": [address], "paused": False})
            for other in self.peers[place + 1 :]:
                peer.ask("/rest/system/resume", method="POST", device=other.id)
        wait_until(lambda: all(self._connected(peer) == len(self.peers) - 1 for peer in self.peers), 60)

    def settle(self) -> None:
        """Wait until every device holds the same files, and still does after scanning them all again."""
        deadline, calm = time.monotonic() + 60, 0
        while calm < CALM:
            assert time.monotonic() < deadline, [files(peer) for peer in self.peers]
            for peer in self.peers:
                peer.scan()
            calm = calm + 1 if self._even() else 0
            threading.Event().wait(0.05)

    def _even(self) -> bool:
        here = [peer.ask("/rest/db/status", folder=FOLDER) for peer in self.peers]
        idle = all(status["state"] == "idle" and not status["needTotalItems"] for status in here)
        return idle and all(files(peer) == files(self.peers[0]) for peer in self.peers)

    def _connected(self, peer: Peer) -> int:
        known = peer.ask("/rest/system/connections")["connections"]
        return sum(known.get(other.id, {}).get("connected", False) for other in self.peers if other is not peer)


@contextmanager
def running(place: Path, names: Sequence[str]) -> Iterator[Cluster]:
    """These devices, together; ended when the block is."""
    cluster = Cluster([Peer(name, place / f"{name}-home", place / name) for name in names])
    # Monitored already: else each forks a second process that outlives the test.
    environment = os.environ | {"HOME": str(place), "STMONITORED": "yes", "STNOUPGRADE": "1"}
    for peer in cluster:
        _prepare(peer, environment)
    for peer in cluster:
        _introduce(peer, cluster)
    # Where there is such a leash, a test that is killed leaves no Syncthing behind.
    leash = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
    try:
        for peer in cluster:
            serve = ["syncthing", "serve", f"--home={peer.home}", "--no-browser", "--no-restart"]
            quiet = subprocess.DEVNULL
            peer.process = subprocess.Popen([*leash, *serve], env=environment, stdout=quiet, stderr=quiet)
        for peer in cluster:
            wait_until(lambda peer=peer: _answers(peer), 60)
        cluster.together()
        cluster.settle()
        yield cluster
    finally:
        started = [peer.process for peer in cluster if peer.process is not None]
        for process in started:
            process.terminate()
        for process in started:
            process.wait(30)


def _prepare(peer: Peer, environment: dict[str, str]) -> None:
    (peer.folder / ".stfolder").mkdir(parents=True)
    generate = ["syncthing", "generate", f"--home={peer.home}"]
    subprocess.run(generate, env=environment, check=True, capture_output=True)
    configure(peer.home, peer.folder)
    device = ElementTree.parse(peer.home / "config.xml").getroot().find("device")
    assert device is not None
    peer.id = device.get("id", "")


def _introduce(peer: Peer, cluster: Cluster) -> None:
    """Make the others known, paused until `together`, and the folder shared with them."""
    tree = ElementTree.parse(peer.home / "config.xml")
    root = tree.getroot()
    folder, own, options = root.find("folder"), root.find("device"), root.find("options")
    assert folder is not None
    assert own is not None
    assert options is not None
    own.set("name", peer.name)
    folder.set("fsWatcherEnabled", "false")
    folder.set("rescanIntervalS", "0")
    ElementTree.SubElement(folder, "maxConflicts").text = "10"
    for listen in options.findall("listenAddress"):
        listen.text = f"tcp://127.0.0.1:{peer.port}"
    for other in cluster:
        if other is not peer:
            device = ElementTree.SubElement(root, "device", id=other.id, name=other.name, compression="metadata")
            ElementTree.SubElement(device, "address").text = "dynamic"
            ElementTree.SubElement(device, "paused").text = "true"
            ElementTree.SubElement(folder, "device", id=other.id)
    tree.write(peer.home / "config.xml")


def _answers(peer: Peer) -> bool:
    try:
        return bool(peer.ask("/rest/system/ping"))
    except OSError:
        return False
