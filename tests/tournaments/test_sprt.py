"""The sequential test: what it decides, how often it errs, when it stops."""

from collections import Counter
from math import log
from random import Random

import pytest

from muggins_tournaments import EventDefinition, Key, Result, Slot, Sprt, state
from muggins_tournaments.sprt import Counts, expected_score, log_ratio
from tests.tournaments.playing import event, open_now, placed, play

TEST = event(2, format="sprt", sprt=Sprt(elo0=0, elo1=100), first="assigned")
A, B = "a00", "a01"


def pair(number: int, *scores: float) -> dict[Key, Result]:
    """Both matches of a pair, with the scores of A."""
    seats = ((A, B), (B, A))
    places = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}
    results = [
        placed(Slot(Key(number, game), 0, seats[game], None), places[score if game == 0 else 1 - score])
        for game, score in enumerate(scores)
    ]
    return {result.key: result for result in results}


def simulated(elo: float, seed: int, seat: float = 0.08) -> dict[Key, Result]:
    """200 pairs of bots that differ by so much Elo, where the first seat is worth something."""
    luck, even = Random(seed), expected_score(elo)
    scores = ([float(luck.random() < even + seat), float(luck.random() < even - seat)] for _ in range(200))
    return {key: result for number, both in enumerate(scores) for key, result in pair(number, *both).items()}


def test_both_matches_of_a_pair_are_there_with_seats_and_leads_changed() -> None:
    slots = open_now(TEST, {}, most=4)
    assert [(slot.key, slot.seats, slot.lead) for slot in slots] == [
        (Key(0, 0), (A, B), 0),
        (Key(0, 1), (B, A), 0),
        (Key(1, 0), (A, B), 1),
        (Key(1, 1), (B, A), 1),
    ]


def test_pairs_count_in_the_order_of_their_numbers_and_only_whole() -> None:
    results = pair(0, 1.0, 0.0) | pair(2, 1.0, 1.0) | pair(1, 0.5)
    assert (state(TEST, results).pairs, state(TEST, results).counts) == (1, (0, 0, 1, 0, 0))
    whole = state(TEST, results | pair(1, 0.5, 0.0))
    assert (whole.pairs, whole.counts) == (3, (0, 1, 1, 0, 1))


def test_what_comes_after_the_decision_changes_nothing() -> None:
    decided = {key: result for number in range(40) for key, result in pair(number, 1.0, 1.0).items()}
    now = state(TEST, decided)
    assert (now.decision, now.expected_matches) == ("elo1", 0)
    assert now.pairs < 40
    lost = {key: result for number in range(40, 90) for key, result in pair(number, 0.0, 0.0).items()}
    assert state(TEST, decided | lost) == now
    assert not open_now(TEST, decided)


@pytest.mark.parametrize(
    ("counts", "sign"),
    [((0, 0, 10, 0, 0), -1), ((30, 0, 40, 0, 0), -1), ((10, 0, 40, 0, 30), 1), ((0, 3, 9, 12, 5), 1)],
)
def test_the_ratio_leans_to_what_was_seen(counts: Counts, sign: int) -> None:
    assert log_ratio(counts, 0, 100) * sign > 0
    assert log_ratio(counts[::-1], -100, 0) == pytest.approx(-log_ratio(counts, 0, 100))


def test_the_ratio_agrees_with_the_normal_approximation_where_there_is_much() -> None:
    """(s1 - s0)(2 mean - s0 - s1) / (2 variance) for each pair, the usual approximation."""
    counts, scores = (900, 0, 2000, 0, 1100), (0, 0.25, 0.5, 0.75, 1)
    total = sum(counts)
    mean = sum(n * s for n, s in zip(counts, scores, strict=True)) / total
    variance = sum(n * (s - mean) ** 2 for n, s in zip(counts, scores, strict=True)) / total
    s0, s1 = expected_score(0), expected_score(20)
    assert log_ratio(counts, 0, 20) == pytest.approx(
        total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance), rel=0.05
    )


@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (100, "elo0")])
def test_error_rates_in_a_sample(elo: float, wrong: str) -> None:
    """tests/slow/check_sprt.py has enough runs to measure the rates; here a test that errs twice as often is seen."""
    decisions = Counter(state(TEST, simulated(elo, seed)).decision for seed in range(120))
    assert decisions.total() == 120
    assert decisions[""] == 0
    assert decisions[wrong] <= 12  # 6 are expected; 13 or more come once in 150 times if the rate is 5 %


def test_it_stops_soon_and_says_how_long_it_will_take() -> None:
    lengths = [state(TEST, simulated(100, seed)).pairs for seed in range(40)]
    foreseen = [state(TEST, dict(list(simulated(100, seed).items())[:30])).expected_matches / 2 for seed in range(40)]
    assert 15 < sum(lengths) / 40 < 60
    assert 5 < sum(foreseen) / 40 < 60


def test_the_bounds_are_those_of_the_error_rates() -> None:
    definition = event(2, format="sprt", sprt=Sprt(alpha=0.01, beta=0.2))
    now = state(definition, {})
    assert (now.pairs, now.ratio, now.decision) == (0, 0, "")
    assert now.upper > log(0.8 / 0.01) - 1e-9
    assert now.lower < log(0.2 / 0.99) + 1e-9
    assert 0 < now.expected_matches <= 2 * definition.sprt.max_pairs


def test_it_ends_undecided_when_all_pairs_are_played_and_when_somebody_leaves() -> None:
    short = event(2, format="sprt", sprt=Sprt(elo1=5, max_pairs=3))
    results = play(short, lambda slot: placed(slot, (1, 1)))
    assert (len(results), state(short, results).decision) == (6, "undecided")
    left: EventDefinition = TEST.without(B, 0)
    assert not open_now(left, pair(0, 1.0, 1.0))


def test_partners_are_tested_too() -> None:
    doubles = event(2, paired=True, format="sprt", sprt=Sprt(elo1=100))
    results = play(doubles, lambda slot: placed(slot, (1, 2) if slot.seats[0] < "a01" else (2, 1)))
    assert state(doubles, results).decision == "elo1"
