"""``muggins bot``: the register of competitors and their tokens."""

import sys
from typing import Annotated, Any

import typer

from muggins.cli.link import Server
from muggins.cli.say import Format, Row, note, out, rows, say
from muggins.cli.verb import FormatOption, connected, pages
from muggins.cli.words import day
from muggins.v1 import bots_pb2 as pb

app = typer.Typer(help="Register bots and look after their tokens.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="the bot's name")]


@app.command()
@connected
async def add(server: Server, name: Name, owner: Annotated[str, typer.Option(help="whose bot it is")]) -> None:
    """Register a bot and print its token, this once."""
    answer = await server.bots.AddBot(pb.AddBotRequest(name=name, owner=owner), metadata=server.who)
    _show_token(server, answer.bot.name, answer.token)


@app.command("rotate-token")
@connected
async def rotate_token(server: Server, name: Name) -> None:
    """Revoke the bot's tokens and print a new one, this once."""
    answer = await server.bots.RotateToken(pb.RotateTokenRequest(name=name), metadata=server.who)
    _show_token(server, name, answer.token)


@app.command()
@connected
async def retire(server: Server, name: Name) -> None:
    """Revoke the bot's tokens for good; its name stays taken, its history stays."""
    answer = await server.bots.RetireBot(pb.RetireBotRequest(name=name), metadata=server.who)
    say(f"{answer.bot.name} is retired")


@app.command("list")
@connected
async def list_(server: Server, how: FormatOption = Format.TABLE) -> None:
    """All registered bots."""

    async def ask(token: str) -> tuple[list[Any], str]:
        answer = await server.bots.ListBots(pb.ListBotsRequest(page_token=token), metadata=server.who)
        return list(answer.bots), answer.next_page_token

    rows([_row(bot) for bot in await pages(ask)], how)


def _row(bot: pb.Bot) -> Row:
    state = "retired" if bot.HasField("retired") else "connected" if bot.connected else "away"
    return {
        "bot": bot.name,
        "owner": bot.owner,
        "state": state,
        "version": bot.version or None,
        "matches": bot.matches,
        "since": day(bot.created),
    }


def _show_token(server: Server, name: str, token: str) -> None:
    """The token alone goes to a pipe, so that it can be put into a file or a variable."""
    if not out.is_terminal:
        sys.stdout.write(token + "\n")
        return
    address = "HOST:PORT" if server.own else server.address
    say(f"{name} has this token, which is shown once:\n\n  {token}\n")
    note(f"Start it with:  MUGGINS_TOKEN={token} python mybot.py --address {address}")
    if server.own:
        note("No server runs on this database yet:  muggins serve")
