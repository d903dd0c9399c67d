"""The show: reported mistakes of other programs, and the table against plain counting."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from muggins.games.cards import CARDS, RANK, VALUE
from muggins.games.cribbage_score import pegging, show


@pytest.mark.parametrize(
    ("hand", "starter", "crib", "points"),
    [
        ("2C 4D 8H KS", "JH", False, 0),
        ("2H 4H 8H KS", "6H", False, 0),
        ("2H 4H 8H KH", "6S", False, 4),
        ("2H 4H 8H KH", "6S", True, 0),
    ],
)
def test_rules_01_nobs_and_flushes(hand: str, starter: str, crib: bool, points: int) -> None:
    """msharov/bsd-games#7: nobs for a jack as starter, a flush completed by the starter."""
    assert show(hand.split(), starter, crib=crib)[0] == points


def test_rules_01_no_pair_across_another_rank() -> None:
    """msharov/bsd-games#7: equal ranks that did not follow each other were pegged as pairs."""
    assert [pegging(cards, 0) for cards in (["6D", "5S", "6C"], ["6D", "5S", "6C", "5C"])] == [(), ()]


def test_rules_03_two_cards_are_no_run() -> None:
    """ichabod801/t_games#282: two cards in sequence were paid as a run."""
    assert show(["2C", "3D", "8H", "KS"], "QH") == (4, (("fifteens", 4),))


def plain_fifteens(cards: Sequence[str]) -> int:
    chosen = (subset for size in range(2, 6) for subset in combinations(cards, size))
    return 2 * sum(sum(VALUE[card] for card in subset) == 15 for subset in chosen)


def plain_pairs(cards: Sequence[str]) -> int:
    return 2 * sum(a[0] == b[0] for a, b in combinations(cards, 2))


def runs_of(cards: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    for subset in combinations(cards, length):
        ranks = sorted(RANK[card] for card in subset)
        if ranks == list(range(ranks[0], ranks[0] + length)):
            yield subset


def plain_runs(cards: Sequence[str]) -> int:
    return next((n * count for n in (5, 4, 3) if (count := sum(1 for _ in runs_of(cards, n)))), 0)


def plain_flush(hand: Sequence[str], starter: str, crib: bool) -> int:
    suits, with_starter = {card[1] for card in hand}, {card[1] for card in (*hand, starter)}
    return 5 if len(with_starter) == 1 else 4 if len(suits) == 1 and not crib else 0


def test_c7_2_the_table_agrees_with_plain_counting() -> None:
    random = Random(7)
    for _ in range(2000):
        *hand, starter = random.sample(CARDS, 5)
        cards, crib = (*hand, starter), random.random() < 0.5
        expected = {
            "fifteens": plain_fifteens(cards),
            "pairs": plain_pairs(cards),
            "run": plain_runs(cards),
            "flush": plain_flush(hand, starter, crib),
            "nobs": int("J" + starter[1] in hand),
        }
        points, parts = show(hand, starter, crib=crib)
        assert dict(parts) == {why: scored for why, scored in expected.items() if scored}, (hand, starter, crib)
        assert points == sum(expected.values())


def test_c6_3_runs_of_the_play_agree_with_plain_counting() -> None:
    random = Random(6)
    for _ in range(2000):
        pile = random.sample(CARDS[:7] + CARDS[13:20], 7)
        longest = max((n for n in range(3, 8) if next(runs_of(pile[-n:], n), None)), default=0)
        assert dict(pegging(pile, 0)).get("run", 0) == longest, pile


def test_c7_2_parts_are_in_one_order_and_make_up_the_points() -> None:
    points, parts = show(["5H", "6H", "7H", "JH"], "5C")
    assert (points, parts) == (16, (("fifteens", 4), ("pairs", 2), ("run", 6), ("flush", 4)))
