"""Looking on while a match is played, line by line and at a pace for people."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable

from muggins.cli.link import Server
from muggins.cli.say import clean, say
from muggins.cli.tell import Names, line_of, tell
from muggins.cli.words import match_state, termination
from muggins.v1 import matches_pb2 as pb


async def watch_match(server: Server, match_id: str, pace: float) -> None:
    """Print the public feed of a match until it ends."""
    request = pb.WatchMatchRequest(match_id=match_id)
    feed = server.matches.WatchMatch(request, metadata=server.who)
    async for line in told(feed, pace, asyncio.sleep):
        say(line)


async def told(
    feed: AsyncIterable[pb.WatchMatchResponse], pace: float, wait: Callable[[float], Awaitable[None]]
) -> AsyncIterator[str]:
    """The feed in words; it waits ``pace`` seconds after each event, and nowhere else."""
    names = Names(())
    async for update in feed:
        kind = update.WhichOneof("update")
        if kind == "match":
            names = Names([seat.bot for seat in update.match.bots])
            yield _heading(update.match)
        elif kind == "event":
            yield tell(line_of(update.event), names)
            await wait(pace)
        else:
            for line in _ending(update.end, names):
                yield line


def _heading(match: pb.Match) -> str:
    bots = ", ".join(clean(seat.bot) for seat in match.bots)
    return f"Match {match.match_id}   {match.game}: {bots}   {match_state(match)}"


def _ending(match: pb.Match, names: Names) -> list[str]:
    lines = [f"\nResult: {termination(match) or match_state(match)}"]
    for side, name in zip(match.sides, names.sides, strict=False):
        lines.append(f"  {side.place + 1}.  {name}   game points {side.points}, score {side.score}")
    return lines
