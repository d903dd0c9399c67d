"""Ratings by all results together: figures worked by hand, laws, and an independent library."""

from math import log, log10

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muggins.ratings import bootstrap
from muggins.ratings.batch import UNIT, rate
from muggins.ratings.table import Meetings, Results
from tests.ratings.field import places, rated, ratings, results, tables

Match = tuple[tuple[int, ...], tuple[int, ...]]
BOTS = 6


@st.composite
def matches(draw: st.DrawFn, seats: int | None = None) -> list[Match]:
    """Matches of one number of seats between six bots."""
    seats = seats or draw(st.integers(2, 4))
    table = st.permutations(range(BOTS)).map(lambda bots: tuple(bots[:seats]))
    sides = st.lists(st.integers(0, 2), min_size=2 + (seats == 3), max_size=2 + (seats == 3))
    placed = sides.map(lambda places: tuple(places * 2 if seats == 4 else places))
    return draw(st.lists(st.tuples(table, placed), min_size=1, max_size=25))


def win(a: int, b: int) -> Match:
    return (a, b), (0, 1)


def test_ten_wins_to_five_by_hand() -> None:
    """Two bots symmetric round 0: 10 - 15 p(2x) + PRIOR (1/2 - p(x)) = 0, with x their distance from the mean."""
    first, second = ratings(rated(2, *[win(0, 1)] * 10, *[win(1, 0)] * 5))
    x = (first - 1500) / UNIT
    assert first - 1500 == pytest.approx(1500 - second)
    chance = [1 / (1 + np.exp(-each)) for each in (2 * x, x)]
    assert 10 - 15 * chance[0] + bootstrap.PRIOR * (0.5 - chance[1]) == pytest.approx(0, abs=1e-6)
    assert first - second < 400 * log10(2)  # what the results alone say: they shrink a little towards the mean


def test_who_won_all_and_who_lost_all_have_bounded_ratings_and_wide_intervals() -> None:
    best, middle, worst = rated(3, *[win(0, 1)] * 20, *[win(1, 2)] * 20, *[win(0, 2)] * 20)
    assert 1600 < best.rating < 2600
    assert best.rating - middle.rating == pytest.approx(middle.rating - worst.rating)
    for estimate in (best, worst):
        assert 150 < estimate.high - estimate.low < 3000
        assert estimate.low < estimate.rating < estimate.high


def test_nothing_played_leaves_everybody_at_the_mean() -> None:
    nothing = np.empty((0, 2), dtype=np.int64)
    assert ratings(rate(results(nothing, nothing), 3)) == [1500, 1500, 1500]


@settings(max_examples=20, deadline=None)
@given(matches(), st.randoms())
def test_the_order_of_the_results_and_of_the_sides_changes_nothing(played: list[Match], random: object) -> None:
    """To the last bit, intervals and groups included."""
    other = list(played)
    random.shuffle(other)  # type: ignore[attr-defined]  # hypothesis types it as Random
    turned = [(bots[::-1], placed[::-1]) for bots, placed in other]
    assert rated(BOTS, *turned) == rated(BOTS, *played)


@settings(max_examples=20, deadline=None)
@given(matches(), st.integers(0, 24))
def test_a_better_place_never_gives_a_side_less(played: list[Match], which: int) -> None:
    bots, placed = played[which % len(played)]
    side = [0, 2] if len(bots) == 4 else [0]
    better = list(played)
    better[which % len(played)] = bots, tuple(-1 if seat in side else place for seat, place in enumerate(placed))
    before, after = ratings(rated(BOTS, *played)), ratings(rated(BOTS, *better))
    assert sum(after[bots[seat]] for seat in side) >= sum(before[bots[seat]] for seat in side) - 1e-4


@settings(max_examples=20, deadline=None)
@given(matches(), st.permutations(range(BOTS)))
def test_a_bot_is_rated_by_its_results_and_not_by_its_number(played: list[Match], order: list[int]) -> None:
    renamed = [(tuple(order[bot] for bot in bots), placed) for bots, placed in played]
    assert [ratings(rated(BOTS, *renamed))[order[bot]] for bot in range(BOTS)] == pytest.approx(
        ratings(rated(BOTS, *played)), abs=1e-4
    )


