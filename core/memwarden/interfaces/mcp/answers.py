"""What a call gives back: JSON for programs and the same as text, for refusals too; never a traceback."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from mcp_types import CallToolResult, TextContent
from pydantic import ValidationError

from memwarden.errors import Code, Failed, Refused
from memwarden.interfaces.shapes import Shape
from memwarden.text.visible import visible

log = logging.getLogger("memwarden")


def done(answer: Shape, text: str = "", warnings: Sequence[str] = ()) -> CallToolResult:
    """`text` is what a model reads where it is not the JSON itself; `warnings` go into both."""
    if not warnings:
        return _result(answer, text)
    unsaid = [f"\n- {visible(warning)}" for warning in warnings if visible(warning) not in text]
    return _result({**answer, "warnings": [*answer.get("warnings", ()), *warnings]}, text and text + "".join(unsaid))


def refused(refusal: Refused) -> CallToolResult:
    said = {"code": refusal.code.value, "message": refusal.message, "hint": refusal.hint}
    more = {name: detail for name, detail in refusal.details.items() if name not in said}
    return _result({"refused": said | more}, error=True)


def failed(error: Exception) -> CallToolResult:
    """The machine's failure in its own words; anything unexpected is one line on stderr and says little here."""
    if isinstance(error, Failed):
        return _result({"failed": {"message": error.message, "hint": error.hint}}, error=True)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        message = f"{where}{error.strerror or error}"
        return _result({"failed": {"message": message, "hint": "Tell the person."}}, error=True)
    log.error("%s", error, exc_info=error)
    said = f"memwarden itself failed ({type(error).__name__}); its log says more."
    hint = "Read the note before you try again: whether it was written is not known."
    return _result({"failed": {"message": said, "hint": hint}}, error=True)


def bad_arguments(tool: str, error: ValidationError) -> CallToolResult:
    """Which arguments are wrong and why; never their values, which may be secrets."""
    faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors(include_url=False)]
    return refused(Refused(Code.BAD_ARGUMENT, f"{tool}: {'; '.join(faults)}.", "See the tool's schema."))


def unknown_arguments(tool: str, names: list[str], known: Mapping[str, object]) -> CallToolResult:
    """A misspelt `expected_revision` must not be passed over in silence, nor must an attempt to be somebody else."""
    shown = ", ".join(visible(name)[:60] for name in names)
    return refused(
        Refused(
            Code.BAD_ARGUMENT, f"{tool} has no argument {shown}.",
            f"It takes {', '.join(known)}. Who writes was settled when the server started; no argument changes it.",
        )
    )  # fmt: skip


def _result(answer: Shape, text: str = "", *, error: bool = False) -> CallToolResult:
    clean = _sendable(answer)
    shown = _sendable(text) if text else json.dumps(clean, ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=shown)], structured_content=clean, is_error=error)


def _sendable(value: Any) -> Any:
    """The value without lone surrogates, which JSON in UTF-8 cannot carry: bytes of strange names show as `\\xe9`."""
    if isinstance(value, str):
        return value if value.isascii() else _escaped(value)
    if isinstance(value, Mapping):
        return {name: _sendable(part) for name, part in value.items()}
    return [_sendable(part) for part in value] if isinstance(value, list | tuple) else value


def _escaped(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(visible(char) if "\ud800" <= char <= "\udfff" else char for char in text)
    return text
