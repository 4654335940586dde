"""Syncthing as three versions of it answered, and as it fails."""

from __future__ import annotations

import json
import shutil
import socket
import ssl
import subprocess
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.sync.recorded import KEY, Recorded

from memwarden.errors import EngineFailed
from memwarden.sync.syncthing import SyncthingFolder, find_folder
from memwarden.sync.syncthing_rest import Rest

VERSIONS = pytest.mark.parametrize("recorded", ["1.19.2", "1.29.5", "2.1.3"], indirect=True)
XML = """<configuration><folder id="sample" label="sample" path="{path}" type="sendreceive">
{devices}<paused>{paused}</paused></folder>{names}
<gui tls="{tls}"><address>{address}</address><apikey>{key}</apikey></gui></configuration>"""


def folder_on(
    server: Recorded | str,
    home: Path,
    *,
    tree: str = "",
    key: str = KEY,
    tls: bool = False,
    paused: bool = False,
    kind: str = "sendreceive",
    more: str = "",
) -> SyncthingFolder:
    """The folder `sample` as `config.xml` describes it; a server's own recorded devices share it."""
    devices: list[dict[str, str]] = []
    if isinstance(server, Recorded):
        devices = json.loads((server.folder / "config-devices.json").read_bytes())["answer"]
    (home / "memory" / tree).mkdir(parents=True, exist_ok=True)
    (home / "config.xml").write_text(
        XML.format(
            path=home / "memory",
            devices="".join(f'<device id="{device["deviceID"]}"/>' for device in devices),
            names="".join(f'<device id="{device["deviceID"]}" name="{device["name"]}"/>' for device in devices),
            address=server if isinstance(server, str) else server.address,
            key=key,
            tls=str(tls).lower(),
            paused=str(paused).lower(),
        ).replace('type="sendreceive">', f'type="{kind}">{more}')
    )
    found = find_folder(home / "memory" / tree, {"HOME": "/nowhere", "STHOMEDIR": str(home)})
    assert found is not None
    return found


def test_a_tree_that_syncthing_does_not_know_has_no_folder(tmp_path: Path) -> None:
    assert find_folder(tmp_path, {"HOME": str(tmp_path)}) is None


@VERSIONS
def test_the_state_names_the_other_device_and_how_far_it_is(recorded: Recorded, tmp_path: Path) -> None:
    state = folder_on(recorded, tmp_path).status()
    assert (state.connected, state.reason) == (True, "")
    assert state.version.startswith(f"v{recorded.folder.name}")
    assert (state.folder_state, state.behind_items, state.errors) == ("idle", 0, ())
    (device,) = state.devices
    assert (device.name, device.connected, device.paused) == ("a", True, False)
    assert device.behind_items == 0
    assert device.last_seen is not None
    assert device.last_seen.date() == datetime(2026, 11, 30, tzinfo=UTC).date()


@VERSIONS
def test_a_files_state_tells_who_has_it_and_what_it_holds(recorded: Recorded, tmp_path: Path) -> None:
    folder = folder_on(recorded, tmp_path)
    note = folder.file("note.md")
    assert note is not None
    assert (note.path, note.in_sync, len(note.devices)) == ("note.md", True, 1)
    assert bool(note.blocks_hash) == (recorded.folder.name != "1.19.2")
    assert bool(note.previous_blocks_hash) == (recorded.folder.name == "2.1.3")
    gone = folder.file("gone.md")
    assert gone is not None
    assert gone.blocks_hash == ""
    assert folder.file("never.md") is None


def test_a_scan_asks_for_the_paths_below_the_folder(recorded: Recorded, tmp_path: Path) -> None:
    folder_on(recorded, tmp_path, tree="agents/vps").scan(["a b.md", "ü/x&y.md", "n\udcf6te.md"])
    ((method, path, params),) = recorded.asked
    assert (method, path) == ("POST", "/rest/db/scan")
    assert params == [
        ("folder", "sample"),
        ("sub", "agents/vps/a b.md"),
        ("sub", "agents/vps/ü/x&y.md"),
        ("sub", "agents/vps/n\udcf6te.md"),
    ]


def test_many_paths_are_scanned_in_several_requests(recorded: Recorded, tmp_path: Path) -> None:
    folder = folder_on(recorded, tmp_path)
    folder.scan(f"{n}.md" for n in range(250))
    assert [len(params) for _, _, params in recorded.asked] == [101, 101, 51]
    recorded.asked.clear()
    folder.scan([])
    assert recorded.asked == []


