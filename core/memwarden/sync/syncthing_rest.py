"""One question to Syncthing's REST interface and its answer: standard library, short, never by a proxy."""

from __future__ import annotations

import http.client
import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterable
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


class Rest:
    """GET and POST with the key; every fault is an `EngineFailed` that says what a person can do."""

    def __init__(self, url: str, api_key: str, certificate: Path | None = None) -> None:
        self._url, self._key = url, api_key
        handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({}), _NoRedirect()]
        if url.startswith("https:"):
            handlers.append(urllib.request.HTTPSHandler(context=_trusting(certificate)))
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
            f"{self._url}{path}?{query}",
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
