"""Whether Codex runs our hooks: only those that its user trusted as they stand, which its config.toml remembers."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memwarden.interfaces.install.files import read
from memwarden.interfaces.install.hookjson import JsonPart

UNTRUSTED = "waiting for your trust in Codex: start codex, which asks, or type /hooks there"
OFF = "switched off in Codex: type /hooks there"
_FILLED_IN = {"async": False, "timeout": 600}
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class CodexHooks(JsonPart):
    """`config` is the user's own, for the hooks of a project too."""

    config: Path = Path()

    def waits(self, before: bytes) -> str:
        """What keeps Codex from running them, in words; empty where nothing does."""
        said = _said(self.config)
        for place, fingerprint in self._placed(before):
            state: Mapping[str, Any] = next((said[key] for key in self._keys(place) if key in said), {})
            if state.get("trusted_hash") != fingerprint:
                return UNTRUSTED
            if state.get("enabled") is False:
                return OFF
        return ""

    def _placed(self, before: bytes) -> Iterator[tuple[str, str]]:
        """Each hook's place, as Codex names it, and its fingerprint."""
        for event, at, nth, group in self.ours(before):
            name = _HUMP.sub("_", event).lower()
            yield f"{name}:{at}:{nth}", _fingerprint(name, group, group["hooks"][nth])

    def _keys(self, place: str) -> tuple[str, ...]:
        return f"{self.path}:{place}", f"{os.path.realpath(self.path)}:{place}"


def _said(config: Path) -> Mapping[str, Any]:
    """What Codex was told of each hook; nothing where its configuration cannot be read, as it runs none then."""
    try:
        found = tomllib.loads((read(config) or b"").decode()).get("hooks", {}).get("state", {})
        return {key: state for key, state in found.items() if isinstance(state, dict)}
    except (ValueError, AttributeError):
        return {}


def _fingerprint(event: str, group: Mapping[str, Any], hook: Mapping[str, Any]) -> str:
    """As Codex takes it, over what it filled in."""
    matched = {"matcher": group["matcher"]} if "matcher" in group else {}
    identity = {"event_name": event, **matched, "hooks": [{**_FILLED_IN, **hook}]}
    canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(canonical.encode('utf-8', 'surrogatepass')).hexdigest()}"
