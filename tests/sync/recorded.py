"""A server that answers as recorded Syncthings did."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

ANSWERS = Path(__file__).parents[1] / "fixtures/syncthing-rest"
KEY = "the-key"


class Recorded(ThreadingHTTPServer):
    """Answers as one version of Syncthing did; `asked` holds what it was asked."""

    daemon_threads = True

    def __init__(self, version: str) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.folder = ANSWERS / version
        self.asked: list[tuple[str, str, list[tuple[str, str]]]] = []
        self.instead: dict[str, tuple[int, bytes]] = {}

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    def answer(self, path: str, params: list[tuple[str, str]]) -> tuple[int, bytes]:
        if path in self.instead:
            return self.instead[path]
        name = path.removeprefix("/rest/").replace("/", "-")
        asked = dict(params)
        if path == "/rest/db/file":
            kind = {"note.md": "", "gone.md": "-deleted"}.get(asked["file"], "-missing")
            name += "-conflict-copy" if ".sync-conflict-" in asked["file"] else kind
        elif path == "/rest/db/completion":
            name += "-peer"
        file = self.folder / f"{name}.json"
        if not file.is_file():
            return 404, b"No such object in the index\n"
        answer = json.loads(file.read_bytes())["answer"]
        return 200, json.dumps(answer).encode()


class _Answer(BaseHTTPRequestHandler):
    server: Recorded

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        params = parse_qsl(url.query, keep_blank_values=True, errors="surrogateescape")
        self.server.asked.append((self.command, url.path, params))
        status, body = (403, b"CSRF Error\n")
        if self.headers["X-API-Key"] == KEY:
            said = self.server.instead.get(url.path, (200, b""))
            status, body = said if self.command == "POST" else self.server.answer(url.path, params)
        self.send_response(status)
        if status == 302:
            self.send_header("Location", body.decode())
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing: a test's output is its own."""
