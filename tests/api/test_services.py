"""What anybody, an owner and the organiser may ask of a whole server, and what they are told."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from muggins.referee.live import LiveMatch
from muggins.store import bots as bots_table
from muggins.v1 import bots_pb2, matches_pb2, play_pb2, rankings_pb2
from muggins.v1 import tournaments_pb2 as events
from tests.api.arena import honest_bots, until, wire_bot
from tests.api.served import Served, cup, served

FREE = 0  # anybody may
OWNER = 1  # the bot itself, or the organiser
ORGANISER = 2


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


RPCS: list[tuple[str, str, Any, int]] = [
    ("bots", "AddBot", bots_pb2.AddBotRequest(name="new", owner="me"), ORGANISER),
    ("bots", "GetBot", bots_pb2.GetBotRequest(name="ann"), FREE),
    ("bots", "ListBots", bots_pb2.ListBotsRequest(), FREE),
    ("bots", "RotateToken", bots_pb2.RotateTokenRequest(name="bob"), OWNER),
    ("bots", "RetireBot", bots_pb2.RetireBotRequest(name="bob"), OWNER),
    ("matches", "ListMatches", matches_pb2.ListMatchesRequest(), FREE),
    ("matches", "GetMatch", matches_pb2.GetMatchRequest(match_id="none"), FREE),
    ("matches", "GetMatchLog", matches_pb2.GetMatchLogRequest(match_id="none"), FREE),
    ("matches", "WatchMatch", matches_pb2.WatchMatchRequest(match_id="none"), FREE),
    ("matches", "CancelMatch", matches_pb2.CancelMatchRequest(match_id="none"), ORGANISER),
    ("rankings", "ListPools", rankings_pb2.ListPoolsRequest(), FREE),
    ("rankings", "ListRankings", rankings_pb2.ListRankingsRequest(pool="cribbage/2"), FREE),
    ("rankings", "GetRatingHistory", rankings_pb2.GetRatingHistoryRequest(pool="cribbage/2", bot="none"), FREE),
    ("rankings", "RebuildRatings", rankings_pb2.RebuildRatingsRequest(), ORGANISER),
    ("tournaments", "CreateTournament", events.CreateTournamentRequest(), ORGANISER),
    ("tournaments", "StartTournament", events.StartTournamentRequest(name="none"), ORGANISER),
    ("tournaments", "PauseTournament", events.PauseTournamentRequest(name="none"), ORGANISER),
    ("tournaments", "ResumeTournament", events.ResumeTournamentRequest(name="none"), ORGANISER),
    ("tournaments", "CancelTournament", events.CancelTournamentRequest(name="none"), ORGANISER),
    ("tournaments", "EnterTournament", events.EnterTournamentRequest(name="none", bot="bob"), ORGANISER),
    ("tournaments", "WithdrawFromTournament", events.WithdrawFromTournamentRequest(name="none", bot="bob"), OWNER),
    ("tournaments", "GetTournament", events.GetTournamentRequest(name="none"), FREE),
    ("tournaments", "ListTournaments", events.ListTournamentsRequest(), FREE),
    ("tournaments", "WatchTournament", events.WatchTournamentRequest(name="none"), FREE),
]


async def outcome(server: Served, token: str, service: str, method: str, request: Any) -> StatusCode:
    """How a call ends: OK, or the status of its refusal."""
    caller = server.as_(token)
    try:
        return (await caller.refusal(getattr(getattr(caller, service), method), request))[0]
    except AssertionError:
        return StatusCode.OK


async def test_every_rpc_asks_for_the_role_that_it_needs(server: Served) -> None:
    tokens = {name: await server.organiser.add_bot(name) for name in ("ann", "bob")}
    denied = {StatusCode.UNAUTHENTICATED, StatusCode.PERMISSION_DENIED}
    for service, method, request, role in RPCS:
        anybody = await outcome(server, "", service, method, request)
        other = await outcome(server, tokens["ann"], service, method, request)
        stranger = await outcome(server, "mug_unknown", service, method, request)
        assert (anybody == StatusCode.UNAUTHENTICATED) == (role != FREE), method
        assert (other == StatusCode.PERMISSION_DENIED) == (role != FREE), method
        if role != FREE:
            assert stranger == StatusCode.UNAUTHENTICATED, method
        organiser = await outcome(server, server.app.organiser_token, service, method, request)
        assert organiser not in denied, method


async def test_the_table_of_roles_names_every_rpc_of_every_service() -> None:
    modules = (bots_pb2, matches_pb2, rankings_pb2, events)
    named = {method for _, method, _, _ in RPCS}
    services = [service for module in modules for service in module.DESCRIPTOR.services_by_name.values()]
    assert named == {method.name for service in services for method in service.methods}


@pytest.mark.parametrize(
    ("service", "method", "request_", "text"),
    [
        ("bots", "GetBot", bots_pb2.GetBotRequest(name="nobody"), "There is no bot 'nobody'."),
        ("matches", "GetMatch", matches_pb2.GetMatchRequest(match_id="none"), "There is no match 'none'."),
        ("matches", "GetMatchLog", matches_pb2.GetMatchLogRequest(match_id="none"), "There is no match 'none'."),
        ("matches", "WatchMatch", matches_pb2.WatchMatchRequest(match_id="none"), "There is no match 'none'."),
        ("matches", "ListMatches", matches_pb2.ListMatchesRequest(bot="nobody"), "There is no bot 'nobody'."),
        ("tournaments", "GetTournament", events.GetTournamentRequest(name="none"), "There is no event 'none'."),
        ("tournaments", "WatchTournament", events.WatchTournamentRequest(name="none"), "There is no event 'none'."),
    ],
)
async def test_what_is_not_there_is_said_to_be_not_there(
    server: Served, service: str, method: str, request_: Any, text: str
) -> None:
    refusal = await server.anybody.refusal(getattr(getattr(server.anybody, service), method), request_)
    assert refusal == (StatusCode.NOT_FOUND, text)


async def test_what_cannot_be_is_refused_with_the_field_and_what_is_allowed(server: Served) -> None:
    organiser = server.organiser
    await organiser.add_bot("ann")
    await organiser.add_bot("bob")
    cases: list[tuple[Any, Any, StatusCode, str]] = [
        (organiser.bots.AddBot, bots_pb2.AddBotRequest(name="x", owner="me"), StatusCode.INVALID_ARGUMENT, "3 to 32"),
        (organiser.bots.AddBot, bots_pb2.AddBotRequest(name="ANN", owner="me"), StatusCode.ALREADY_EXISTS, "taken"),
        (organiser.bots.ListBots, bots_pb2.ListBotsRequest(page_token="?"), StatusCode.INVALID_ARGUMENT, "page token"),
        (
            organiser.matches.ListMatches,
            matches_pb2.ListMatchesRequest(state=99),  # type: ignore[arg-type]
            StatusCode.INVALID_ARGUMENT,
            "state",
        ),
        (
            organiser.tournaments.CreateTournament,
            events.CreateTournamentRequest(definition=cup("cup", ["ann", "cyd"]), source="cup.toml"),
            StatusCode.INVALID_ARGUMENT,
            "cup.toml: entrants: there is no bot 'cyd'",
        ),
        (
            organiser.tournaments.CreateTournament,
            events.CreateTournamentRequest(definition=cup("cup", ["ann", "BOB"]), source="cup.toml"),
            StatusCode.INVALID_ARGUMENT,
            "cup.toml: entrants: the bot is called 'bob', not 'BOB'",
        ),
        (
            organiser.tournaments.CreateTournament,
            events.CreateTournamentRequest(definition=cup("cup", ["ann", "bob"], colour=3), source="cup.toml"),
            StatusCode.INVALID_ARGUMENT,
            "cup.toml: colour",
        ),
    ]
    for method, request, code, text in cases:
        refused, told = await organiser.refusal(method, request)
        assert (refused, text in told) == (code, True), told


async def test_an_event_that_is_over_cannot_be_moved_on(server: Served) -> None:
    organiser = server.organiser
    for name in ("ann", "bob"):
        await organiser.add_bot(name)
    await organiser.create(cup("cup", ["ann", "bob"]), start=False)
    await organiser.call(organiser.tournaments.CancelTournament, events.CancelTournamentRequest(name="cup"))
    request = events.StartTournamentRequest(name="cup")
    code, text = await organiser.refusal(organiser.tournaments.StartTournament, request)
    assert code == StatusCode.FAILED_PRECONDITION
    assert text == "'cup' is cancelled and cannot become running."


async def test_an_error_that_nobody_expected_shows_a_number_and_nothing_else(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the hand was 5H JD")

    monkeypatch.setattr(bots_table, "page", broken)
    caplog.set_level(logging.ERROR, "muggins.api.errors")
    code, text = await server.anybody.refusal(server.anybody.bots.ListBots, bots_pb2.ListBotsRequest())
    assert code == StatusCode.INTERNAL
    assert text.startswith("internal error ")
    assert "5H" not in text
    (record,) = caplog.records
    assert text.split()[-1] in record.getMessage()
    assert record.exc_info is not None
    assert "5H" in str(record.exc_info[1])


async def test_lists_come_in_pages_that_cover_everything_once(server: Served) -> None:
    names = [f"bot-{number:02}" for number in range(7)]
    for name in names:
        await server.organiser.add_bot(name)
    found, token = [], ""
    for _ in range(10):
        request = bots_pb2.ListBotsRequest(page_size=3, page_token=token)
        page = await server.anybody.call(server.anybody.bots.ListBots, request)
        assert len(page.bots) <= 3
        found += [bot.name for bot in page.bots]
        token = page.next_page_token
        if not token:
            break
    assert found == names


async def test_a_bot_shows_whether_it_is_connected(server: Served) -> None:
    token = await server.organiser.add_bot("ann")
    request = bots_pb2.GetBotRequest(name="ANN")
    assert not (await server.anybody.call(server.anybody.bots.GetBot, request)).bot.connected
    async with wire_bot(server.app.address, token) as ann:
        await ann.hello()
        assert (await server.anybody.call(server.anybody.bots.GetBot, request)).bot.connected


@pytest.mark.parametrize("name", ["ann", "ANN"])
@pytest.mark.parametrize("how", ["rotate", "retire"])
async def test_a_token_that_was_taken_away_opens_nothing_and_ends_its_sessions(
    server: Served, how: str, name: str
) -> None:
    token = await server.organiser.add_bot("ann")
    me = server.as_(token)
    async with wire_bot(server.app.address, token) as ann:
        await ann.hello()
        if how == "rotate":
            fresh = (await me.call(me.bots.RotateToken, bots_pb2.RotateTokenRequest(name=name))).token
        else:
            await me.call(me.bots.RetireBot, bots_pb2.RetireBotRequest(name=name))
            fresh = ""
        assert await ann.ended() == (StatusCode.OK, "")
    async with wire_bot(server.app.address, token) as again:
        assert (await again.ended())[0] == StatusCode.UNAUTHENTICATED
    if fresh:
        async with wire_bot(server.app.address, fresh) as again:
            assert (await again.hello()).welcome.bot == "ann"


async def test_an_event_is_played_stored_ranked_and_shown(server: Served) -> None:
    organiser, anybody = server.organiser, server.anybody
    tokens = [await organiser.add_bot(name) for name in ("ann", "bob", "cyd")]
    async with honest_bots(server.app.address, *tokens) as bots:
        await organiser.create(cup("The Cup", ["ann", "bob", "cyd"], rounds=2))
        over = await anybody.watch("the cup")
        await until(lambda: sum(len(bot.ends) for bot in bots) == 12)
    assert over.state == events.TOURNAMENT_STATE_FINISHED
    assert (over.played, over.total, over.running) == (6, 6, 0)

    shown = await anybody.call(anybody.tournaments.GetTournament, events.GetTournamentRequest(name="The Cup"))
    assert sum(row.played for row in shown.standings) == 12
    assert sum(row.points for row in shown.standings) == 6
    assert len(shown.crosstable) == 6

    request = rankings_pb2.ListRankingsRequest(pool="cribbage/2")
    ranking = (await anybody.call(anybody.rankings.ListRankings, request)).rankings
    assert [line.matches for line in ranking] == [4, 4, 4]
    assert sum(line.rating for line in ranking) == pytest.approx(4500)
    rebuilt = await organiser.call(organiser.rankings.RebuildRatings, rankings_pb2.RebuildRatingsRequest())
    assert rebuilt.results == 6
    assert sum(rebuilt.changed.values()) == 0

    matches = (await anybody.call(anybody.matches.ListMatches, matches_pb2.ListMatchesRequest(event="the cup"))).matches
    assert len(matches) == 6
    end = bots[0].ends
    for match in matches:
        assert match.state == matches_pb2.MATCH_STATE_FINISHED
        if match.match_id in end:
            assert [side.points for side in match.sides] == [side.points for side in end[match.match_id].sides]
    await assert_log(server, matches[0])


async def assert_log(server: Served, match: matches_pb2.Match) -> None:
    request = matches_pb2.GetMatchLogRequest(match_id=match.match_id)
    text = "".join([part.lines async for part in server.anybody.matches.GetMatchLog(request)])
    lines = [json.loads(line) for line in text.splitlines()]
    assert (lines[0]["kind"], lines[-1]["kind"]) == ("match", "result")
    assert [bot["bot"] for bot in lines[0]["bots"]] == [seat.bot for seat in match.bots]
    assert lines[-1]["points"] == [side.points for side in match.sides]
    assert bytes.fromhex(lines[0]["server_commitment"]) == match.server_commitment


async def watched(server: Served, match_id: str, from_event: int = 0) -> list[matches_pb2.WatchMatchResponse]:
    request = matches_pb2.WatchMatchRequest(match_id=match_id, from_event=from_event)
    return [response async for response in server.anybody.matches.WatchMatch(request)]


async def test_who_watches_sees_every_public_event_and_nothing_else(server: Served) -> None:
    organiser = server.organiser
    tokens = [await organiser.add_bot(name) for name in ("ann", "bob")]
    async with wire_bot(server.app.address, tokens[0]) as ann, honest_bots(server.app.address, tokens[1]):
        await ann.hello()
        await organiser.create(cup("cup", ["ann", "bob"]))
        turn = await ann.turn()
        (live,) = server.app.director.referee.live.values()
        watching = [asyncio.create_task(watched(server, turn.match_id, first)) for first in (0, 10)]
        await until(lambda: len(live.watchers) == 2)
        await ann.decide((turn.turn_id, turn.legal_moves[0]))
        ann.play_on()
        whole, part = [await feed for feed in watching]
    assert_feed(live, whole)
    assert [response.event for response in part if response.HasField("event")] == [
        response.event for response in whole if response.event.number >= 10
    ]
    again = await watched(server, turn.match_id)  # of a match that is over: how it was and how it ended
    assert [response.WhichOneof("update") for response in again] == ["match", "end"]


def assert_feed(live: LiveMatch, feed: list[matches_pb2.WatchMatchResponse]) -> None:
    kinds = [response.WhichOneof("update") for response in feed]
    assert (kinds[0], kinds[-1], set(kinds[1:-1])) == ("match", "end", {"event"})
    assert feed[0].match.state == matches_pb2.MATCH_STATE_RUNNING
    assert not feed[0].match.sides
    assert feed[-1].end.termination == play_pb2.TERMINATION_FINISHED
    told = [response.event for response in feed[1:-1]]
    assert [event.number for event in told] == list(range(1, len(told) + 1))
    assert {event.kind for event in told} & {"hand", "lay_away", "aside"} == set()
    public = [happening.event for happening in live.events if happening.number]
    assert [(event.kind, tuple(event.pieces)) for event in told] == [(event.kind, event.pieces) for event in public]


async def test_the_organiser_can_end_one_match_and_it_is_played_again(server: Served) -> None:
    organiser = server.organiser
    tokens = [await organiser.add_bot(name) for name in ("ann", "bob")]
    async with wire_bot(server.app.address, tokens[0]) as ann, honest_bots(server.app.address, tokens[1]):
        await ann.hello()
        await organiser.create(cup("cup", ["ann", "bob"]))
        match_id = (await ann.turn()).match_id
        await organiser.call(organiser.matches.CancelMatch, matches_pb2.CancelMatchRequest(match_id=match_id))
        again = await ann.turn()
        assert again.match_id != match_id
        await ann.decide((again.turn_id, again.legal_moves[0]))
        ann.play_on()
        assert (await organiser.watch("cup")).played == 1
        assert ann.ends[match_id].termination == play_pb2.TERMINATION_CANCELLED
    listed = await organiser.call(organiser.matches.ListMatches, matches_pb2.ListMatchesRequest())
    assert sorted((match.attempt, match.state) for match in listed.matches) == [
        (1, matches_pb2.MATCH_STATE_VOID),
        (2, matches_pb2.MATCH_STATE_FINISHED),
    ]


async def test_a_request_that_cannot_be_read_is_told_so_in_our_words(server: Served) -> None:
    for ask in (server.channel.unary_unary, server.channel.unary_stream):
        path = "/muggins.v1.MatchService/" + ("GetMatch" if ask == server.channel.unary_unary else "WatchMatch")
        call = ask(path)(b"\x0a\xff\xff")
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await (call.read() if hasattr(call, "read") else call)
        assert refused.value.code() == StatusCode.INVALID_ARGUMENT
        assert refused.value.details() == "the request could not be read"
