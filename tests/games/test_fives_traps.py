"""Where implementations of Fives and Threes go wrong: the numbers are those of RULES F9."""

import random

import pytest

from muggins.games.base import IllegalMove
from muggins.games.dealing import SeededDeals
from muggins.games.fives import FIVES
from muggins.games.tiles import TILES
from tests.games.fives_table import ROUNDS, history, lay, play, position

WHOLE = ROUNDS["F6.2: whole round, out with a bare bonus"]
HANDS, ROUND = WHOLE["hands"], WHOLE["moves"]
PAIR = ROUNDS["F6.3: the bonus comes with the second partner of a pair"]
BLOCKED_AT_ONCE = ROUNDS["F6.4: blocked right after the opening"]
TWO_HOLDERS = ROUNDS["F6.4: blocked with one holder in each pair"]
VOID_OUT = ROUNDS["F7.4: 2 + 1 at 59 is void as a whole"]


@pytest.mark.parametrize(("line", "ends"), [("6-6", 12), ("4-4", 8), ("6-4", 10), ("5-0", 5)])
def test_f9_1_the_lone_tile_is_both_ends_counted_once(line: str, ends: int) -> None:
    assert lay(line)[0].total == ends


def test_f9_2_the_opening_double_counts_double_until_both_sides_are_covered() -> None:
    state, _ = position(HANDS)
    sums = [event.total for event in play(state, "0:6-6 1:6-5:R 0:6-3:L") if event.kind == "place"]
    assert sums == [12, 17, 8]


def test_f9_3_a_terminal_double_counts_twice_and_double_blank_nothing() -> None:
    assert lay("6-4 4-4")[0].total == 14
    assert lay("6-0 0-0")[0].total == 6
    blank = lay("0-0")
    assert blank[0].total == 0
    assert "score" not in [event.kind for event in blank]


def test_f9_4_fifteen_pays_eight() -> None:
    score = lay("6-6 6-3")[1]
    assert (score.points, score.parts) == (8, (("threes", 5), ("fives", 3)))


def test_f9_5_points_are_recorded_not_pips() -> None:
    state, _ = position(HANDS)
    state.play(0, "6-6")
    assert (state.sum, state.scores) == (12, [4, 0])


@pytest.mark.parametrize(("before", "after", "why"), [(56, 60, "place"), (57, 61, "place"), (58, 58, "void")])
def test_f9_6_over_61_is_void(before: int, after: int, why: str) -> None:
    state, _ = position(HANDS, (before, 0))
    score = state.play(0, "6-6")[1]
    assert (score.offered, score.points, score.total, score.why) == (4, after - before, after, why)
    assert state.scores == [after, 0]


def test_f9_6_void_takes_the_bonus_with_it() -> None:
    state, _ = position(VOID_OUT["hands"], VOID_OUT["before"])
    score = [event for event in play(state, VOID_OUT["moves"]) if event.kind == "score"][-1]
    assert (score.points, score.why, score.parts) == (0, "void", (("threes", 2), ("out", 1)))
    assert state.scores[0] == score.total == 59


def test_f9_7_the_bonus_is_part_of_the_one_event() -> None:
    state, _ = position(HANDS)
    scores = [event for event in play(state, ROUND) if event.kind == "score"]
    assert (scores[-1].parts, scores[-1].offered, scores[-1].why) == ((("out", 1),), 1, "place")
    assert sum(("out", 1) in event.parts for event in scores) == 1


def test_f9_7_no_bonus_for_the_first_partner_or_in_a_blocked_round() -> None:
    state, _ = position(PAIR["hands"])
    scores = [event for event in play(state, PAIR["moves"]) if event.kind == "score"]
    assert [event.seat for event in scores if ("out", 1) in event.parts] == [2]
    blocked, _ = position(BLOCKED_AT_ONCE["hands"])
    assert [event.parts for event in blocked.play(0, "6-6") if event.kind == "score"] == [(("threes", 4),)]


def test_f9_8_the_round_goes_on_after_the_first_partners_last_tile() -> None:
    state, _ = position(PAIR["hands"])
    events = play(state, PAIR["moves"])
    assert history(events).split() == PAIR["moves"].split()
    assert [event.why for event in events if event.kind == "round_over"] == ["out"]


