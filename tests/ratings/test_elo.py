"""Elo: figures worked by hand, and laws that hold for any ratings."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muggins.ratings.elo import RatedMatch, Rating, changes, expected, fold, forfeit_changes, rate

values = st.floats(-1e6, 1e6)
counts = st.integers(0, 100)
ratings = st.builds(Rating, values, counts)
settled = st.builds(Rating, values, st.integers(30, 100))


@st.composite
def sides(draw: st.DrawFn, players: st.SearchStrategy[Rating] = ratings) -> tuple[list[list[Rating]], list[int]]:
    """Two or three single sides, or two pairs, and their places."""
    size, partners = draw(st.sampled_from([(2, 1), (3, 1), (2, 2)]))
    teams = [[draw(players) for _ in range(partners)] for _ in range(size)]
    return teams, draw(st.lists(st.integers(1, 3), min_size=size, max_size=size))


def test_expected_scores_of_the_elo_tables() -> None:
    assert expected(1500, 1500) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    assert expected(1500, 1700) == pytest.approx(0.2402530734)


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False, allow_infinity=False))
def test_expected_is_a_probability_however_far_apart(a: float, b: float) -> None:
    assert 0 <= expected(a, b) <= 1
    assert expected(a, b) + expected(b, a) == pytest.approx(1, abs=1e-15)


@given(values, values, values)
def test_expected_grows_with_ones_own_rating(a: float, b: float, opponent: float) -> None:
    assert expected(min(a, b), opponent) <= expected(max(a, b), opponent)


@pytest.mark.parametrize(("matches", "k"), [(0, 40), (29, 40), (30, 20), (1000, 20)])
def test_k_is_40_for_the_first_30_matches(matches: int, k: float) -> None:
    assert Rating(1500, matches).k == k
    assert changes([[Rating(1500, matches)], [Rating()]], (1, 2))[0] == (k / 2,)


def test_an_upset_by_hand() -> None:
    """1500 beats 1900: each moves by 10/11 of its own K."""
    ((winner,), (loser,)) = changes([[Rating(1500, 5)], [Rating(1900, 50)]], (1, 2))
    assert [winner, loser] == pytest.approx([400 / 11, -200 / 11])


def test_three_sides_by_hand() -> None:
    """Equal ratings: first beats two, the others draw with each other: 1/2, -1/4, -1/4 of K."""
    equal = [[Rating(1500, 40)]] * 3
    assert changes(equal, (1, 2, 2)) == ((10,), (-5,), (-5,))
    assert changes(equal, (3, 1, 2)) == ((-10,), (10,), (0,))


def test_three_unequal_sides_by_hand() -> None:
    """1900 comes last behind 1500 and 1500: (-10/11 - 10/11) / 2; a 1500 gains (10/11 + 0) / 2 as it drew the other."""
    moved = changes([[Rating(1900, 40)], [Rating(1500, 40)], [Rating(1500, 40)]], (2, 1, 1))
    assert [change for (change,) in moved] == pytest.approx([-200 / 11, 100 / 11, 100 / 11])


def test_partners_by_hand() -> None:
    """A side is as strong as its partners' mean, 1700 against 1300; each partner moves by its own K."""
    losers, winners = changes([[Rating(1900, 40), Rating(1500, 3)], [Rating(1300, 40), Rating(1300, 40)]], (2, 1))
    assert losers == pytest.approx((-200 / 11, -400 / 11))
    assert winners == pytest.approx((200 / 11, 200 / 11))


@given(sides(settled))
def test_with_equal_k_the_sum_is_constant(match: tuple[list[list[Rating]], list[int]]) -> None:
    assert sum(sum(side) for side in changes(*match)) == pytest.approx(0, abs=1e-12)


@given(sides())
def test_no_change_is_larger_than_k(match: tuple[list[list[Rating]], list[int]]) -> None:
    for side, moved in zip(match[0], changes(*match), strict=True):
        assert all(abs(change) <= rating.k for rating, change in zip(side, moved, strict=True))


@given(sides())
def test_a_better_place_is_never_worth_less(match: tuple[list[list[Rating]], list[int]]) -> None:
    teams, places = match
    gains = [changes(teams, [place, *places[1:]])[0] for place in (1, 2, 3)]
    assert all(b <= a for better, worse in pairwise(gains) for a, b in zip(better, worse, strict=True))


@given(sides())
def test_equal_ratings_that_draw_do_not_move(match: tuple[list[list[Rating]], list[int]]) -> None:
    teams = [[Rating(1234.5, rating.matches) for rating in side] for side in match[0]]
    assert all(change == 0 for side in changes(teams, [2] * len(teams)) for change in side)


@given(sides())
def test_the_order_of_the_sides_does_not_matter(match: tuple[list[list[Rating]], list[int]]) -> None:
    teams, places = match
    for side, mirrored in zip(changes(teams, places), changes(teams[::-1], places[::-1])[::-1], strict=True):
        assert side == pytest.approx(mirrored, abs=1e-9)


@given(sides())
def test_a_forfeit_costs_what_a_loss_costs(match: tuple[list[list[Rating]], list[int]]) -> None:
    teams, _ = match
    alone = changes(teams, [9] + [1] * (len(teams) - 1))
    moved = forfeit_changes(teams, {(0, 0)})
    assert moved[0][0] == pytest.approx(alone[0][0], abs=1e-9)
    assert all(change == 0 for change in (*moved[0][1:], *(c for side in moved[1:] for c in side)))


def test_two_offenders_both_lose() -> None:
    pair = [[Rating(1500, 40), Rating(1500, 40)], [Rating(1500, 40), Rating(1500, 40)]]
    assert forfeit_changes(pair, {(0, 1), (1, 0)}) == ((0, -10), (-10, 0))


def test_rate_moves_those_who_played() -> None:
    before = {"ann": Rating(1500, 30), "eve": Rating(1800, 9)}
    after = rate(RatedMatch((("ann",), ("bob",)), (1, 2)), before)
    assert after == {"ann": Rating(1510, 31), "bob": Rating(1480, 1)}


def test_a_forfeit_is_no_match_for_those_who_keep_their_rating() -> None:
    partners = RatedMatch((("ann", "cat"), ("bob", "dan")), (2, 1), frozenset({"cat"}))
    assert rate(partners, {}) == {"cat": Rating(1480, 1)}


def test_fold_follows_the_order_and_the_change_of_k() -> None:
    matches = [RatedMatch((("ann",), ("bob",)), (1, 1))] * 30 + [RatedMatch((("ann",), ("cat",)), (1, 2))]
    assert fold(matches) == {"ann": Rating(1510, 31), "bob": Rating(1500, 30), "cat": Rating(1480, 1)}
    assert fold([]) == {}


@given(st.lists(st.tuples(st.permutations("abcd"), st.integers(1, 2), st.integers(1, 2)), max_size=20))
def test_fold_is_rating_one_by_one(games: list[tuple[list[str], int, int]]) -> None:
    matches = [RatedMatch(((a, c), (b, d)), (x, y)) for (a, b, c, d), x, y in games]
    now: dict[str, Rating] = {}
    for match in matches:
        now |= rate(match, now)
    assert fold(matches) == now
