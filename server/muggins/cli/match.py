"""``muggins match``: lists of matches, their logs, and what they looked like."""

import json
import sys
from enum import StrEnum
from typing import Annotated, Any

import typer

from muggins.cli.draw import draw
from muggins.cli.fetch import log_of
from muggins.cli.link import Server
from muggins.cli.say import Format, Row, clean, fail, rows, say
from muggins.cli.verb import FormatOption, connected, pages
from muggins.cli.watch import watch_match
from muggins.cli.words import day, match_state, termination
from muggins.v1 import matches_pb2 as pb

app = typer.Typer(help="Look at matches.", no_args_is_help=True)
Id = Annotated[str, typer.Argument(metavar="ID", help="the match, as `muggins match list` names it")]


class State(StrEnum):
    """What a match may be."""

    RUNNING = "running"
    FINISHED = "finished"
    VOID = "void"


@app.command("list")
@connected
async def list_(
    server: Server,
    bot: Annotated[str, typer.Option(help="that this bot plays")] = "",
    event: Annotated[str, typer.Option(help="of this event")] = "",
    pool: Annotated[str, typer.Option(help="of this pool, such as cribbage/2")] = "",
    state: Annotated[State | None, typer.Option(help="in this state")] = None,
    limit: Annotated[int, typer.Option(min=0, help="at most so many, the newest; 0 means all")] = 50,
    how: FormatOption = Format.TABLE,
) -> None:
    """Matches, the newest first."""
    wanted = pb.MatchState.Value(f"MATCH_STATE_{state.upper()}") if state else pb.MATCH_STATE_UNSPECIFIED
    request = pb.ListMatchesRequest(bot=bot, event=event, pool=pool, state=wanted, page_size=limit)

    async def ask(token: str) -> tuple[list[Any], str]:
        request.page_token = token
        answer = await server.matches.ListMatches(request, metadata=server.who)
        return list(answer.matches), "" if limit else answer.next_page_token

    rows([row(match) for match in await pages(ask)], how, hide=("event", "points", "started"))


def row(match: pb.Match) -> Row:
    """One match for a list."""
    return {
        "id": match.match_id,
        "bots": ", ".join(seat.bot for seat in match.bots),
        "pool": match.pool,
        "event": match.event or None,
        "points": ":".join(str(side.points) for side in match.sides) or None,
        "score": ":".join(str(side.score) for side in match.sides) or None,
        "ended": termination(match) or match_state(match),
        "started": day(match.started),
    }


@app.command()
@connected
async def show(
    server: Server,
    match_id: Id,
    game: Annotated[int | None, typer.Option(min=1, help="only this game")] = None,
    deal: Annotated[int | None, typer.Option(min=1, help="only this deal or round")] = None,
) -> None:
    """A match as people read it: every deal, every move, every point."""
    match = await get_match(server, match_id)
    if match.state == pb.MATCH_STATE_RUNNING:
        fail(f"match {match_id} is being played; look on with: muggins match watch {match_id}")
    lines = [json.loads(line) for line in (await log_of(server, match_id)).splitlines()]
    for line in draw(lines, game, deal):
        say(line)
    for seat in match.bots:
        if seat.rating_after:
            say(f"  {clean(seat.bot)}: rating {seat.rating_before:.1f} -> {seat.rating_after:.1f}")


@app.command()
@connected
async def log(
    server: Server,
    match_id: Id,
    seat: Annotated[int | None, typer.Option(min=0, help="only what was asked of this seat, and its answers")] = None,
    how: Annotated[str, typer.Option("--format", help="jsonl: one JSON object a line")] = "jsonl",
) -> None:
    """The whole record of a finished match, a line for each thing that happened."""
    if how != "jsonl":
        fail(f"--format is {how!r}; allowed: jsonl")
    sys.stdout.write(await log_of(server, match_id, seat))


@app.command()
@connected
async def watch(
    server: Server,
    match_id: Id,
    pace: Annotated[float, typer.Option(min=0, help="seconds for each event")] = 0.15,
) -> None:
    """A match while it is played: what every seat may know."""
    await watch_match(server, match_id, pace)


@app.command()
@connected
async def cancel(server: Server, match_id: Id) -> None:
    """End a running match without a result."""
    await server.matches.CancelMatch(pb.CancelMatchRequest(match_id=match_id), metadata=server.who)
    say(f"match {match_id} is cancelled")


async def get_match(server: Server, match_id: str) -> pb.Match:
    """Raises AioRpcError, with NOT_FOUND for a match that there is not."""
    return (await server.matches.GetMatch(pb.GetMatchRequest(match_id=match_id), metadata=server.who)).match
