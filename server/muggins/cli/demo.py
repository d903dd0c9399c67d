"""``muggins demo``: a server, house bots that dial in over gRPC, and an event of each kind, with one command."""

import asyncio
import shutil
import sys
from pathlib import Path
from shlex import quote
from typing import Annotated, Final

import typer

from muggins.app import serve
from muggins.cli.follow import follow
from muggins.cli.link import ANY_PORT, Server, link_to
from muggins.cli.logs import log_to
from muggins.cli.match import row as match_row
from muggins.cli.progress import progress
from muggins.cli.rankings import ranking
from muggins.cli.rankings import show as show_rankings
from muggins.cli.say import Format, fail, say
from muggins.cli.standings import show
from muggins.cli.stop import asked_to_stop
from muggins.config import DEFAULT_WEB, Settings
from muggins.v1 import matches_pb2, rankings_pb2
from muggins.v1 import tournaments_pb2 as pb
from muggins_tournaments import parse, ready_made

EVENTS: Final = ("demo-cribbage-2", "demo-fives-2", "demo-fives-4", "demo-cribbage-3")
MARK: Final = "this-is-a-muggins-demo"  # a file that says that a directory may be emptied


def demo(
    keep: Annotated[Path, typer.Option(help="where the database and the logs go")] = Path("muggins-demo"),
    go_on: Annotated[bool, typer.Option("--serve", help="keep serving the pages until interrupted")] = False,
) -> None:
    """Play small events of both games between house bots, over gRPC, and show what came out."""
    _fresh(keep)
    settings = Settings(
        database=str(keep / "muggins.db"),
        listen=ANY_PORT,
        house_log=keep / "bots.log",
        tls_certificate=None,
        tls_key=None,
        web=f"{DEFAULT_WEB}+",
    )
    log_to(settings, keep / "server.log")
    asyncio.run(_demo(settings, keep, go_on=go_on))


def _fresh(directory: Path) -> None:
    """An empty directory; only that of a former demo is emptied."""
    if directory.exists() and any(directory.iterdir()):
        if not (directory / MARK).is_file():
            fail(f"{directory} is not empty and not that of a former demo; name another one with --keep")
        shutil.rmtree(directory)
        say(f"The former demo in {directory} is removed.")
    directory.mkdir(parents=True, exist_ok=True)
    (directory / MARK).touch()


async def _demo(settings: Settings, directory: Path, *, go_on: bool) -> None:
    events = {name: parse(ready_made()[name].read_text(encoding="utf-8"), name) for name in EVENTS}
    async with serve(settings) as app, link_to(app) as server:
        house = {name: kind for event in events.values() for name, kind in event.house.items()}
        for name, kind in house.items():
            await app.house.start(name, kind)
        say(f"muggins serves at {app.address}; these bots dial in as processes of their own:")
        for name, pid in app.house.processes.items():
            say(f"  {name}: a {house[name]} bot, process {pid}")
        assert app.web is not None
        pages = f"http://{app.web.address}/"
        say(f"Look on in a browser: {pages}")
        ended = await _events(server)
        await _rankings(server)
        await _look_further(server, directory)
        if go_on:
            say(f"\nThe pages stay at {pages} until you interrupt (Ctrl-C).")
            await asked_to_stop().wait()
    if not all(event.state == pb.TOURNAMENT_STATE_FINISHED and event.played == event.total for event in ended):
        fail("not every event was played to its end")


async def _events(server: Server) -> list[pb.Tournament]:
    """Run the events one after another, with a bar for all of them; print each as it ends."""
    created = [await _create(server, name) for name in EVENTS]
    total, done = sum(event.total for event in created), 0
    ended = []
    for event in created:
        await server.tournaments.StartTournament(pb.StartTournamentRequest(name=event.name), metadata=server.who)
        with progress() as bars:
            all_, bar = bars.add_task("All events", total=total), bars.add_task(event.name, total=event.total)
            async for now in follow(server, event.name):
                if now.played and not done and not bars.tasks[bar].completed:
                    await _first_result(server)
                bars.update(bar, completed=now.played)
                bars.update(all_, completed=done + now.played)
        answer = await server.tournaments.GetTournament(pb.GetTournamentRequest(name=event.name), metadata=server.who)
        say()
        show(answer, Format.TABLE)
        done += answer.tournament.played
        ended.append(answer.tournament)
    return ended


async def _create(server: Server, name: str) -> pb.Tournament:
    text = ready_made()[name].read_text(encoding="utf-8")
    request = pb.CreateTournamentRequest(definition=text, source=name)
    return (await server.tournaments.CreateTournament(request, metadata=server.who)).tournament


async def _latest(server: Server) -> matches_pb2.Match:
    request = matches_pb2.ListMatchesRequest(page_size=1, state=matches_pb2.MATCH_STATE_FINISHED)
    return (await server.matches.ListMatches(request, metadata=server.who)).matches[0]


async def _first_result(server: Server) -> None:
    match = match_row(await _latest(server))
    say(f"\nFirst result: {match['bots']}   {match['score']}   ({match['pool']})")


async def _rankings(server: Server) -> None:
    answer = await server.rankings.ListPools(rankings_pb2.ListPoolsRequest(), metadata=server.who)
    for pool in answer.pools:
        say()
        show_rankings({f"Ratings: {pool}": await ranking(server, pool)}, Format.TABLE)


async def _look_further(server: Server, directory: Path) -> None:
    program = "muggins" if shutil.which("muggins") else quote(sys.argv[0])
    match = (await _latest(server)).match_id
    say(f"\nKept in {directory}: muggins.db (all matches with their logs), bots.log, server.log")
    say("Look further:")
    say(f"  export MUGGINS_DATABASE={quote(str(directory / 'muggins.db'))}")
    for verb in (
        "rankings",
        "match list",
        f"match show {match}",
        "tournament list",
        "tournament show 'Demo: cribbage, 2 seats'",
        "play --game cribbage steady greedy --matches 100",
    ):
        say(f"  {program} {verb}")
