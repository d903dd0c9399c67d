"""Following an event to its end."""

from collections.abc import AsyncIterator
from shlex import quote
from typing import Final

from muggins.cli.link import Server
from muggins.cli.say import clean, fail, note
from muggins.v1 import tournaments_pb2 as pb

OVER: Final = (pb.TOURNAMENT_STATE_FINISHED, pb.TOURNAMENT_STATE_CANCELLED)


async def follow(server: Server, name: str) -> AsyncIterator[pb.Tournament]:
    """The event now and after each change until it is over, naming the bots that it waits for.

    Raises Failure where it stops before it is over.
    """
    request = pb.WatchTournamentRequest(name=name)
    event = pb.Tournament()
    told: list[str] = []
    async for response in server.tournaments.WatchTournament(request, metadata=server.who):
        event = response.tournament
        waiting = list(event.waiting_for)
        if waiting and waiting != told:
            note(f"Waiting for {clean(', '.join(waiting))} to dial in at {server.address}")
        told = waiting
        yield event
    if event.state == pb.TOURNAMENT_STATE_PAUSED:
        fail(f"{name!r} is paused; it goes on with: muggins tournament resume {quote(name)}")
    if event.state not in OVER:
        fail(f"{name!r} is not over; go on with: muggins tournament resume {quote(name)}")
