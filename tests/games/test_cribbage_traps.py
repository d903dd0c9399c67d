"""Where programs of cribbage go wrong: one test for each trap of C12."""

import pytest

from muggins.games.base import Event, IllegalMove
from muggins.games.cards import VALUE
from muggins.games.cribbage import CRIBBAGE
from muggins.games.cribbage_score import game_value, pegging, show
from muggins.games.dealing import SeededDeals
from tests.games.cribbage_table import Table

TEN_NINE_EIGHT_SEVEN = "TD 9D 8D 7D 3S 3H"


def points(hand: str, starter: str, *, crib: bool = False) -> int:
    return show(hand.split(), starter, crib=crib)[0]


def parts(hand: str, starter: str) -> dict[str, int]:
    return dict(show(hand.split(), starter)[1])


def pegged(pile: str) -> dict[str, int]:
    cards = pile.split()
    return dict(pegging(cards, sum(VALUE[card] for card in cards)))


def two_seats(pone: str, *, starter: str = "6S", scores: tuple[int, int] = (0, 0), dealer_hand: str = "") -> Table:
    """Seat 0 deals; each hand's last two cards are laid away."""
    hands = [dealer_hand or TEN_NINE_EIGHT_SEVEN, pone]
    return Table(hands, [hand[-5:] for hand in hands], starter, scores=scores)


def test_c12_1_crib_flush_of_four_pays_nothing() -> None:
    assert points("2H 4H 6H 8H", "TC", crib=True) == 0
    assert points("2H 4H 6H 8H", "TC") == 4
    assert points("2H 4H 6H 8H", "TH", crib=True) == 5


def test_c12_2_show_stops_at_the_target_and_counting_order_decides() -> None:
    hands = ["5D 5S 5C JH 3S 3H", "KC QC 2C 3C 4S 4H"]
    table = Table(hands, ["3S 3H", "4S 4H"], "5H", scores=(116, 114))
    table.play("1:KC 0:5D 1:QC 0:5S 1:3C 0:JH 1:2C 0:5C")
    assert table.awards()[-1] == "seat 1 hand 5 of 12"
    assert (table.state.winner, table.state.scores) == (1, [120, 121])
    assert [event.kind for event in table.events[-3:]] == ["show", "score", "game_over"]


def test_c12_3_starter_completes_no_four_card_flush() -> None:
    assert points("2H 4H 8H KS", "6H") == 0


def test_c12_4_nobs_only_for_the_jack_of_the_starters_suit_and_never_for_heels() -> None:
    assert points("JH 4D 6S 8C", "2H") == 1
    assert points("JH 4D 6S 8C", "2S") == 0
    assert points("2C 4D 8H KS", "JH") == 0
    table = two_seats("KC QC 2C AC 4S 4H", starter="JS")
    assert table.awards() == ["seat 0 heels 2"]


def test_c12_5_only_consecutive_equal_ranks_pair() -> None:
    assert pegged("6D 5S 6C") == {}
    assert pegged("KD QS") == {}
    assert pegged("KD KS") == {"pair": 2}


def test_c12_6_nothing_is_played_past_31() -> None:
    table = two_seats("KC QC 2C AC 4S 4H").play("1:KC 0:TD 1:QC")
    with pytest.raises(IllegalMove):
        table.state.play(1, "2C")
    assert table.state.moves(1) == ("AC",)


def test_c12_7_everything_that_applies_is_paid() -> None:
    assert pegged("7C 8D 9H 7D") == {"run": 3, "thirtyone": 2}
    assert pegged("4C 5D 6H") == {"fifteen": 2, "run": 3}


def test_c12_8_two_cards_are_no_run_and_double_runs_are_whole() -> None:
    assert pegged("7C 6D") == {}
    assert points("2C 3D 8H KS", "QH") == 4  # two fifteens
    assert parts("3H 3D 4S 5C", "6D")["run"] == 8
    assert parts("5H 5D 5S 4C", "6D")["run"] == 9
    assert parts("4H 4D 5S 5C", "6D")["run"] == 12


def test_c12_9_left_of_the_last_card_leads_and_empty_hands_are_skipped() -> None:
    hands = ["AC AD 2C 2D 9C", "KC KD KH QC 8H", "JD JH QH TD 7S"]
    table = Table(hands, ["9C", "8H", "7S"], "5S", dealer=2, crib_card="6S")
    table.play("0:AC 1:KC 2:JD 0:AD 0:2C 0:2D")
    assert (table.state.hands[0], table.state.count, table.state.to_act) == ((), 0, (1,))
    table.play("1:KD 2:JH 1:KH")
    assert table.state.to_act == (2,)


