"""Until an anonymous event is over, nobody but its organiser reads who played whom, or can tell it from a number."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, cast

import pytest

from muggins.api.access import Access
from muggins.api.bots import BotService
from muggins.api.matches import MatchService
from muggins.api.rankings import RankingService
from muggins.api.tournaments import TournamentService
from muggins.director.director import Director
from muggins.games.match import MatchRules
from muggins.referee.live import MatchSpec
from muggins.referee.outcome import Outcome, SeatOutcome, Slot, Termination
from muggins.referee.timing import TimeControl
from muggins.store import bots, check, rebuild, tournaments
from muggins.store.ledger import write_end, write_start
from muggins.store.tokens import Identity, Role
from muggins.store.tournaments import State
from muggins.v1 import (
    bots_pb2,
    bots_pb2_grpc,
    matches_pb2,
    matches_pb2_grpc,
    rankings_pb2,
    rankings_pb2_grpc,
    tournaments_pb2,
    tournaments_pb2_grpc,
)
from tests.director.evening import FakeHouse, FakeLedger
from tests.hiding.loop import JumpingLoop
from tests.hiding.shelf import NOON, Shelf, shelf
from tests.hiding.streams import Front
from tests.reckoned import AtOnce
from tests.referee.clock import FakeClock

NAMES = ("ann", "bob", "cyd")
PAIRINGS = (("ann", "bob"), ("cyd", "ann"), ("bob", "cyd"))
EVENT = 'name = "cup"\ngame = "cribbage"\nseats = 2\nseed = 7\nanonymous = true\nentrants = ["ann", "bob", "cyd"]\n'
READERS = ("", "ann", "dee")  # without a token, with that of an entrant, with that of another bot


class House:
    """The services of a server, over a shelf with an event of which two of three matches are over."""

    def __init__(self, store: Shelf) -> None:
        self.store = store
        conn = store.conn
        ids = [bots.add(conn, name, "owner", NOON)[0].id for name in NAMES]
        new = tournaments.NewTournament("cup", EVENT, "round-robin", "cribbage", 2, "cribbage/2", 3, tuple(ids))
        self.event = tournaments.create(conn, new, NOON)
        tournaments.set_state(conn, "cup", State.RUNNING, NOON)
        for number, pair in enumerate(PAIRINGS):
            write_start(conn, self.spec(number, pair), Slot(self.event.id, number), ["3.1", "3.2"], NOON)
        self.play(0)
        self.play(1)

    def spec(self, number: int, pair: Sequence[str]) -> MatchSpec:
        rules, shown_as = MatchRules("cribbage", 2), ("seat 0", "seat 1")
        return MatchSpec(f"m{number}", rules, TimeControl(), tuple(pair), bytes(32), event="cup", shown_as=shown_as)

    def play(self, number: int) -> dict[str, tuple[float, float]]:
        ended = NOON + timedelta(seconds=number)
        seats = (SeatOutcome(), SeatOutcome({"timeout": 1}))
        result = Outcome(f"m{number}", Termination.FINISHED, (2, 0), (0, 1), (121, 80), seats, b"", ended)
        return dict(write_end(self.store.conn, result))

    def finish(self, state: State = State.FINISHED) -> None:
        tournaments.set_state(self.store.conn, "cup", state, NOON + timedelta(seconds=9))

    def ask(self, method: str, request: Any, token: str = "") -> bytes:
        """The answer in bytes; how it was refused, as text."""

        async def answer() -> bytes:
            front = self._front()
            told = [part async for part in front.stream(method, request, token)] if "Log" in method else None
            found = told[-1] if told else await front.ask(method, request, token)
            return found if isinstance(found, bytes) else repr(found).encode()

        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            return runner.run(answer())

    def _front(self) -> Front:
        front, store, nothing = Front(), cast(Any, self.store), cast(Any, None)
        server, access = cast(Any, front), Access(_whois)
        director = Director(FakeClock(), FakeLedger(), FakeHouse(), lambda: "")
        lobby = director.referee.lobby
        matches_pb2_grpc.add_MatchServiceServicer_to_server(MatchService(store, access, director.referee), server)
        rankings_pb2_grpc.add_RankingServiceServicer_to_server(RankingService(store, access, AtOnce(store)), server)
        bots_pb2_grpc.add_BotServiceServicer_to_server(BotService(store, access, lobby, nothing, nothing), server)
        events = TournamentService(store, access, director, nothing, AtOnce(store))
        tournaments_pb2_grpc.add_TournamentServiceServicer_to_server(events, server)
        return front


async def _whois(token: str) -> Identity | None:
    return Identity(Role.ORGANISER, token) if token == "organiser" else Identity(Role.OWNER, "owner", bot=token)


@pytest.fixture
def house() -> Iterator[House]:
    with shelf() as store:
        yield House(store)


def named(answer: bytes) -> set[str]:
    return {name for name in (*NAMES, "3.1", "3.2") if name.encode() in answer}


MATCH, LISTED = matches_pb2.GetMatchRequest(match_id="m1"), matches_pb2.ListMatchesRequest()


@pytest.mark.parametrize("reader", READERS)
def test_matches_name_nobody_and_a_bot_has_none_before_the_end(house: House, reader: str) -> None:
    for method, request in (("GetMatch", MATCH), ("ListMatches", LISTED)):
        answer = house.ask(method, request, reader)
        assert named(answer) == set()
        assert b"seat 0" in answer
        assert b"timeout" not in answer
    of_bot = house.ask("ListMatches", matches_pb2.ListMatchesRequest(bot="ann"), reader)
    assert matches_pb2.ListMatchesResponse.FromString(of_bot) == matches_pb2.ListMatchesResponse()


@pytest.mark.parametrize("reader", READERS)
def test_the_log_waits_for_the_end_of_the_event(house: House, reader: str) -> None:
    answer = house.ask("GetMatchLog", matches_pb2.GetMatchLogRequest(match_id="m1"), reader)
    assert b"FAILED_PRECONDITION" in answer
    assert b"until its event is over" in answer
    assert named(answer) == set()


@pytest.mark.parametrize("reader", READERS)
def test_standings_and_pairings_wait_too(house: House, reader: str) -> None:
    found = house.ask("GetTournament", tournaments_pb2.GetTournamentRequest(name="cup"), reader)
    answer = tournaments_pb2.GetTournamentResponse.FromString(found)
    assert (answer.tournament.played, len(answer.entrants)) == (2, 3)
    assert answer == tournaments_pb2.GetTournamentResponse(tournament=answer.tournament, entrants=answer.entrants)


def test_no_number_of_a_bot_moves_before_the_end(house: House) -> None:
    rankings = rankings_pb2.ListRankingsRequest(pool="cribbage/2")
    listed = bots_pb2.ListBotsRequest()
    before = house.ask("ListRankings", rankings), house.ask("ListBots", listed)
    assert house.play(2) == {}
    assert (house.ask("ListRankings", rankings), house.ask("ListBots", listed)) == before
    assert before[0] == b""


def test_the_organiser_reads_everything(house: House) -> None:
    assert named(house.ask("GetMatch", MATCH, "organiser")) == {"cyd", "ann", "3.1", "3.2"}
    assert named(house.ask("ListMatches", matches_pb2.ListMatchesRequest(bot="bob"), "organiser")) >= {"ann", "bob"}
    request = tournaments_pb2.GetTournamentRequest(name="cup")
    answer = tournaments_pb2.GetTournamentResponse.FromString(house.ask("GetTournament", request, "organiser"))
    assert (len(answer.standings), answer.definition) == (3, EVENT)


@pytest.mark.parametrize("state", [State.FINISHED, State.CANCELLED])
def test_the_end_of_the_event_opens_everything(house: House, state: State) -> None:
    house.finish(state)
    assert named(house.ask("GetMatch", MATCH)) == {"cyd", "ann", "3.1", "3.2"}
    bot = bots_pb2.GetBotResponse.FromString(house.ask("GetBot", bots_pb2.GetBotRequest(name="ann")))
    assert bot.bot.matches == 2
    found = house.ask("ListRankings", rankings_pb2.ListRankingsRequest(pool="cribbage/2"))
    rankings = rankings_pb2.ListRankingsResponse.FromString(found).rankings
    assert [(line.bot, line.matches) for line in rankings] == [("cyd", 1), ("ann", 2), ("bob", 1)]


def test_ratings_at_the_end_are_those_of_the_results_in_their_order(house: House) -> None:
    house.finish()
    conn = house.store.conn
    assert rebuild.audit(conn) == rebuild.Rebuilt(2, {})
    change = matches_pb2.GetMatchResponse.FromString(house.ask("GetMatch", matches_pb2.GetMatchRequest(match_id="m0")))
    assert [seat.rating_after for seat in change.match.bots] == [1520.0, 1480.0]


def test_a_result_that_comes_after_the_end_counts_at_once(house: House) -> None:
    house.finish(State.CANCELLED)
    assert set(house.play(2)) == {"bob", "cyd"}


@pytest.mark.parametrize("over", [False, True])
def test_the_database_is_whole_before_and_after(house: House, *, over: bool) -> None:
    if over:
        house.finish()
    assert list(check.check(house.store.conn)) == []
