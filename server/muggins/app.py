"""The only place that wires everything: database, referee, director, services, and the server they stand on."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from muggins import crash
from muggins.api.access import Access
from muggins.api.bots import BotService
from muggins.api.errors import Denied, ErrorInterceptor, status_of
from muggins.api.matches import MatchService
from muggins.api.play import SERVICE as PLAY
from muggins.api.play import PlayService, Refused
from muggins.api.rankings import RankingService
from muggins.api.server import new_server
from muggins.api.session import Context
from muggins.api.tournaments import TournamentService
from muggins.config import Settings
from muggins.director.director import Director
from muggins.house import HouseBots
from muggins.listen import bind
from muggins.organiser import organiser_file, organiser_token
from muggins.reckoner import Reckoner
from muggins.referee.stalls import FairClock
from muggins.store import attempts, tokens
from muggins.store.database import Database
from muggins.store.errors import Unreachable
from muggins.store.events import Events
from muggins.store.ledger import StoreLedger
from muggins.v1 import bots_pb2_grpc, matches_pb2_grpc, rankings_pb2_grpc, tournaments_pb2_grpc
from muggins.web.serving import WebServer
from muggins.web.site import Site

COME_BACK_AFTER = 2.0
DATABASE = "muggins.database"  # whose health says whether results can be stored
SERVING, NOT_SERVING = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING
SERVICES = tuple(f"muggins.v1.{name}Service" for name in ("Bot", "Match", "Tournament", "Ranking"))


class App:
    """A running server."""

    def __init__(self, settings: Settings, database: Database, organiser_token: str) -> None:
        self.settings = settings
        self.database = database
        self.organiser_token = organiser_token
        self.house = HouseBots(database, settings.house_log)
        self.director = Director(FairClock(), StoreLedger(database), self.house, attempts.new_id)
        self.events = Events(database, self.director)
        self.reckoner = Reckoner(database, settings.database, settings.anchors)
        self.address = ""  # with the real port, once it listens
        self._health = health.aio.HealthServicer()  # type: ignore[attr-defined]  # the stubs lack it
        self._access = Access(self._whois)
        self._play = PlayService(self.director.referee, self._admit, self.director.practise)
        self._server = new_server((ErrorInterceptor(),))
        self._watch: asyncio.Task[None] | None = None  # looks for dead peers
        self.web: WebServer | None = None

    async def start(self, *, go_on: bool) -> None:
        """Listen, and ``go_on`` with the events that were running."""
        self._add_services()
        if self.settings.web is not None:
            self.web = WebServer(Site(self.database, self.director.referee), self.settings.web)
        self.address = bind(self._server, self.settings)
        self.house.address = self.address
        await self._server.start()
        crash.point("start.listening")
        if self.web is not None:
            self.web.start()
        self._watch = asyncio.create_task(self._play.watch_over())
        self.reckoner.start()
        self.database.announce(self.address)
        for service in ("", PLAY, DATABASE, *SERVICES):
            await self._health.set(service, SERVING)
        self._tell_trouble(asyncio.get_running_loop())
        if go_on:
            await self.events.resume_all()
        crash.point("start.resumed")
        _calm_the_collector()

    async def drain(self) -> None:
        """Stop: no new matches, bots told, running matches ended or void, everything stored."""
        await self._health.enter_graceful_shutdown()
        if self._watch is not None:
            self._watch.cancel()
        if self.web is not None:
            await self.web.stop()
        await self.director.drain(self.settings.drain)
        self._play.send_away("the server stops", COME_BACK_AFTER)
        await asyncio.gather(self.house.stop(), self._server.stop(1.0), self.reckoner.stop())

    def _tell_trouble(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let those who ask for our health see whether results can be stored, under the name of DATABASE."""

        def tell(trouble: str | None) -> None:  # in the writer's thread
            health = self._health.set(DATABASE, NOT_SERVING if trouble else SERVING)
            asyncio.run_coroutine_threadsafe(health, loop)

        self.database.writer.on_trouble = tell

    def _add_services(self) -> None:
        server, access, database = self._server, self._access, self.database
        referee = self.director.referee
        server.add_generic_rpc_handlers((self._play.handler(),))
        bots_pb2_grpc.add_BotServiceServicer_to_server(
            BotService(database, access, referee.lobby, self.events, self._play.dismiss), server
        )
        matches_pb2_grpc.add_MatchServiceServicer_to_server(MatchService(database, access, referee), server)
        rankings_pb2_grpc.add_RankingServiceServicer_to_server(RankingService(database, access, self.reckoner), server)
        events = TournamentService(database, access, self.director, self.events, self.reckoner)
        tournaments_pb2_grpc.add_TournamentServiceServicer_to_server(events, server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if self.settings.reflection:
            reflection.enable_server_reflection((PLAY, *SERVICES, reflection.SERVICE_NAME), server)

    async def _whois(self, token: str) -> tokens.Identity | None:
        return await asyncio.to_thread(self.database.read, lambda conn: tokens.authenticate(conn, token))

    async def _admit(self, context: Context) -> str:
        try:
            return (await self._access.bot(context)).bot
        except Denied as denied:
            raise Refused(denied.code, str(denied)) from None
        except Unreachable as unreachable:
            raise Refused(*status_of(unreachable), retry_after=COME_BACK_AFTER) from None


def _calm_the_collector() -> None:
    """Matches are freed without the garbage collector, which by its defaults takes a third of the time (measured)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@asynccontextmanager
async def serve(settings: Settings, *, go_on: bool = True) -> AsyncIterator[App]:
    """A server for the time of the block.  It goes on with interrupted events, unless told not to.

    Raises the store's OpenError, ListenError or WebListenError before anything has started.
    """
    database = await asyncio.to_thread(Database.open, settings.database)
    try:
        crash.point("open")
        await database.writer.run(lambda conn: attempts.void_running(conn, datetime.now(UTC)))
        crash.point("open.voided")
        app = App(settings, database, await organiser_token(database, organiser_file(settings)))
        try:
            await app.start(go_on=go_on)
            yield app
        finally:
            await app.drain()
    finally:
        await asyncio.to_thread(database.close)
