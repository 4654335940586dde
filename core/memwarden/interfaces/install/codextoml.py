"""The MCP server and the sandbox in Codex's config.toml; comments, order and layout stay as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from memwarden.errors import Code, Refused

if TYPE_CHECKING:
    from tomlkit.items import Array

_TABLE = "[mcp_servers.memwarden]"
_OURS = re.compile(
    r"(?:(?<=\n)\r?\n)?^\[mcp_servers\.memwarden(?:\.[^\]\n]*)?\][^\n]*\n?(?:[A-Za-z_][^\n]*\n?)*", re.MULTILINE
)
_KEYS = ("command", "args", "env")
"""What we say of the server; what else stands there, such as which tools need no approval, the person said."""
_SANDBOX = re.compile(r"^\[sandbox_workspace_write\][^\n]*\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TomlPart:
    """`writable`: what the sandbox must let memwarden write, the tree and last its store, which nobody else names."""

    path: Path
    command: str
    args: Sequence[str]
    env: Mapping[str, str]
    writable: Sequence[str]
    mcp: bool = True

    def put(self, before: bytes | None) -> bytes:
        text = self._decoded(before or b"")
        self._parsed(text)
        newline = "\r\n" if "\r\n" in text else "\n"
        text = self._with_root(text, newline)
        if self.mcp:
            text = _appended(text, [_TABLE, *self._server()], newline)
        parsed = self._parsed(text, after=True)
        if self.mcp and parsed["mcp_servers"]["memwarden"]["command"] != self.command:
            self._refuse(1, "mcp_servers is not made of tables")
        return text.encode()

    def holds(self, before: bytes) -> bool:
        parsed = self._parsed(self._decoded(before))
        wanted = {"command": self.command, "args": list(self.args), **({"env": dict(self.env)} if self.env else {})}
        roots = parsed.get("sandbox_workspace_write", {}).get("writable_roots", [])
        server = parsed.get("mcp_servers", {}).get("memwarden", {})
        ours = {name: value for name, value in server.items() if name in _KEYS}
        return set(self.writable) <= set(roots) and ours == (wanted if self.mcp else {})

    def take(self, before: bytes) -> bytes | None:
        text = self._decoded(before)
        self._parsed(text)
        left = self._without_root(_OURS.sub("", text))
        self._parsed(left)
        return left.encode() if left.strip() or left == text else None

    def commands(self, before: bytes) -> list[str]:
        servers = self._parsed(self._decoded(before)).get("mcp_servers")
        ours = servers.get("memwarden") if isinstance(servers, dict) else None
        return [str(ours.get("command", ""))] if isinstance(ours, dict) else []

    def _server(self) -> list[str]:
        lines = [f"command = {_string(self.command)}", f"args = {_list(self.args)}"]
        env = ", ".join(f"{name} = {_string(value)}" for name, value in self.env.items())
        return [*lines, f"env = {{ {env} }}"] if env else lines

    def _with_root(self, text: str, newline: str) -> str:
        sandbox = self._parsed(text).get("sandbox_workspace_write")
        if sandbox is None:
            return _appended(text, ["[sandbox_workspace_write]", f"writable_roots = {_list(self.writable)}"], newline)
        if not isinstance(sandbox, dict) or not isinstance(sandbox.get("writable_roots", []), list):
            self._refuse(1, "sandbox_workspace_write is not what it should be")
        header = _SANDBOX.search(text)
        if "writable_roots" not in sandbox and header:
            lead = "" if header[0].endswith("\n") else newline
            line = f"{lead}writable_roots = {_list(self.writable)}{newline}"
            return text[: header.end()] + line + text[header.end() :]
        return _changed_roots(text, self._add_roots)

    def _without_root(self, text: str) -> str:
        sandbox = self._parsed(text).get("sandbox_workspace_write")
        roots = sandbox.get("writable_roots") if isinstance(sandbox, dict) else None
        if not isinstance(roots, list) or self.writable[-1] not in roots:
            return text
        line = re.compile(r"^writable_roots = " + re.escape(_list(self.writable)) + r"\r?\n?", re.MULTILINE)
        if roots != list(self.writable) or not line.search(text):
            return _changed_roots(text, self._drop_roots)
        left = line.sub("", text)
        empty = self._parsed(left).get("sandbox_workspace_write") == {}
        return re.sub(r"(?:(?<=\n)\r?\n)?" + _SANDBOX.pattern, "", left, flags=re.MULTILINE) if empty else left

    def _add_roots(self, roots: Array) -> None:
        """On a line of their own where there are lines: after a comment `extend` would go on in the comment."""
        if "\n" in roots.as_string():
            roots.add_line(*self.writable)
        else:
            roots.extend(self.writable)

    def _drop_roots(self, roots: Array) -> None:
        """The last of each: what was there before us stays."""
        for root in self.writable:
            if root in roots:
                del roots[len(roots) - 1 - list(reversed(roots)).index(root)]

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            self._refuse(data.count(b"\n", 0, error.start) + 1, "it is not UTF-8")

    def _parsed(self, text: str, *, after: bool = False) -> dict[str, Any]:
        import tomlkit
        from tomlkit.exceptions import ParseError, TOMLKitError

        try:
            return tomlkit.parse(text).unwrap()
        except ParseError as error:
            self._refuse(1 if after else error.line, "mcp_servers is written in one line" if after else str(error))
        except TOMLKitError as error:
            self._refuse(1, str(error))

    def _refuse(self, line: int, why: str) -> NoReturn:
        raise Refused(
            Code.MALFORMED, f"{self.path}, line {line}: {why}.", "Repair it, then install again; it is unchanged.",
            details={"line": line},
        )  # fmt: skip


def _appended(text: str, lines: Sequence[str], newline: str) -> str:
    between = "" if not text else newline if text.endswith("\n") else newline * 2
    return text + between + newline.join([*lines, ""])


def _changed_roots(text: str, change: Callable[[Array], None]) -> str:
    import tomlkit

    document: Any = tomlkit.parse(text)
    change(document["sandbox_workspace_write"]["writable_roots"])
    return tomlkit.dumps(document)


def _string(text: str) -> str:
    """JSON's strings are TOML's as well."""
    return json.dumps(text, ensure_ascii=False)


def _list(texts: Sequence[str]) -> str:
    return "[" + ", ".join(map(_string, texts)) + "]"
