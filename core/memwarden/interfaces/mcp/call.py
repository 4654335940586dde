"""One tool: a function of the desk, its arguments checked before it and its errors made answers after it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import anyio.to_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import ValidationError

from memwarden.errors import Refused
from memwarden.interfaces.mcp import answers
from memwarden.interfaces.mcp.desk import Desk
from memwarden.interfaces.mcp.schemas import Schema
from memwarden.interfaces.shapes import Shape


@dataclass(frozen=True, slots=True)
class Offer:
    """A function whose first parameter is the desk; its docstring and the other parameters are what an agent sees."""

    act: Callable[..., Shape]
    title: str
    result: Schema
    reads: bool = False
    destroys: bool = False
    repeatable: bool = False
    shows: Callable[[Shape], str] | None = None

    @property
    def annotations(self) -> ToolAnnotations:
        return ToolAnnotations(
            title=self.title,
            read_only_hint=self.reads,
            destructive_hint=self.destroys,
            idempotent_hint=self.reads or self.repeatable,
            open_world_hint=False,
        )


Working = Callable[[], AbstractContextManager[None]]


class DeskTool(Tool):
    """The SDK's tool, run in a worker thread: the tree's lock never stops the loop that reads the pipe."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        result = await self._answered(arguments, context)
        return result if convert_result else result.structured_content

    async def _answered(self, arguments: dict[str, Any], context: Context[Any, Any]) -> CallToolResult:
        known = self.parameters["properties"]
        if unknown := [name for name in arguments if name not in known]:
            return answers.unknown_arguments(self.name, unknown, known)
        try:
            validated = self.fn_metadata.validate_arguments(arguments)
        except ValidationError as error:
            return answers.bad_arguments(self.name, error)
        answer: CallToolResult = await anyio.to_thread.run_sync(self.fn, _client(context), validated)
        return answer


def tool(offer: Offer, desk: Desk, working: Working) -> Tool:
    """The offer as the SDK wants it; `working` is entered while a call is carried out."""
    made = DeskTool.from_function(
        offer.act,
        title=offer.title,
        description=inspect.getdoc(offer.act),
        annotations=offer.annotations,
        context_kwarg="desk",
        structured_output=False,
    )
    made.parameters["additionalProperties"] = False
    made.fn_metadata.output_schema = offer.result

    def carry_out(client: str, arguments: dict[str, Any]) -> CallToolResult:
        with working():
            return _carried_out(offer, desk, client, arguments)

    made.fn = carry_out
    return made


def _carried_out(offer: Offer, desk: Desk, client: str, arguments: dict[str, Any]) -> CallToolResult:
    try:
        desk.meet(client)
        answer = offer.act(desk, **arguments)
        return answers.done(answer, offer.shows(answer) if offer.shows else "", desk.warnings)
    except Refused as refusal:
        return answers.refused(refusal)
    except Exception as error:
        return answers.failed(error)


def _client(context: Context[Any, Any]) -> str:
    """The name that the client gave itself; empty where it gave none."""
    params = context.session.client_params
    return params.client_info.name if params else ""