def test_f9_8_a_seat_that_is_out_is_passed_over_and_never_knocks() -> None:
    rng = random.Random(8)
    passed_over = 0
    for number in range(20):
        state, _ = FIVES.start(4, {}, SeededDeals(bytes([number])))
        while state.to_act:
            (seat,) = state.to_act
            deal, empty = state.deal, [seat for seat, count in enumerate(state.view(None).tiles_left) if not count]
            events = state.play(seat, rng.choice(state.moves(seat)))
            if empty and state.to_act and state.deal == deal:
                assert not {event.seat for event in events if event.kind == "knock"} & set(empty)
                assert state.to_act[0] not in empty
                passed_over += any((state.to_act[0] - seat) % 4 > (out - seat) % 4 > 0 for out in empty)
    assert passed_over > 10


def test_f9_9_blocked_at_once_after_the_opening_with_no_knocks() -> None:
    state, _ = position(BLOCKED_AT_ONCE["hands"])
    assert [event.kind for event in state.play(0, "6-6")][:3] == ["place", "score", "round_over"]
    assert state.deal == 2


def test_f9_9_blocked_with_two_holders() -> None:
    state, _ = position(TWO_HOLDERS["hands"])
    *_, last = TWO_HOLDERS["moves"].split()
    play(state, TWO_HOLDERS["moves"].removesuffix(last))
    assert [bool(count) for count in state.view(None).tiles_left] == [False, True, True, True]
    assert state.view(3).hand == ("3-3",)
    assert [event.why for event in play(state, last) if event.kind == "round_over"] == ["blocked"]


@pytest.mark.parametrize(
    ("hands", "moves", "last_placer", "next_opener"),
    [
        pytest.param(HANDS, ROUND, 1, 1, id="out"),
        pytest.param(BLOCKED_AT_ONCE["hands"], "0:6-6", 0, 1, id="blocked"),
        pytest.param(PAIR["hands"], PAIR["moves"], 2, 1, id="a pair out"),
    ],
)
def test_f9_10_the_opener_role_moves_one_seat_from_the_opener(
    hands: list[str], moves: str, last_placer: int, next_opener: int
) -> None:
    state, _ = position(hands)
    events = play(state, moves)
    assert [event.seat for event in events if event.kind == "place"][-1] == last_placer
    assert state.to_act == (next_opener,)


def test_f9_11_the_game_is_won_in_mid_round() -> None:
    state, _ = position(HANDS, (57, 0))
    events = state.play(0, "6-6")
    assert [event.kind for event in events] == ["place", "score", "game_over"]
    assert (state.winner, state.to_act, state.moves(1)) == (0, (), ())


def test_f9_12_a_move_must_name_its_end() -> None:
    state, _ = position(HANDS)
    state.play(0, "6-6")
    assert state.moves(1) == ("6-5:L", "6-5:R")
    with pytest.raises(IllegalMove):
        state.play(1, "6-5")


def test_f9_12_both_ends_are_listed_when_they_show_the_same_value() -> None:
    hands = ("6-4 5-4 0-0 1-1 2-1 2-0 1-0", "5-2 5-5 6-5 5-0 6-6 6-2 6-1")
    state, _ = position(hands)
    play(state, "0:6-4 1:6-5:L 0:5-4:R 1:5-5:L")
    assert (state.left, state.right) == (5, 5)
    assert state.moves(1) == ("5-0:L", "5-0:R", "5-2:L", "5-2:R")
    sums = []
    for end in "LR":
        twin = state.copy()
        twin.play(1, f"5-0:{end}")
        sums.append(twin.sum)
    assert sums == [5, 10]


def test_f9_13_the_opening_names_no_end_and_the_set_has_one_double_blank() -> None:
    state, _ = position(HANDS)
    assert state.moves(0) == ("0-0", "1-0", "2-1", "2-2", "5-4", "6-3", "6-6")
    with pytest.raises(IllegalMove):
        state.play(0, "6-6:L")
    assert len(set(TILES)) == len(TILES) == 28


def test_f9_14_a_tile_is_found_with_its_halves_in_either_order() -> None:
    state, _ = position(HANDS)
    state.play(0, "6-6")
    events = state.play(1, "5-6:R")
    assert events[0].pieces == ("6-5:R",)
    assert FIVES.canonical("5-6:R") == "6-5:R"


def test_f9_15_no_knock_while_a_tile_fits() -> None:
    state, _ = position(HANDS)
    state.play(0, "6-6")
    for text in ("knock", "", "pass"):
        with pytest.raises(IllegalMove):
            state.play(1, text)


def test_f9_15_a_placement_joins_the_open_value_not_the_inner_one() -> None:
    state, _ = position(HANDS)
    play(state, "0:6-6 1:6-5:R")
    with pytest.raises(IllegalMove):
        state.play(0, "6-3:R")
    assert state.moves(0) == ("5-4:R", "6-3:L")
