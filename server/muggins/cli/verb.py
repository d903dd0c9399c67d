"""What makes a verb of a coroutine: a connection to a server, and the options that say which."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Concatenate, Final, ParamSpec

import typer

from muggins.cli.link import Server, Where, link
from muggins.cli.say import Format

P = ParamSpec("P")

FormatOption = Annotated[Format, typer.Option("--format", help="how to print")]


def _where(
    address: Annotated[str, typer.Option(envvar="MUGGINS_ADDRESS", help="HOST:PORT of a server that runs")] = "",
    token: Annotated[str, typer.Option(envvar="MUGGINS_TOKEN", help="the organiser's, or a bot's own")] = "",
    database: Annotated[str, typer.Option(envvar="MUGGINS_DATABASE", help="whose server to use, else")] = "",
    ca: Annotated[Path | None, typer.Option(envvar="MUGGINS_CA", help="PEM file to trust: use TLS")] = None,
) -> Where:
    return Where(address, token, database, ca)


_OPTIONS: Final = inspect.signature(_where).parameters.values()
WHERE: Final = tuple(option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for option in _OPTIONS)


def reaching(verb: Callable[Concatenate[Where, P], Awaitable[None]]) -> Callable[..., None]:
    """A command that tells the coroutine where a server is, and has its other parameters and ours as options."""
    _, *own = inspect.signature(verb).parameters.values()

    def command(**given: Any) -> None:
        where = _where(**{parameter.name: given.pop(parameter.name) for parameter in WHERE})
        asyncio.run(_finish(verb(where, **given)))  # type: ignore[call-arg]  # they are the parameters of the verb

    command.__name__, command.__doc__ = verb.__name__, verb.__doc__
    command.__signature__ = inspect.Signature([*own, *WHERE])  # type: ignore[attr-defined]  # what typer reads
    return command


def connected(verb: Callable[Concatenate[Server, P], Awaitable[None]]) -> Callable[..., None]:
    """A command that hands the coroutine a connection, and has its other parameters and ours as options."""

    @wraps(verb)
    async def linked(where: Where, /, *args: P.args, **given: P.kwargs) -> None:
        async with link(where) as server:
            await verb(server, *args, **given)

    return reaching(linked)


async def _finish(work: Awaitable[None]) -> None:
    await work


async def pages(ask: Callable[[str], Awaitable[tuple[list[Any], str]]]) -> list[Any]:
    """All items of a list that comes in pages; ``ask`` takes a page token and gives items and the next token."""
    items, token = await ask("")
    while token:
        more, token = await ask(token)
        items += more
    return items
