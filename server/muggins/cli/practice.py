"""``muggins practice``: unrated matches on a server, at once."""

import logging
from pathlib import Path
from typing import Annotated

import grpc
import typer

from muggins.cli.say import fail, note
from muggins_bot.connection import run
from muggins_bot.loading import BotNotFound, load
from muggins_bot.practice import practice_of


def practice(
    bot: Annotated[str, typer.Argument(help="FILE.py:CLASS, or a house bot")],
    pool: Annotated[str, typer.Option(help="GAME/SEATS, and :HOUSEBOT for its company")] = "cribbage/2:greedy",
    matches: Annotated[int, typer.Option(min=1, help="how many")] = 1,
    address: Annotated[str, typer.Option(envvar="MUGGINS_ADDRESS", help="HOST:PORT of the server")] = "localhost:7411",
    token: Annotated[str, typer.Option(envvar="MUGGINS_TOKEN", help="the bot's own")] = "",
    ca: Annotated[Path | None, typer.Option(envvar="MUGGINS_CA", help="PEM file to trust: use TLS")] = None,
) -> int:
    """Play unrated matches at once, against house bots or whoever else practises, with a bot that is in no event."""
    if not token:
        fail("practice needs the bot's token: --token or MUGGINS_TOKEN")
    try:
        playing, wanted = load(bot)(), practice_of(pool, matches)
    except BotNotFound as error:
        fail(str(error))
    except ValueError as error:
        fail(f"--pool is {error}")
    logging.basicConfig(level=logging.INFO, format="%(message)s")  # the kit says how each match ends
    credentials = None if ca is None else grpc.ssl_channel_credentials(ca.read_bytes())
    code = run(playing, address, token, credentials=credentials, practice=wanted)
    if code == 0:
        note("What it was asked and answered: muggins match log ID --seat N; what that cost: muggins match analyse ID")
    return code