def test_equal_results_give_equal_ratings() -> None:
    circle = [win(0, 1), win(1, 2), win(2, 0)] * 7
    assert ratings(rated(3, *circle)) == pytest.approx([1500] * 3, abs=1e-4)
    draws: list[Match] = [((0, 1, 2), (0, 0, 0))] * 5
    assert ratings(rated(3, *draws)) == pytest.approx([1500] * 3, abs=1e-4)
    one, two, *_ = ratings(rated(4, *[((0, 2), (0, 1)), ((1, 3), (0, 1))] * 9))
    assert one == pytest.approx(two, abs=1e-4)


def test_partners_that_always_play_together_are_equal_and_their_mean_is_the_side() -> None:
    a, b, c, d = ratings(rated(4, *[((0, 1, 2, 3), (0, 1, 0, 1))] * 12, *[((0, 1, 2, 3), (1, 0, 1, 0))] * 4))
    assert [a, b] == pytest.approx([c, d], abs=1e-4)
    assert 100 < a - b < 400 * log10(3)


def test_three_sides_are_three_meetings(monkeypatch: pytest.MonkeyPatch) -> None:
    three = ratings(rated(3, ((0, 1, 2), (0, 1, 2)), ((2, 1, 0), (0, 1, 1))))
    monkeypatch.setattr(
        bootstrap, "PRIOR", 2 * bootstrap.PRIOR
    )  # drawn matches, which have two meetings of a bot there
    two = ratings(rated(3, win(0, 1), win(0, 2), win(1, 2), win(2, 1), win(2, 0), ((0, 1), (0, 0))))
    assert three == pytest.approx(two, abs=1e-4)


def test_a_forfeit_is_a_loss_for_who_forfeits_and_no_match_for_others() -> None:
    table, placed = np.array([[0, 1], [1, 0], [2, 1]]), np.array([[0, 1], [0, 1], [1, 0]])
    offended = np.array([[False, False], [False, False], [True, False]])
    zero, one, two = rate(results(table, placed, offended), 3)
    assert zero.rating == pytest.approx(one.rating, abs=1e-4)
    assert two.rating < zero.rating - 100
    assert [each.blocks for each in (zero, one, two)] == [2, 2, 1]


def test_anchors_stay_where_they_are_and_move_the_others() -> None:
    table, placed = np.array([[0, 1]] * 40), np.array([[0, 1], [1, 0]] * 20)
    anchored, other = rate(results(table, placed), 2, {0: 1800.0})
    assert (anchored.rating, anchored.low, anchored.high) == pytest.approx((1800, 1800, 1800))
    assert other.rating == pytest.approx(1800, abs=1e-4)
    assert other.low < 1750 < 1850 < other.high


def test_matches_of_one_block_count_as_one_observation() -> None:
    """Ten matches on the same deals say as much as one: the interval must not shrink."""
    table, placed = np.array([[0, 1]] * 400), np.array([[0, 1]] * 10 + [[1, 0]] * 10).repeat(20, axis=0)
    nobody = np.zeros(table.shape, dtype=bool)
    alone, _ = rate(Results(table, placed, nobody, np.arange(400)), 2)
    shared, _ = rate(Results(table, placed, nobody, np.arange(400) // 20), 2)
    assert alone.rating == pytest.approx(shared.rating, abs=1e-4)
    assert (alone.blocks, shared.blocks) == (400, 20)
    assert shared.high - shared.low > 3 * (alone.high - alone.low)


def test_groups_part_those_whom_the_data_tell_apart() -> None:
    clear = rated(3, *[win(0, 1), win(0, 1), win(1, 0)] * 60, *[win(1, 2), win(1, 2), win(2, 1)] * 60)
    assert [each.group for each in clear] == [1, 2, 3]
    few = rated(3, win(0, 1), win(1, 2))
    assert [each.group for each in few] == [1, 1, 1]


def test_it_agrees_with_an_independent_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """choix, by its own way to the likeliest strengths; without our prior, which it does not have."""
    monkeypatch.setattr(bootstrap, "PRIOR", 1e-9)
    random = np.random.default_rng(5)
    table = tables(12, 2, 80, random)
    placed = places(table, random.normal(size=12), "gumbel", random)
    pairs = [(int(a), int(b)) if x < y else (int(b), int(a)) for (a, b), (x, y) in zip(table, placed, strict=True)]
    theirs = choix.ilsr_pairwise(12, pairs, tol=1e-10)
    field = bootstrap.Field.of(Meetings.of(results(table, placed)), 12, np.zeros(12, dtype=bool), 0.0)
    ours = field.estimate(np.zeros(12))
    assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=1e-5)


def test_the_scale_is_that_of_elo() -> None:
    assert pytest.approx(400) == UNIT * log(10)
