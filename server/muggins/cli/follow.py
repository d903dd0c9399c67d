"""Following an event to its end."""

from typing import Final

from rich.progress import Progress, TaskID

from muggins.cli.link import Server
from muggins.cli.say import clean, fail
from muggins.v1 import tournaments_pb2 as pb

OVER: Final = (pb.TOURNAMENT_STATE_FINISHED, pb.TOURNAMENT_STATE_CANCELLED)


async def follow(server: Server, name: str, bars: Progress, task: TaskID) -> pb.Tournament:
    """Show the event's progress until it is over, and return how it ended.  Raises Failure where it stops before."""
    request = pb.WatchTournamentRequest(name=name)
    event = pb.Tournament()
    told: list[str] = []
    async for response in server.tournaments.WatchTournament(request, metadata=server.who):
        event = response.tournament
        bars.update(task, total=event.total, completed=event.played)
        waiting = list(event.waiting_for)
        if waiting and waiting != told:
            bars.print("Waiting for " + clean(", ".join(waiting)) + f" to dial in at {server.address}", markup=False)
        told = waiting
    if event.state == pb.TOURNAMENT_STATE_PAUSED:
        fail(f"{name!r} is paused; it goes on with: muggins tournament resume {name!r}")
    if event.state not in OVER:
        fail(f"{name!r} is not over; look with: muggins tournament show {name!r}")
    return event
