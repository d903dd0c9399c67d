"""RankingService: one list for each pool."""

import asyncio
from typing import Any

from muggins.api import messages
from muggins.api.access import Access
from muggins.store import ratings, rebuild
from muggins.store.database import Database
from muggins.v1 import rankings_pb2, rankings_pb2_grpc


class RankingService(rankings_pb2_grpc.RankingServiceServicer):
    """Lists ratings, and folds them again."""

    def __init__(self, database: Database, access: Access) -> None:
        self._database = database
        self._access = access

    async def ListPools(self, request: rankings_pb2.ListPoolsRequest, context: Any) -> rankings_pb2.ListPoolsResponse:
        pools = await asyncio.to_thread(self._database.read, ratings.all_pools)
        return rankings_pb2.ListPoolsResponse(pools=pools)

    async def ListRankings(
        self, request: rankings_pb2.ListRankingsRequest, context: Any
    ) -> rankings_pb2.ListRankingsResponse:
        page = await asyncio.to_thread(
            self._database.read, lambda conn: ratings.page(conn, request.pool, request.page_size, request.page_token)
        )
        return rankings_pb2.ListRankingsResponse(
            rankings=[messages.ranking(line) for line in page.rows], next_page_token=page.next_token
        )

    async def RebuildRatings(
        self, request: rankings_pb2.RebuildRatingsRequest, context: Any
    ) -> rankings_pb2.RebuildRatingsResponse:
        await self._access.organiser(context)
        rebuilt = await self._database.writer.run(rebuild.rebuild)
        return rankings_pb2.RebuildRatingsResponse(changed=rebuilt.changed, results=rebuilt.results)
