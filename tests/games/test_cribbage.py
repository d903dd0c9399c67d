"""Cribbage as the rest of the system meets it: options, moves, what each seat may know, and the way a game ends."""

from itertools import combinations
from random import Random

import pytest

from muggins.games import get
from muggins.games.base import Event, IllegalMove, OptionError
from muggins.games.cards import CARDS
from muggins.games.cribbage import CRIBBAGE, CribbageState
from muggins.games.dealing import GivenDeals, SeededDeals
from tests.games.cribbage_table import Table, pieces

HANDS = ["TD 9D 8D 7D 3S 3H", "KC QC 2C AC 4S 4H"]
LAID = ["3S 3H", "4S 4H"]
SEATS = (2, 3, 4)


def start(seats: int = 2, seed: int = 0) -> tuple[CribbageState, tuple[Event, ...]]:
    return CRIBBAGE.start(seats, CRIBBAGE.options({}), SeededDeals(seed.to_bytes(32, "big")), lead=0)


def test_it_is_registered() -> None:
    assert get("cribbage") is CRIBBAGE


def test_options_have_defaults() -> None:
    assert CRIBBAGE.options({}) == {"target": 121, "value": "lurch"}
    assert CRIBBAGE.options({"target": 61, "value": "skunk"}) == {"target": 61, "value": "skunk"}


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"goal": 61}, r"'goal'.*target, value"),
        ({"target": 100}, r"target is 100.*121, 61"),
        ({"target": "121"}, r"target is '121'"),
        ({"target": 61.0}, r"target is 61\.0"),
        ({"value": "double"}, r"value is 'double'.*'lurch', 'none', 'skunk'"),
        ({"value": ["none"]}, r"value is \['none'\]"),
    ],
)
def test_a_bad_option_is_named_with_what_is_allowed(given: dict[str, object], named: str) -> None:
    with pytest.raises(OptionError, match=named):
        CRIBBAGE.options(given)


def test_rng_03_a_replay_keeps_its_options() -> None:
    """Farama-Foundation/PettingZoo#1312: a seeded reset silently brought back the default rules."""
    deals = SeededDeals(bytes(32))
    runs = []
    for given in ({"target": 61}, {"target": 61}, {}):
        state, _ = CRIBBAGE.start(2, CRIBBAGE.options(given), deals, lead=0)
        events: list[Event] = []
        while state.to_act:
            events += state.play(state.to_act[0], state.moves(state.to_act[0])[0])
        runs.append((max(state.scores), events))
    assert runs[0] == runs[1]
    assert (runs[0][0], runs[2][0]) == (61, 121)


def test_c3_1_two_seats_lay_away_any_two_in_any_order_written_in_one() -> None:
    state, _ = start()
    moves = state.moves(1)
    assert len(moves) == len(set(moves)) == 15
    assert moves == tuple(",".join(pair) for pair in combinations(state.hands[1], 2))
    assert all(CRIBBAGE.canonical(move) == move for move in moves)
    first, second = moves[4].split(",")
    assert state.play(1, f"{second},{first}") == (Event("lay_away", 1, (first, second), to=1),)


@pytest.mark.parametrize("move", ["", "go", "5H", "KC,KC", "TD,9D,8D", "KC,5H", "KC;QC", "kc,qc"])
def test_an_illegal_move_is_refused_before_anything_changes(move: str) -> None:
    state = Table(HANDS, [], "6S").state
    before = [state.view(seat) for seat in (0, 1, None)]
    with pytest.raises(IllegalMove):
        state.play(1, move)
    assert [state.view(seat) for seat in (0, 1, None)] == before
    assert state.to_act == (0, 1)


def test_nobody_moves_out_of_turn_or_twice() -> None:
    state = Table(HANDS, LAID[:1], "6S").state
    with pytest.raises(IllegalMove):
        state.play(0, "TD,9D")
    assert (state.to_act, state.moves(0)) == ((1,), ())
    state.play(1, "4H,4S")
    with pytest.raises(IllegalMove):
        state.play(0, "TD")


def test_rules_05_a_card_past_31_is_refused_and_the_table_stays() -> None:
    """msharov/bsd-games#8: the count was 25 and a seven was played."""
    table = Table(["TD 5D 8D 4D 3S 3H", "TC 7C 6C AC 4S 4H"], LAID, "2S").play("1:TC 0:TD 1:AC 0:4D")
    before = table.state.view(1)
    with pytest.raises(IllegalMove):
        table.state.play(1, "7C")
    assert (table.state.view(1), table.state.count, table.state.moves(1)) == (before, 25, ("6C",))
    table.play("1:6C")
    assert table.awards() == ["seat 0 pair 2", "seat 1 thirtyone 2"]


