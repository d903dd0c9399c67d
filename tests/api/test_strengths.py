"""Ratings by all results together from a running server: computed in a process of its own, and said as of when."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from grpc import StatusCode

from muggins import reckoner
from muggins.store.strengths import Scope
from muggins.v1 import rankings_pb2 as pb
from muggins.v1 import tournaments_pb2 as events
from tests.api.arena import honest_bots
from tests.api.served import Served, cup, served

POOL = pb.ListRankingsRequest(pool="cribbage/2")


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """After an event of three bots."""
    monkeypatch.setattr(reckoner, "PATIENCE", 300.0)  # a busy machine may take long to start a process
    async with served(tmp_path) as running:
        tokens = [await running.organiser.add_bot(name) for name in ("ann", "bob", "cyd")]
        async with honest_bots(running.app.address, *tokens):
            await running.organiser.create(cup("cup", ["ann", "bob", "cyd"], rounds=2))
            await running.organiser.watch("cup")
        yield running


async def test_every_view_has_the_strengths_and_says_as_of_when(server: Served) -> None:
    anybody, before = server.anybody, datetime.now(UTC)
    pool = await anybody.call(anybody.rankings.ListRankings, POOL)
    assert pool.results == 6
    assert before <= pool.computed.ToDatetime(UTC) <= datetime.now(UTC)
    for line in pool.rankings:
        assert line.strength.low < line.strength.rating < line.strength.high
        assert (line.strength.blocks, line.strength.provisional, line.strength.tied) == (4, True, 1)
    of_event = await anybody.call(anybody.rankings.ListRankings, pb.ListRankingsRequest(event="CUP"))
    strengths = [line.strength.rating for line in of_event.rankings]
    assert strengths == sorted(strengths, reverse=True)
    assert sum(strengths) == pytest.approx(4500)
    shown = await anybody.call(anybody.tournaments.GetTournament, events.GetTournamentRequest(name="cup"))
    assert [(each.bot, each.strength) for each in shown.strengths] == [
        (line.bot, line.strength) for line in of_event.rankings
    ]
    assert (shown.strengths_results, shown.strengths_computed) == (6, of_event.computed)
    again = await anybody.call(anybody.rankings.ListRankings, POOL)
    assert again.computed == pool.computed  # nothing new, nothing computed
    request = pb.GetRatingHistoryRequest(pool="cribbage/2", bot="ann")
    (point,) = (await anybody.call(anybody.rankings.GetRatingHistory, request)).points
    assert point.matches == 4
    assert point.rating == next(line.rating for line in pool.rankings if line.bot == "ann")


async def test_a_list_since_a_moment_is_computed_once_for_the_same_results(server: Served) -> None:
    anybody, request = server.anybody, pb.ListRankingsRequest(pool="cribbage/2")
    request.since.FromDatetime(datetime.now(UTC) - timedelta(hours=1))
    first = await anybody.call(anybody.rankings.ListRankings, request)
    assert (len(first.rankings), first.results) == (3, 6)
    assert await anybody.call(anybody.rankings.ListRankings, request) == first
    request.since.FromDatetime(datetime.now(UTC) + timedelta(hours=1))
    assert len((await anybody.call(anybody.rankings.ListRankings, request)).rankings) == 0


async def test_requests_that_cannot_be_are_refused(server: Served) -> None:
    anybody = server.anybody
    since = pb.ListRankingsRequest(pool="cribbage/2", event="cup")
    nowhere = pb.ListRankingsRequest()
    nowhere.since.seconds = 1
    never = pb.ListRankingsRequest(pool="cribbage/2")
    never.since.seconds = 10**15
    for request, code in (
        (since, StatusCode.INVALID_ARGUMENT),
        (nowhere, StatusCode.INVALID_ARGUMENT),
        (never, StatusCode.INVALID_ARGUMENT),
        (pb.ListRankingsRequest(event="none"), StatusCode.NOT_FOUND),
    ):
        assert (await anybody.refusal(anybody.rankings.ListRankings, request))[0] == code


async def test_a_process_that_fails_leaves_the_last_list_and_is_in_the_log(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reckoner, "PROGRAM", (reckoner.PROGRAM[0], "-c", "raise SystemExit('no luck')"))
    assert await server.app.reckoner.newest(Scope(pool="cribbage/2")) is None
    assert "no luck" in caplog.text
    request = pb.ListRankingsRequest(pool="cribbage/2")
    request.since.seconds = 1
    refused = await server.anybody.refusal(server.anybody.rankings.ListRankings, request)
    assert refused == (StatusCode.UNAVAILABLE, "The ratings could not be computed; the server's log says why.")
