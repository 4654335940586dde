"""Commands with the options that every verb takes, and a root that imports a verb when it is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from memwarden.interfaces.cli.door import ORIGINS
from memwarden.interfaces.cli.texts import is_text

_SHIELD = "\0"
_WHOLE = 400
"""Characters of help beside a verb: its first sentence, whatever that takes."""


class Everywhere(click.Option):
    """An option of every verb; it may stand before the verb or behind it."""


class Spoken(click.Command):
    """Takes the options of every verb, and texts that begin with a dash, as a markdown list does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params = [*self.params, *everywhere()]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, [shielded(arg) for arg in args])
        ctx.params = {name: _bare(value) for name, value in ctx.params.items()}
        return rest

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        shown = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        for title, kind in (("Options", False), ("Options of every verb", True)):
            of_kind = [param for param in shown if isinstance(param, Everywhere) is kind]
            lines = [line for param in of_kind if (line := param.get_help_record(ctx)) is not None]
            if lines:
                with formatter.section(title):
                    formatter.write_dl(lines)


class Verb(Spoken):
    """One verb."""


class Verbs(Spoken, click.Group):
    """Verbs below a verb: `memwarden mail send`."""

    command_class = Verb
    elsewhere: Mapping[str, str] = {}
    """What other programs call our verbs."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"subcommand_metavar": "[VERB …]", **kwargs})

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        known, name = self.list_commands(ctx), args[0]
        if name not in known and not name.startswith("-"):
            near = [self.elsewhere[name]] if name in self.elsewhere else get_close_matches(name, known)
            ctx.fail(f"No such verb: {name}." + (f" Did you mean {' or '.join(near)}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.get_short_help_str(_WHOLE)) for name, verb in found if verb])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


class Root(Verbs):
    """`table` maps a title to its verbs: name -> (module below this package, attribute, one line of help)."""

    def __init__(
        self, *args: Any, table: Mapping[str, Mapping[str, tuple[str, str, str]]], elsewhere: Mapping[str, str],
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.elsewhere = elsewhere
        self._table = table
        self._homes = {name: home for verbs in table.values() for name, home in verbs.items()}

    def list_commands(self, _: click.Context) -> list[str]:
        return list(self._homes)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._homes:
            return None
        module, attribute = self._homes[cmd_name][:2]
        command = getattr(import_module(f"{__package__}.{module}"), attribute)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        for title, verbs in self._table.items():
            with formatter.section(title):
                formatter.write_dl([(name, help_) for name, (_, _, help_) in verbs.items()])


def everywhere() -> Iterator[click.Option]:
    yield Everywhere(
        ["--tree"], metavar="DIR", callback=_keep("path"), expose_value=False, is_eager=True,
        help="The memory tree (or MEMWARDEN_TREE; else the nearest one above here).",
    )  # fmt: skip
    yield Everywhere(
        ["--as", "as_"], metavar="HOST/ID", callback=_keep("identity"), expose_value=False, is_eager=True,
        help="Who writes (or MEMWARDEN_AGENT).",
    )  # fmt: skip
    yield Everywhere(
        ["--origin"], type=click.Choice(ORIGINS), callback=_keep("origin"), expose_value=False, is_eager=True,
        help="What started an agent's write.",
    )  # fmt: skip
    yield Everywhere(
        ["--json"], is_flag=True, callback=_keep("json"), expose_value=False, is_eager=True, help="Answer in JSON."
    )


def shielded(arg: str) -> str:
    """A text such as `- milk` or `---` must not be taken for an option; no argument can hold a NUL."""
    return _SHIELD + arg if is_text(arg) else arg


def _bare(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(_SHIELD)
    return tuple(_bare(part) for part in value) if isinstance(value, tuple) else value


def _keep(name: str) -> Any:
    def callback(ctx: click.Context, _: click.Parameter, value: object) -> None:
        if value:
            setattr(ctx.obj, name, value)

    return callback
