"""Syncthing's own configuration file: where it lies, which folders it syncs, how its door is reached."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


_ALL = -1


@dataclass(frozen=True, slots=True)
class FolderConfig:
    """One synced folder; `devices` are the ids it is shared with, this one included.

    Of so many lost edits of a note it keeps copies: 0 for none, below 0 for all.
    """

    id: str
    label: str
    path: Path
    type: str
    paused: bool
    devices: tuple[str, ...]
    versions: Path
    max_conflicts: int = _ALL


@dataclass(frozen=True, slots=True)
class Config:
    """What one `config.xml` says; `devices` maps full device ids to the names that the person gave them."""

    file: Path
    url: str
    api_key: str
    folders: tuple[FolderConfig, ...]
    devices: Mapping[str, str]

    def folder_of(self, root: Path) -> FolderConfig | None:
        """The innermost synced folder that holds `root`, a real path."""
        holding = [folder for folder in self.folders if root.is_relative_to(folder.path)]
        return max(holding, key=lambda folder: len(folder.path.parts), default=None)


def places(environ: Mapping[str, str] | None = None, *, platform: str = sys.platform) -> tuple[Path, ...]:
    """Every file that may be Syncthing's configuration on this machine, best first, there or not."""
    env = os.environ if environ is None else environ
    home = Path(env.get("HOME") or Path.home())
    folders = [Path(env[name]) for name in ("STHOMEDIR", "STCONFDIR") if env.get(name)]
    if platform == "darwin":
        folders.append(home / "Library/Application Support/Syncthing")
    elif platform == "win32":
        folders.append(Path(env.get("LOCALAPPDATA") or home / "AppData/Local") / "Syncthing")
    # Before 1.27 the configuration directory, since then the state directory where the former holds nothing.
    for name, default in (("XDG_CONFIG_HOME", ".config"), ("XDG_STATE_HOME", ".local/state")):
        folders.extend([Path(env.get(name) or home / default) / "syncthing", home / default / "syncthing"])
    return tuple(dict.fromkeys(folder / "config.xml" for folder in folders))


def discover(environ: Mapping[str, str] | None = None) -> tuple[Config, ...]:
    """Every readable configuration on this machine, best first."""
    found = (load(file, environ) for file in places(environ))
    return tuple(config for config in found if config is not None)


def signature(environ: Mapping[str, str] | None = None) -> tuple[tuple[int, ...] | None, ...]:
    """Another one whenever a configuration of this machine came, went or was written: Syncthing writes each change."""
    return tuple(map(_written, places(environ)))


def load(file: Path, environ: Mapping[str, str] | None = None) -> Config | None:
    """The configuration in `file`; None where it is missing, unreadable or not one."""
    from xml.etree import ElementTree

    try:
        root = ElementTree.fromstring(file.read_bytes())
    except (OSError, ElementTree.ParseError, ValueError, LookupError):
        return None
    gui = root.find("gui")
    if root.tag != "configuration" or gui is None:
        return None
    home = Path((os.environ if environ is None else environ).get("HOME") or Path.home())
    return Config(
        file=file,
        url=_url((gui.findtext("address") or "").strip(), tls=_true(gui.get("tls"))),
        api_key=(gui.findtext("apikey") or "").strip(),
        folders=tuple(_folder(folder, home) for folder in root.findall("folder") if folder.get("path")),
        devices={device.get("id", ""): device.get("name", "") for device in root.findall("device")},
    )


def _written(file: Path) -> tuple[int, ...] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _folder(element: Element, home: Path) -> FolderConfig:
    path = _real(element.get("path", ""), home)
    devices = (device.get("id", "") for device in element.findall("device"))
    return FolderConfig(
        id=element.get("id", ""),
        label=element.get("label", ""),
        path=path,
        type=element.get("type", "sendreceive"),
        paused=_true(element.findtext("paused")),
        devices=tuple(device for device in devices if device),
        versions=_versions(element, path, home),
        max_conflicts=_number(element.findtext("maxConflicts")),
    )


def _versions(element: Element, path: Path, home: Path) -> Path:
    """The archive; before 1.14 only the staggered one could lie elsewhere, and had another word for it."""
    old = element.find("versioning/param[@key='versionsPath']")
    named = element.findtext("versioning/fsPath") or (old.get("val") if old is not None else "") or ".stversions"
    return home / named[2:] if named.startswith("~/") else path / named


def _real(path: str, home: Path) -> Path:
    if path == "~" or path.startswith("~/"):
        return Path(os.path.realpath(home / path[2:]))
    return Path(os.path.realpath(path))


def _url(address: str, *, tls: bool) -> str:
    """The address to call; an address that listens on every interface is called on this machine.

    A Unix socket is `unix:` and its path; empty for one that speaks TLS, which is not spoken here.
    """
    scheme, _, rest = address.rpartition("://")
    if rest.startswith("/"):
        return "" if tls or scheme == "unixs" else f"unix:{rest}"
    if not address:
        return ""
    host, _, port = rest.rstrip("/").rpartition(":")
    if not port.isdigit():
        host, port = rest.rstrip("/"), "8384"
    if host in {"", "0.0.0.0"}:
        host = "127.0.0.1"
    elif host in {"[::]", "::"}:
        host = "[::1]"
    return f"{'https' if tls or scheme == 'https' else 'http'}://{host}:{port}"


def _number(text: str | None) -> int:
    try:
        return int(text or _ALL)
    except ValueError:
        return _ALL


def _true(text: str | None) -> bool:
    return (text or "").strip().lower() == "true"