def test_c12_10_heels_win_the_game() -> None:
    table = two_seats("KC QC 2C AC 4S 4H", starter="JS", scores=(119, 120))
    assert (table.state.winner, table.state.scores, table.state.phase) == (0, [121, 120], "over")
    assert table.played() == []


@pytest.mark.parametrize(
    ("target", "loser", "lurch", "skunk"),
    [
        (121, 60, 2, 4),
        (121, 61, 1, 2),
        (121, 90, 1, 2),
        (121, 91, 1, 1),
        (61, 30, 2, 4),
        (61, 31, 1, 2),
        (61, 45, 1, 2),
        (61, 46, 1, 1),
    ],
)
def test_c12_11_lurch_and_skunk_boundaries(target: int, loser: int, lurch: int, skunk: int) -> None:
    assert [game_value(scheme, target, loser) for scheme in ("none", "lurch", "skunk")] == [1, lurch, skunk]


def test_c12_12_one_of_two_for_31_or_one_for_the_last_card_is_paid_per_count() -> None:
    after_go = two_seats("KC QC 2C AC 4S 4H").play("1:KC 0:TD 1:QC 1:AC")
    assert after_go.awards() == ["seat 1 thirtyone 2"]
    nobody_can = two_seats("KC QC 2C 6C 4S 4H").play("1:KC 0:TD 1:QC")
    assert nobody_can.awards() == ["seat 1 go 1"]  # once, to the player of the last card
    on_31 = two_seats("KC KH QC AC 4S 4H", dealer_hand="KD 5D 6D TD 3S 3H", starter="2S")
    on_31.play("1:KC 0:KD 1:KH 1:AC 0:6D 1:QC 0:TD 0:5D")
    assert on_31.awards()[3:5] == ["seat 0 thirtyone 2", "seat 1 hand 2"]
    last = two_seats("KC QC 2C AC 4S 4H").play("1:KC 0:TD 1:QC 1:AC 0:9D 1:2C 0:8D 0:7D")
    assert "seat 0 last 1" in last.awards()


def test_c12_13_after_a_go_the_other_must_play_on_and_no_go_is_possible_while_a_card_fits() -> None:
    table = two_seats("KC QC 2C AC 4S 4H").play("1:KC 0:TD 1:QC")
    assert (table.goes(), table.state.to_act) == (["seat 0 after 3 cards"], (1,))
    with pytest.raises(IllegalMove):
        table.state.play(1, "go")


def test_c12_14_an_empty_hand_is_passed_over_in_silence_and_the_rest_is_played_out() -> None:
    table = two_seats("KC QC 2C AC 4S 4H").play("1:KC 0:TD 1:QC 1:AC 0:9D 1:2C 0:8D")
    assert table.played()[-1] == "0:7D"  # the last card lies without a question
    assert table.goes() == ["seat 0 after 3 cards"]


def test_c12_15_go_of_three_goes_to_the_last_player_and_is_forgotten_at_the_reset() -> None:
    hands = ["9D 8D 6H AS KH", "KC 5C 6C 7C QH", "QD 2D 8C 8S JH"]
    table = Table(hands, ["KH", "QH", "JH"], "3S", crib_card="TH").play("1:KC 2:QD 0:9D 2:2D")
    assert table.goes() == ["seat 1 after 3 cards"]
    assert table.awards() == ["seat 2 thirtyone 2"]
    assert table.state.to_act == (0,)
    table.play("0:8D 1:7C 2:8S")  # seat 1 said go in the last count and plays again
    hands = ["AC AD 2C 2D 9C", "KC KD KH QC 8H", "JD JH QH TD 7S"]
    table = Table(hands, ["9C", "8H", "7S"], "5S", dealer=2, crib_card="6S")
    table.play("0:AC 1:KC 2:JD 0:AD 0:2C 0:2D")
    assert table.awards()[-1] == "seat 0 go 1"  # not seat 1, whose go was the first


def test_c12_16_runs_in_any_order_not_across_a_duplicate_and_found_again() -> None:
    assert pegged("4C 6D 5H") == {"fifteen": 2, "run": 3}
    assert pegged("5C 6D 6S 7S") == {}
    assert pegged("5C 6D 6S 7S 5D") == {"run": 3}
    table = two_seats("KC AC 9C 8C 4S 4H", dealer_hand="KD KS 5D 6D 3S 3H", starter="2S")
    table.play("1:KC 0:KD 1:AC 0:KS 1:9C")
    assert table.awards() == ["seat 0 pair 2", "seat 0 thirtyone 2"]


