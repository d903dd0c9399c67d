"""docs/log.md names everything that a log can hold."""

import re
from pathlib import Path

import pytest

from muggins.cli.tell import WORDS
from muggins.games.match import MatchRules
from muggins.referee.log import HEADER
from muggins.referee.outcome import Termination
from muggins_bot.house import GreedyBot
from muggins_bot.turn import Turn
from tests.cli.matches import house, play

NAMED = set(re.findall(r"`([^`]+)`", (Path(__file__).parents[2] / "docs" / "log.md").read_text("utf-8")))


class Wrong(GreedyBot):
    """Never makes a legal move."""

    def decide(self, turn: Turn) -> str:
        return "nothing"


@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_kind_field_and_reason_is_on_the_page(game: str, seats: int) -> None:
    bots = house(seats) | ({"Ada": Wrong()} if seats == 3 else {})
    log, _ = play(bots, MatchRules(game, seats, games=2))
    assert {line["kind"] for line in log} - NAMED == set()
    assert {key for line in log for key in line} - NAMED - {"kind"} == set()
    assert {line["why"] for line in log if "why" in line} - NAMED == set()
    assert {part for line in log for part in line.get("parts", ())} - NAMED == set()
    assert log[0]["options"].keys() | log[0]["time"].keys() | log[0]["bots"][0].keys() <= NAMED


def test_what_happens_seldom_is_on_the_page_as_well() -> None:
    assert (set(WORDS) | set(HEADER) | set(Termination)) - NAMED == set()
