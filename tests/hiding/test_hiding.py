"""Nobody is told what depends on what he may not know: a sample of what ``make hiding`` does at length."""

import random
from collections import defaultdict

import pytest

from muggins.games.match import MatchRules
from tests.games.records import TABLES
from tests.hiding.survey import ENOUGH, Count, Tally, examine, survey
from tests.hiding.world import ENDINGS, Point, evening

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game}-{seats}" for game, seats in TABLES])


@every_table
def test_at_every_point_of_a_deal_receivers_are_told_the_same_in_other_worlds(game: str, seats: int) -> None:
    rng = random.Random(f"{game}/{seats}")
    match = evening(rng, MatchRules(game, seats), "clean")
    first_deal = next(moves for moves in range(1, 40) if match.at(moves).state.deal == 2)
    tally: Tally = defaultdict(Count)
    for moves in range(first_deal + 1):
        for number in (moves, moves + 1):
            viewer = (None, *range(seats))[number % (seats + 1)]
            examine(match, Point(viewer, moves, ""), rng, tally)
    assert sum(count.points for count in tally.values()) == (first_deal + 1) * 2
    assert all(count.changed >= ENOUGH * count.points for count in tally.values())


@every_table
@pytest.mark.parametrize("ending", ENDINGS)
def test_an_end_that_is_forced_shows_nothing_more(game: str, seats: int, ending: str) -> None:
    rng = random.Random(f"{ending}/{game}/{seats}")
    match = evening(rng, MatchRules(game, seats), "clean")
    tally: Tally = defaultdict(Count)
    for moves in (0, 1, rng.randrange(2, 20)):
        examine(match, Point(rng.randrange(seats), moves, ending), rng, tally)
    assert tally[game, seats, ending].changed >= 2


def test_matches_with_mishaps_tell_nothing_either() -> None:
    tally: Tally = defaultdict(Count)
    for seed in range(1):
        survey(seed, tally)
    assert {(game, seats) for game, seats, _ in tally} == set(TABLES)
    assert sum(count.changed for count in tally.values()) >= ENOUGH * sum(count.points for count in tally.values())
