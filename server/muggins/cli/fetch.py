"""What verbs fetch from a server in numbers: the matches that are over, and their logs."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final

import grpc

from muggins.cli.link import Server
from muggins.cli.verb import pages
from muggins.v1 import matches_pb2 as pb

AT_ONCE: Final = 8  # logs that are asked for together


async def matches_over(server: Server, event: str = "") -> list[pb.Match]:
    """All of them, or those of an event, newest first; the void ones too."""

    async def ask(token: str) -> tuple[list[pb.Match], str]:
        request = pb.ListMatchesRequest(event=event, page_size=500, page_token=token)
        answer = await server.matches.ListMatches(request, metadata=server.who)
        return list(answer.matches), answer.next_page_token

    return [match for match in await pages(ask) if match.state != pb.MATCH_STATE_RUNNING]


async def log_of(server: Server, match_id: str, seat: int | None = None) -> str:
    """The log, or that of one seat.  Raises AioRpcError, with NOT_FOUND for a match that has no log."""
    request = pb.GetMatchLogRequest(match_id=match_id, seat=seat)
    return "".join([part.lines async for part in server.matches.GetMatchLog(request, metadata=server.who)])


async def logs_of(server: Server, match_ids: Sequence[str]) -> AsyncIterator[tuple[str, str]]:
    """The logs with the ids of their matches, in order; empty where a match has none."""
    for first in range(0, len(match_ids), AT_ONCE):
        some = match_ids[first : first + AT_ONCE]
        for match_id, log in zip(
            some, await asyncio.gather(*(_log(server, match_id) for match_id in some)), strict=True
        ):
            yield match_id, log


async def _log(server: Server, match_id: str) -> str:
    try:
        return await log_of(server, match_id)
    except grpc.aio.AioRpcError as error:
        if error.code() is grpc.StatusCode.NOT_FOUND:
            return ""
        if error.code() is grpc.StatusCode.DATA_LOSS:
            return error.details() or "damaged"  # which nobody takes for a log
        raise
