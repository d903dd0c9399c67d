"""``muggins tournament export`` and ``verify``: a whole event in one file, for whoever wants to check it."""

from pathlib import Path
from typing import Annotated, Any

import typer

from muggins.cli.fetch import logs_of, matches_over
from muggins.cli.link import Server
from muggins.cli.progress import progress
from muggins.cli.say import fail, say
from muggins.cli.verb import connected
from muggins.cli.words import match_state, termination, tournament_state
from muggins.director.archive import Archive, read, write
from muggins.director.audit import audit
from muggins.referee.verify import Discrepancy
from muggins.v1 import matches_pb2, tournaments_pb2

Name = Annotated[str, typer.Argument(help="the event's name")]
File = Annotated[Path, typer.Argument(help="a zip archive; it must not exist yet")]


@connected
async def export(server: Server, name: Name, file: File) -> None:
    """Write a whole event to one file with checksums: its definition, each attempt with its seed and its log."""
    if file.exists():
        fail(f"{file} exists")
    request = tournaments_pb2.GetTournamentRequest(name=name)
    event = await server.tournaments.GetTournament(request, metadata=server.who)
    over = sorted(await matches_over(server, name), key=lambda match: (match.pairing, match.game_index, match.attempt))
    logs = dict[str, str]()
    attempts = list[dict[str, Any]]()
    with progress() as bars:
        bar = bars.add_task("exporting", total=len(over))
        async for match_id, log in logs_of(server, [match.match_id for match in over]):
            logs |= {match_id: log} if log else {}
            seed = matches_pb2.GetMatchRequest(match_id=match_id)
            opened = (await server.matches.GetMatch(seed, metadata=server.who)).match
            attempts.append(_attempt(opened))
            bars.advance(bar)
    write(Archive(event.definition, {**_event(event), "matches": attempts}, logs), file)
    say(f"{file}: {len(attempts)} attempts, {len(logs)} logs")


def verify(file: Annotated[Path, typer.Argument(help="an archive that `muggins tournament export` wrote")]) -> None:
    """Work a whole event out again from its file alone, without any server."""
    try:
        found = audit(read(file))
    except Discrepancy as error:
        fail(f"{file}: {error} [{error.kind}]")
    say(f"{file} holds: {len(found.results)} results that count, {found.void} void attempts, {found.logs} logs")


def _event(event: tournaments_pb2.GetTournamentResponse) -> dict[str, Any]:
    return {
        "name": event.tournament.name,
        "state": tournament_state(event.tournament),
        "entrants": [_entrant(entrant) for entrant in event.entrants],
        "standings": [{"rank": row.rank, "bot": row.bot, "points": row.points} for row in event.standings],
    }


def _entrant(entrant: tournaments_pb2.Entrant) -> dict[str, Any]:
    return {
        "bot": entrant.bot,
        "owner": entrant.owner,
        "house": entrant.house,
        "from_round": entrant.from_round if entrant.HasField("from_round") else None,
        "gone_round": entrant.gone_round if entrant.HasField("gone_round") else None,
    }


def _attempt(match: matches_pb2.Match) -> dict[str, Any]:
    """One attempt, as the summary of an archive has it."""
    sides = match.sides
    none = [0] * (2 if match.seats == 4 else match.seats)
    return {
        "match_id": match.match_id,
        "pairing": match.pairing,
        "game_index": match.game_index,
        "attempt": match.attempt,
        "state": match_state(match),
        "termination": termination(match).replace(" ", "_"),
        "bots": [seat.bot for seat in match.bots],
        "points": [side.points for side in sides] or none,
        "places": [side.place for side in sides] or none,
        "scores": [side.score for side in sides] or none,
        "rated": match.rated,
        "started": match.started.ToJsonString(),
        "ended": match.ended.ToJsonString(),
        "server_commitment": match.server_commitment.hex(),
        "server_seed": match.server_seed.hex(),
    }
