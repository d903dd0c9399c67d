"""Matches of several games: who leads, when they end, forfeits, and places."""

import random
from typing import Any

import pytest

from muggins.games.base import NOBODY, Event, IllegalMove, OptionError, Seat
from muggins.games.dealing import GivenDeals, SeededDeals
from muggins.games.match import Match, MatchResult, MatchRules
from tests.games.fives_table import dealt

FIVES, CRIBBAGE = "fives-and-threes", "cribbage"


def started(rules: MatchRules, seed: int = 0) -> tuple[Match, list[Event]]:
    match = Match(rules, SeededDeals(bytes([seed]) * 32))
    return match, list(match.begin())


def play_on(match: Match, games: int = 1000, seed: int = 0) -> list[Event]:
    """Play at random to the end, or until that many games of the match are finished."""
    rng = random.Random(seed)
    told: list[Event] = []
    while match.to_act and match.number <= games:
        seat = match.to_act[0]
        told += match.play(seat, rng.choice(match.moves(seat)))
    return told


def of(kind: str, told: list[Event]) -> list[Event]:
    return [event for event in told if event.kind == kind]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"game": "chess"}, "game is 'chess'; allowed: cribbage, fives-and-threes"),
        ({"seats": 5}, "seats is 5; cribbage allows: 2, 3, 4"),
        ({"options": {"target": 100}}, "target is 100"),
        ({"options": {"tarket": 121}}, "no option 'tarket'"),
        ({"games": 0}, "games is 0; allowed: a whole number, at least 1"),
        ({"games": True}, "games is True"),
        ({"first_to": 0}, "first_to is 0"),
        ({"first_to": 3, "games": 5}, "only one of them"),
        ({"first": "winner"}, "first is 'winner'; allowed: draw, assigned"),
        ({"lead": 1}, "lead is given"),
        ({"first": "assigned"}, "lead is None"),
        ({"first": "assigned", "lead": 2}, "lead is 2; allowed: a whole number, 0 to 1"),
        ({"max_rounds": 0}, "max_rounds is 0"),
    ],
)
def test_impossible_rules_are_refused_by_name(given: dict[str, Any], text: str) -> None:
    with pytest.raises(OptionError, match=text):
        MatchRules(**{"game": CRIBBAGE, "seats": 2, **given})


def test_options_are_filled_in() -> None:
    assert MatchRules(CRIBBAGE, 2, {"target": 61}).options == {"target": 61, "value": "lurch"}


def test_each_game_is_announced_and_counted() -> None:
    match, told = started(MatchRules(FIVES, 2, games=3))
    told += play_on(match)
    assert [event.total for event in of("game", told)] == [1, 2, 3]
    assert told[0].kind == "game"
    wins = [event.side for event in of("game_over", told)]
    assert match.points == [wins.count(0), wins.count(1)]
    finals = [dict.fromkeys((0, 1), 0)]
    for event in told:
        if event.kind == "game" and event.total != 1:
            finals.append(dict.fromkeys((0, 1), 0))
        elif event.kind == "score":
            finals[-1][event.side or 0] = event.total or 0
    assert match.scores == [sum(final[side] for final in finals) for side in (0, 1)]
    assert (match.over, match.to_act, match.moves(0), match.abandoned) == (True, (), (), False)
    with pytest.raises(IllegalMove):
        match.play(0, "6-6")


def test_an_assigned_lead_holds_for_the_first_game() -> None:
    _, told = started(MatchRules(CRIBBAGE, 3, first="assigned", lead=2))
    assert (of("lead", told)[0].seat, of("draw", told)) == (2, [])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c2_3_the_loser_of_a_game_of_cribbage_deals_first_in_the_next(seats: int) -> None:
    match, told = started(MatchRules(CRIBBAGE, seats, games=6))
    told += play_on(match)
    winners = [event.side for event in of("game_over", told)]
    leaders = [event.seat for event in of("lead", told)]
    assert len(leaders) == len(winners) == 6
    for winner, leader in zip(winners, leaders[1:], strict=False):
        assert leader is not None
        assert (leader % 2 if seats == 4 else leader) != winner
    assert {event.total for event in of("draw", told)} == {1}


def test_f2_6_a_later_game_of_fives_and_threes_is_drawn_for_again() -> None:
    match, told = started(MatchRules(FIVES, 3, games=4, first="assigned", lead=1))
    told += play_on(match)
    kinds = [event.kind for event in told]
    after_game = [kinds[i + 1] for i, kind in enumerate(kinds) if kind == "game"]
    assert after_game == ["lead", "draw", "draw", "draw"]


def test_first_to_counts_game_points_not_games() -> None:
    match, told = started(MatchRules(CRIBBAGE, 2, {"value": "skunk"}, first_to=5))
    told += play_on(match)
    points = [0, 0]
    for event in of("game_over", told):
        assert max(points) < 5
        points[event.side or 0] += event.points
    assert points == match.points
    assert max(points) >= 5


def test_an_even_match_is_a_draw() -> None:
    seen = set()
    for seed in range(20):
        match, _ = started(MatchRules(FIVES, 2, games=2), seed)
        play_on(match, seed=seed)
        seen.add((match.result().points, match.result().places))
    assert seen == {((2, 0), (0, 1)), ((1, 1), (0, 0)), ((0, 2), (1, 0))}


