"""TournamentService: events, from their definition to their standings."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from muggins.api import messages
from muggins.api.access import Access
from muggins.api.limits import MAX_WATCHERS, Places
from muggins.api.rankings import Strengths
from muggins.api.report import report
from muggins.api.strengths import of_event
from muggins.director.director import Director
from muggins.director.rules import read_event
from muggins.store import tournaments
from muggins.store.database import Database
from muggins.store.events import Events
from muggins.store.ledger import definition_of, results_of
from muggins.store.strengths import Scope
from muggins.v1 import tournaments_pb2 as pb
from muggins.v1 import tournaments_pb2_grpc

PROGRESS = 0.1  # seconds between two looks of one who watches


class TournamentService(tournaments_pb2_grpc.TournamentServiceServicer):
    """Creates events, moves them on, and shows them."""

    def __init__(
        self, database: Database, access: Access, director: Director, events: Events, strengths: Strengths
    ) -> None:
        self._database = database
        self._access = access
        self._director = director
        self._events = events
        self._strengths = strengths
        self._watchers = Places(MAX_WATCHERS)

    async def CreateTournament(self, request: pb.CreateTournamentRequest, context: Any) -> pb.CreateTournamentResponse:
        await self._access.organiser(context)
        definition = read_event(request.definition, request.source or "the definition")
        event = await self._events.create(definition, request.definition, request.source)
        if request.start:
            event = await self._events.start(event.name)
        return pb.CreateTournamentResponse(tournament=self._message(event))

    async def StartTournament(self, request: pb.StartTournamentRequest, context: Any) -> pb.StartTournamentResponse:
        await self._access.organiser(context)
        return pb.StartTournamentResponse(tournament=self._message(await self._events.start(request.name)))

    async def PauseTournament(self, request: pb.PauseTournamentRequest, context: Any) -> pb.PauseTournamentResponse:
        await self._access.organiser(context)
        return pb.PauseTournamentResponse(tournament=self._message(await self._events.pause(request.name)))

    async def ResumeTournament(self, request: pb.ResumeTournamentRequest, context: Any) -> pb.ResumeTournamentResponse:
        await self._access.organiser(context)
        return pb.ResumeTournamentResponse(tournament=self._message(await self._events.start(request.name)))

    async def CancelTournament(self, request: pb.CancelTournamentRequest, context: Any) -> pb.CancelTournamentResponse:
        await self._access.organiser(context)
        event = await self._events.cancel(request.name, finish=request.finish_running)
        return pb.CancelTournamentResponse(tournament=self._message(event))

    async def EnterTournament(self, request: pb.EnterTournamentRequest, context: Any) -> pb.EnterTournamentResponse:
        await self._access.organiser(context)
        event = await self._events.enter(request.name, request.bot)
        return pb.EnterTournamentResponse(tournament=self._message(event))

    async def WithdrawFromTournament(
        self, request: pb.WithdrawFromTournamentRequest, context: Any
    ) -> pb.WithdrawFromTournamentResponse:
        await self._access.owner_of(context, request.bot)
        event = await self._events.withdraw(request.name, request.bot)
        return pb.WithdrawFromTournamentResponse(tournament=self._message(event))

    async def GetTournament(self, request: pb.GetTournamentRequest, context: Any) -> pb.GetTournamentResponse:
        event = await self._get(request.name)
        definition, results, entered = await asyncio.to_thread(
            self._database.read,
            lambda conn: (definition_of(conn, event), results_of(conn, event.id), tournaments.entered(conn, event.id)),
        )
        closed = definition.anonymous and event.state not in tournaments.OVER
        answer = pb.GetTournamentResponse()
        if not closed or await self._access.reads_all(context):
            answer = await asyncio.to_thread(report, definition, results)
            answer.definition = event.definition
            if (newest := await self._strengths.newest(Scope(tournament_id=event.id))) is not None:
                of_event(answer, newest)
        answer.tournament.CopyFrom(self._message(event))
        answer.entrants.extend(messages.entrant(entrant) for entrant in entered)
        return answer

    async def ListTournaments(self, request: pb.ListTournamentsRequest, context: Any) -> pb.ListTournamentsResponse:
        page = await asyncio.to_thread(
            self._database.read, lambda conn: tournaments.page(conn, request.page_size, request.page_token)
        )
        return pb.ListTournamentsResponse(
            tournaments=[self._message(event) for event in page.rows], next_page_token=page.next_token
        )

    async def WatchTournament(
        self, request: pb.WatchTournamentRequest, context: Any
    ) -> AsyncIterator[pb.WatchTournamentResponse]:
        with self._watchers.one():
            async for event in self._states(request.name):
                yield pb.WatchTournamentResponse(tournament=self._message(event))

    async def _states(self, name: str) -> AsyncIterator[tournaments.Tournament]:
        """The event now, and at each change until it is over."""
        changed = asyncio.Event()
        while True:
            changed.clear()
            event = await self._get(name)
            running = self._director.events.get(event.name)
            if running is not None:
                running.watchers.add(changed.set)
            else:
                event = await self._get(name)  # it may have ended since
            try:
                yield event
                if event.state in tournaments.OVER or running is None:
                    return
                await changed.wait()
                await asyncio.sleep(PROGRESS)  # a fast event changes thousands of times a second
            finally:
                if running is not None:
                    running.watchers.discard(changed.set)

    async def _get(self, name: str) -> tournaments.Tournament:
        return await asyncio.to_thread(self._database.read, lambda conn: tournaments.get(conn, name))

    def _message(self, event: tournaments.Tournament) -> pb.Tournament:
        running = self._director.events.get(event.name)
        return messages.tournament(
            event,
            running=len(running.playing) if running else 0,
            total=running.total if running else event.total or event.played,
            waiting_for=self._director.waiting_for(running) if running else (),
        )
