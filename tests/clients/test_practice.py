"""A bot of the kit practises on a real server, and leaves when it has had its matches."""

from pathlib import Path

import pytest

from muggins.v1 import matches_pb2
from muggins_bot.connection import EXIT_OK, EXIT_REFUSED, Connection
from muggins_bot.house import GreedyBot, RandomBot
from muggins_bot.practice import Practice, practice_of
from tests.api.served import served


async def test_practice_against_house_bots_is_stored_and_unrated(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        token = await server.organiser.add_bot("ann")
        wish = Practice("fives-and-threes", 3, "greedy", matches=2)
        assert await Connection(RandomBot(1), server.app.address, token, practice=wish).run() == EXIT_OK
        request = matches_pb2.ListMatchesRequest(bot="ann")
        found = (await server.anybody.call(server.anybody.matches.ListMatches, request)).matches
        assert len(found) == 2
        assert not any(match.rated or match.event for match in found)
        assert {bot.bot for bot in found[0].bots} == {"ann", "practice-greedy", "practice-greedy-2"}
        seat = [bot.bot for bot in found[0].bots].index("ann")
        log = matches_pb2.GetMatchLogRequest(match_id=found[0].match_id, seat=seat)
        mine = server.as_(token)
        assert (await mine.matches.GetMatchLog(log, metadata=mine.metadata).read()).lines.startswith('{"kind": "seat"')
        log.seat = (seat + 1) % 3
        _, text = await mine.refusal(mine.matches.GetMatchLog, log)
        assert "not that of 'practice-greedy" in text
        log.seat = 3
        assert "seat is 3" in (await mine.refusal(mine.matches.GetMatchLog, log))[1]


async def test_a_wish_that_cannot_be_is_refused_and_the_bot_leaves(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as server:
        token = await server.organiser.add_bot("ann")
        wish = Practice("cribbage", 5)
        assert await Connection(GreedyBot(), server.app.address, token, practice=wish).run() == EXIT_REFUSED
    assert "seats is 5" in caplog.text


def test_a_wish_is_written_as_a_pool_with_company() -> None:
    assert practice_of("cribbage/2:greedy", 3) == Practice("cribbage", 2, "greedy", 3)
    assert practice_of("cribbage/4") == Practice("cribbage", 4)
    with pytest.raises(ValueError, match="'cribbage'; allowed: GAME/SEATS"):
        practice_of("cribbage")
