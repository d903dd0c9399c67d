"""The harness finds each leak that is planted in the product."""

import random
from collections import defaultdict

import pytest

from muggins.games.match import MatchRules
from tests.hiding.leaks import LEAKS
from tests.hiding.survey import Count, examine, moment, viewer
from tests.hiding.world import Leak, Point, evening

MATCHES = 12
LOOKS = 12


def search(game: str, seats: int, manner: str, ending: str, *, seed: int = 1) -> None:
    """Play some matches and look at each often.  Raises Leak."""
    rng = random.Random(seed)
    for _ in range(MATCHES):
        match = evening(rng, MatchRules(game, seats, options={"target": 61} if game == "cribbage" else {}), manner)
        for _ in range(LOOKS):
            point = Point(viewer(match, rng), moment(match, rng), ending)
            examine(match, point, rng, defaultdict(Count))


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak = LEAKS[name]
    leak.plant(monkeypatch)
    with pytest.raises(Leak):
        search(leak.game, leak.seats, leak.manner, leak.ending)


def test_there_are_many_kinds_of_leaks() -> None:
    assert len(LEAKS) >= 15