def test_rules_11_after_a_go_a_seat_is_asked_again_only_in_the_next_count() -> None:
    """ishikota/PyPokerEngine#32: with three players one who had folded was asked to act."""
    hands = ["AC AD 2C 2D 9C", "KC KD KH QC 8H", "JD JH QH TD 7S"]
    table = Table(hands, ["9C", "8H", "7S"], "5S", dealer=2, crib_card="6S").play("0:AC 1:KC 2:JD 0:AD")
    assert table.goes() == ["seat 1 after 4 cards", "seat 2 after 4 cards"]
    assert table.state.to_act == (0,)
    table.play("0:2C")
    assert table.goes() == ["seat 1 after 4 cards", "seat 2 after 4 cards"]
    assert table.state.to_act == (1,)  # seat 0's last card fitted and lay at once; the new count is led by seat 1


def test_every_turn_but_a_last_card_is_asked_even_with_one_legal_move() -> None:
    table = Table(HANDS, LAID, "6S").play("1:KC 0:TD 1:QC")
    assert (table.state.to_act, table.state.moves(1)) == ((1,), ("AC",))


def test_a_single_lay_away_changes_nothing_that_another_seat_sees() -> None:
    for seats in SEATS:
        state, _ = start(seats)
        before = [state.view(seat) for seat in (*range(1, seats), None)]
        events = state.play(0, state.moves(0)[0])
        assert [state.view(seat) for seat in (*range(1, seats), None)] == before
        assert [event for event in events if any(event.seen_by(seat) for seat in (*range(1, seats), None))] == []
        assert len(state.view(0).hand) == 4


def test_no_view_shows_the_starter_or_another_hand_before_its_time() -> None:
    """Two deals that differ only in what seat 1 cannot know look the same to it."""
    other = ["6D 5D 4D 2D 3S 3H", HANDS[1]]
    tables = [Table(hands, LAID, starter) for hands, starter in ((HANDS, "6S"), (other, "6S"))]
    assert tables[0].state.view(1) == tables[1].state.view(1)
    assert tables[0].state.view(None) == tables[1].state.view(None)
    seen = [[event for event in table.events if event.seen_by(1)] for table in tables]
    assert seen[0] == seen[1]
    hidden = [Table(HANDS, [], starter).state.view(1) for starter in ("6S", "JS")]
    assert hidden[0] == hidden[1]
    assert hidden[0].starter == ""


def test_what_a_seat_and_a_spectator_see_in_the_play() -> None:
    table = Table(HANDS, LAID, "6S", scores=(10, 20)).play("1:KC 0:TD 1:QC")
    view = table.state.view(1)
    assert (view.seat, view.game, view.deal, view.phase, view.dealer) == (1, 1, 1, "play", 0)
    assert (view.hand, view.laid_away, view.starter) == (("AC", "2C"), ("4H", "4S"), "6S")
    assert (view.count, view.pile) == (30, ("KC", "TD", "QC"))
    assert view.history == ("1:KC", "0:TD", "1:QC", "0:go")
    assert (view.cards_left, view.scores, view.target, view.value) == ((3, 2), (10, 20), 121, "lurch")
    table.play("1:AC")
    assert table.state.view(0).history[-2:] == ("1:AC", "-")
    assert table.state.view(None) == table.state.view(0)._replace(seat=None, hand=(), laid_away=())


def test_events_of_a_deal_in_their_order() -> None:
    table = Table(HANDS, LAID, "6S").play("1:KC 0:TD 1:QC 1:AC 0:9D 1:2C 0:8D 0:7D")
    assert " ".join(event.kind for event in table.events) == (
        "lead deal hand hand lay_away lay_away starter play play play go play score count "
        "play play play play score count show score show score crib score deal hand hand"
    )
    assert [event.why for event in table.events if event.kind == "count"] == ["31", "last"]
    assert [event.total for event in table.events if event.kind == "play"] == [10, 20, 30, 31, 9, 11, 19, 26]
    crib = table.last("crib")
    assert (crib.seat, crib.pieces) == (0, ("3H", "4H", "3S", "4S"))
    assert table.last("score") == Event("score", 0, (), 0, 4, 4, "crib", (("pairs", 4),), 18)


def test_a_hand_that_scores_nothing_is_shown_and_scored_nothing() -> None:
    table = Table(["TD 9D 8D 7D 3S 3H", "KC QD 8C 6D 4S 4H"], LAID, "2S")
    table.play("1:KC 0:TD 1:8C 0:9D 1:QD 0:8D 1:6D 0:7D")
    assert "seat 1 hand 0" in table.awards()