def test_c12_17_runs_of_seven_and_four_alike() -> None:
    assert pegged("AC 2D 3H 4S 5C 6D 7H") == {"run": 7}
    assert pegged("7C AC 3D 2H 6S 5C 4D") == {"run": 7}
    assert pegged("2C 2D 2H 2S") == {"double_pair_royal": 12}
    assert pegged("KC 2D 2H 2S") == {"pair_royal": 6}


def test_c12_18_fifteens_of_five_cards_per_card_and_faces_count_ten() -> None:
    assert points("AC 2D 3H 4S", "5C") == 7  # all five make fifteen, and a run of five
    assert parts("5H 5D 5S JC", "5C")["fifteens"] == 16
    assert parts("KC QD JH 9S", "5C")["fifteens"] == 6


def test_c12_19_the_show_has_the_played_cards_and_the_play_has_no_starter() -> None:
    table = two_seats("KC QC 2C AC 4S 4H").play("1:KC 0:TD 1:QC 1:AC 0:9D 1:2C 0:8D 0:7D")
    shown = [(event.seat, event.pieces) for event in table.events if event.kind == "show"]
    assert shown == [(1, ("AC", "2C", "QC", "KC")), (0, ("7D", "8D", "9D", "TD"))]
    leads_a_six = two_seats("6C QC 2C AC 4S 4H", starter="6S").play("1:6C")
    assert leads_a_six.awards() == []


def test_c12_20_the_ace_is_low_only() -> None:
    assert points("QH KD AS 7C", "9D") == 0
    assert pegged("QC KD AH") == {}
    assert pegged("2C AD 3H") == {"run": 3}


def test_c12_21_three_seats_have_five_cards_each_and_a_crib_of_four() -> None:
    state, events = CRIBBAGE.start(3, CRIBBAGE.options({}), SeededDeals(bytes(32)), lead=0)
    assert [len(hand) for hand in state.hands] == [5, 5, 5]
    aside = next(event for event in events if event.kind == "aside")
    assert not {*aside.pieces} & {card for hand in state.hands for card in hand}
    seen: list[Event] = []
    while state.deal == 1:
        seat = state.to_act[0]
        seen += state.play(seat, state.moves(seat)[0])
    crib = next(event for event in seen if event.kind == "crib")
    assert len(crib.pieces) == 4
    assert set(aside.pieces) < set(crib.pieces)


def test_c12_22_the_target_is_checked_at_each_score_and_nothing_is_added_after_it() -> None:
    table = two_seats("5C 5H 2C 3C 4S 4H", dealer_hand="5D 5S 9C JH 3S 3H", scores=(60, 119))
    table.play("1:5C 0:5D 1:5H")
    assert table.awards() == ["seat 0 pair 2", "seat 1 fifteen 2"]
    assert (table.state.scores, table.state.winner) == ([62, 121], 1)
    assert table.last("game_over").points == 1  # 62 is no lurch, and stays 62


def test_c12_23_the_loser_deals_the_next_game_and_the_deal_passes_to_the_left() -> None:
    table = two_seats("KC QC 2C AC 4S 4H", starter="JS", scores=(120, 90))
    assert (table.state.winner, CRIBBAGE.next_lead(table.state)) == (0, 1)
    for seats in (3, 4):
        state, events = CRIBBAGE.start(seats, CRIBBAGE.options({}), SeededDeals(bytes(32)), lead=2)
        dealers = [event.seat for event in events if event.kind == "deal"]
        while state.to_act:
            seat = state.to_act[0]
            played = state.play(seat, state.moves(seat)[0])
            dealers += [event.seat for event in played if event.kind == "deal"]
        assert len(dealers) > 3
        assert dealers == [(2 + deal) % seats for deal in range(len(dealers))]


def test_c12_24_partners_share_their_points_and_show_in_the_order_of_seats() -> None:
    suits = {0: ("C", "H"), 1: ("D", "S"), 2: ("H", "C"), 3: ("S", "D")}
    hands = [f"T{own} 9{own} 4{own} A{own} 2{other}" for own, other in suits.values()]
    table = Table(hands, [hand[-2:] for hand in hands], "7C", dealer=3)
    assert table.state.scores == [0, 0]
    table.play("0:TC 1:TD 2:TH 3:AS 0:9C 1:9D 2:9H 3:4S 0:4C 1:4D 2:4H 3:TS 0:AC 1:AD 2:AH 3:9S")
    assert [event.seat for event in table.first_deal() if event.kind == "show"] == [0, 1, 2, 3]
    by_side = [sum(e.points for e in table.events if e.kind == "score" and e.seat in pair) for pair in ((0, 2), (1, 3))]
    assert table.state.scores == by_side == [38, 39]
