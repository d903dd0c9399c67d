"""``muggins serve``: the server, until it is told to stop."""

import asyncio
import signal
from pathlib import Path
from typing import Annotated, Any

import typer

from muggins.app import App, serve
from muggins.cli.logs import log_to
from muggins.cli.say import fail, say
from muggins.cli.stop import asked_to_stop
from muggins.config import DEFAULT_WEB, Settings
from muggins.organiser import organiser_file
from muggins_bot.house import HOUSE


def serve_(  # noqa: PLR0913  # one for each option of the command
    listen: Annotated[str | None, typer.Option(help="HOST:PORT  [default: 127.0.0.1:7411]")] = None,
    database: Annotated[str | None, typer.Option(help="a file or a URL  [default: muggins.db]")] = None,
    web: Annotated[str | None, typer.Option(help="HOST:PORT for pages, or off  [default: 127.0.0.1:7480]")] = None,
    house: Annotated[list[str] | None, typer.Option(metavar="NAME=KIND", help="a house bot to start")] = None,
    tls_certificate: Annotated[Path | None, typer.Option(help="PEM file")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="PEM file")] = None,
    plain_text: Annotated[bool | None, typer.Option("--plain-text", help="where others can listen, too")] = None,
    reflection: Annotated[bool | None, typer.Option("--reflection", help="let tools ask for the protocol")] = None,
) -> None:
    """Serve until interrupted.  What is not said here comes from MUGGINS_... in the environment."""
    given: dict[str, Any] = {
        "listen": listen,
        "database": database,
        "tls_certificate": tls_certificate,
        "tls_key": tls_key,
        "plain_text": plain_text,
        "reflection": reflection,
        "web": web,
    }
    settings = _with_pages(Settings(**{key: value for key, value in given.items() if value is not None}))
    log_to(settings)
    asyncio.run(_serve(settings, [_house_bot(text) for text in house or ()]))


def _house_bot(text: str) -> tuple[str, str]:
    name, equals, kind = text.partition("=")
    if not equals or kind not in HOUSE:
        fail(f"--house is {text!r}; allowed: NAME=KIND with a kind of: {', '.join(sorted(HOUSE))}")
    return name, kind


async def _serve(settings: Settings, house: list[tuple[str, str]]) -> None:
    stop = asked_to_stop()
    async with serve(settings) as app:
        for name, kind in house:
            await app.house.start(name, kind)
        _announce(app, settings)
        await stop.wait()
        say("Stopping: running matches are finished first.  Interrupt again to stop at once.")
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)


def _with_pages(settings: Settings) -> Settings:
    """Unless pages are off: where nobody said where, they are at the usual place or, if that is taken, beside it."""
    where = None if settings.web == "off" else settings.web or f"{DEFAULT_WEB}+"
    return settings.model_copy(update={"web": where})


def _announce(app: App, settings: Settings) -> None:
    say(f"muggins serves at {app.address}")
    if app.web is not None:
        say(f"  pages             http://{app.web.address}/")
    say(f"  database          {app.database.name}")
    say(f"  organiser's token {organiser_file(settings)}")
    for name, pid in app.house.processes.items():
        say(f"  house bot         {name}, process {pid}")
    say("\nAdd a bot:        muggins bot add NAME --owner WHO")
    say("Run an event:     muggins tournament run EVENT.toml")
    say("Stop:             Ctrl-C")