def test_the_end_is_told_with_winner_and_worth() -> None:
    table = Table(HANDS, LAID, "JS", scores=(120, 60))
    assert table.events[-1] == Event("game_over", 0, side=0, points=2, why="target")
    assert table.last("score") == Event("score", 0, (), 0, 1, 2, "heels", (), 121)
    assert (table.state.moves(0), table.state.view(1).phase) == ((), "over")
    assert CRIBBAGE.value(table.state, 0) == 2


def test_c10_4_the_best_placed_of_two_losers_decides() -> None:
    hands = ["AC AD 2C 2D 9C", "KC KD KH QC 8H", "JD JH QH TD 7S"]
    for scores, worth in (((120, 61, 3), 1), ((120, 60, 3), 2)):
        table = Table(hands, ["9C", "8H", "7S"], "JS", crib_card="6S", scores=scores)
        assert (table.state.winner, CRIBBAGE.value(table.state, 0)) == (0, worth)


@pytest.mark.parametrize(
    ("seats", "scores", "winner", "last_dealer", "next_dealer"),
    [
        (2, [121, 77], 0, 1, 1),
        (3, [50, 121, 50], 1, 0, 2),  # both lost with 50; clockwise from seat 0 comes seat 2 before seat 0 itself
        (3, [50, 121, 50], 1, 2, 0),
        (4, [121, 90], 0, 1, 3),
        (4, [90, 121], 1, 1, 2),
    ],
)
def test_c2_4_who_deals_the_next_game(
    seats: int, scores: list[int], winner: int, last_dealer: int, next_dealer: int
) -> None:
    state, _ = CRIBBAGE.start(seats, CRIBBAGE.options({}), SeededDeals(bytes(32)), lead=last_dealer)
    state.scores, state.winner = scores, winner
    assert CRIBBAGE.next_lead(state) == next_dealer


def test_a_copy_goes_its_own_way() -> None:
    state = Table(HANDS, LAID, "6S").play("1:KC 0:TD").state
    before = [state.view(seat) for seat in (0, 1)]
    other = state.copy()
    assert other.play(1, "AC") == state.copy().play(1, "AC")
    while other.deal == 1:
        other.play(other.to_act[0], other.moves(other.to_act[0])[0])
    assert [state.view(seat) for seat in (0, 1)] == before
    fresh, _ = start()
    laid = fresh.copy()
    laid.play(0, laid.moves(0)[0])
    assert (fresh.to_act, len(fresh.hands[0]), fresh.laid_away[0]) == ((0, 1), 6, ())


def test_the_fallback_is_the_last_lay_away_and_the_lowest_card() -> None:
    state = Table(HANDS, [], "6S").state
    assert CRIBBAGE.fallback(state.view(0), state.moves(0)) == "3H,3S"
    state = Table(HANDS, LAID, "6S").play("1:KC").state
    assert CRIBBAGE.fallback(state.view(0), state.moves(0)) == "7D"
    assert CRIBBAGE.fallback(state.view(0), ["9C", "8D", "8S"]) == "8D"


def test_a_terminal_shows_what_the_seat_may_know() -> None:
    state = Table(HANDS, LAID, "6S", scores=(10, 20)).play("1:KC 0:TD").state
    text = CRIBBAGE.render(state.view(1))
    assert all(part in text for part in ("side 0: 10", "Starter 6S", "1:KC 0:TD", "20: KC TD", "AC 2C QC", "4H 4S"))
    assert "7D" not in text
    assert "AC" not in CRIBBAGE.render(state.view(None))
    assert "6S" not in CRIBBAGE.render(Table(HANDS, [], "6S").state.view(1))


@pytest.mark.parametrize("seats", SEATS)
def test_random_games_keep_the_pack_whole_and_end_at_the_target(seats: int) -> None:
    random = Random(seats)
    for seed in range(20):
        state, events = start(seats, seed)
        while state.to_act:
            seat = random.choice(state.to_act)
            held = sum(len(hand) for hand in state.hands) + sum(len(laid) for laid in state.laid_away)
            played = sum(":" in text and "go" not in text for text in state.history)
            assert held + played == seats * (6 if seats == 2 else 5)
            events = state.play(seat, random.choice(state.moves(seat)))
        assert state.winner is not None
        assert state.scores[state.winner] == max(state.scores) == 121
        assert (events[-2].kind, events[-1].kind) == ("score", "game_over")


def test_a_deal_of_given_pieces_needs_no_more_than_the_pack() -> None:
    state, _ = CRIBBAGE.start(2, CRIBBAGE.options({}), GivenDeals({(1, 1): pieces(HANDS, 0, "6S")}), lead=0)
    assert {card for hand in state.hands for card in hand} < set(CARDS)