def test_a_device_is_named_by_the_letters_of_its_id(recorded: Recorded, tmp_path: Path) -> None:
    folder = folder_on(recorded, tmp_path)
    assert folder.device_name("SJFMI32") == "a"
    assert folder.device_name("ZZZZZZZ") is None
    assert folder.device_name("") is None


def test_versions_of_a_tree_inside_the_folder_lie_inside_its_versions(recorded: Recorded, tmp_path: Path) -> None:
    folder = folder_on(recorded, tmp_path, tree="agents")
    assert folder.versions == tmp_path / "memory/.stversions/agents"


def test_a_paused_folder_is_said_to_be_paused(recorded: Recorded, tmp_path: Path) -> None:
    state = folder_on(recorded, tmp_path, paused=True).status()
    assert (state.connected, state.folder_state, state.paused) == (True, "paused", True)


def test_errors_of_the_folder_and_of_files_are_told(recorded: Recorded, tmp_path: Path) -> None:
    recorded.instead["/rest/db/status"] = (200, b'{"state": "error", "error": "marker missing", "pullErrors": 1}')
    recorded.instead["/rest/folder/errors"] = (
        200,
        b'{"errors": [{"path": "x.md", "error": "file name too long"}]}',
    )
    state = folder_on(recorded, tmp_path).status()
    assert state.folder_state == "error"
    assert state.errors == ("marker missing", "x.md: file name too long")


def test_a_device_whose_completion_is_unknown_is_still_listed(recorded: Recorded, tmp_path: Path) -> None:
    recorded.instead["/rest/db/completion"] = (404, b"folder is not shared")
    (device,) = folder_on(recorded, tmp_path).status().devices
    assert (device.name, device.behind_items) == ("a", None)


@pytest.mark.parametrize(
    ("said", "declines"), [("valid", ""), ("unknown", ""), ("paused", "has this folder paused"),
                           ("notSharing", "does not share this folder"), ("new in 3", "")]
)  # fmt: skip
def test_a_device_that_is_there_and_takes_nothing_is_said_so(
    recorded: Recorded, tmp_path: Path, said: str, declines: str
) -> None:
    answer = {"needItems": 0, "needDeletes": 0, "remoteState": said}
    recorded.instead["/rest/db/completion"] = (200, json.dumps(answer).encode())
    (device,) = folder_on(recorded, tmp_path).status().devices
    assert (device.declines, device.lacks) == (declines, "has everything")


RECEIVES = "The folder only receives"
SENDS = "The folder only sends"


@pytest.mark.parametrize(
    ("kind", "here", "behind", "remark"),
    [
        (
            "receiveonly",
            {"receiveOnlyChangedFiles": 1, "receiveOnlyTotalItems": 4},
            0,
            f"{RECEIVES}: changes of 1 file stay here.",
        ),
        ("receiveencrypted", {}, 0, f"{RECEIVES}: what is written here stays here."),
        ("sendonly", {"needTotalItems": 2}, 0, f"{SENDS}: others' changes of 2 files are not taken in."),
        ("sendonly", {"needTotalItems": 0}, 0, f"{SENDS}: what others write stays there."),
        ("sendreceive", {"needTotalItems": 2}, 2, None),
    ],
)
def test_a_folder_of_one_way_says_so_and_promises_nothing(
    recorded: Recorded, tmp_path: Path, kind: str, here: dict[str, int], behind: int, remark: str | None
) -> None:
    recorded.instead["/rest/db/status"] = (200, json.dumps({"state": "idle", **here}).encode())
    state = folder_on(recorded, tmp_path, kind=kind).status()
    assert state.remarks == (() if remark is None else (remark,))
    assert (state.behind_items, state.kept_here) == (behind, here.get("receiveOnlyChangedFiles", 0))


def test_a_folder_without_conflict_copies_is_told_of(recorded: Recorded, tmp_path: Path) -> None:
    (remark,) = folder_on(recorded, tmp_path, more="<maxConflicts>0</maxConflicts>").status().remarks
    assert "no conflict copies" in remark


@pytest.mark.parametrize(("flags", "ignored"), [(0, False), (2, True), (8, False)])
def test_a_file_that_stays_here_is_known_by_its_flags(
    recorded: Recorded, tmp_path: Path, flags: int, ignored: bool
) -> None:
    own = {"name": "note.md", "localFlags": flags, "ignored": ignored, "invalid": bool(flags), "size": 4}
    recorded.instead["/rest/db/file"] = (200, json.dumps({"local": own, "global": {"name": "note.md"}}).encode())
    file = folder_on(recorded, tmp_path).file("note.md")
    assert file is not None
    assert (file.ignored, file.kept_here, file.size) == (ignored, flags == 8, 4)


