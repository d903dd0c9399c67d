"""The command line of a bot."""

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import grpc

from muggins_bot.bot import Bot
from muggins_bot.connection import run
from muggins_bot.practice import practice_of


def main(bot: type[Bot] | Bot, argv: Sequence[str] | None = None) -> NoReturn:
    """Run a bot from the command line of its own file, and exit."""
    parser = argparse.ArgumentParser(description=f"Play as {bot_name(bot)} on a muggins server.", parents=[options()])
    start(bot, parser.parse_args(argv))


def options() -> argparse.ArgumentParser:
    """The options that every bot understands, as a parent for a parser."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(
        "--address",
        default=os.environ.get("MUGGINS_ADDRESS") or "localhost:7411",
        help="HOST:PORT of the server (or MUGGINS_ADDRESS; default localhost:7411)",
    )
    parser.add_argument(
        "--token",
        default=os.environ.get("MUGGINS_TOKEN"),
        help="the bot's token (better in MUGGINS_TOKEN, where no list of processes shows it)",
    )
    parser.add_argument("--tls", action="store_true", help="connect with TLS")
    parser.add_argument("--ca", type=Path, help="connect with TLS and trust the certificates in this PEM file")
    parser.add_argument("--practice", metavar="GAME/SEATS[:HOUSEBOT]", help="ask for unrated matches, then leave")
    parser.add_argument("--matches", type=int, default=1, help="how many of them (default 1)")
    parser.add_argument("--quiet", action="store_true", help="report only what goes wrong")
    return parser


def start(bot: type[Bot] | Bot, chosen: argparse.Namespace) -> NoReturn:
    """Connect with the options that were chosen, play, and exit."""
    logging.basicConfig(
        level=logging.WARNING if chosen.quiet else logging.INFO, format="%(asctime)s %(levelname)s %(message)s"
    )
    if not chosen.token:
        sys.exit("a bot needs a token: give --token or set MUGGINS_TOKEN ('muggins bot add NAME' prints one)")
    if chosen.ca and not chosen.ca.is_file():
        sys.exit(f"there is no file {chosen.ca}")
    try:
        practice = practice_of(chosen.practice, chosen.matches) if chosen.practice else None
    except ValueError as error:
        sys.exit(f"--practice is {error}")
    playing = bot() if isinstance(bot, type) else bot
    sys.exit(run(playing, chosen.address, chosen.token, credentials=_credentials(chosen), practice=practice))


def bot_name(bot: type[Bot] | Bot) -> str:
    return bot.__name__ if isinstance(bot, type) else type(bot).__name__


def _credentials(chosen: argparse.Namespace) -> grpc.ChannelCredentials | None:
    if chosen.ca:
        return grpc.ssl_channel_credentials(chosen.ca.read_bytes())
    return grpc.ssl_channel_credentials() if chosen.tls else None
