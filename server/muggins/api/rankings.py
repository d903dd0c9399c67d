"""RankingService: one list for each pool, and what all results together say."""

import asyncio
from typing import Any, Protocol

from muggins.api import strengths as write
from muggins.api.access import Access
from muggins.api.errors import BadRequest
from muggins.api.limits import Places
from muggins.store import bots, ratings, rebuild, strengths, tournaments
from muggins.store.database import Database
from muggins.store.strengths import Computed, Scope
from muggins.v1 import rankings_pb2 as pb
from muggins.v1 import rankings_pb2_grpc

MAX_WAITING = 20  # who ask for lists that have to be computed


class Strengths(Protocol):
    """Ratings by all results together."""

    async def newest(self, scope: Scope) -> Computed | None:
        """The stored list of a pool or an event; None before the first."""
        ...

    async def since(self, scope: Scope) -> Computed:
        """The list of a pool since a moment.  Raises Uncomputed."""
        ...


class RankingService(rankings_pb2_grpc.RankingServiceServicer):
    """Lists ratings, and folds them again."""

    def __init__(self, database: Database, access: Access, strengths: Strengths) -> None:
        self._database = database
        self._access = access
        self._strengths = strengths
        self._waiting = Places(MAX_WAITING, "waiting for ratings")

    async def ListPools(self, request: pb.ListPoolsRequest, context: Any) -> pb.ListPoolsResponse:
        pools = await asyncio.to_thread(self._database.read, ratings.all_pools)
        return pb.ListPoolsResponse(pools=pools)

    async def ListRankings(self, request: pb.ListRankingsRequest, context: Any) -> pb.ListRankingsResponse:
        if request.event or request.HasField("since"):
            return write.computed(await self._computed(request))
        newest = await self._strengths.newest(Scope(pool=request.pool)) if request.pool else None
        page = await asyncio.to_thread(
            self._database.read, lambda conn: ratings.page(conn, request.pool, request.page_size, request.page_token)
        )
        return write.rankings(page, newest)

    async def _computed(self, request: pb.ListRankingsRequest) -> Computed | None:
        if request.event and (request.pool or request.HasField("since")):
            raise BadRequest("event: allowed without pool and since alone")
        if request.event:
            event = await asyncio.to_thread(self._database.read, tournaments.get, request.event)
            return await self._strengths.newest(Scope(tournament_id=event.id))
        if not request.pool:
            raise BadRequest("since: allowed with pool alone")
        with self._waiting.one():
            return await self._strengths.since(Scope(request.pool, since=write.moment(request.since)))

    async def GetRatingHistory(self, request: pb.GetRatingHistoryRequest, context: Any) -> pb.GetRatingHistoryResponse:
        await self._strengths.newest(Scope(pool=request.pool))
        points = await asyncio.to_thread(
            self._database.read,
            lambda conn: strengths.history(conn, request.pool, bots.get(conn, request.bot).id),
        )
        return pb.GetRatingHistoryResponse(points=[write.point(point) for point in points])

    async def RebuildRatings(self, request: pb.RebuildRatingsRequest, context: Any) -> pb.RebuildRatingsResponse:
        await self._access.organiser(context)
        rebuilt = await self._database.writer.run(rebuild.rebuild)
        return pb.RebuildRatingsResponse(changed=rebuilt.changed, results=rebuilt.results)