def test_a_wrong_key_is_said_to_be_wrong(recorded: Recorded, tmp_path: Path) -> None:
    folder = folder_on(recorded, tmp_path, key="other")
    assert "does not accept the API key" in folder.status().reason
    with pytest.raises(EngineFailed, match="does not accept the API key"):
        folder.scan(["note.md"])


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"null", b'"text"', b"\xff", b'{"version": 1}'])
def test_another_program_on_the_address_is_no_traceback(recorded: Recorded, tmp_path: Path, body: bytes) -> None:
    for path in ("/rest/system/version", "/rest/system/status", "/rest/system/connections", "/rest/db/file"):
        recorded.instead[path] = (200, body)
    folder = folder_on(recorded, tmp_path)
    assert folder.status().connected is (body == b'{"version": 1}')
    try:
        folder.file("note.md")
    except EngineFailed as failure:
        assert failure.message


def test_a_redirect_is_not_followed_with_the_key(recorded: Recorded, tmp_path: Path) -> None:
    recorded.instead["/rest/system/version"] = (302, f"http://{recorded.address}/elsewhere".encode())
    state = folder_on(recorded, tmp_path).status()
    assert not state.connected
    assert [path for _, path, _ in recorded.asked] == ["/rest/system/version"]


def test_a_proxy_of_the_environment_is_not_asked(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("no_proxy", raising=False)
    assert folder_on(recorded, tmp_path).status().connected


def test_a_syncthing_that_is_off_is_a_state_and_a_typed_failure(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        folder = folder_on(f"127.0.0.1:{taken.getsockname()[1]}", tmp_path)
        state = folder.status()
        assert (state.connected, state.devices) == (False, ())
        assert "unreachable" in state.reason
        for ask in (lambda: folder.scan(["a.md"]), lambda: folder.file("a.md")):
            with pytest.raises(EngineFailed, match="unreachable"):
                ask()


def test_a_syncthing_that_keeps_one_waiting_is_not_said_to_be_off() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(EngineFailed, match=r"did not answer within 0\.05 seconds") as failed:
            Rest(url, KEY).get("/rest/system/version", timeout=0.05)
    assert not failed.value.hint


def test_an_interface_on_a_unix_socket_is_spoken_to(tmp_path: Path) -> None:
    asked: list[bytes] = []

    def answer(door: socket.socket) -> None:
        caller, _ = door.accept()
        with caller:
            asked.append(caller.recv(4096))
            caller.sendall(b'HTTP/1.0 200 OK\r\n\r\n{"version": "v2.1.3"}')

    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / "gui"))
        door.listen()
        answering = threading.Thread(target=answer, args=(door,), daemon=True)
        answering.start()
        assert Rest(f"unix:{tmp_path}/gui", KEY).get("/rest/system/version") == {"version": "v2.1.3"}
        answering.join(5)
    assert f"x-api-key: {KEY}\r\n".encode() in asked[0].lower()
    assert "unreachable" in folder_on(f"unix://{tmp_path}/gone", tmp_path).status().reason


def test_a_socket_that_is_not_spoken_is_said_so(tmp_path: Path) -> None:
    assert "not on a network address" in folder_on("unixs:///run/syncthing.sock", tmp_path).status().reason


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates of this test")
def test_only_the_certificate_beside_the_configuration_is_trusted(recorded: Recorded, tmp_path: Path) -> None:
    for name in ("https", "other"):
        made = subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
                *("-subj", "/CN=box", "-keyout", f"{tmp_path}/{name}-key.pem"),
                *("-out", f"{tmp_path}/{name}-cert.pem"),
            ],
            capture_output=True,
        )
        assert made.returncode == 0, made.stderr
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "https-cert.pem", tmp_path / "https-key.pem")
    recorded.socket = context.wrap_socket(recorded.socket, server_side=True)
    folder = folder_on(recorded, tmp_path, tls=True)
    assert folder.status().connected
    (tmp_path / "other-cert.pem").replace(tmp_path / "https-cert.pem")
    state = folder_on(recorded, tmp_path, tls=True).status()
    assert not state.connected
    assert "certificate" in state.reason
