"""The public feed in words."""

from collections.abc import AsyncIterator

import pytest

from muggins.cli.tell import WORDS, Names, line_of, tell
from muggins.cli.watch import told
from muggins.games.base import EVERYONE, Event
from muggins.games.match import MatchRules
from muggins.referee.log import event_line
from muggins.v1 import matches_pb2, play_pb2
from muggins.v1.event_pb2 import Event as Message
from muggins.v1.event_pb2 import ScorePart
from tests.cli.matches import house, play

NAMES = Names(["Ada", "Bob"])


@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
def test_every_kind_that_happens_has_words(game: str) -> None:
    log, _ = play(house(4), MatchRules(game, 4, games=2))
    kinds = {line["kind"] for line in log} - {"match", "result", "decision"}
    assert kinds - WORDS.keys() == set()
    assert all(tell(line, Names(["a", "b", "c", "d"])).strip() for line in log if line["kind"] in kinds)


def test_an_event_of_the_feed_reads_as_its_line_of_the_log() -> None:
    event = Event("score", 1, (), 1, 0, 5, "void", (("fives", 2), ("threes", 3)), 58, EVERYONE)
    parts = [ScorePart(why="fives", points=2), ScorePart(why="threes", points=3)]
    message = Message(number=7, kind="score", seat=1, side=1, offered=5, why="void", parts=parts, total=58)
    assert line_of(message) == event_line(event, 7)
    assert tell(line_of(message), NAMES) == "  Bob +0 of 5, void  fives 2 threes 3  (now 58)"


def test_a_kind_that_nobody_knows_is_shown_as_it_is() -> None:
    assert tell({"kind": "castle", "n": 3, "seat": 1}, NAMES) == "castle: seat=1"


async def test_watching_waits_after_each_event_and_nowhere_else() -> None:
    match = matches_pb2.Match(
        match_id="x", game="cribbage", bots=[matches_pb2.MatchSeat(bot=n) for n in ("Ada", "Bob")]
    )
    end = matches_pb2.Match(
        termination=play_pb2.TERMINATION_FINISHED,
        sides=[play_pb2.SideResult(points=1, score=121), play_pb2.SideResult(place=1, score=80)],
    )
    updates = [
        matches_pb2.WatchMatchResponse(match=match),
        matches_pb2.WatchMatchResponse(event=Message(number=1, kind="go", seat=0)),
        matches_pb2.WatchMatchResponse(event=Message(number=2, kind="play", seat=1, pieces=["5H"], total=15)),
        matches_pb2.WatchMatchResponse(end=end),
    ]
    waited: list[float] = []

    async def feed() -> AsyncIterator[matches_pb2.WatchMatchResponse]:
        for update in updates:
            yield update

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    lines = [line async for line in told(feed(), 0.15, wait)]
    assert waited == [0.15, 0.15]
    assert lines[1:] == [
        "  Ada  go",
        "  Bob  5H  count 15",
        "\nResult: finished",
        "  1.  Ada   game points 1, score 121",
        "  2.  Bob   game points 0, score 80",
    ]
