"""MatchService: lists, results, logs, and the public feed of a running match."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from muggins.api import messages, wire
from muggins.api.access import Access
from muggins.api.errors import BadRequest
from muggins.api.limits import MAX_WATCHERS, Places
from muggins.referee.referee import Referee
from muggins.referee.watching import public_events
from muggins.store import logs, matches, seeds
from muggins.store.database import Database
from muggins.store.errors import NotFound, NotYet
from muggins.v1 import matches_pb2, matches_pb2_grpc

LINES = 200  # of a log, in one message


class MatchService(matches_pb2_grpc.MatchServiceServicer):
    """Reads matches, and lets people watch those that are being played."""

    def __init__(self, database: Database, access: Access, referee: Referee) -> None:
        self._database = database
        self._access = access
        self._referee = referee
        self._watchers = Places(MAX_WATCHERS)

    async def _stored(self, match_id: str, context: Any) -> matches_pb2.Match:
        stored = await asyncio.to_thread(self._database.read, lambda conn: matches.get(conn, match_id))
        return messages.match(stored, names=not stored.unnamed or await self._access.reads_all(context))

    async def ListMatches(
        self, request: matches_pb2.ListMatchesRequest, context: Any
    ) -> matches_pb2.ListMatchesResponse:
        names = await self._access.reads_all(context)
        named = bool(request.bot) and not names
        wanted = matches.Filter(request.bot, request.event, request.pool, _state(request.state), named)
        page = await asyncio.to_thread(
            self._database.read, lambda conn: matches.page(conn, wanted, request.page_size, request.page_token)
        )
        return matches_pb2.ListMatchesResponse(
            matches=[messages.match(match, names=names) for match in page.rows], next_page_token=page.next_token
        )

    async def GetMatch(self, request: matches_pb2.GetMatchRequest, context: Any) -> matches_pb2.GetMatchResponse:
        match = await self._stored(request.match_id, context)
        seed = await asyncio.to_thread(self._database.read, lambda conn: seeds.opened(conn, request.match_id))
        match.server_seed = seed or b""
        return matches_pb2.GetMatchResponse(match=match)

    async def GetMatchLog(
        self, request: matches_pb2.GetMatchLogRequest, context: Any
    ) -> AsyncIterator[matches_pb2.GetMatchLogResponse]:
        stored = await asyncio.to_thread(self._database.read, lambda conn: logs.get(conn, request.match_id))
        seat = request.seat if request.HasField("seat") else None
        if seat is not None:
            await self._access.owner_of(context, _bot_in(stored.match, seat))
        elif stored.match.unnamed and not await self._access.reads_all(context):
            raise NotYet(name=request.match_id)
        text = await asyncio.to_thread(logs.text, stored, seat)
        for first in range(0, len(text), LINES):
            yield matches_pb2.GetMatchLogResponse(lines="".join(text[first : first + LINES]))

    async def WatchMatch(
        self, request: matches_pb2.WatchMatchRequest, context: Any
    ) -> AsyncIterator[matches_pb2.WatchMatchResponse]:
        live = self._referee.live.get(request.match_id)
        yield matches_pb2.WatchMatchResponse(match=await self._stored(request.match_id, context))
        if live is not None:
            with self._watchers.one():
                async for happening in public_events(live, request.from_event):
                    yield matches_pb2.WatchMatchResponse(event=wire.event_message(happening))
        yield matches_pb2.WatchMatchResponse(end=await self._stored(request.match_id, context))

    async def CancelMatch(
        self, request: matches_pb2.CancelMatchRequest, context: Any
    ) -> matches_pb2.CancelMatchResponse:
        await self._access.organiser(context)
        if not self._referee.stop(request.match_id, "cancelled"):
            raise NotFound(what="running match", name=request.match_id)
        return matches_pb2.CancelMatchResponse()


def _bot_in(match: matches.StoredMatch, seat: int) -> str:
    """Raises BadRequest for a seat that the match does not have."""
    if seat >= len(match.seats):
        raise BadRequest(f"seat is {seat}; allowed: 0 to {len(match.seats) - 1}")
    return match.seats[seat].bot


def _state(wanted: matches_pb2.MatchState.ValueType) -> str:
    """The store's name of a state; empty for any.  Raises BadRequest for a number that is no state."""
    if wanted not in matches_pb2.MatchState.values():
        raise BadRequest(f"state is {wanted}; allowed: {', '.join(matches_pb2.MatchState.keys())}")
    return matches_pb2.MatchState.Name(wanted).removeprefix("MATCH_STATE_").lower() if wanted else ""