def test_the_match_is_abandoned_before_a_deal_too_many() -> None:
    match, told = started(MatchRules(FIVES, 2, max_rounds=2))
    told += play_on(match)
    assert (match.over, match.abandoned, match.to_act) == (True, True, ())
    assert [event.total for event in of("deal", told)] == [1, 2]
    assert [event.kind for event in told[-2:]] == ["round_over", "abandoned"]
    assert match.result().points == (0, 0)


@pytest.mark.parametrize(("seats", "seat", "side"), [(2, 0, 0), (2, 1, 1), (4, 2, 0), (4, 3, 1)])
def test_a_side_out_by_strikes_loses_this_game_and_each_remaining_one(seats: int, seat: Seat, side: int) -> None:
    match, _ = started(MatchRules(CRIBBAGE, seats, games=5))
    play_on(match, games=2)
    before = match.points.copy()
    told = match.strike_out(seat)
    assert told == (
        Event("struck_out", seat, to=NOBODY),  # whose fault it was is for the record
        Event("award", side=1 - side, points=3, total=before[1 - side] + 3, why="struck_out"),
    )
    assert match.points[side] == before[side]
    assert (match.over, match.to_act, match.moves(0), match.result().struck_out) == (True, (), (), (seat,))
    assert match.strike_out(1 - seat % 2) == ()


def test_with_first_to_the_other_side_is_given_what_it_needs() -> None:
    match, _ = started(MatchRules(FIVES, 2, first_to=4))
    play_on(match, games=2)
    mine, _ = match.points
    assert match.strike_out(0)[-1].total == 4
    assert match.result().points == (mine, 4)
    assert match.result().places == (1, 0)


def test_of_three_the_one_struck_out_is_last_and_play_goes_on() -> None:
    match, _ = started(MatchRules(FIVES, 3, games=3))
    play_on(match, games=2)
    assert match.strike_out(1) == (Event("struck_out", 1, to=NOBODY),)
    assert match.strike_out(1) == ()
    assert match.to_act
    play_on(match)
    assert match.over
    assert match.result().places[1] == 2
    assert sorted(match.result().places)[:2] in ([0, 1], [0, 0])


def test_a_seat_that_is_struck_out_cannot_win_a_game() -> None:
    handed_on = 0
    for seed in range(6):
        match, _ = started(MatchRules(FIVES, 3, games=6), seed)
        match.strike_out(0)
        told = play_on(match, seed=seed)
        endings = of("game_over", told)
        assert all(event.side in (1, 2) for event in endings)
        assert sum(event.points for event in endings) == sum(match.points)
        assert match.points[0] == 0
        handed_on += sum(event.why == "struck_out" for event in endings)
    assert handed_on > 0


@pytest.mark.parametrize(
    ("scores", "points"), [((57, 20, 30), [0, 0, 1]), ((57, 30, 20), [0, 1, 0]), ((57, 20, 20), [0, 1, 1])]
)
def test_the_best_of_the_others_wins_instead(scores: tuple[int, ...], points: list[int]) -> None:
    hands = ["6-6 1-0 2-0 3-0 4-0", "6-5 1-1 2-1 3-1 4-1", "6-4 2-2 3-2 4-2 5-2"]
    match = Match(MatchRules(FIVES, 3, first="assigned", lead=0), GivenDeals({(1, 1): dealt(hands)}))
    match.begin()
    match.strike_out(0)
    match.state.scores[:] = scores
    told = match.play(0, "6-6")
    assert [(event.side, event.points, event.why) for event in told if event.kind == "game_over"] == [
        (side, 1, "struck_out") for side in (1, 2) if points[side]
    ]
    assert (match.points, match.over) == (points, True)


def test_when_all_but_one_of_three_are_out_the_match_ends() -> None:
    match, _ = started(MatchRules(CRIBBAGE, 3, games=4))
    match.strike_out(2)
    assert match.strike_out(0)[-1] == Event("award", side=1, points=4, total=4, why="struck_out")
    assert match.over
    assert match.result() == MatchResult((0, 4, 0), (1, 0, 1), (0, 0, 0), (2, 0))


@pytest.mark.parametrize(
    ("points", "scores", "places"),
    [
        ([2, 1, 0], [50, 90, 99], (0, 1, 2)),
        ([1, 1, 0], [50, 90, 99], (1, 0, 2)),
        ([1, 0, 0], [61, 40, 40], (0, 1, 1)),
        ([1, 1, 1], [70, 70, 70], (0, 0, 0)),
    ],
)
def test_three_are_placed_by_game_points_then_by_score(
    points: list[int], scores: list[int], places: tuple[int, ...]
) -> None:
    match, _ = started(MatchRules(FIVES, 3, games=3))
    match.points[:] = points
    match.state.scores[:] = scores
    assert match.result() == MatchResult(tuple(points), places, tuple(scores), ())


@pytest.mark.parametrize(("points", "places"), [([2, 1], (0, 1)), ([1, 2], (1, 0)), ([1, 1], (0, 0))])
def test_two_sides_are_placed_by_game_points_alone(points: list[int], places: tuple[int, ...]) -> None:
    match, _ = started(MatchRules(FIVES, 4, games=3))
    match.points[:] = points
    match.state.scores[:] = [10, 60]
    assert match.result().places == places


def test_a_copy_goes_its_own_way() -> None:
    match, _ = started(MatchRules(CRIBBAGE, 2, games=2))
    play_on(match, games=1)
    twin = match.copy()
    before = (match.points.copy(), match.scores, match.view(0), match.number)
    play_on(twin)
    twin.points[0] += 1
    assert (match.points, match.scores, match.view(0), match.number) == before
    assert twin.over
    assert not match.over
