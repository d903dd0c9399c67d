"""BotService: registered competitors and their tokens."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from muggins.api import messages
from muggins.api.access import Access
from muggins.referee.lobby import Lobby
from muggins.store import bots
from muggins.store.database import Database
from muggins.store.events import Events
from muggins.v1 import bots_pb2, bots_pb2_grpc


class BotService(bots_pb2_grpc.BotServiceServicer):
    """Registers bots, lists them, and takes their tokens away."""

    def __init__(
        self,
        database: Database,
        access: Access,
        lobby: Lobby,
        events: Events,
        dismiss: Callable[[str, str], None],
    ) -> None:
        self._database = database
        self._access = access
        self._lobby = lobby
        self._events = events
        self._dismiss = dismiss  # ends the sessions of a bot, with a reason

    def _message(self, bot: bots.Bot) -> bots_pb2.Bot:
        return messages.bot(bot, connected=bool(self._lobby.bot(bot.name).channels))

    async def AddBot(self, request: bots_pb2.AddBotRequest, context: Any) -> bots_pb2.AddBotResponse:
        await self._access.organiser(context)
        bot, token = await self._database.writer.run(
            lambda conn: bots.add(conn, request.name, request.owner, datetime.now(UTC))
        )
        return bots_pb2.AddBotResponse(bot=self._message(bot), token=token)

    async def GetBot(self, request: bots_pb2.GetBotRequest, context: Any) -> bots_pb2.GetBotResponse:
        bot = await asyncio.to_thread(self._database.read, lambda conn: bots.get(conn, request.name))
        return bots_pb2.GetBotResponse(bot=self._message(bot))

    async def ListBots(self, request: bots_pb2.ListBotsRequest, context: Any) -> bots_pb2.ListBotsResponse:
        page = await asyncio.to_thread(
            self._database.read, lambda conn: bots.page(conn, request.page_size, request.page_token)
        )
        return bots_pb2.ListBotsResponse(
            bots=[self._message(bot) for bot in page.rows], next_page_token=page.next_token
        )

    async def RotateToken(self, request: bots_pb2.RotateTokenRequest, context: Any) -> bots_pb2.RotateTokenResponse:
        await self._access.owner_of(context, request.name)
        token = await self._database.writer.run(lambda conn: bots.rotate(conn, request.name, datetime.now(UTC)))
        self._dismiss(request.name, "the token was replaced")
        return bots_pb2.RotateTokenResponse(token=token)

    async def RetireBot(self, request: bots_pb2.RetireBotRequest, context: Any) -> bots_pb2.RetireBotResponse:
        await self._access.owner_of(context, request.name)
        bot = await self._events.retire(request.name)
        self._dismiss(bot.name, "the bot was retired")
        return bots_pb2.RetireBotResponse(bot=self._message(bot))
