"""``muggins tournament``: events, from their file to their standings."""

import asyncio
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer

from muggins.cli.follow import follow
from muggins.cli.link import Server
from muggins.cli.progress import progress
from muggins.cli.say import Format, Row, fail, note, rows, say
from muggins.cli.standings import show
from muggins.cli.verb import FormatOption, connected, pages
from muggins.cli.words import day, tournament_state
from muggins.v1 import tournaments_pb2 as pb
from muggins_tournaments import ready_made

app = typer.Typer(help="Run events, and look at them.", no_args_is_help=True)
File = Annotated[str, typer.Argument(help="an event file, or the name of one that comes with muggins")]
Name = Annotated[str, typer.Argument(help="the event's name")]
BotName = Annotated[str, typer.Argument(help="the bot's name")]
FinishOption = Annotated[bool, typer.Option("--finish", help="let running matches be played out")]


@app.command()
@connected
async def run(server: Server, event: File, how: FormatOption = Format.TABLE) -> None:
    """Create an event, run it to its end, and print its standings."""
    created = await _create(server, event, start=True)
    await _to_the_end(server, created, how)


@app.command()
@connected
async def create(server: Server, event: File) -> None:
    """Check an event file and store the event; "start" starts it."""
    created = await _create(server, event, start=False)
    say(f"{created.name!r} is created: {created.total} matches")


@app.command()
@connected
async def start(server: Server, name: Name) -> None:
    """Start an event that was created, on the server that runs."""
    answer = await server.tournaments.StartTournament(pb.StartTournamentRequest(name=name), metadata=server.who)
    _say_state(answer.tournament)


@app.command()
@connected
async def pause(server: Server, name: Name) -> None:
    """Begin no new matches of an event; those that run are finished."""
    answer = await server.tournaments.PauseTournament(pb.PauseTournamentRequest(name=name), metadata=server.who)
    _say_state(answer.tournament)


@app.command()
@connected
async def resume(server: Server, name: Name, how: FormatOption = Format.TABLE) -> None:
    """Go on with an event that was interrupted or paused, and follow it to its end."""
    request = pb.ResumeTournamentRequest(name=name)
    event = (await server.tournaments.ResumeTournament(request, metadata=server.who)).tournament
    await _to_the_end(server, event, how)


@app.command()
@connected
async def cancel(server: Server, name: Name, finish: FinishOption = False) -> None:
    """End an event as it stands."""
    request = pb.CancelTournamentRequest(name=name, finish_running=finish)
    answer = await server.tournaments.CancelTournament(request, metadata=server.who)
    _say_state(answer.tournament)


@app.command()
@connected
async def enter(server: Server, name: Name, bot: BotName) -> None:
    """Let a bot into an event that has begun."""
    request = pb.EnterTournamentRequest(name=name, bot=bot)
    _say_state((await server.tournaments.EnterTournament(request, metadata=server.who)).tournament)


@app.command()
@connected
async def withdraw(server: Server, name: Name, bot: BotName) -> None:
    """Take a bot out of an event; its running matches are void."""
    request = pb.WithdrawFromTournamentRequest(name=name, bot=bot)
    _say_state((await server.tournaments.WithdrawFromTournament(request, metadata=server.who)).tournament)


@app.command("show")
@connected
async def show_(server: Server, name: Name, how: FormatOption = Format.TABLE) -> None:
    """The standings and the crosstable of an event."""
    show(await _get(server, name), how)


@app.command("list")
@connected
async def list_(server: Server, how: FormatOption = Format.TABLE) -> None:
    """All events."""

    async def ask(token: str) -> tuple[list[Any], str]:
        request = pb.ListTournamentsRequest(page_token=token)
        answer = await server.tournaments.ListTournaments(request, metadata=server.who)
        return list(answer.tournaments), answer.next_page_token

    rows([_row(event) for event in await pages(ask)], how)


def _row(event: pb.Tournament) -> Row:
    return {
        "event": event.name,
        "pool": event.pool,
        "state": tournament_state(event),
        "played": event.played,
        "of": event.total,
        "created": day(event.created),
    }


async def _create(server: Server, event: str, *, start: bool) -> pb.Tournament:
    path = ready_made().get(event, Path(event))
    if not path.is_file():
        fail(f"there is no file {event}, and no event of that name comes with muggins: {', '.join(ready_made())}")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        fail(f"{event}: must be UTF-8 text, which it is not from byte {error.start} on")
    request = pb.CreateTournamentRequest(definition=text, source=event, start=start)
    return (await server.tournaments.CreateTournament(request, metadata=server.who)).tournament


async def _get(server: Server, name: str) -> pb.GetTournamentResponse:
    return await server.tournaments.GetTournament(pb.GetTournamentRequest(name=name), metadata=server.who)


async def _to_the_end(server: Server, event: pb.Tournament, how: Format) -> None:
    if server.own:
        note(f"Bots can dial in at {server.address} while this command runs")
    try:
        with progress() as bars:
            bar = bars.add_task(event.name, total=event.total)
            async for now in follow(server, event.name):
                bars.update(bar, completed=now.played)
    except asyncio.CancelledError:
        note(_how_to_go_on(server, event.name))
        raise
    show(await _get(server, event.name), how)


def _how_to_go_on(server: Server, name: str) -> str:
    if server.own:
        return f"Interrupted; nothing is lost.  Go on with:  muggins tournament resume {quote(name)}"
    return f"It goes on at {server.address}.  Follow it with:  muggins tournament resume {quote(name)}"


def _say_state(event: pb.Tournament) -> None:
    say(f"{event.name!r} is {tournament_state(event)}: {event.played} of {event.total} matches are played")
