"""``muggins match turn``: one recorded turn, asked again of a local bot."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from muggins.cli.fetch import log_of
from muggins.cli.link import Server
from muggins.cli.match import Id
from muggins.cli.say import clean, fail, note, say
from muggins.cli.verb import connected
from muggins.games import get
from muggins.referee.asked import Asked, asked
from muggins.referee.log import Line
from muggins.workshop.asking import NoAnswer, ask


@connected
async def turn(
    server: Server,
    match_id: Id,
    number: Annotated[int, typer.Argument(min=1, help="the turn of the seat, from 1, as `match log --seat` counts")],
    command: Annotated[list[str] | None, typer.Argument(metavar="-- COMMAND", help="what starts the bot")] = None,
    seat: Annotated[int, typer.Option(min=0, help="whose turn")] = 0,
    bot: Annotated[str, typer.Option(help="instead of a command: FILE.py:CLASS, or a house bot")] = "",
) -> None:
    """Send a recorded turn of a match that is over to a local bot, and show its answer."""
    if bool(command) == bool(bot):
        fail("say which bot: --bot FILE.py:CLASS, or -- COMMAND")
    lines = read_log(await log_of(server, match_id))
    chosen = _turn(asked(lines), seat, number)
    tell(chosen, lines[0]["game"])
    said = Path(tempfile.mkdtemp(prefix="muggins-turn-")) / "bot.log"
    words = command or [sys.executable, "-m", "muggins_bot", bot]
    try:
        answer = await ask(chosen, lines[0], words, said)
    except NoAnswer as error:
        fail(str(error))
    legal = get(lines[0]["game"]).canonical(answer.move) in chosen.moves
    say(f"Answer now    {clean(answer.move)}  {'legal' if legal else 'ILLEGAL'}  after {answer.seconds * 1000:.1f} ms")
    note(f"What it wrote is in {said}")
    if not legal:
        raise typer.Exit(1)


def read_log(text: str) -> list[Line]:
    return [json.loads(line) for line in text.splitlines()]


def _turn(turns: list[Asked], seat: int, number: int) -> Asked:
    of_seat = [turn for turn in turns if turn.seat == seat]
    if not 1 <= number <= len(of_seat):
        fail(f"seat {seat} was asked {len(of_seat)} turns in this match; there is no turn {number}")
    return of_seat[number - 1]


def tell(turn: Asked, game: str) -> None:
    """The turn, and what was answered then."""
    say(get(game).render(turn.view))
    say(f"Legal         {' '.join(turn.moves)}")
    say(f"Answer then   {_then(turn)}")


def _then(turn: Asked) -> str:
    line = turn.ended
    if line is None:
        return "none: the match ended first"
    if line["kind"] == "decision":
        took = (line["read_us"] - line["sent_us"]) / 1000
        return f"{line['move']}  after {took:.1f} ms"
    return f"{line['fault']}: {clean(line['text'])}; the referee played {turn.forced or 'for it'}"
