"""One question to Syncthing's REST interface and its answer: standard library, short, never by a proxy."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from memwarden.errors import EngineFailed

TIMEOUT = 2.0
"""Seconds until a Syncthing on the same machine counts as unreachable."""

_LONGEST_ANSWER = 64 * 1024 * 1024
_KEY_REFUSED = (http.client.UNAUTHORIZED, http.client.FORBIDDEN)

Params = Iterable[tuple[str, str]]


class NotThere(EngineFailed):
    """Syncthing answers, and knows nothing of what was asked about (404)."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key elsewhere: it is an error here."""

    def redirect_request(self, *_: object) -> None:
        return None


class _Socket(http.client.HTTPConnection):
    """HTTP over the Unix socket at `path`."""

    def __init__(self, host: str, *, path: str, timeout: float) -> None:
        super().__init__(host, timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class _SocketHandler(urllib.request.HTTPHandler):
    def __init__(self, path: str) -> None:
        super().__init__()
        self._path = path

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(partial(_Socket, path=self._path), req)


class Rest:
    """GET and POST with the key; every fault is an `EngineFailed` that says what a person can do."""

    def __init__(self, url: str, api_key: str, certificate: Path | None = None) -> None:
        self._url, self._key = url, api_key
        self._base = url
        handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({}), _NoRedirect()]
        if url.startswith("https:"):
            handlers.append(urllib.request.HTTPSHandler(context=_trusting(certificate)))
        elif url.startswith("unix:"):
            handlers.append(_SocketHandler(url.removeprefix("unix:")))
            self._base = "http://localhost"
        self._opener = urllib.request.build_opener(*handlers)

    def get(self, path: str, params: Params = (), *, timeout: float = TIMEOUT) -> Any:
        """The JSON answer."""
        return self._ask("GET", path, params, timeout)

    def post(self, path: str, params: Params = (), *, timeout: float = TIMEOUT) -> None:
        self._ask("POST", path, params, timeout)

    def _ask(self, method: str, path: str, params: Params, timeout: float) -> Any:
        if not self._url:
            raise EngineFailed(
                "Syncthing's interface is not on a network address, so it cannot be asked.",
                "Set a GUI address such as 127.0.0.1:8384 in Syncthing.",
            )
        query = urlencode(list(params), errors="surrogateescape")
        request = urllib.request.Request(
            f"{self._base}{path}?{query}",
            data=b"" if method == "POST" else None,
            headers={"X-API-Key": self._key},
            method=method,
        )
        try:
            with self._opener.open(request, timeout=timeout) as answer:
                body = answer.read(_LONGEST_ANSWER)
            return json.loads(body) if method == "GET" else None
        except urllib.error.HTTPError as error:
            raise _http_failure(error, path) from error
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            if isinstance(reason, TimeoutError):
                raise EngineFailed(f"Syncthing at {self._url} did not answer within {timeout:g} seconds.") from error
            raise EngineFailed(f"Syncthing at {self._url} is unreachable: {reason}.", "Is it running?") from error
        except ValueError as error:
            raise EngineFailed(
                f"What answers at {self._url}{path} is not Syncthing.",
                "Is its GUI address taken by another program?",
            ) from error


def _http_failure(error: urllib.error.HTTPError, path: str) -> EngineFailed:
    with error:
        if error.code == http.client.NOT_FOUND:
            return NotThere(f"Syncthing knows nothing of what {path} asks about.")
        said = error.read(200).decode("utf-8", "replace").strip()
    if error.code in _KEY_REFUSED:
        return EngineFailed(
            "Syncthing does not accept the API key of its own configuration file.",
            "It may run with another configuration: restart it.",
        )
    return EngineFailed(f"Syncthing did not answer {path}: {error.code} {said}".rstrip() + ".")


def _trusting(certificate: Path | None) -> ssl.SSLContext:
    """Trusts exactly the certificate that Syncthing made for itself; its host name means nothing."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if certificate is not None and certificate.is_file():
        context.load_verify_locations(certificate)
    return context
